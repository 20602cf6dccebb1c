"""A submission that imports everything it can, early and late."""

import util, random
from util import manhattanDistance
from game import Agent, Directions, Actions, Grid, Configuration, AgentState, Game
from pacman import GameState
import layout
from ghostAgents import RandomGhost, DirectionalGhost, GhostAgent
from pacmanAgents import GreedyAgent, LeftTurnAgent, scoreEvaluation
from keyboardAgents import KeyboardAgent
from dataclasses import dataclass
import beside


@dataclass
class Note:
    text: "str"


class LateAgent(Agent):
    def getAction(self, state: GameState):
        import util as late
        from game import Directions as D

        queue = late.PriorityQueue()
        for action in state.getLegalActions():
            if action != D.STOP:
                queue.push(action, manhattanDistance(state.getPacmanPosition(), beside.GOAL))
        return queue.pop()


def evaluate(state):
    return state.getScore()


class SearchAgent(Agent):
    def __init__(self, evalFn="evaluate", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def getAction(self, state):
        return max(state.getLegalActions(), key=lambda a: self.evaluationFunction(state.generatePacmanSuccessor(a)))
