"""Wrong: minimax minimises for Pacman and maximises for the ghosts."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0)[1]

    def search(self, state, ply):
        count = state.getNumAgents()
        actions = state.getLegalActions(ply % count)
        if state.isWin() or state.isLose() or ply == self.depth * count or not actions:
            return self.evaluationFunction(state), None
        pairs = [(self.search(state.generateSuccessor(ply % count, a), ply + 1)[0], a) for a in actions]
        return (max if ply % count else min)(pairs, key=lambda pair: pair[0])
