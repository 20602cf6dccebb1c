"""Wrong twice: minimax looks a round too far and takes the last of equal actions. Style: sorted pairs."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        legal = gameState.getLegalActions(0)
        pairs = sorted(((self.look(gameState.generateSuccessor(0, a), 0, 1), i) for i, a in enumerate(legal)))
        return legal[pairs[-1][1]]

    def look(self, state, depth, agent):
        if agent == state.getNumAgents():
            agent = 0
            depth = depth + 1
        if depth > self.depth or state.isWin() or state.isLose() or not state.getLegalActions(agent):
            return self.evaluationFunction(state)
        values = [self.look(state.generateSuccessor(agent, a), depth, agent + 1) for a in state.getLegalActions(agent)]
        return max(values) if agent == 0 else min(values)
