"""Expectimax by functools.reduce over pairs of a sum and a count."""

from functools import reduce

from template_base import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def better(found, action):
            value = self.expected(gameState.generateSuccessor(0, action), 1)
            return (value, action) if found is None or value > found[0] else found

        return reduce(better, gameState.getLegalActions(0), None)[1]

    def expected(self, state, ply):
        rounds, agent = divmod(ply, state.getNumAgents())
        if rounds == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        values = [self.expected(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent)]
        if agent == 0:
            return reduce(max, values)
        total, count = reduce(lambda pair, value: (pair[0] + value, pair[1] + 1), values, (0.0, 0))
        return total / count
