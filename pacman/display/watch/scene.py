"""A moment on the board: a state, or a point on the way from one state to another."""

from dataclasses import dataclass
from typing import Final

from pacman.directions import Direction, Position
from pacman.state import GameState

LONGEST_GLIDE: Final = 1.5  # cells; an agent that is further away was put there: a ghost that was eaten


@dataclass(frozen=True)
class Figure:
    """An agent as it is to be drawn: anywhere, also between cells."""

    position: Position
    heading: Direction
    scared_timer: int


@dataclass(frozen=True)
class Moment:
    """What the board shows. `state` says what is true: food, capsules, score; `figures` where everybody is seen."""

    state: GameState
    figures: tuple[Figure, ...]


def moment_of(state: GameState) -> Moment:
    return between(state, state, 1.0)


def between(before: GameState, after: GameState, fraction: float) -> Moment:
    """The way from one state to another, `fraction` of it gone. What is not a place changes half-way."""
    state = after if fraction >= 0.5 else before
    figures = tuple(
        Figure(
            _on_the_way(before.position(agent), after.position(agent), fraction),
            after.direction(agent),
            state.scared_timer(agent),
        )
        for agent in range(after.num_agents)
    )
    return Moment(state, figures)


def _on_the_way(start: Position, end: Position, fraction: float) -> Position:
    dx, dy = end[0] - start[0], end[1] - start[1]
    if abs(dx) + abs(dy) > LONGEST_GLIDE:
        return end if fraction >= 0.5 else start
    return start[0] + dx * fraction, start[1] + dy * fraction
