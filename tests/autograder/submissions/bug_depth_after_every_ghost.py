"""Wrong: minimax lowers the depth whenever a ghost has moved. Style: functions inside getAction."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        lastGhost = gameState.getNumAgents() - 1

        def over(state, depth):
            return depth == 0 or state.isWin() or state.isLose()

        def best(state, depth):
            if over(state, depth):
                return self.evaluationFunction(state)
            v = -1e9
            for a in state.getLegalActions(0):
                v = max(v, worst(state.generateSuccessor(0, a), depth, 1))
            return v

        def worst(state, depth, ghost):
            if over(state, depth):
                return self.evaluationFunction(state)
            v = 1e9
            for a in state.getLegalActions(ghost):
                nxt = state.generateSuccessor(ghost, a)
                if ghost == lastGhost:
                    v = min(v, best(nxt, depth - 1))
                else:
                    v = min(v, worst(nxt, depth - 1, ghost + 1))
            return v

        moves = gameState.getLegalActions(0)
        values = [worst(gameState.generateSuccessor(0, a), self.depth, 1) for a in moves]
        return moves[values.index(max(values))]
