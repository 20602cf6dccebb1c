"""Wrong: the searches call an evaluation of their own. Style: one recursion a class, agents by modulo."""

import util
from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        bestScore, bestMove = float("-inf"), None
        for move in gameState.getLegalActions(0):
            score = self.miniMax(gameState.generateSuccessor(0, move), 0, 1)
            if score > bestScore:
                bestScore, bestMove = score, move
        return bestMove

    def miniMax(self, gameState, depth, agentIndex):
        if gameState.isWin() or gameState.isLose() or depth == self.depth:
            return betterEvaluationFunction(gameState)
        nextAgent = (agentIndex + 1) % gameState.getNumAgents()
        nextDepth = depth + 1 if nextAgent == 0 else depth
        scores = []
        for move in gameState.getLegalActions(agentIndex):
            scores.append(self.miniMax(gameState.generateSuccessor(agentIndex, move), nextDepth, nextAgent))
        if agentIndex == 0:
            return max(scores)
        return min(scores)


def betterEvaluationFunction(currentGameState):
    pos = currentGameState.getPacmanPosition()
    food = currentGameState.getFood().asList()
    closest = min([util.manhattanDistance(pos, f) for f in food] + [100])
    return currentGameState.getScore() + 10.0 / (closest + 1)
