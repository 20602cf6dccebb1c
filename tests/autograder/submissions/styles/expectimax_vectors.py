"""Expectimax with vectors in plain lists: a value is the product of probabilities and values."""

from template_base import MultiAgentSearchAgent


def dot(left, right):
    return sum(one * other for one, other in zip(left, right))


def uniform(size):
    return [1.0 / size] * size


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        legal = gameState.getLegalActions(0)
        vector = self.vector(gameState, legal, 0, 0)
        return legal[vector.index(max(vector))]

    def vector(self, state, legal, agent, rounds):
        return [self.worth(state.generateSuccessor(agent, move), agent + 1, rounds) for move in legal]

    def worth(self, state, agent, rounds):
        if agent == state.getNumAgents():
            agent, rounds = 0, rounds + 1
        if state.isWin() or state.isLose() or rounds == self.depth:
            return self.evaluationFunction(state)
        legal = state.getLegalActions(agent)
        vector = self.vector(state, legal, agent, rounds)
        if agent == 0:
            return max(vector)
        return dot(uniform(len(vector)), vector)
