"""Right: the last of equally good actions, 999999 for infinity, Stop until something better is found."""

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
        maxval = -999999
        maxaction = Directions.STOP
        for action in gameState.getLegalActions(0):
            val = self.minimax(1, 0, gameState.generateSuccessor(0, action))
            if val >= maxval:
                maxval = val
                maxaction = action
        return maxaction
        util.raiseNotDefined()

    def minimax(self, agent, depth, gameState):
        if gameState.isLose() or gameState.isWin() or depth == self.depth:
            return self.evaluationFunction(gameState)
        if agent == 0:
            return max(
                self.minimax(1, depth, gameState.generateSuccessor(agent, s)) for s in gameState.getLegalActions(agent)
            )
        nextAgent = agent + 1
        if gameState.getNumAgents() == nextAgent:
            nextAgent = 0
        if nextAgent == 0:
            depth += 1
        return min(
            self.minimax(nextAgent, depth, gameState.generateSuccessor(agent, s))
            for s in gameState.getLegalActions(agent)
        )


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        utility = -999999
        action = Directions.STOP
        alpha = -999999
        beta = 999999
        for agentState in gameState.getLegalActions(0):
            ghostValue = self.prune(1, 0, gameState.generateSuccessor(0, agentState), alpha, beta)
            if ghostValue >= utility:
                utility = ghostValue
                action = agentState
            if utility > beta:
                return utility
            alpha = max(alpha, utility)
        return action
        util.raiseNotDefined()

    def maximizer(self, agent, depth, gameState, a, b):
        v = -999999
        for newState in gameState.getLegalActions(agent):
            v = max(v, self.prune(1, depth, gameState.generateSuccessor(agent, newState), a, b))
            if v > b:
                return v
            a = max(a, v)
        return v

    def minimizer(self, agent, depth, gameState, a, b):
        v = 999999
        nextAgent = agent + 1
        if gameState.getNumAgents() == nextAgent:
            nextAgent = 0
            depth += 1
        for newState in gameState.getLegalActions(agent):
            v = min(v, self.prune(nextAgent, depth, gameState.generateSuccessor(agent, newState), a, b))
            if v < a:
                return v
            b = min(b, v)
        return v

    def prune(self, agent, depth, gameState, a, b):
        if gameState.isLose() or gameState.isWin() or depth == self.depth:
            return self.evaluationFunction(gameState)
        if agent == 0:
            return self.maximizer(agent, depth, gameState, a, b)
        return self.minimizer(agent, depth, gameState, a, b)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        maximum = -999999
        action = Directions.STOP
        for agentState in gameState.getLegalActions(0):
            utility = self.expectimax(1, 0, gameState.generateSuccessor(0, agentState))
            if utility >= maximum:
                maximum = utility
                action = agentState
        return action
        util.raiseNotDefined()

    def expectimax(self, agent, depth, gameState):
        if gameState.isLose() or gameState.isWin() or depth == self.depth:
            return self.evaluationFunction(gameState)
        if agent == 0:
            return max(
                self.expectimax(1, depth, gameState.generateSuccessor(agent, s))
                for s in gameState.getLegalActions(agent)
            )
        nextAgent = agent + 1
        if gameState.getNumAgents() == nextAgent:
            nextAgent = 0
            depth += 1
        legal = gameState.getLegalActions(agent)
        return sum(self.expectimax(nextAgent, depth, gameState.generateSuccessor(agent, s)) for s in legal) / float(
            len(legal)
        )
