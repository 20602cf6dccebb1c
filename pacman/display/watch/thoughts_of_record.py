"""What Pacman thought in a recorded game, computed again."""

from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import Any, Final

from pacman.agent_code.time_limit import OutOfTime, call_within
from pacman.display.watch.thought import Thought, think
from pacman.record import GameRecord

SECONDS: Final = 20.0  # for all thoughts of a game: a page is not worth waiting for longer


def thoughts_of(record: GameRecord, agents: Sequence[Any], seconds: float = SECONDS) -> dict[int, Thought]:
    """What the agents, made anew, think before each of Pacman's moves, by the number of the state.

    The end of a game is where one looks first: the last moves come first, as many as there is time for.
    """
    if not any(hasattr(agent, "search") for agent in agents[:1]):
        return {}
    end = perf_counter() + seconds
    states = list(record.states())
    thoughts = {}
    for number in reversed(range(0, len(record.moves), record.ghosts + 1)):
        try:
            thoughts[number] = call_within(end - perf_counter(), partial(think, agents, states[number], 0))
        except OutOfTime:
            break
    return thoughts
