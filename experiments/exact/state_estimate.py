"""Estimate of the number of states of a board, without exploring them, so that a refusal takes only seconds."""

from math import prod
from typing import Final

from pacman.directions import VECTORS, Cell
from pacman.layout import Layout, flood
from pacman.state import GameState

# With ghosts the estimate is too high, since a game ends where one catches Pacman: 7-fold on
# `corridor` with one ghost, 110-fold on `trap` with two.
_EXCESS: Final = 200


def is_far_too_large(start: GameState, most_states: int) -> bool:
    """True if a game certainly has more than `most_states`, considering by how much the estimate may be too high."""
    ghosts = start.num_agents - 1
    factor = start.num_agents * prod(_headings(start.layout, cell) for cell in start.layout.ghost_starts[:ghosts])
    most_alone = most_states * (_EXCESS if ghosts else 1) // factor
    return _has_more_alone(start, most_alone)


def _headings(layout: Layout, start: Cell) -> int:
    """Return the number of combinations of cell and direction that a ghost can reach."""
    cells = flood(layout.open_cells, start)
    return max(1, sum((x + dx, y + dy) in cells for x, y in cells for dx, dy in VECTORS.values() if dx or dy))


def _has_more_alone(start: GameState, most: int) -> bool:
    """True if Pacman alone can reach more than `most` states, each a position with the food and capsules left."""
    maze = start.layout.maze
    bits = {cell: maze.food_bit(cell) | maze.capsule_bit(cell) for cell in maze.open_cells}
    ways = {cell: [other for other in _beside(cell) if other in bits] for cell in bits}
    first = start.pacman_position, maze.edible
    seen, pending = {first}, [first]
    while pending and len(seen) <= most:
        cell, edible = pending.pop()
        for other in ways[cell]:
            state = other, edible & ~bits[other]
            if state not in seen and state[1] & maze.all_cells_mask:  # food is left
                seen.add(state)
                pending.append(state)
    return len(seen) > most


def _beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in VECTORS.values()]
