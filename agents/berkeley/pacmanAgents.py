"""Berkeley's module `pacmanAgents`."""

from agents.reflex import GreedyAgent
from pacman.berkeley.game import Agent, Directions
from pacman.directions import Action
from pacman.state import GameState

__all__ = ["GreedyAgent", "LeftTurnAgent", "scoreEvaluation"]


class LeftTurnAgent(Agent):
    """Turns left at every opening."""

    def getAction(self, state: GameState) -> Action:
        heading = state.direction(0)
        if heading == Directions.STOP:
            heading = Directions.NORTH
        left = Directions.LEFT[heading]
        wishes = (left, heading, Directions.RIGHT[heading], Directions.LEFT[left])
        legal = state.legal_actions(0)
        return next((action for action in wishes if action in legal), Directions.STOP)


def scoreEvaluation(state: GameState) -> float:
    return state.getScore()
