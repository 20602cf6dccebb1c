"""Wrong: alpha-beta cuts when a value equals the bound."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, float("-inf"), float("inf"))[1]

    def search(self, state, ply, alpha, beta):
        agent = ply % state.getNumAgents()
        actions = state.getLegalActions(agent)
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents() or not actions:
            return self.evaluationFunction(state), None
        best, chosen = (float("inf") if agent else float("-inf")), None
        for action in actions:
            value, _ = self.search(state.generateSuccessor(agent, action), ply + 1, alpha, beta)
            if agent:
                if value < best:
                    best, chosen = value, action
                beta = min(beta, best)
            else:
                if value > best:
                    best, chosen = value, action
                alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, chosen
