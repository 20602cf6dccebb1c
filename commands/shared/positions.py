"""The position before a move of a recorded game."""

from itertools import islice
from typing import NamedTuple

from pacman.errors import ReplayError
from pacman.replay import Replay
from pacman.state import GameState


class Decision(NamedTuple):
    """A decision of Pacman's: the number of its move, counted from 0, its round, counted from 1, and the state."""

    number: int
    round: int
    state: GameState


def decision_at(replay: Replay, move: int) -> Decision:
    """Return Pacman's decision at move `move`, counted from 1; of a ghost's move, the last decision before it."""
    if move > len(replay.moves):
        raise ReplayError(f"{replay.source}: there is no move {move}: the game has {len(replay.moves)}")
    numbers = [number for number, (agent, _) in enumerate(replay.moves[:move]) if agent == 0]
    number = numbers[-1]
    return Decision(number, len(numbers), next(islice(replay.states(), number, None)))
