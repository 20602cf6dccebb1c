"""Wrong: expectimax divides by the number of agents. Style: a loop with a probability."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        maxi, result = None, None
        for act in gameState.getLegalActions(0):
            val = self.expValue(gameState.generateSuccessor(0, act), self.depth, 1)
            if maxi is None or val > maxi:
                maxi, result = val, act
        return result

    def maxValue(self, state, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        return max([self.expValue(state.generateSuccessor(0, act), depth, 1) for act in state.getLegalActions(0)])

    def expValue(self, state, depth, agent):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        total = 0
        p = 1.0 / state.getNumAgents()
        for act in state.getLegalActions(agent):
            succ = state.generateSuccessor(agent, act)
            if agent == state.getNumAgents() - 1:
                total += p * self.maxValue(succ, depth - 1)
            else:
                total += p * self.expValue(succ, depth, agent + 1)
        return total
