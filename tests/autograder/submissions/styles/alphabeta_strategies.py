"""Alpha-beta with a class for each player: a strategy compares, cuts and narrows the window."""

from template_base import MultiAgentSearchAgent

INFINITY = float("inf")


class Strategy:
    def __init__(self, searcher, index):
        self.searcher, self.index = searcher, index

    def play(self, state, rounds, alpha, beta):
        result = self.worst
        for action in state.getLegalActions(self.index):
            child = state.generateSuccessor(self.index, action)
            result = self.better(result, self.searcher.follow(child, self.index, rounds, alpha, beta))
            if self.cuts(result, alpha, beta):
                return result
            alpha, beta = self.narrowed(result, alpha, beta)
        return result


class Maximiser(Strategy):
    worst = -INFINITY
    better = staticmethod(max)

    def cuts(self, result, alpha, beta):
        return result > beta

    def narrowed(self, result, alpha, beta):
        return max(alpha, result), beta


class Minimiser(Strategy):
    worst = INFINITY
    better = staticmethod(min)

    def cuts(self, result, alpha, beta):
        return result < alpha

    def narrowed(self, result, alpha, beta):
        return alpha, min(beta, result)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        ghosts = range(1, gameState.getNumAgents())
        self.players = [Maximiser(self, 0), *(Minimiser(self, ghost) for ghost in ghosts)]
        top, choice = -INFINITY, None
        for action in gameState.getLegalActions(0):
            value = self.follow(gameState.generateSuccessor(0, action), 0, 0, top, INFINITY)
            if value > top:
                top, choice = value, action
        return choice

    def follow(self, state, mover, rounds, alpha, beta):
        following = (mover + 1) % len(self.players)
        rounds += following == 0
        if rounds == self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        return self.players[following].play(state, rounds, alpha, beta)
