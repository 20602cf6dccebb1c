"""Right: the recursion returns values alone and leaves the choice in an attribute."""

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
    nextAction = None

    def getAction(self, gameState):
        self.numAgents = gameState.getNumAgents()
        self.maxDepth = self.depth * self.numAgents
        self.go(gameState, 0)
        return self.nextAction

    def go(self, state, d):
        if d == self.maxDepth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        if d % self.numAgents == 0:
            best = -1e9
            for action in state.getLegalActions(0):
                value = self.go(state.generateSuccessor(0, action), d + 1)
                if value > best:
                    best = value
                    if d == 0:
                        self.nextAction = action
            return best
        worst = 1e9
        for action in state.getLegalActions(d % self.numAgents):
            worst = min(worst, self.go(state.generateSuccessor(d % self.numAgents, action), d + 1))
        return worst


class AlphaBetaAgent(MultiAgentSearchAgent):
    nextAction = None

    def getAction(self, gameState):
        self.numAgents = gameState.getNumAgents()
        self.maxDepth = self.depth * self.numAgents
        self.go(gameState, 0, -1e9, 1e9)
        return self.nextAction

    def go(self, state, d, alpha, beta):
        if d == self.maxDepth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        if d % self.numAgents == 0:
            best = -1e9
            for action in state.getLegalActions(0):
                value = self.go(state.generateSuccessor(0, action), d + 1, alpha, beta)
                if value > best:
                    best = value
                    if d == 0:
                        self.nextAction = action
                if best > beta:
                    return best
                if best > alpha:
                    alpha = best
            return best
        worst = 1e9
        for action in state.getLegalActions(d % self.numAgents):
            worst = min(worst, self.go(state.generateSuccessor(d % self.numAgents, action), d + 1, alpha, beta))
            if worst < alpha:
                return worst
            if worst < beta:
                beta = worst
        return worst


class ExpectimaxAgent(MultiAgentSearchAgent):
    nextAction = None

    def getAction(self, gameState):
        self.numAgents = gameState.getNumAgents()
        self.maxDepth = self.depth * self.numAgents
        self.go(gameState, 0)
        return self.nextAction

    def go(self, state, d):
        if d == self.maxDepth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        agent = d % self.numAgents
        legal = state.getLegalActions(agent)
        if agent:
            return sum([self.go(state.generateSuccessor(agent, action), d + 1) for action in legal]) * 1.0 / len(legal)
        best = -1e9
        for action in legal:
            value = self.go(state.generateSuccessor(agent, action), d + 1)
            if value > best:
                best = value
                if d == 0:
                    self.nextAction = action
        return best
