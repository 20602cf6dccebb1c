"""Minimax by generators: children come lazily, and max and min take what they yield."""

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def children(self, state, agent):
        for action in state.getLegalActions(agent):
            yield action, state.generateSuccessor(agent, action)

    def worths(self, state, turn):
        agent = turn % state.getNumAgents()
        for action, child in self.children(state, agent):
            yield self.worth(child, turn + 1)

    def worth(self, state, turn):
        finished = state.isWin() or state.isLose()
        if finished or turn >= self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        pick = min if turn % state.getNumAgents() else max
        return pick(self.worths(state, turn))

    def getAction(self, gameState):
        ranked = [(self.worth(child, 1), action) for action, child in self.children(gameState, 0)]
        return max(ranked, key=lambda pair: pair[0])[1]
