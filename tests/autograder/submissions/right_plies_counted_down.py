"""Right: pairs of value and action, and the plies that are left; min() of pairs, so names decide ties."""

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
        return self.best(gameState, self.depth * gameState.getNumAgents(), 0)[1]

    def best(self, state, plies, agent):
        if plies == 0 or state.isWin() or state.isLose():
            return (self.evaluationFunction(state), "")
        nextAgent = (agent + 1) % state.getNumAgents()
        options = []
        for i, action in enumerate(state.getLegalActions(agent)):
            options.append((self.best(state.generateSuccessor(agent, action), plies - 1, nextAgent)[0], action))
        return max(options) if agent == 0 else min(options)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        plies = self.depth * gameState.getNumAgents()
        return self.best(gameState, plies, 0, (-1e9, ""), (1e9, ""))[1]

    def best(self, state, plies, agent, alpha, beta):
        if plies == 0 or state.isWin() or state.isLose():
            return (self.evaluationFunction(state), "")
        nextAgent = (agent + 1) % state.getNumAgents()
        found = (-1e9, "") if agent == 0 else (1e9, "")
        for action in state.getLegalActions(agent):
            value = self.best(state.generateSuccessor(agent, action), plies - 1, nextAgent, alpha, beta)[0]
            if agent == 0:
                found = max(found, (value, action))
                if found[0] > beta[0]:
                    break
                alpha = max(alpha, found)
            else:
                found = min(found, (value, action))
                if found[0] < alpha[0]:
                    break
                beta = min(beta, found)
        return found


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.best(gameState, self.depth * gameState.getNumAgents(), 0)[1]

    def best(self, state, plies, agent):
        if plies == 0 or state.isWin() or state.isLose():
            return (self.evaluationFunction(state), "")
        nextAgent = (agent + 1) % state.getNumAgents()
        options = [
            (self.best(state.generateSuccessor(agent, action), plies - 1, nextAgent)[0], action)
            for action in state.getLegalActions(agent)
        ]
        if agent == 0:
            return max(options)
        return (sum(value for value, _ in options) / len(options), "")
