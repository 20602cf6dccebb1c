"""Berkeley's module `keyboardAgents`: a person at the keyboard."""

from pacman.directions import STOP, Action, Direction
from pacman.state import GameState


class KeyboardAgent:
    """Goes where it was last steered as soon as the maze allows it, and straight on until then."""

    def __init__(self) -> None:
        self._wanted: Direction = STOP

    def steer(self, direction: Direction) -> None:
        """Called by a display when a key is pressed."""
        self._wanted = direction

    def get_action(self, state: GameState) -> Action:
        legal = state.legal_actions(0)
        for action in (self._wanted, state.direction(0)):
            if action in legal:
                return action
        return STOP

    getAction = get_action
