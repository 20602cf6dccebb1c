"""Alpha-beta with while loops over indices."""

from template_base import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        value, index = self.maximum(gameState, self.depth, -1e300, 1e300)
        return gameState.getLegalActions(0)[index]

    def terminal(self, state, left):
        return left <= 0 or state.isWin() or state.isLose()

    def maximum(self, state, left, alpha, beta):
        if self.terminal(state, left):
            return self.evaluationFunction(state), -1
        moves = state.getLegalActions(0)
        v, which, i = -1e300, 0, 0
        while i < len(moves):
            w = self.minimum(state.generateSuccessor(0, moves[i]), left, 1, alpha, beta)
            if w > v:
                v, which = w, i
            if v > beta:
                return v, which
            if v > alpha:
                alpha = v
            i += 1
        return v, which

    def minimum(self, state, left, ghost, alpha, beta):
        if self.terminal(state, left):
            return self.evaluationFunction(state)
        moves = state.getLegalActions(ghost)
        is_last = ghost + 1 == state.getNumAgents()
        v, i = 1e300, 0
        while i < len(moves):
            child = state.generateSuccessor(ghost, moves[i])
            if is_last:
                w = self.maximum(child, left - 1, alpha, beta)[0]
            else:
                w = self.minimum(child, left, ghost + 1, alpha, beta)
            v = w if w < v else v
            if v < alpha:
                break
            beta = beta if beta < v else v
            i += 1
        return v
