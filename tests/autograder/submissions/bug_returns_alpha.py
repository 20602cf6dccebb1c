"""Wrong: alpha-beta hands alpha and beta up in place of the best value. Style: the window is the only variable."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        chosen, alpha = None, float("-inf")
        for action in gameState.getLegalActions(0):
            score = self.beta_player(gameState.generateSuccessor(0, action), 1, 1, alpha, float("inf"))
            if score > alpha:
                chosen, alpha = action, score
        return chosen

    def alpha_player(self, state, level, alpha, beta):
        if state.isWin() or state.isLose() or level > self.depth:
            return self.evaluationFunction(state)
        for action in state.getLegalActions(0):
            alpha = max(alpha, self.beta_player(state.generateSuccessor(0, action), level, 1, alpha, beta))
            if alpha > beta:
                return alpha
        return alpha

    def beta_player(self, state, level, ghost, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        for action in state.getLegalActions(ghost):
            below = state.generateSuccessor(ghost, action)
            if ghost == state.getNumAgents() - 1:
                beta = min(beta, self.alpha_player(below, level + 1, alpha, beta))
            else:
                beta = min(beta, self.beta_player(below, level, ghost + 1, alpha, beta))
            if beta < alpha:
                return beta
        return beta
