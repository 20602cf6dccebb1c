"""Multi-agent search: five parts for you to fill in.

Each part runs as it stands, and plays badly. Watch one of your agents, play ten games without watching, and have your
work graded (all of it, or one question):

    python run.py -p multiAgents.py:MinimaxAgent -a depth=3 -l small
    python run.py -p multiAgents.py:ExpectimaxAgent -a depth=2,evalFn=better -l small -q -n 10
    python run.py grade multiAgents.py
    python run.py grade multiAgents.py -q q2

An agent's getAction(state) returns one of state.getLegalActions(0). The most useful methods of a state:

    state.getLegalActions(agent)             agent 0 is Pacman, ghosts are 1, 2, …; empty once the game is over
    state.generateSuccessor(agent, action)   the state after that action; `state` itself never changes
    state.getNumAgents(), state.isWin(), state.isLose(), state.getScore()
    state.getPacmanPosition(), state.getGhostStates(), state.getFood().asList(), state.getCapsules()
"""

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
        food = [manhattanDistance(position, dot) for dot in successor.getFood().asList()]
        if food:
            value += 10.0 / min(food)
        for ghost in ghosts:
            if ghost.scaredTimer == 0 and manhattanDistance(position, ghost.getPosition()) < 2:
                value -= 500
        return value


def scoreEvaluationFunction(currentGameState):
    """Return the score so far. This is the default evaluation of the searching agents."""
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    """Base class of the three agents below: self.depth (in rounds: every agent moves once), self.evaluationFunction."""

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

        def is_leaf(state, rounds):
            return state.isWin() or state.isLose() or rounds == self.depth

        def value(state, agent, rounds):
            if agent == state.getNumAgents():
                agent, rounds = 0, rounds + 1
            if is_leaf(state, rounds):
                return self.evaluationFunction(state)
            values = [
                value(state.generateSuccessor(agent, action), agent + 1, rounds)
                for action in state.getLegalActions(agent)
            ]
            return max(values) if agent == 0 else min(values)

        actions = gameState.getLegalActions(0)
        return max(actions, key=lambda action: value(gameState.generateSuccessor(0, action), 1, 0))


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Part 3. Minimax's action from fewer states.

        alpha is the best value Pacman is sure of so far, beta the best the ghosts are sure of. Skip the other actions
        of a state once its value is above beta (Pacman moves) or below alpha (a ghost moves), not when it is equal: a
        worse action at the root might then look as good as the best. Take actions in the order given, and let those at
        the root know the alpha of the ones before them.
        """

        def value(state, agent, rounds, alpha, beta):
            if agent == state.getNumAgents():
                agent, rounds = 0, rounds + 1
            if state.isWin() or state.isLose() or rounds == self.depth:
                return self.evaluationFunction(state)
            best = None
            for action in state.getLegalActions(agent):
                new = value(state.generateSuccessor(agent, action), agent + 1, rounds, alpha, beta)
                if agent == 0:
                    best = new if best is None else max(best, new)
                    if best > beta:
                        return best
                    alpha = max(alpha, best)
                else:
                    best = new if best is None else min(best, new)
                    if best < alpha:
                        return best
                    beta = min(beta, best)
            return best

        alpha, choice = float("-inf"), None
        for action in gameState.getLegalActions(0):
            new = value(gameState.generateSuccessor(0, action), 1, 0, alpha, float("inf"))
            if new > alpha:
                alpha, choice = new, action
        return choice


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Part 4. The action with the best expected value, when every ghost picks among its actions at random.

        As minimax, but the value of a state where a ghost moves is the average over its actions.
        """

        def value(state, agent, rounds):
            if agent == state.getNumAgents():
                agent, rounds = 0, rounds + 1
            if state.isWin() or state.isLose() or rounds == self.depth:
                return self.evaluationFunction(state)
            values = [
                value(state.generateSuccessor(agent, action), agent + 1, rounds)
                for action in state.getLegalActions(agent)
            ]
            return max(values) if agent == 0 else sum(values) / len(values)

        actions = gameState.getLegalActions(0)
        return max(actions, key=lambda action: value(gameState.generateSuccessor(0, action), 1, 0))


def betterEvaluationFunction(currentGameState):
    """Part 5. An evaluation of states, not of actions, that makes ExpectimaxAgent at depth 2 win nearly every game.

    Begin with the score. Add what the search cannot see from here, each with a weight: how near the next food is, how
    near the ghosts are, whether they are scared. Say here in a few words what you did, and why.
    """
    position = currentGameState.getPacmanPosition()
    value = currentGameState.getScore()
    food = [manhattanDistance(position, dot) for dot in currentGameState.getFood().asList()]
    if food:
        value += 10.0 / min(food)
    for ghost in currentGameState.getGhostStates():
        distance = manhattanDistance(position, ghost.getPosition())
        if ghost.scaredTimer > distance:
            value += 100.0 / (distance + 1)
        elif ghost.scaredTimer == 0 and distance < 2:
            value -= 200
    return value


better = betterEvaluationFunction
