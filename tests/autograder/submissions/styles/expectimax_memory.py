"""Expectimax that keeps values by state and ply, in each decision anew."""

from template_base import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        known = {}
        total = gameState.getNumAgents() * self.depth

        def value(state, ply):
            key = (state, ply)
            if key not in known:
                known[key] = compute(state, ply)
            return known[key]

        def compute(state, ply):
            if ply == total or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            agent = ply % state.getNumAgents()
            below = [value(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent)]
            return max(below) if agent == 0 else sum(below) / len(below)

        options = [(value(gameState.generateSuccessor(0, a), 1), a) for a in gameState.getLegalActions(0)]
        best = options[0]
        for option in options[1:]:
            if option[0] > best[0]:
                best = option
        return best[1]
