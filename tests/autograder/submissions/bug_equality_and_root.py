"""Wrong twice: alpha-beta cuts on equality, and each action at the root starts with a fresh window. Style: sign."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        scored = []
        for a in gameState.getLegalActions(0):
            scored.append((self.ab(gameState.generateSuccessor(0, a), 1, float("-inf"), float("inf")), a))
        top = max(score for score, _ in scored)
        return [a for score, a in scored if score == top][0]

    def ab(self, state, ply, alpha, beta):
        who = ply % state.getNumAgents()
        if state.isWin() or state.isLose() or ply >= self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        if who == 0:
            value = float("-inf")
            for a in state.getLegalActions(who):
                value = max(value, self.ab(state.generateSuccessor(who, a), ply + 1, alpha, beta))
                alpha = max(alpha, value)
                if beta <= alpha:
                    break
            return value
        value = float("inf")
        for a in state.getLegalActions(who):
            value = min(value, self.ab(state.generateSuccessor(who, a), ply + 1, alpha, beta))
            beta = min(beta, value)
            if beta <= alpha:
                break
        return value
