"""Alpha-beta as negamax: several ghosts in a row keep the window, Pacman and ghosts turn it round."""

from template_base import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        self.chosen = None
        self.nega(gameState, 0, float("-inf"), float("inf"))
        return self.chosen

    def nega(self, state, ply, low, high):
        agents = state.getNumAgents()
        agent = ply % agents
        sign = -1 if agent else 1
        if state.isWin() or state.isLose() or ply == agents * self.depth:
            return sign * self.evaluationFunction(state)
        turns = agent == 0 or agent == agents - 1
        best = float("-inf")
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            if turns and agents > 1:
                value = -self.nega(child, ply + 1, -high, -low)
            else:
                value = self.nega(child, ply + 1, low, high)
            if value > best:
                best = value
                if ply == 0:
                    self.chosen = action
            if best > high:
                return best
            low = max(low, best)
        return best
