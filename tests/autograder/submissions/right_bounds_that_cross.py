"""Right: moves alpha and beta first and cuts when they have crossed."""

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0  # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


INF = 10**10


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        value, action = self.minimax(gameState, 0, 0)
        return action

    def minimax(self, gameState, agentIndex, depth):
        if agentIndex >= gameState.getNumAgents():
            agentIndex = 0
            depth += 1
        if depth == self.depth or gameState.isWin() or gameState.isLose():
            return self.evaluationFunction(gameState), None
        bestValue = -INF if agentIndex == 0 else INF
        bestAction = None
        for action in gameState.getLegalActions(agentIndex):
            value, _ = self.minimax(gameState.generateSuccessor(agentIndex, action), agentIndex + 1, depth)
            if (agentIndex == 0 and value > bestValue) or (agentIndex != 0 and value < bestValue):
                bestValue, bestAction = value, action
        return bestValue, bestAction


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        value, action = self.alphabeta(gameState, 0, 0, -INF, INF)
        return action

    def alphabeta(self, gameState, agentIndex, depth, alpha, beta):
        if agentIndex >= gameState.getNumAgents():
            agentIndex = 0
            depth += 1
        if depth == self.depth or gameState.isWin() or gameState.isLose():
            return self.evaluationFunction(gameState), None
        bestValue = -INF if agentIndex == 0 else INF
        bestAction = None
        for action in gameState.getLegalActions(agentIndex):
            value, _ = self.alphabeta(
                gameState.generateSuccessor(agentIndex, action), agentIndex + 1, depth, alpha, beta
            )
            if agentIndex == 0:
                if value >= bestValue:
                    bestValue, bestAction = value, action
                alpha = max(alpha, bestValue)
            else:
                if value <= bestValue:
                    bestValue, bestAction = value, action
                beta = min(beta, bestValue)
            if alpha > beta:
                break
        return bestValue, bestAction


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        value, action = self.expectimax(gameState, 0, 0)
        return action

    def expectimax(self, gameState, agentIndex, depth):
        if agentIndex >= gameState.getNumAgents():
            agentIndex = 0
            depth += 1
        if depth == self.depth or gameState.isWin() or gameState.isLose():
            return self.evaluationFunction(gameState), None
        if agentIndex != 0:
            total, count = 0, 0
            for action in gameState.getLegalActions(agentIndex):
                total += self.expectimax(gameState.generateSuccessor(agentIndex, action), agentIndex + 1, depth)[0]
                count += 1
            return total / count, None
        bestValue, bestAction = -INF, None
        for action in gameState.getLegalActions(agentIndex):
            value, _ = self.expectimax(gameState.generateSuccessor(agentIndex, action), agentIndex + 1, depth)
            if value > bestValue:
                bestValue, bestAction = value, action
        return bestValue, bestAction
