"""Expectimax that adds up probabilities times values."""

from template_base import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best_value, best_action = None, None
        for action in gameState.getLegalActions(0):
            successor = gameState.generateSuccessor(0, action)
            value = self.chance(successor, 1, self.depth)
            if best_value is None or value > best_value:
                best_value, best_action = value, action
        return best_action

    def done(self, state, depth):
        return depth == 0 or state.isWin() or state.isLose()

    def choice(self, state, depth):
        if self.done(state, depth):
            return self.evaluationFunction(state)
        value = float("-inf")
        for action in state.getLegalActions(0):
            value = max(value, self.chance(state.generateSuccessor(0, action), 1, depth))
        return value

    def chance(self, state, ghost, depth):
        if self.done(state, depth):
            return self.evaluationFunction(state)
        moves = state.getLegalActions(ghost)
        expected = 0.0
        for move in moves:
            child = state.generateSuccessor(ghost, move)
            if ghost == state.getNumAgents() - 1:
                expected += self.choice(child, depth - 1)
            else:
                expected += self.chance(child, ghost + 1, depth)
        return expected / len(moves)
