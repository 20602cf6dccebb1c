"""Right: searches copies of the states, and leaves the states that it was given alone."""

import copy

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        root = copy.deepcopy(gameState)
        return self.search(root, 0, float("-inf"), float("inf"))[1]

    def search(self, state, ply, alpha, beta):
        if ply == self.depth * state.getNumAgents() or state.isWin() or state.isLose():
            return self.evaluationFunction(copy.deepcopy(state)), None
        agent = ply % state.getNumAgents()
        found = []
        for action in state.getLegalActions(agent):
            successor = copy.deepcopy(state).generateSuccessor(agent, action)
            value = self.search(copy.copy(successor), ply + 1, alpha, beta)[0]
            found.append((value, action))
            if self.prunes and agent == 0:
                alpha = max(alpha, value)
            elif self.prunes:
                beta = min(beta, value)
            if alpha > beta:
                break
        return max(found, key=lambda pair: pair[0]) if agent == 0 else self.reply(found)

    prunes = False

    def reply(self, found):
        return min(found, key=lambda pair: pair[0])


class AlphaBetaAgent(MinimaxAgent):
    prunes = True


class ExpectimaxAgent(MinimaxAgent):
    def reply(self, found):
        return sum(value for value, _ in found) / len(found), None
