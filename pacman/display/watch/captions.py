"""What a game is called, and how it ended, in words."""

import re
from collections.abc import Sequence
from pathlib import Path

from pacman.display.watch.scene import catchers
from pacman.layout import Layout
from pacman.record import EndReason, Move, Outcome, Seed
from pacman.state import GameState


def game_title(layout: Layout, seed: Seed, place: str = "") -> str:
    """The maze, the seed, and which game of several this is."""
    return " · ".join(filter(None, (layout.name, "" if seed is None else f"seed {seed!s}", place)))


def describe_end(state: GameState, outcome: Outcome, names: Sequence[str]) -> tuple[str, list[str]]:
    """A title and some lines for how a game ended in a state."""
    who = _named(outcome.agent, names) if outcome.agent is not None else ""
    points = f"{outcome.score} points"
    return {
        EndReason.WON: ("Pacman won", [points]),
        EndReason.LOST: ("Pacman lost", [_caught_by(state, names), points]),
        EndReason.TIMED_OUT: (f"{who} ran out of time", _place_first(outcome.error or points)),
        EndReason.CRASHED: (f"{who} crashed", _place_first(outcome.error or points)),
        EndReason.MOVE_LIMIT: ("Stopped at the move limit", [points]),
        EndReason.INTERRUPTED: ("The game was interrupted", [points]),
    }[outcome.reason]


def _named(agent: int, names: Sequence[str]) -> str:
    kind = f"Ghost {agent}" if agent else "Pacman"
    return f"{kind} ({names[agent]})" if agent < len(names) else kind


def _caught_by(state: GameState, names: Sequence[str]) -> str:
    ghosts = [_named(ghost, names) for ghost in catchers(state)]
    return f"caught by {' and '.join(ghosts)}" if ghosts else ""


def _place_first(error: str) -> list[str]:
    """An error that ends with its place in brackets: first the place, as file and line, then the error."""
    found = re.fullmatch(r"(.*) \((.+):(\d+)\)", error, flags=re.DOTALL)
    return [f"{Path(found[2]).name}:{found[3]}", found[1]] if found else [error]


def parting_move(moves: Sequence[Move], others: Sequence[Move]) -> int | None:
    """The number of the first move, from 1, that two games of one start do not share."""
    pairs = enumerate(zip(moves, others, strict=False), start=1)
    return next((number for number, (move, other) in pairs if move != other), None)


def describe_parting(moves: Sequence[Move], others: Sequence[Move], num_agents: int) -> str:
    """Where two games, A and B, part, if they do."""
    parting = parting_move(moves, others)
    if parting is None:
        return ""
    (agent, action), (_, other) = moves[parting - 1], others[parting - 1]
    who = f"ghost {agent}" if agent else "Pacman"
    return f"They part in round {(parting - 1) // num_agents + 1}: {who} goes {action} in A, {other} in B."
