"""Minimax with a class for each kind of node."""

from template_base import MultiAgentSearchAgent


class Node:
    def __init__(self, search, state, agent, depth):
        self.search, self.state, self.agent, self.depth = search, state, agent, depth

    def is_leaf(self):
        return self.depth >= self.search.depth or self.state.isWin() or self.state.isLose()

    def expand(self):
        count = self.state.getNumAgents()
        for action in self.state.getLegalActions(self.agent):
            state = self.state.generateSuccessor(self.agent, action)
            follower = self.agent + 1
            if follower < count:
                yield action, GhostNode(self.search, state, follower, self.depth)
            else:
                yield action, PacmanNode(self.search, state, 0, self.depth + 1)

    def value(self):
        if self.is_leaf():
            return self.search.evaluationFunction(self.state)
        return self.combine([node.value() for _, node in self.expand()])


class PacmanNode(Node):
    def combine(self, values):
        return max(values)


class GhostNode(Node):
    def combine(self, values):
        return min(values)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        options = {}
        for action, node in PacmanNode(self, gameState, 0, 0).expand():
            options[action] = node.value()
        return max(options, key=options.get)
