"""Many ways in which students write a reflex agent and an evaluation: right ones, and bad ones at the end of each part.

A class for each reflex agent, a function for each evaluation, to be named in `agentName` and `agentArgs` of a case.
"""

import random

import util
from game import Agent, Directions
from util import manhattanDistance


class Reflex(Agent):
    """The course's template: the best action by `evaluationFunction`, chance among equals."""

    def getAction(self, gameState):
        legalMoves = gameState.getLegalActions()
        scores = [self.evaluationFunction(gameState, action) for action in legalMoves]
        bestScore = max(scores)
        bestIndices = [index for index in range(len(scores)) if scores[index] == bestScore]
        return legalMoves[random.choice(bestIndices)]


class FirstOfBest(Reflex):
    """Ties go to the first action."""

    def getAction(self, gameState):
        return max(gameState.getLegalActions(), key=lambda action: self.evaluationFunction(gameState, action))


class NearestStopPunished(FirstOfBest):
    def evaluationFunction(self, currentGameState, action):
        nxt = currentGameState.generatePacmanSuccessor(action)
        pos = nxt.getPacmanPosition()
        food = [manhattanDistance(pos, f) for f in nxt.getFood().asList()]
        ghosts = [manhattanDistance(pos, g.getPosition()) for g in nxt.getGhostStates() if g.scaredTimer == 0]
        score = nxt.getScore()
        if food:
            score += 10.0 / min(food)
        if ghosts and min(ghosts) < 2:
            score -= 500
        if action == Directions.STOP:
            score -= 10
        return score


class Reciprocals(Reflex):
    """Score, the reciprocal of the nearest food, less that of the nearest ghost."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        newPos = successor.getPacmanPosition()
        foodList = successor.getFood().asList()
        closestFood = min([manhattanDistance(newPos, food) for food in foodList]) if foodList else 1
        closestGhost = min([manhattanDistance(newPos, ghost) for ghost in successor.getGhostPositions()])
        if closestGhost <= 1:
            return -1e6
        return successor.getScore() + 1.0 / closestFood - 1.0 / closestGhost


class WeightedReciprocals(Reflex):
    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        value = successor.getScore()
        for ghost in successor.getGhostStates():
            distance = manhattanDistance(pos, ghost.getPosition())
            if distance > 0:
                value += (100.0 if ghost.scaredTimer > 0 else -10.0) / distance
        distances = [manhattanDistance(pos, food) for food in successor.getFood().asList()]
        if distances:
            value += 10.0 / min(distances)
        return value


class GhostOverFood(Reflex):
    """The ghost's distance divided by the food's, on top of the score."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        food = min([manhattanDistance(pos, dot) for dot in successor.getFood().asList()] or [1])
        ghost = min([manhattanDistance(pos, place) for place in successor.getGhostPositions()])
        return successor.getScore() + ghost / (food * 10.0) - (200 if ghost < 2 else 0)


class TowardsTheOldFood(Reflex):
    """Minus the distance to the nearest food of the state before; a ghost's neighbourhood and waiting are forbidden."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        if action == Directions.STOP:
            return -float("inf")
        for ghost in successor.getGhostStates():
            if ghost.scaredTimer == 0 and manhattanDistance(pos, ghost.getPosition()) < 2:
                return -float("inf")
        return -min([manhattanDistance(pos, food) for food in currentGameState.getFood().asList()])


class CountAndDistance(Reflex):
    """Few dots are good, a near one is good; the score is not asked."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        if successor.isWin():
            return 1e9
        pos = successor.getPacmanPosition()
        dots = successor.getFood().asList()
        nearest = min(manhattanDistance(pos, dot) for dot in dots)
        value = -100 * len(dots) - nearest
        for ghost in successor.getGhostStates():
            if ghost.scaredTimer == 0 and manhattanDistance(pos, ghost.getPosition()) <= 2:
                value -= 10000
        return value


class SumOfReciprocals(FirstOfBest):
    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        value = successor.getScore() + sum(1.0 / manhattanDistance(pos, dot) for dot in successor.getFood().asList())
        if min(manhattanDistance(pos, ghost) for ghost in successor.getGhostPositions()) < 2:
            value -= 1000
        return value - (5 if action == Directions.STOP else 0)


class LittleSlope(Reflex):
    """Minus half the distance to the nearest dot."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        dots = [manhattanDistance(pos, dot) for dot in successor.getFood().asList()] or [0]
        danger = sum(manhattanDistance(pos, ghost) < 3 for ghost in successor.getGhostPositions())
        return successor.getScore() - 0.5 * min(dots) - 300 * danger


class MazeDistance(FirstOfBest):
    """Steps that Pacman would really walk, by breadth-first search."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        near = any(
            ghost.scaredTimer == 0 and manhattanDistance(pos, ghost.getPosition()) < 2
            for ghost in successor.getGhostStates()
        )
        return successor.getScore() + 8.0 / (1 + steps_to_food(successor)) - 400 * near


class CapsulesAndPrey(Reflex):
    """Capsules are dots too, and a ghost that will stay scared long enough is hunted."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        goals = successor.getFood().asList() + successor.getCapsules()
        value = successor.getScore() - 20 * len(successor.getCapsules())
        if goals:
            value += 5.0 / min(manhattanDistance(pos, goal) for goal in goals)
        for ghost in successor.getGhostStates():
            distance = manhattanDistance(pos, ghost.getPosition())
            if ghost.scaredTimer > distance:
                value += 50.0 / (distance + 1)
            elif ghost.scaredTimer == 0 and distance <= 1:
                value -= 500
        return value


class VeryCareful(Reflex):
    """Keeps four steps away from a ghost where it can."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        value = successor.getScore()
        for ghost in successor.getGhostPositions():
            distance = manhattanDistance(pos, ghost)
            if distance < 4:
                value -= 100 * (4 - distance)
        dots = successor.getFood().asList()
        if dots:
            value += 9.0 / min(manhattanDistance(pos, dot) for dot in dots)
        return value


class Bold(Reflex):
    """Only a step onto the ghost itself is refused; a ghost beside Pacman may still catch it."""

    def evaluationFunction(self, currentGameState, action):
        if action == Directions.STOP:
            return -1e9
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        if pos in [ghost.getPosition() for ghost in successor.getGhostStates() if ghost.scaredTimer == 0]:
            return -1e9
        return -min(manhattanDistance(pos, dot) for dot in currentGameState.getFood().asList())


class Averse(Reflex):
    """Reciprocals alone, the ghost's half as heavy again as the food's."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        food = min([manhattanDistance(pos, dot) for dot in successor.getFood().asList()] or [1])
        ghost = min(manhattanDistance(pos, place) for place in successor.getGhostPositions())
        return successor.getScore() + 2.0 / food - 3.0 / max(ghost, 0.1)


class FirstFlee(Reflex):
    """Near a ghost only the distance from it counts."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        ghost = min(manhattanDistance(pos, place) for place in successor.getGhostPositions())
        if ghost <= 3 and successor.getGhostStates()[0].scaredTimer < 2:
            return -10000 + 100 * ghost
        food = min([manhattanDistance(pos, dot) for dot in successor.getFood().asList()] or [1])
        return successor.getScore() + 1.0 / food


class Change(Reflex):
    """The gain of the step, and two small reciprocals."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        gain = successor.getScore() - currentGameState.getScore()
        food = min([manhattanDistance(pos, dot) for dot in successor.getFood().asList()] or [0])
        ghost = min(manhattanDistance(pos, place) for place in successor.getGhostPositions())
        return gain + 1.0 / (1 + food) - 2.0 / (1 + ghost)


class RandomReflex(Agent):
    def getAction(self, gameState):
        return random.choice(gameState.getLegalActions())


class WaitingReflex(Agent):
    def getAction(self, gameState):
        return Directions.STOP


class ScoreReflex(Reflex):
    """The template as the course hands it out."""

    def evaluationFunction(self, currentGameState, action):
        return currentGameState.generatePacmanSuccessor(action).getScore()


class FearlessReflex(Reflex):
    """Sees no ghost."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        return successor.getScore() + 1.0 / min(
            [manhattanDistance(pos, f) for f in successor.getFood().asList()] or [1]
        )


class GhostOnlyReflex(Reflex):
    """Sees nothing but the ghost."""

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        pos = successor.getPacmanPosition()
        return min(manhattanDistance(pos, ghost) for ghost in successor.getGhostPositions())


def steps_to_food(state):
    walls, food = state.getWalls(), state.getFood()
    start = state.getPacmanPosition()
    fringe, seen = util.Queue(), {start}
    fringe.push((start, 0))
    while not fringe.isEmpty():
        (x, y), steps = fringe.pop()
        if food[x][y]:
            return steps
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if place not in seen and not walls[place[0]][place[1]]:
                seen.add(place)
                fringe.push((place, steps + 1))
    return 0


class ExpectimaxAgent(Agent):
    """Right, and plain."""

    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def getAction(self, gameState):
        return self.value(gameState, 0, self.depth)[1]

    def value(self, state, agent, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        following = (agent + 1) % state.getNumAgents()
        left = depth - 1 if following == 0 else depth
        actions = state.getLegalActions(agent)
        values = [self.value(state.generateSuccessor(agent, a), following, left)[0] for a in actions]
        if agent == 0:
            best = max(values)
            return best, self.choose([a for a, value in zip(actions, values) if value == best])
        return sum(values) / len(values), None

    def choose(self, best):
        return best[0]


class ExpectimaxByChance(ExpectimaxAgent):
    """Chance among equals."""

    def choose(self, best):
        return random.choice(best)


class ExpectimaxWithoutWaiting(ExpectimaxAgent):
    """Waits only where nothing else is as good."""

    def choose(self, best):
        return next((action for action in best if action != Directions.STOP), best[0])


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


def nearest(currentGameState):
    pos = currentGameState.getPacmanPosition()
    score = currentGameState.getScore()
    food = [manhattanDistance(pos, f) for f in currentGameState.getFood().asList()]
    if food:
        score += 10.0 / min(food)
    for ghost in currentGameState.getGhostStates():
        d = manhattanDistance(pos, ghost.getPosition())
        if ghost.scaredTimer > 0:
            score += 100.0 / max(d, 1)
        elif d < 2:
            score -= 200
    return score - 20 * len(currentGameState.getCapsules())


def plainReciprocals(currentGameState):
    pos = currentGameState.getPacmanPosition()
    food = min([manhattanDistance(pos, dot) for dot in currentGameState.getFood().asList()] or [1])
    ghost = min([manhattanDistance(pos, place) for place in currentGameState.getGhostPositions()])
    return currentGameState.getScore() + 1.0 / food - 1.0 / max(ghost, 1)


def linearCombination(currentGameState):
    """Weights for everything: a near dot, dots left, capsules left, ghosts far and scared."""
    if currentGameState.isWin():
        return 1e6
    if currentGameState.isLose():
        return -1e6
    pos = currentGameState.getPacmanPosition()
    food = currentGameState.getFood().asList()
    brave = [g for g in currentGameState.getGhostStates() if not g.scaredTimer]
    scared = [g for g in currentGameState.getGhostStates() if g.scaredTimer]
    nearestFood = min(manhattanDistance(pos, f) for f in food)
    nearestBrave = max(min([manhattanDistance(pos, g.getPosition()) for g in brave] or [1e6]), 5)
    nearestScared = min([manhattanDistance(pos, g.getPosition()) for g in scared] or [0])
    return (
        currentGameState.getScore()
        - 1.5 * nearestFood
        - 2.0 / nearestBrave
        - 2 * nearestScared
        - 20 * len(currentGameState.getCapsules())
        - 4 * len(food)
    )


def sumOfReciprocals(currentGameState):
    pos = currentGameState.getPacmanPosition()
    value = currentGameState.getScore()
    value += sum(1.0 / manhattanDistance(pos, dot) for dot in currentGameState.getFood().asList())
    value += sum(2.0 / manhattanDistance(pos, capsule) for capsule in currentGameState.getCapsules())
    for ghost in currentGameState.getGhostStates():
        d = manhattanDistance(pos, ghost.getPosition())
        if d > 0:
            value += (20.0 if ghost.scaredTimer else -3.0) / d
    return value


def mazeDistance(currentGameState):
    return currentGameState.getScore() + 9.0 / (1 + steps_to_food(currentGameState))


def mazeDistanceAndPrey(currentGameState):
    pos = currentGameState.getPacmanPosition()
    value = currentGameState.getScore() - steps_to_food(currentGameState)
    for ghost in currentGameState.getGhostStates():
        if ghost.scaredTimer > 0:
            value += 150 - 5 * manhattanDistance(pos, ghost.getPosition())
    return value - 50 * len(currentGameState.getCapsules())


def countOnly(currentGameState):
    """Score, dots left, and the nearest of them; ghosts are the search's business."""
    pos = currentGameState.getPacmanPosition()
    dots = currentGameState.getFood().asList()
    near = min([manhattanDistance(pos, dot) for dot in dots] or [0])
    return currentGameState.getScore() - 10 * len(dots) - near


def ghostOverFood(currentGameState):
    pos = currentGameState.getPacmanPosition()
    food = min([manhattanDistance(pos, dot) for dot in currentGameState.getFood().asList()] or [1])
    ghost = min([manhattanDistance(pos, place) for place in currentGameState.getGhostPositions()])
    return currentGameState.getScore() + min(ghost, 5) / (food * 2.0)


def hunter(currentGameState):
    """Capsules first, then the ghost, then dots."""
    pos = currentGameState.getPacmanPosition()
    value = 2 * currentGameState.getScore()
    for ghost in currentGameState.getGhostStates():
        d = manhattanDistance(pos, ghost.getPosition())
        value += 100.0 / (d + 1) if ghost.scaredTimer > d else (-50.0 / (d + 1) if not ghost.scaredTimer else 0)
    for capsule in currentGameState.getCapsules():
        value += 10.0 / manhattanDistance(pos, capsule) - 100
    dots = currentGameState.getFood().asList()
    if dots:
        value += 10.0 / min(manhattanDistance(pos, dot) for dot in dots)
    return value


def careful(currentGameState):
    """Keeps away from a ghost within three steps."""
    pos = currentGameState.getPacmanPosition()
    value = currentGameState.getScore()
    for ghost in currentGameState.getGhostStates():
        d = manhattanDistance(pos, ghost.getPosition())
        if ghost.scaredTimer == 0 and d <= 3:
            value -= 30 * (4 - d)
    dots = currentGameState.getFood().asList()
    if dots:
        value += 5.0 / min(manhattanDistance(pos, dot) for dot in dots)
    return value


def nearestAndMean(currentGameState):
    """The nearest dot, and a little of the mean distance of all."""
    pos = currentGameState.getPacmanPosition()
    dots = [manhattanDistance(pos, dot) for dot in currentGameState.getFood().asList()]
    value = currentGameState.getScore() - 3 * len(dots)
    if dots:
        value -= min(dots) + 0.1 * sum(dots) / len(dots)
    return value


def scoreAndClosest(currentGameState):
    """A small bonus for the nearest dot and nothing else."""
    pos = currentGameState.getPacmanPosition()
    return currentGameState.getScore() + 1.0 / (
        1 + min([manhattanDistance(pos, dot) for dot in currentGameState.getFood().asList()] or [0])
    )


def withoutScore(currentGameState):
    """Reciprocals of dots left, the nearest dot and capsules left, weighted by importance; the score is not asked."""
    pos = currentGameState.getPacmanPosition()
    dots = [manhattanDistance(pos, dot) for dot in currentGameState.getFood().asList()]
    ghost = min(manhattanDistance(pos, place) for place in currentGameState.getGhostPositions())
    if ghost < 2:
        return -float("inf")
    value = 1000000.0 / (1 + len(dots)) + 10000.0 / (1 + len(currentGameState.getCapsules())) + ghost
    return value + 1000.0 / (1 + min(dots, default=0)) + (50000 if currentGameState.isWin() else 0)


def nothing(currentGameState):
    return 0


def ghostsOnly(currentGameState):
    pos = currentGameState.getPacmanPosition()
    return min(manhattanDistance(pos, ghost) for ghost in currentGameState.getGhostPositions())


RIGHT_REFLEXES = [
    "NearestStopPunished",
    "Reciprocals",
    "WeightedReciprocals",
    "GhostOverFood",
    "TowardsTheOldFood",
    "CountAndDistance",
    "SumOfReciprocals",
    "LittleSlope",
    "MazeDistance",
    "CapsulesAndPrey",
    "VeryCareful",
    "Bold",
    "Averse",
    "FirstFlee",
    "Change",
]
BAD_REFLEXES = ["RandomReflex", "WaitingReflex", "ScoreReflex", "FearlessReflex", "GhostOnlyReflex"]
RIGHT_EVALUATIONS = [
    "nearest",
    "plainReciprocals",
    "linearCombination",
    "sumOfReciprocals",
    "mazeDistance",
    "mazeDistanceAndPrey",
    "countOnly",
    "ghostOverFood",
    "hunter",
    "careful",
    "nearestAndMean",
    "scoreAndClosest",
    "withoutScore",
]
BAD_EVALUATIONS = ["scoreEvaluationFunction", "nothing", "ghostsOnly"]
SEARCHES = ["ExpectimaxAgent", "ExpectimaxByChance", "ExpectimaxWithoutWaiting"]
