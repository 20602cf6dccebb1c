"""Right: sorts what it finds and takes an end of the list; empty lists have a default."""

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
        scored = []
        for number, action in enumerate(gameState.getLegalActions(0)):
            scored.append([self.score(gameState.generateSuccessor(0, action), 1, self.depth), -number, action])
        scored.sort()
        return scored[-1][2]

    def score(self, state, agent, depth):
        if agent == state.getNumAgents():
            return self.score(state, 0, depth - 1)
        if depth <= 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        found = sorted(
            self.score(state.generateSuccessor(agent, a), agent + 1, depth) for a in state.getLegalActions(agent)
        )
        return found[0] if agent else found[-1]


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        scored = []
        for action in gameState.getLegalActions(0):
            scored.append((self.score(gameState.generateSuccessor(0, action), 1, self.depth), action))
        scored.sort(key=lambda pair: pair[0], reverse=True)
        return scored[0][1]

    def score(self, state, agent, depth):
        if agent == state.getNumAgents():
            return self.score(state, 0, depth - 1)
        if depth <= 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        found = [self.score(state.generateSuccessor(agent, a), agent + 1, depth) for a in state.getLegalActions(agent)]
        return sum(found) / max(len(found), 1) if agent else max(found, default=self.evaluationFunction)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        scored = []
        alpha = -float("inf")
        for number, action in enumerate(gameState.getLegalActions(0)):
            score = self.score(gameState.generateSuccessor(0, action), 1, self.depth, alpha, float("inf"))
            scored.append([score, -number, action])
            alpha = max(score for score, _, _ in scored)
        return sorted(scored)[-1][-1]

    def score(self, state, agent, depth, alpha, beta):
        if agent == state.getNumAgents():
            return self.score(state, 0, depth - 1, alpha, beta)
        if depth <= 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        found = []
        for action in state.getLegalActions(agent):
            found.append(self.score(state.generateSuccessor(agent, action), agent + 1, depth, alpha, beta))
            found.sort()
            if agent == 0:
                if found[-1] > beta:
                    break
                alpha = max(alpha, found[-1])
            else:
                if found[0] < alpha:
                    break
                beta = min(beta, found[0])
        return found[0] if agent else found[-1]
