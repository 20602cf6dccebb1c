"""Multi-agent search: five parts for you to fill in.

Each part runs as it stands, and plays badly. Watch one of your agents with

    python run.py -p examples/student/multiAgents.py:MinimaxAgent -a depth=3 -l small

An agent answers getAction(state) with one of state.getLegalActions(0). What a state can tell you:

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
        # *** your code here: use manhattanDistance(position, …), ghost.scaredTimer, successor.getFood() ***
        return successor.getScore()


def scoreEvaluationFunction(currentGameState):
    """The score so far: what the searching agents use unless they are told otherwise."""
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
        Of equally good actions take the first.
        """
        # *** your code here ***
        return gameState.getLegalActions(0)[0]


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Part 3. Minimax's action from fewer states: prune only where a value is strictly outside alpha and beta."""
        # *** your code here ***
        return gameState.getLegalActions(0)[0]


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Part 4. The action with the best expected value, when every ghost picks among its actions at random."""
        # *** your code here ***
        return gameState.getLegalActions(0)[0]


def betterEvaluationFunction(currentGameState):
    """Part 5. An evaluation of states, not of actions, that makes ExpectimaxAgent at depth 2 win nearly every game."""
    # *** your code here ***
    return currentGameState.getScore()


better = betterEvaluationFunction
