"""Wrong: alpha and beta are attributes of the agent. Style: everything is kept on self."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        self.alpha = float("-inf")
        self.beta = float("inf")
        best, choice = float("-inf"), None
        for action in gameState.getLegalActions(0):
            v = self.minimize(gameState.generateSuccessor(0, action), 0, 1)
            if v > best:
                best, choice = v, action
            self.alpha = max(self.alpha, best)
        return choice

    def maximize(self, state, depth):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = float("-inf")
        for action in state.getLegalActions(0):
            v = max(v, self.minimize(state.generateSuccessor(0, action), depth, 1))
            if v > self.beta:
                return v
            self.alpha = max(self.alpha, v)
        return v

    def minimize(self, state, depth, agent):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = float("inf")
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            if agent == state.getNumAgents() - 1:
                v = min(v, self.maximize(successor, depth + 1))
            else:
                v = min(v, self.minimize(successor, depth, agent + 1))
            if v < self.alpha:
                return v
            self.beta = min(self.beta, v)
        return v
