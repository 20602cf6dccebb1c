"""Wrong: alpha-beta searches a round too many."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, chosen = float("-inf"), None
        for action in gameState.getLegalActions(0):
            value = self.value(gameState.generateSuccessor(0, action), 0, 1, alpha, float("inf"))
            if value > alpha:
                alpha, chosen = value, action
        return chosen

    def value(self, state, depth, agent, alpha, beta):
        if agent == state.getNumAgents():
            depth, agent = depth + 1, 0
        actions = state.getLegalActions(agent)
        if state.isWin() or state.isLose() or depth > self.depth or not actions:
            return self.evaluationFunction(state)
        best = float("inf") if agent else float("-inf")
        for action in actions:
            value = self.value(state.generateSuccessor(agent, action), depth, agent + 1, alpha, beta)
            if agent:
                best = min(best, value)
                if best < alpha:
                    break
                beta = min(beta, best)
            else:
                best = max(best, value)
                if best > beta:
                    break
                alpha = max(alpha, best)
        return best
