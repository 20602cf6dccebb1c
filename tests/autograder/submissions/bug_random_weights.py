"""Wrong: expectimax weighs a ghost's actions with random numbers. Style: generator expressions, zip."""

import random

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return max((self.expected(s, 1), -i, a) for i, (a, s) in enumerate(self.below(gameState, 0)))[2]

    def below(self, state, agent):
        return ((a, state.generateSuccessor(agent, a)) for a in state.getLegalActions(agent))

    def expected(self, state, ply):
        agent = ply % state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        values = [self.expected(s, ply + 1) for _, s in self.below(state, agent)]
        if agent == 0:
            return max(values)
        weights = [random.random() for _ in values]
        return sum(w * v for w, v in zip(weights, values)) / sum(weights)
