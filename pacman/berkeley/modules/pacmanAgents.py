"""Berkeley's module `pacmanAgents`: two simple agents for Pacman."""

import random

from pacman.berkeley.modules import util
from pacman.berkeley.modules.game import Agent, Directions
from pacman.directions import Action
from pacman.state import GameState


class LeftTurnAgent(Agent):
    """Agent that turns left at every opening."""

    def getAction(self, state: GameState) -> Action:
        heading = state.direction(0)
        if heading == Directions.STOP:
            heading = Directions.NORTH
        left = Directions.LEFT[heading]
        wishes = (left, heading, Directions.RIGHT[heading], Directions.LEFT[left])
        legal = state.legal_actions(0)
        return next((action for action in wishes if action in legal), Directions.STOP)


class GreedyAgent(Agent):
    """Agent that takes the action with the best evaluation, at random among equals; never stops while it can move."""

    def __init__(self, evalFn: str = "scoreEvaluation") -> None:
        super().__init__()
        self.evaluationFunction = util.lookup(evalFn, globals())

    def getAction(self, state: GameState) -> Action:
        legal = [action for action in state.getLegalPacmanActions() if action != Directions.STOP]
        values = {action: self.evaluationFunction(state.generatePacmanSuccessor(action)) for action in legal}
        best = max(values.values(), default=None)
        return random.choice([action for action, value in values.items() if value == best] or [Directions.STOP])


def scoreEvaluation(state: GameState) -> float:
    return state.getScore()
