"""Minimax as nested functions that share the names of getAction."""

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        last = gameState.getNumAgents() - 1
        judge = self.evaluationFunction

        def over(state, left):
            return left == 0 or state.isWin() or state.isLose()

        def pacman(state, left):
            if over(state, left):
                return judge(state)
            top = float("-inf")
            for move in state.getLegalActions(0):
                top = max(top, ghost(state.generateSuccessor(0, move), left, 1))
            return top

        def ghost(state, left, who):
            if over(state, left):
                return judge(state)
            low = float("inf")
            for move in state.getLegalActions(who):
                child = state.generateSuccessor(who, move)
                low = min(low, pacman(child, left - 1) if who == last else ghost(child, left, who + 1))
            return low

        choice, top = None, float("-inf")
        for move in gameState.getLegalActions(0):
            worth = ghost(gameState.generateSuccessor(0, move), self.depth, 1)
            if worth > top:
                choice, top = move, worth
        return choice
