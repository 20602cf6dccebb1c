"""Wrong: alpha-beta starts every action at the root with a fresh window."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        infinity = float("inf")
        actions = gameState.getLegalActions(0)
        return max(actions, key=lambda a: self.value(gameState.generateSuccessor(0, a), 1, -infinity, infinity))

    def value(self, state, ply, alpha, beta):
        agent = ply % state.getNumAgents()
        actions = state.getLegalActions(agent)
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents() or not actions:
            return self.evaluationFunction(state)
        best = float("inf") if agent else float("-inf")
        for action in actions:
            value = self.value(state.generateSuccessor(agent, action), ply + 1, alpha, beta)
            best = min(best, value) if agent else max(best, value)
            if best < alpha if agent else best > beta:
                break
            alpha, beta = (alpha, min(beta, best)) if agent else (max(alpha, best), beta)
        return best
