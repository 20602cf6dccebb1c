"""Expectimax with a table of how agents combine values, by partial functions."""

from functools import partial

from template_base import MultiAgentSearchAgent


def largest(values):
    return max(values)


def average(values):
    values = list(values)
    return sum(values) / len(values)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        self.table = [largest] + [average] * (gameState.getNumAgents() - 1)
        measure = partial(self.after, gameState, 0, 0)
        best = None
        for action in gameState.getLegalActions(0):
            entry = (measure(action), action)
            best = entry if best is None or entry[0] > best[0] else best
        return best[1]

    def after(self, state, agent, rounds, action):
        child = state.generateSuccessor(agent, action)
        agent = (agent + 1) % len(self.table)
        rounds += agent == 0
        if child.isWin() or child.isLose() or rounds == self.depth:
            return self.evaluationFunction(child)
        return self.table[agent](map(partial(self.after, child, agent, rounds), child.getLegalActions(agent)))
