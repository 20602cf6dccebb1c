"""Right: Pacman never considers Stop, at any depth."""

import util
from game import Agent, Directions


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0  # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        result = self.getValue(gameState, 0, 0)
        return result[1]

    def moves(self, state, index):
        return [a for a in state.getLegalActions(index) if a != Directions.STOP]

    def getValue(self, state, index, depth):
        if depth == self.depth or len(self.moves(state, index)) == 0:
            return self.evaluationFunction(state), ""
        return self.maxValue(state, index, depth) if index == 0 else self.minValue(state, index, depth)

    def maxValue(self, state, index, depth):
        best, bestAction = float("-inf"), ""
        for action in self.moves(state, index):
            value = self.getValue(state.generateSuccessor(index, action), index + 1, depth)[0]
            if value > best:
                best, bestAction = value, action
        return best, bestAction

    def minValue(self, state, index, depth):
        worst, worstAction = float("inf"), ""
        after, below = (0, depth + 1) if index + 1 == state.getNumAgents() else (index + 1, depth)
        for action in self.moves(state, index):
            value = self.getValue(state.generateSuccessor(index, action), after, below)[0]
            if value < worst:
                worst, worstAction = value, action
        return worst, worstAction


class ExpectimaxAgent(MinimaxAgent):
    def minValue(self, state, index, depth):
        after, below = (0, depth + 1) if index + 1 == state.getNumAgents() else (index + 1, depth)
        expected = 0
        probability = 1.0 / len(self.moves(state, index))
        for action in self.moves(state, index):
            expected += probability * self.getValue(state.generateSuccessor(index, action), after, below)[0]
        return expected, ""


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, move = float("-inf"), None
        for action in gameState.getLegalActions(0):
            if action == Directions.STOP:
                continue
            value = self.lowest(gameState.generateSuccessor(0, action), 1, 1, alpha, float("inf"))
            if value > alpha or move is None:
                alpha, move = value, action
        return move

    def highest(self, state, depth, alpha, beta):
        if depth > self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float("-inf")
        for action in state.getLegalActions(0):
            if action != Directions.STOP:
                v = max(v, self.lowest(state.generateSuccessor(0, action), 1, depth, alpha, beta))
                if v > beta:
                    return v
                alpha = max(alpha, v)
        return v

    def lowest(self, state, ghost, depth, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        v = float("inf")
        for action in state.getLegalActions(ghost):
            child = state.generateSuccessor(ghost, action)
            if ghost < state.getNumAgents() - 1:
                v = min(v, self.lowest(child, ghost + 1, depth, alpha, beta))
            else:
                v = min(v, self.highest(child, depth + 1, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
