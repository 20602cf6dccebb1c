"""Wrong: a maximum that starts at 0. Style: while loops and indices."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        legal = gameState.getLegalActions(0)
        values = [self.value(gameState.generateSuccessor(0, a), 1) for a in legal]
        i, best = 1, 0
        while i < len(legal):
            if values[i] > values[best]:
                best = i
            i += 1
        return legal[best]

    def value(self, state, ply):
        agent = ply % state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        best = 99999 if agent else 0
        for action in state.getLegalActions(agent):
            value = self.value(state.generateSuccessor(agent, action), ply + 1)
            if agent == 0 and value > best:
                best = value
            if agent > 0 and value < best:
                best = value
        return best
