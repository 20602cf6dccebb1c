"""The tables with which compiled code steps many boards of one layout; see `memory.boards`."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from agents.kernel.memory import boards as b
from agents.kernel.memory import encoding as e
from agents.kernel.packing.packed_layout import PackedLayout
from pacman.chances import favouring, uniform
from pacman.directions import ACTIONS, EAST, NORTH, SOUTH, WEST, Action

WAYS = (EAST, NORTH, SOUTH, WEST)  # in the order of names, as `pacman.chances` draws them
_ALWAYS, _NEVER = 2.0, -1.0  # cumulative probabilities that no random number exceeds, and that every one exceeds


class PackedTurns:
    """Moves by number: of Pacman by cell and action, of a ghost by speed, place and way."""

    def __init__(self, packed: PackedLayout) -> None:
        layout, maze = packed.layout, packed.layout.maze
        size = packed.num_cells << e.CELL_SHIFT
        self.targets = np.zeros((packed.num_cells, b.NUM_ACTIONS), np.int16)
        self.legal = np.zeros((packed.num_cells, b.NUM_ACTIONS), np.int8)
        self.turns = np.zeros((2, size, b.NUM_WAYS), np.int16)
        self.ways = np.zeros(size, np.int8)
        self.pixels = np.zeros(size, np.int16)
        for position, number in packed.cells.items():
            steps = maze.steps[maze.pacman_node((int(position[0]), int(position[1])))]
            for index, action in enumerate(ACTIONS):
                is_legal = action in steps
                self.legal[number, index] = is_legal
                self.targets[number, index] = packed.cells[maze.positions[steps[action][0]]] if is_legal else number
        for node, place in packed.places.items():
            x, y = map(int, maze.positions[maze.snapped[node]])
            self.pixels[place] = (layout.height - 1 - y) * layout.width + x
            self.ways[place] = way_mask(maze.legal[node])
            for speed, moves in enumerate((maze.strides[node], maze.creeps[node])):
                for index, way in enumerate(way for way in WAYS if way in moves):
                    self.turns[speed, place, index] = packed.places[moves[way]]


def way_mask(actions: Sequence[Action]) -> int:
    return sum(1 << WAYS.index(action) for action in actions)


@lru_cache(maxsize=16)
def pack_chances(probability: float | None) -> NDArray[np.float64]:
    """Return the chances of a ghost that prefers its best ways with this probability, or takes only them if None."""
    table = np.full((1 << b.WAY_BITS, 1 << b.WAY_BITS, b.NUM_WAYS), _ALWAYS)
    for legal in _subsets(WAYS):
        for best in _subsets(legal):
            drawn = uniform(best) if probability is None else favouring(best, legal, probability)
            reached = {action: threshold for threshold, action in drawn._thresholds}
            row = table[way_mask(best), way_mask(legal)]
            last = _NEVER
            for index, way in enumerate(legal):
                last = row[index] = reached.get(way, last)
            row[legal.index(max(reached))] = _ALWAYS  # rounding can leave the sum slightly below 1
    return np.ascontiguousarray(table[:, :, : b.CHANCES_ROW])


def _subsets(ways: tuple[Action, ...]) -> list[tuple[Action, ...]]:
    return [subset for count in range(len(ways)) for subset in combinations(ways, count + 1)]
