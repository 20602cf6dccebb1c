"""Scenes: what the board shows, a state or a moment of the motion from one state to the next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pacman.directions import VECTORS, Direction, Position
from pacman.display.theme import BLINK_MOVES
from pacman.scoring import COLLISION_TOLERANCE
from pacman.state import GameState

LONGEST_MOTION: Final = 1.5  # cells; an agent that is further away is an eaten ghost back at its start
SPREAD: Final = 0.26  # cells by which ghosts in one cell are moved aside, so that each is visible
RECOIL: Final = 0.6  # cells by which a ghost draws back after catching Pacman, so that Pacman is visible


@dataclass(frozen=True)
class Figure:
    """An agent to be drawn, at any position; `aside` moves it where another one would hide it."""

    position: Position
    heading: Direction
    scared_timer: int
    aside: Position = (0.0, 0.0)

    @property
    def place(self) -> Position:
        """Position of the agent's picture."""
        return self.position[0] + self.aside[0], self.position[1] + self.aside[1]

    @property
    def is_bright(self) -> bool:
        """True in every second look of a scared ghost that blinks, because it soon recovers."""
        return 0 < self.scared_timer <= BLINK_MOVES and self.scared_timer // 2 % 2 == 0

    def moved(self, dx: float, dy: float) -> "Figure":
        return replace(self, aside=(self.aside[0] + dx, self.aside[1] + dy))


@dataclass(frozen=True)
class Scene:
    """Contents of the board: `state` provides food, capsules and score, `figures` the places of the agents.

    death: progress of the animation of Pacman's death, from 0 to 1.
    """

    state: GameState
    figures: tuple[Figure, ...]
    death: float = 0.0

    @property
    def is_dying(self) -> bool:
        """True while the animation of Pacman's death is running."""
        return self.state.is_lose and self.death < 1


def catchers(state: GameState) -> tuple[int, ...]:
    """Return the ghosts that caught Pacman; none unless the game is lost."""
    if not state.is_lose:
        return ()
    pacman = state.pacman_position
    ghosts = (ghost for ghost in range(1, state.num_agents) if not state.scared_timer(ghost))
    return tuple(ghost for ghost in ghosts if _distance(state.position(ghost), pacman) <= COLLISION_TOLERANCE)


def scene_of(state: GameState, death: float = 1.0) -> Scene:
    """Return the scene of a state at rest; `death` is used only if Pacman was caught."""
    scene = scene_between(state, state, 1.0)
    if not state.is_lose:
        return scene
    figures = list(scene.figures)
    for ghost in catchers(state):
        dx, dy = VECTORS[figures[ghost].heading]  # back to where it came from, where there is no wall
        figures[ghost] = figures[ghost].moved(-dx * RECOIL * death, -dy * RECOIL * death)
    return Scene(state, tuple(figures), death)


def scene_between(before: GameState, after: GameState, fraction: float) -> Scene:
    """Return the scene after `fraction` of the motion between two states; everything else changes half-way."""
    state = after if fraction >= 0.5 else before
    pacman, *ghosts = (
        Figure(
            _interpolated(before.position(agent), after.position(agent), fraction),
            after.direction(agent),
            state.scared_timer(agent),
        )
        for agent in range(after.num_agents)
    )
    return Scene(state, (pacman, *spread_ghosts(ghosts)))


def _interpolated(start: Position, end: Position, fraction: float) -> Position:
    if _distance(start, end) > LONGEST_MOTION:
        return end if fraction >= 0.5 else start
    return start[0] + (end[0] - start[0]) * fraction, start[1] + (end[1] - start[1]) * fraction


def _distance(place: Position, other: Position) -> float:
    return abs(place[0] - other[0]) + abs(place[1] - other[1])


def spread_ghosts(ghosts: Sequence[Figure]) -> list[Figure]:
    """Return ghosts with those at one place side by side; they separate gradually, so that none jumps."""
    spread = []
    for number, ghost in enumerate(ghosts):
        push, crowd = 0.0, 0.0
        for other_number, other in enumerate(ghosts):
            distance = _distance(ghost.position, other.position)
            if other_number != number and distance < 1:
                push += (1 - distance) * (1 if number > other_number else -1)
                crowd += 1 - distance
        spread.append(ghost.moved(SPREAD * push / max(1.0, crowd), 0.0) if push else ghost)
    return spread
