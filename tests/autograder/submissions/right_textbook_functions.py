"""Right: the lecture's maxValue, minValue and expValue, with a probability for each action."""

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0  # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best_score = float("-inf")
        best_action = None
        for action in gameState.getLegalActions(0):
            score = self.minValue(gameState.generateSuccessor(0, action), 1, 0)
            if score > best_score:
                best_score = score
                best_action = action
        return best_action

    def maxValue(self, state, depth):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = float("-inf")
        for action in state.getLegalActions(0):
            v = max(v, self.minValue(state.generateSuccessor(0, action), 1, depth))
        return v

    def minValue(self, state, agentIndex, depth):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = float("inf")
        for action in state.getLegalActions(agentIndex):
            successor = state.generateSuccessor(agentIndex, action)
            if agentIndex == state.getNumAgents() - 1:
                v = min(v, self.maxValue(successor, depth + 1))
            else:
                v = min(v, self.minValue(successor, agentIndex + 1, depth))
        return v


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        v = alpha = float("-inf")
        beta = float("inf")
        best = None
        for action in gameState.getLegalActions(0):
            score = self.minValue(gameState.generateSuccessor(0, action), 1, 0, alpha, beta)
            if score > v:
                v = score
                best = action
            if v > beta:
                return best
            alpha = max(alpha, v)
        return best

    def maxValue(self, state, depth, alpha, beta):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = float("-inf")
        for action in state.getLegalActions(0):
            v = max(v, self.minValue(state.generateSuccessor(0, action), 1, depth, alpha, beta))
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def minValue(self, state, agentIndex, depth, alpha, beta):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = float("inf")
        for action in state.getLegalActions(agentIndex):
            successor = state.generateSuccessor(agentIndex, action)
            if agentIndex == state.getNumAgents() - 1:
                v = min(v, self.maxValue(successor, depth + 1, alpha, beta))
            else:
                v = min(v, self.minValue(successor, agentIndex + 1, depth, alpha, beta))
            if v < alpha:
                return v
            beta = min(beta, v)
        return v


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best_score, best_action = float("-inf"), None
        for action in gameState.getLegalActions(0):
            score = self.expValue(gameState.generateSuccessor(0, action), 1, 0)
            if score > best_score:
                best_score, best_action = score, action
        return best_action

    def maxValue(self, state, depth):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = float("-inf")
        for action in state.getLegalActions(0):
            v = max(v, self.expValue(state.generateSuccessor(0, action), 1, depth))
        return v

    def expValue(self, state, agentIndex, depth):
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        v = 0
        p = 1.0 / len(state.getLegalActions(agentIndex))
        for action in state.getLegalActions(agentIndex):
            successor = state.generateSuccessor(agentIndex, action)
            if agentIndex == state.getNumAgents() - 1:
                v += p * self.maxValue(successor, depth + 1)
            else:
                v += p * self.expValue(successor, agentIndex + 1, depth)
        return v
