"""Wrong: minimax never checks that the game is over, and returns its initial infinity where there are no actions."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return max(gameState.getLegalActions(0), key=lambda a: self.value(gameState.generateSuccessor(0, a), 1))

    def value(self, state, ply):
        agent = ply % state.getNumAgents()
        if ply == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        best = float("inf") if agent else float("-inf")
        for action in state.getLegalActions(agent):
            value = self.value(state.generateSuccessor(agent, action), ply + 1)
            best = min(best, value) if agent else max(best, value)
        return best
