"""Wrong: alpha-beta cuts when a value equals the bound; taking the last of equal actions is not a fault."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, chosen = float("-inf"), None
        for action in gameState.getLegalActions(0):
            value = self.value(gameState.generateSuccessor(0, action), 1, alpha, float("inf"))
            if value >= alpha:
                alpha, chosen = value, action
        return chosen

    def value(self, state, ply, alpha, beta):
        agent = ply % state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        v = float("inf") if agent else float("-inf")
        for action in state.getLegalActions(agent):
            below = self.value(state.generateSuccessor(agent, action), ply + 1, alpha, beta)
            v = min(v, below) if agent else max(v, below)
            if (v <= alpha) if agent else (v >= beta):
                return v
            alpha, beta = (alpha, min(beta, v)) if agent else (max(alpha, v), beta)
        return v
