"""Expectimax with the mean of the statistics module."""

from statistics import mean

from template_base import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        legal = gameState.getLegalActions(0)
        worth = {a: self.expect(gameState.generateSuccessor(0, a), 1, 0) for a in legal}
        best = max(worth.values())
        return next(a for a in legal if worth[a] == best)

    def expect(self, state, agent, depth):
        if agent >= state.getNumAgents():
            return self.expect(state, 0, depth + 1)
        if depth == self.depth or state.isLose() or state.isWin():
            return self.evaluationFunction(state)
        values = [
            self.expect(state.generateSuccessor(agent, a), agent + 1, depth) for a in state.getLegalActions(agent)
        ]
        return max(values) if agent == 0 else mean(values)
