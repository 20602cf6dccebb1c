"""Expectimax goes on after a win or a loss as long as there are actions: wrong under the exact rule alone."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return max(gameState.getLegalActions(0), key=lambda a: self.value(gameState.generateSuccessor(0, a), 1))

    def value(self, state, ply):
        agent = ply % state.getNumAgents()
        actions = state.getLegalActions(agent)
        if ply == self.depth * state.getNumAgents() or not actions:
            return self.evaluationFunction(state)
        values = [self.value(state.generateSuccessor(agent, action), ply + 1) for action in actions]
        return sum(values) / len(values) if agent else max(values)
