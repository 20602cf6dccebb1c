"""Right: one thread for each of Pacman's actions at the root; alpha-beta in a thread of its own."""

import threading

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def isOver(self, state, ply):
        return ply == self.depth * state.getNumAgents() or state.isWin() or state.isLose()


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        values = {}

        def work(action):
            values[action] = self.value(gameState.generateSuccessor(0, action), 1)

        actions = gameState.getLegalActions(0)
        threads = [threading.Thread(target=work, args=(action,)) for action in actions]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return max(actions, key=values.get)

    def value(self, state, ply):
        if self.isOver(state, ply):
            return self.evaluationFunction(state)
        agent = ply % state.getNumAgents()
        successors = [state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]
        values = [self.value(successor, ply + 1) for successor in successors]
        return self.combine(values) if agent else max(values)

    def combine(self, values):
        return min(values)


class ExpectimaxAgent(MinimaxAgent):
    def combine(self, values):
        return sum(values) / len(values)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        found = []
        searcher = threading.Thread(
            target=lambda: found.append(self.best(gameState, 0, float("-inf"), float("inf"))[1])
        )
        searcher.start()
        searcher.join()
        return found[0]

    def best(self, state, ply, alpha, beta):
        if self.isOver(state, ply):
            return self.evaluationFunction(state), None
        agent = ply % state.getNumAgents()
        best, choice = (float("inf") if agent else float("-inf")), None
        for action in state.getLegalActions(agent):
            value = self.best(state.generateSuccessor(agent, action), ply + 1, alpha, beta)[0]
            if (value < best) if agent else (value > best):
                best, choice = value, action
            if agent:
                beta = min(beta, best)
            else:
                alpha = max(alpha, best)
            if alpha > beta:
                break
        return best, choice
