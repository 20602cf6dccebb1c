"""A state as the kernel holds it."""

from array import array

from agents.kernel.board import Board, address
from agents.kernel.words import PLACE_BITS, TIMER_BITS
from pacman.state import GameState


class Position:
    """The words of a state, and what lies in each cell."""

    __slots__ = ("addresses", "items", "words")

    def __init__(self, board: Board, state: GameState) -> None:
        (_, *nodes), edible, fear, _, score, status = state.packed()
        ghosts = timers = 0
        for ghost, node in enumerate(nodes):
            ghosts |= board.places[node] << PLACE_BITS * ghost
            if fear:
                timers |= fear[ghost + 1] << TIMER_BITS * ghost
        self.items = board.items(edible)
        # In the order of the numbers in `agents.kernel.words`.
        pacman = board.cells[state.pacman_position]
        left = state.num_food, len(state.capsules)
        self.words = array("q", (ghosts, timers, pacman, score, status, *left, len(nodes), board.homes))
        maze, ways, order = board.addresses
        self.addresses = address(self.words), maze, address(self.items), ways, order  # as the kernel takes them


def position_of(board: Board, state: GameState) -> Position | None:
    """None if there are too many ghosts for the kernel, or one that is walled in, for which it has no answer."""
    return Position(board, state) if state.num_agents - 1 <= board.most_ghosts else None
