"""Minimax takes the last of equally good actions: wrong under the exact rule alone."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, chosen = float("-inf"), None
        for action in gameState.getLegalActions(0):
            value = self.value(gameState.generateSuccessor(0, action), 1)
            if value >= best:
                best, chosen = value, action
        return chosen

    def value(self, state, ply):
        agent = ply % state.getNumAgents()
        actions = state.getLegalActions(agent)
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents() or not actions:
            return self.evaluationFunction(state)
        values = [self.value(state.generateSuccessor(agent, action), ply + 1) for action in actions]
        return min(values) if agent else max(values)
