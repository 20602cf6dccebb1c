"""Wrong: minimax stops a round too early."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions(0)
        return max(actions, key=lambda action: self.value(gameState.generateSuccessor(0, action), 1, 1))

    def value(self, state, depth, agent):
        if agent == state.getNumAgents():
            return self.value(state, depth + 1, 0)
        if state.isWin() or state.isLose() or depth == self.depth or not state.getLegalActions(agent):
            return self.evaluationFunction(state)
        below = [self.value(state.generateSuccessor(agent, a), depth, agent + 1) for a in state.getLegalActions(agent)]
        return min(below) if agent else max(below)
