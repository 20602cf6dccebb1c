"""Right: asks for the legal actions first and ends where there are none; isWin and isLose are never asked."""

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
        def value(state, agent, depth):
            legal = state.getLegalActions(agent)
            if len(legal) == 0 or depth == 0:
                return self.evaluationFunction(state)
            after = agent + 1 if agent + 1 < state.getNumAgents() else 0
            left = depth - 1 if after == 0 else depth
            scores = [value(state.generateSuccessor(agent, action), after, left) for action in legal]
            return min(scores) if agent > 0 else max(scores)

        legal = gameState.getLegalActions()
        left = self.depth - 1 if gameState.getNumAgents() == 1 else self.depth
        scores = [value(gameState.generateSuccessor(0, action), 1 % gameState.getNumAgents(), left) for action in legal]
        return legal[scores.index(max(scores))]


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, self.depth, -float("inf"), float("inf"))[0]

    def search(self, state, agent, depth, alpha, beta):
        legal = state.getLegalActions(agent)
        if not legal or depth == 0:
            return None, self.evaluationFunction(state)
        after = (agent + 1) % state.getNumAgents()
        left = depth - 1 if after == 0 else depth
        choice = None
        if agent == 0:
            v = -float("inf")
            for action in legal:
                new = self.search(state.generateSuccessor(agent, action), after, left, alpha, beta)[1]
                if new > v:
                    choice, v = action, new
                if v > beta:
                    return choice, v
                alpha = max(alpha, v)
        else:
            v = float("inf")
            for action in legal:
                new = self.search(state.generateSuccessor(agent, action), after, left, alpha, beta)[1]
                if new < v:
                    choice, v = action, new
                if v < alpha:
                    return choice, v
                beta = min(beta, v)
        return choice, v


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, self.depth)[0]

    def search(self, state, agent, depth):
        legal = state.getLegalActions(agent)
        if not legal or depth == 0:
            return None, self.evaluationFunction(state)
        after = (agent + 1) % state.getNumAgents()
        left = depth - 1 if after == 0 else depth
        values = [self.search(state.generateSuccessor(agent, action), after, left)[1] for action in legal]
        if agent == 0:
            return legal[values.index(max(values))], max(values)
        return None, sum(values) / len(values)
