"""Wrong: the constructor of expectimax sets another evaluation than it is given. Style: dispatch by dictionary."""

import recursive_pairs
from recursive_pairs import *  # noqa: F403


def myEval(state):
    return state.getScore() - 2 * state.getNumFood()


class ExpectimaxAgent(recursive_pairs.ExpectimaxAgent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        super().__init__(depth=depth)
        self.evaluationFunction = myEval
        self.kinds = {True: self.maxNode, False: self.chanceNode}

    def getAction(self, gameState):
        table = {a: self.node(gameState.generateSuccessor(0, a), 1) for a in gameState.getLegalActions(0)}
        return max(table, key=lambda a: table[a])

    def node(self, state, ply):
        n = state.getNumAgents()
        if ply == n * self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        return self.kinds[ply % n == 0](state, ply, ply % n)

    def maxNode(self, state, ply, agent):
        return max(self.node(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent))

    def chanceNode(self, state, ply, agent):
        values = [self.node(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent)]
        return sum(values) / len(values)
