"""A state as an array of numbers."""

from array import array

from agents.kernel.memory import encoding as e
from agents.kernel.packing.packed_layout import PackedLayout, address
from pacman.state import GameState


class PackedState:
    """A state, and what lies in each cell; see `memory.encoding`. `addresses`: as compiled code takes them."""

    __slots__ = ("addresses", "items", "numbers")

    def __init__(self, layout: PackedLayout, state: GameState) -> None:
        (_, *nodes), edible, fear, _, score, status = state.packed()
        ghosts = timers = 0
        for ghost, node in enumerate(nodes):
            ghosts |= layout.places[node] << e.PLACE_BITS * ghost
            if fear:
                timers |= fear[ghost + 1] << e.TIMER_BITS * ghost
        self.items = layout.items(edible)
        pacman = layout.cells[state.pacman_position]
        left = state.num_food, len(state.capsules)
        self.numbers = array("q", (ghosts, timers, pacman, score, status, *left, len(nodes), layout.homes))
        maze, distances, by_distance = layout.addresses
        self.addresses = address(self.numbers), maze, address(self.items), distances, by_distance
