"""What the board shows: a state, or a point on the way from one state to the next."""

from dataclasses import dataclass
from typing import Final

from pacman.directions import Direction, Position
from pacman.state import GameState

LONGEST_MOTION: Final = 1.5  # cells; an agent that is further away was put there: a ghost that was eaten


@dataclass(frozen=True)
class Figure:
    """An agent as it is to be drawn: anywhere, also between cells."""

    position: Position
    heading: Direction
    scared_timer: int


@dataclass(frozen=True)
class Scene:
    """`state` says what is true: food, capsules, score; `figures` where each agent is drawn."""

    state: GameState
    figures: tuple[Figure, ...]


def scene_of(state: GameState) -> Scene:
    return scene_between(state, state, 1.0)


def scene_between(before: GameState, after: GameState, fraction: float) -> Scene:
    """The way from one state to another, `fraction` of it gone. What is not a position changes half-way."""
    state = after if fraction >= 0.5 else before
    figures = tuple(
        Figure(
            _interpolated(before.position(agent), after.position(agent), fraction),
            after.direction(agent),
            state.scared_timer(agent),
        )
        for agent in range(after.num_agents)
    )
    return Scene(state, figures)


def _interpolated(start: Position, end: Position, fraction: float) -> Position:
    dx, dy = end[0] - start[0], end[1] - start[1]
    if abs(dx) + abs(dy) > LONGEST_MOTION:
        return end if fraction >= 0.5 else start
    return start[0] + dx * fraction, start[1] + dy * fraction
