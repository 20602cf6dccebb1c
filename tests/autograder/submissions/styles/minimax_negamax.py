"""Minimax as negamax: one function, whose values are those of the side that moves."""

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def side(agent):
            return 1 if agent == 0 else -1

        def nega(state, depth, agent):
            if depth == 0 or state.isWin() or state.isLose():
                return side(agent) * self.evaluationFunction(state), None
            following = (agent + 1) % state.getNumAgents()
            remaining = depth - 1 if following == 0 else depth
            found, chosen = float("-inf"), None
            for action in state.getLegalActions(agent):
                below, _ = nega(state.generateSuccessor(agent, action), remaining, following)
                value = below if side(agent) == side(following) else -below
                if value > found:
                    found, chosen = value, action
            return found, chosen

        return nega(gameState, self.depth, 0)[1]
