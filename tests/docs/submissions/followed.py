"""The template, filled in by following the student's pages word by word."""

import random

import util
from game import Agent, Directions
from util import manhattanDistance


class ReflexAgent(Agent):
    """Looks one move ahead and takes the action whose next state it likes best."""

    def getAction(self, gameState):
        actions = gameState.getLegalActions()
        values = [self.evaluationFunction(gameState, action) for action in actions]
        best = max(values)
        return random.choice([action for action, value in zip(actions, values) if value == best])

    def evaluationFunction(self, currentGameState, action):
        """Part 1. How good is it to do `action` now? Food should attract Pacman, and ghosts should not."""
        successor = currentGameState.generatePacmanSuccessor(action)
        position = successor.getPacmanPosition()
        ghosts = successor.getGhostStates()
        value = successor.getScore()
        food = successor.getFood().asList()
        if food:
            value += 1 / min(manhattanDistance(position, dot) for dot in food)
        for ghost in ghosts:
            if ghost.scaredTimer == 0 and manhattanDistance(position, ghost.getPosition()) <= 1:
                value -= 300
        if action == Directions.STOP:
            value -= 1
        return value


def scoreEvaluationFunction(currentGameState):
    """The score so far: the default evaluation of the searching agents."""
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    """What the three agents below share: self.depth (in rounds: every agent moves once) and self.evaluationFunction."""

    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Part 2. The action with the best minimax value, when every ghost does its worst.

        A leaf is a state that is won or lost, or self.depth rounds ahead; its value is self.evaluationFunction(state).
        In a round agents 0, 1, …, gameState.getNumAgents() - 1 move one after the other: Pacman maximises, each ghost
        minimises. Generate the states down to the leaves and none below. Of equally good actions each is right, though
        Berkeley's own cases want the first.
        """
        best, chosen = None, None
        for action in gameState.getLegalActions(0):
            found = self.value(gameState.generateSuccessor(0, action), 1, self.depth)
            if best is None or found > best:
                best, chosen = found, action
        return chosen

    def value(self, state, agent, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        following = (agent + 1) % state.getNumAgents()
        left = depth - 1 if following == 0 else depth
        values = [
            self.value(state.generateSuccessor(agent, action), following, left)
            for action in state.getLegalActions(agent)
        ]
        return max(values) if agent == 0 else min(values)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Part 3. Minimax's action from fewer states.

        alpha is the best value Pacman is sure of so far, beta the best the ghosts are sure of. Skip the other actions
        of a state once its value is above beta (Pacman moves) or below alpha (a ghost moves), not when it is equal: a
        worse action at the root might then look as good as the best. Take actions in the order given, and let those at
        the root know the alpha of the ones before them.
        """
        alpha, chosen = float("-inf"), None
        for action in gameState.getLegalActions(0):
            found = self.value(gameState.generateSuccessor(0, action), 1, self.depth, alpha, float("inf"))
            if chosen is None or found > alpha:
                alpha, chosen = found, action
        return chosen

    def value(self, state, agent, depth, alpha, beta):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        following = (agent + 1) % state.getNumAgents()
        left = depth - 1 if following == 0 else depth
        best = None
        for action in state.getLegalActions(agent):
            found = self.value(state.generateSuccessor(agent, action), following, left, alpha, beta)
            if agent == 0:
                best = found if best is None else max(best, found)
                if best > beta:
                    return best
                alpha = max(alpha, best)
            else:
                best = found if best is None else min(best, found)
                if best < alpha:
                    return best
                beta = min(beta, best)
        return best


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Part 4. The action with the best expected value, when every ghost picks among its actions at random.

        As minimax, but the value of a state where a ghost moves is the average over its actions.
        """
        best, chosen = None, None
        for action in gameState.getLegalActions(0):
            found = self.value(gameState.generateSuccessor(0, action), 1, self.depth)
            if best is None or found > best:
                best, chosen = found, action
        return chosen

    def value(self, state, agent, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        following = (agent + 1) % state.getNumAgents()
        left = depth - 1 if following == 0 else depth
        values = [
            self.value(state.generateSuccessor(agent, action), following, left)
            for action in state.getLegalActions(agent)
        ]
        return max(values) if agent == 0 else sum(values) / len(values)


def betterEvaluationFunction(currentGameState):
    """Part 5. An evaluation of states, not of actions, that makes ExpectimaxAgent at depth 2 win nearly every game.

    Begin with the score. Add what the search cannot see from here, each with a weight: how near the next food is, how
    near the ghosts are, whether they are scared. Say here in a few words what you did, and why.
    """
    value = currentGameState.getScore()
    position = currentGameState.getPacmanPosition()
    food = currentGameState.getFood().asList()
    if food:
        value += 1 / min(manhattanDistance(position, dot) for dot in food)
    value -= 4 * len(food)
    value -= 20 * len(currentGameState.getCapsules())
    for ghost in currentGameState.getGhostStates():
        distance = manhattanDistance(position, ghost.getPosition())
        if ghost.scaredTimer:
            value += 100 / (1 + distance)
        elif distance <= 2:
            value -= 200
    return value


better = betterEvaluationFunction
