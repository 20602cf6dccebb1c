"""Wrong: alpha-beta lowers the depth when Pacman moves, below the root. Style: maxValue, minValue as in the book."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent

INF = float("inf")


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha = -INF
        answer = None
        for action in gameState.getLegalActions(0):
            v = self.minValue(gameState.generateSuccessor(0, action), 1, self.depth, alpha, INF)
            if v > alpha or answer is None:
                alpha, answer = v, action
        return answer

    def maxValue(self, state, depth, alpha, beta):
        if state.isWin() or state.isLose() or depth == 0:
            return self.evaluationFunction(state)
        v = -INF
        for action in state.getLegalActions(0):
            v = max(v, self.minValue(state.generateSuccessor(0, action), 1, depth - 1, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def minValue(self, state, ghost, depth, alpha, beta):
        if state.isWin() or state.isLose() or depth == 0:
            return self.evaluationFunction(state)
        v = INF
        for action in state.getLegalActions(ghost):
            child = state.generateSuccessor(ghost, action)
            if ghost + 1 < state.getNumAgents():
                v = min(v, self.minValue(child, ghost + 1, depth, alpha, beta))
            else:
                v = min(v, self.maxValue(child, depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
