"""A correct submission: root values in a dictionary, agents numbered by plies, a counter of util for the reflexes."""

import random

import util
from game import Agent
from recursive_pairs import betterEvaluationFunction, scoreEvaluationFunction  # noqa: F401 (found by name)


class ReflexAgent(Agent):
    def getAction(self, gameState):
        values = util.Counter()
        for action in gameState.getLegalActions():
            values[action] = self.evaluationFunction(gameState, action)
        best = [action for action in values if values[action] == values[values.argMax()]]
        return random.choice(best)

    def evaluationFunction(self, currentGameState, action):
        state = currentGameState.generatePacmanSuccessor(action)
        place = state.getPacmanPosition()
        terms = {"score": state.getScore()}
        terms["food"] = 9.0 / min([util.manhattanDistance(place, dot) for dot in state.getFood().asList()] or [1])
        terms["fear"] = -300 * sum(
            1
            for ghost in state.getGhostStates()
            if not ghost.scaredTimer and util.manhattanDistance(ghost.getPosition(), place) < 3
        )
        return sum(terms.values())


class Searcher(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def getAction(self, gameState):
        values = {}
        for action in gameState.getLegalActions(0):
            values[action] = self.value(gameState.generateSuccessor(0, action), 1)
        return max(values, key=values.get)

    def value(self, state, ply):
        agent = ply % state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        below = {a: self.value(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent)}
        if not below:
            return self.evaluationFunction(state)
        return max(below.values()) if agent == 0 else self.answer(below)


class MinimaxAgent(Searcher):
    def answer(self, below):
        return min(below.values())


class ExpectimaxAgent(Searcher):
    def answer(self, below):
        return sum(below.values()) / len(below)


class AlphaBetaAgent(Searcher):
    def getAction(self, gameState):
        values, window = {}, {"alpha": -1e18, "beta": 1e18}
        for action in gameState.getLegalActions(0):
            values[action] = self.bounded(gameState.generateSuccessor(0, action), 1, dict(window))
            window["alpha"] = max(window["alpha"], values[action])
        return max(values, key=values.get)

    def bounded(self, state, ply, window):
        agent = ply % state.getNumAgents()
        actions = state.getLegalActions(agent)
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents() or not actions:
            return self.evaluationFunction(state)
        sign, mine, theirs = (1, "alpha", "beta") if agent == 0 else (-1, "beta", "alpha")
        best = None
        for action in actions:
            value = self.bounded(state.generateSuccessor(agent, action), ply + 1, dict(window))
            best = value if best is None else sign * max(sign * best, sign * value)
            if sign * best > sign * window[theirs]:
                return best
            window[mine] = sign * max(sign * window[mine], sign * best)
        return best


better = betterEvaluationFunction
