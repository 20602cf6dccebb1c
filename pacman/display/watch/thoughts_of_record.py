"""Recomputation of Pacman's searches in a recorded game."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, Final

from pacman.agent_code.time_limit import OutOfTime, call_within
from pacman.directions import Action
from pacman.display.messages import Message
from pacman.display.watch.thought import NO_DATA, PacmanWatcher, Thought, can_be_watched, think
from pacman.record import GameRecord

SECONDS: Final = 20.0  # for all searches of a game: a page should not take longer


def thoughts_of(
    record: GameRecord,
    agents: Sequence[Any],
    seconds: float = SECONDS,
    *,
    watch_pacman: PacmanWatcher | None = None,
) -> dict[int, Thought]:
    """Return the thoughts of newly created agents before each of Pacman's moves, by the index of the state.

    The last moves are computed first, as many as `seconds` allow: the end of a game is the most interesting part.
    watch_pacman: observes the search of a Pacman agent that does not report its own.
    """
    if not any(hasattr(agent, "search") or (watch_pacman and can_be_watched(agent)) for agent in agents[:1]):
        return {}
    end = perf_counter() + seconds
    states = list(record.states())
    thoughts = {}
    for number in reversed(range(0, len(record.moves), record.ghosts + 1)):
        asked = partial(think, agents, states[number], 0, watch_pacman)
        try:
            thought = call_within(end - perf_counter(), asked)
        except OutOfTime:
            break
        if thought.problem == NO_DATA:  # an agent without a search
            return {}
        thoughts[number] = _beside(thought, record.moves[number][1])
    return thoughts


def _beside(thought: Thought, played: Action) -> Thought:
    """Add the action that was played, if it is another one: an agent may have a random generator, or memory."""
    if thought.action in (None, played):
        return thought
    return replace(thought, facts=(*thought.facts, ("fact-played", Message("played-otherwise", {"action": played}))))
