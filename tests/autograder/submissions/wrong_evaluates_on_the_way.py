"""Wrong: minimax adds up the evaluation of every state on the way."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return max(gameState.getLegalActions(0), key=lambda a: self.value(gameState.generateSuccessor(0, a), 1))

    def value(self, state, ply):
        agent = ply % state.getNumAgents()
        here = self.evaluationFunction(state)
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents():
            return here
        values = [self.value(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent)]
        return here + (min(values) if agent else max(values))
