"""A correct submission: one recursion for each algorithm that returns pairs of value and action; Stop is searched."""

import random

import util
from game import Agent, Directions
from util import manhattanDistance


class ReflexAgent(Agent):
    def getAction(self, gameState):
        legalMoves = gameState.getLegalActions()
        scores = [self.evaluationFunction(gameState, action) for action in legalMoves]
        best = max(scores)
        return legalMoves[random.choice([i for i in range(len(scores)) if scores[i] == best])]

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        if successor.isWin():
            return float("inf")
        position = successor.getPacmanPosition()
        food = min(manhattanDistance(position, dot) for dot in successor.getFood().asList())
        value = successor.getScore() + 10.0 / food - (5 if action == Directions.STOP else 0)
        for ghost in successor.getGhostStates():
            distance = manhattanDistance(position, ghost.getPosition())
            if ghost.scaredTimer == 0 and distance <= 2:
                value -= 500
        return value


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, 0)[1]

    def search(self, state, depth, agent):
        if agent == state.getNumAgents():
            depth, agent = depth + 1, 0
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state), None
        choices = []
        for action in state.getLegalActions(agent):
            value, _ = self.search(state.generateSuccessor(agent, action), depth, agent + 1)
            choices.append((value, action))
        if not choices:
            return self.evaluationFunction(state), None
        pick = max if agent == 0 else min
        return pick(choices, key=lambda choice: choice[0])


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, 0, float("-inf"), float("inf"))[1]

    def search(self, state, depth, agent, alpha, beta):
        if agent == state.getNumAgents():
            depth, agent = depth + 1, 0
        actions = state.getLegalActions(agent)
        if state.isWin() or state.isLose() or depth == self.depth or not actions:
            return self.evaluationFunction(state), None
        best = float("-inf") if agent == 0 else float("inf"), None
        for action in actions:
            value, _ = self.search(state.generateSuccessor(agent, action), depth, agent + 1, alpha, beta)
            if agent == 0:
                if value > best[0]:
                    best = value, action
                if value > beta:
                    return best
                alpha = max(alpha, value)
            else:
                if value < best[0]:
                    best = value, action
                if value < alpha:
                    return best
                beta = min(beta, value)
        return best


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.search(gameState, 0, 0)[1]

    def search(self, state, depth, agent):
        if agent == state.getNumAgents():
            depth, agent = depth + 1, 0
        actions = state.getLegalActions(agent)
        if state.isWin() or state.isLose() or depth == self.depth or not actions:
            return self.evaluationFunction(state), None
        values = [self.search(state.generateSuccessor(agent, a), depth, agent + 1)[0] for a in actions]
        if agent == 0:
            best = max(values)
            return best, actions[values.index(best)]
        return sum(values) / len(values), None


def betterEvaluationFunction(currentGameState):
    """The score, closeness to the nearest food and to scared ghosts, and few things left to eat."""
    if currentGameState.isWin() or currentGameState.isLose():
        return currentGameState.getScore()
    position = currentGameState.getPacmanPosition()
    value = currentGameState.getScore() - 4 * currentGameState.getNumFood()
    value -= 20 * len(currentGameState.getCapsules())
    distances = steps(currentGameState, position)
    value -= min(distances[dot] for dot in currentGameState.getFood().asList())
    for ghost in currentGameState.getGhostStates():
        distance = manhattanDistance(position, ghost.getPosition())
        if ghost.scaredTimer > distance:
            value += 100.0 / (distance + 1)
    return value


known = {}


def steps(state, start):
    """Distances in the maze from a cell to every other, by breadth-first search."""
    walls = state.getWalls()
    key = (walls.width, walls.height, start)
    if key not in known:
        found = {start: 0}
        queue = util.Queue()
        queue.push(start)
        while not queue.isEmpty():
            x, y = queue.pop()
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                cell = (x + dx, y + dy)
                if cell not in found and not walls[cell[0]][cell[1]]:
                    found[cell] = found[(x, y)] + 1
                    queue.push(cell)
        known[key] = found
    return known[key]


better = betterEvaluationFunction
