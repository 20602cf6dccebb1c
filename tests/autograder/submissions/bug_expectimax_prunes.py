"""Wrong: expectimax is a copy of alpha-beta. Style: pairs (value, action) and an early return."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        value, action = self.go(gameState, 0, 0, -999999999, 999999999)
        return action

    def go(self, state, agent, depth, a, b):
        if agent >= state.getNumAgents():
            agent = 0
            depth += 1
        if depth == self.depth or state.isWin() or state.isLose():
            return (self.evaluationFunction(state), None)
        if agent == 0:
            best = (-999999999, None)
            for move in state.getLegalActions(0):
                v = self.go(state.generateSuccessor(0, move), 1, depth, a, b)[0]
                if v > best[0]:
                    best = (v, move)
                if best[0] > b:
                    return best
                a = max(a, best[0])
            return best
        best = (999999999, None)
        for move in state.getLegalActions(agent):
            v = self.go(state.generateSuccessor(agent, move), agent + 1, depth, a, b)[0]
            if v < best[0]:
                best = (v, move)
            if best[0] < a:
                return best
            b = min(b, best[0])
        return best
