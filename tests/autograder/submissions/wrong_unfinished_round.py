"""Wrong: expectimax stops before the ghosts of the last round have moved."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return max(gameState.getLegalActions(0), key=lambda a: self.value(gameState.generateSuccessor(0, a), 1, 1))

    def value(self, state, depth, agent):
        actions = state.getLegalActions(agent)
        if state.isWin() or state.isLose() or depth == self.depth and agent > 0 or not actions:
            return self.evaluationFunction(state)
        below = (agent + 1) % state.getNumAgents()
        depth += below == 0
        values = [self.value(state.generateSuccessor(agent, action), depth, below) for action in actions]
        return sum(values) / len(values) if agent else max(values)
