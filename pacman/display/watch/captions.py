"""Texts about games: titles, outcomes and first differences."""

import re
from collections.abc import Sequence
from pathlib import Path

from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.watch.scene import catchers
from pacman.layout import Layout
from pacman.record import EndReason, Move, Outcome, Seed
from pacman.state import GameState


def game_title(layout: Layout, seed: Seed, place: str = "", words: Words = IN_ENGLISH) -> str:
    """Return the title of a game: the maze, the seed, and its number if there are several."""
    return " · ".join(filter(None, (layout.name, "" if seed is None else words("seed", seed=seed), place)))


def describe_end(
    state: GameState, outcome: Outcome, names: Sequence[str], words: Words = IN_ENGLISH
) -> tuple[str, list[str]]:
    """Return a title and some lines about the outcome of a game that ended in this state."""
    who = _first_capital(_named(outcome.agent, names, words)) if outcome.agent is not None else ""
    points = words("points", score=outcome.score)
    return {
        EndReason.WON: (words("won"), [points]),
        EndReason.LOST: (words("lost"), [_caught_by(state, names, words), points]),
        EndReason.TIMED_OUT: (words("out-of-time", who=who), _place_first(outcome.error or points)),
        EndReason.CRASHED: (words("crashed", who=who), _place_first(outcome.error or points)),
        EndReason.MOVE_LIMIT: (words("move-limit"), [points]),
        EndReason.INTERRUPTED: (words("interrupted"), [points]),
    }[outcome.reason]


def _named(agent: int, names: Sequence[str], words: Words) -> str:
    who = _agent(agent, words)
    return words("agent-named", who=who, name=names[agent]) if agent < len(names) else who


def _agent(agent: int, words: Words) -> str:
    return words("ghost", number=agent) if agent else words("pacman")


def _first_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _caught_by(state: GameState, names: Sequence[str], words: Words) -> str:
    ghosts = [_first_capital(_named(ghost, names, words)) for ghost in catchers(state)]
    return words("caught-by", ghosts=words("and").join(ghosts)) if ghosts else ""


def _place_first(error: str) -> list[str]:
    """Split an error that ends with its place in parentheses: first the place, as file and line, then the error."""
    found = re.fullmatch(r"(.*) \((.+):(\d+)\)", error, flags=re.DOTALL)
    return [f"{Path(found[2]).name}:{found[3]}", found[1]] if found else [error]


def parting_move(moves: Sequence[Move], others: Sequence[Move]) -> int | None:
    """Return the number, from 1, of the first move in which two games of one start differ, or None."""
    pairs = enumerate(zip(moves, others, strict=False), start=1)
    return next((number for number, (move, other) in pairs if move != other), None)


def describe_parting(moves: Sequence[Move], others: Sequence[Move], num_agents: int, words: Words = IN_ENGLISH) -> str:
    """Describe the first difference of two games, A and B; empty for equal games."""
    parting = parting_move(moves, others)
    if parting is None:
        return ""
    (agent, action), (_, other) = moves[parting - 1], others[parting - 1]
    number = (parting - 1) // num_agents + 1
    return words("games-part", round=number, who=_agent(agent, words), action=action, other=other)
