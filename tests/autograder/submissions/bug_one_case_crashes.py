"""Wrong twice: alpha-beta cuts on equality, and breaks where there are three ghosts. Style: a list of names."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent

KINDS = {0: "max", 1: "min", 2: "min"}


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, move = float("-inf"), None
        for a in gameState.getLegalActions(0):
            v = self.visit(gameState.generateSuccessor(0, a), 1, alpha, float("inf"))
            if v > alpha:
                alpha, move = v, a
        return move

    def visit(self, s, ply, alpha, beta):
        who = ply % s.getNumAgents()
        if s.isWin() or s.isLose() or ply == self.depth * s.getNumAgents():
            return self.evaluationFunction(s)
        values = []
        for a in s.getLegalActions(who):
            values.append(self.visit(s.generateSuccessor(who, a), ply + 1, alpha, beta))
            if KINDS[who] == "max":
                if max(values) >= beta:
                    return max(values)
                alpha = max(alpha, max(values))
            else:
                if min(values) <= alpha:
                    return min(values)
                beta = min(beta, min(values))
        return max(values) if KINDS[who] == "max" else min(values)
