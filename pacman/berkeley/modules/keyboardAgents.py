"""Berkeley's module `keyboardAgents`: an agent that a person steers."""

from pacman.directions import STOP, Action, Direction
from pacman.state import GameState


class KeyboardAgent:
    """Agent that takes the last direction steered as soon as the maze allows it, and keeps its heading until then."""

    def __init__(self) -> None:
        self._wanted: Direction = STOP

    def steer(self, direction: Direction) -> None:
        """Set the wanted direction; displays call this when a key is pressed."""
        self._wanted = direction

    def get_action(self, state: GameState) -> Action:
        legal = state.legal_actions(0)
        for action in (self._wanted, state.direction(0)):
            if action in legal:
                return action
        return STOP

    getAction = get_action
