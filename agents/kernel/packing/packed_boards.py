"""The tables with which compiled code steps many boards of one layout; see `memory.boards`."""

import numpy as np

from agents.kernel.memory import boards as b
from agents.kernel.memory import encoding as e
from agents.kernel.memory import game_progress as g
from agents.kernel.packing.packed_layout import PackedLayout
from agents.kernel.packing.packed_players import WAYS, way_mask
from pacman.directions import ACTIONS


class PackedTurns:
    """Moves by number: of Pacman by cell and action, of a ghost by speed, place and way."""

    def __init__(self, packed: PackedLayout) -> None:
        layout, maze = packed.layout, packed.layout.maze
        size = packed.num_cells << e.CELL_SHIFT
        self.targets = np.zeros((packed.num_cells, b.NUM_ACTIONS), np.int16)
        self.legal = np.zeros((packed.num_cells, b.NUM_ACTIONS), np.int8)
        self.turns = np.zeros((2, size, g.NUM_WAYS), np.int16)
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
