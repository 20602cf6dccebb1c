"""Tables of a maze and a state for the kernel: the distances between all cells, and the item in each."""

from agents.kernel.machine.compiler import entry
from agents.kernel.memory import encoding as e
from agents.kernel.memory.encoding import Integers


@entry
def flood(maze: Integers, distances: Integers, by_distance: Integers, cells: int) -> None:
    """Compute the steps from every cell to every other, -1 if unreachable, and for each the others by distance.

    Both arrays have a row of `cells` for each cell, including cell 0; `by_distance` must be zero.
    """
    for start in range(1, cells):
        row = start * cells
        for cell in range(cells):
            distances[row + cell] = -1
        distances[row + start] = 0
        by_distance[row] = start
        found = 1
        index = 0
        while index < found:
            cell = by_distance[row + index]
            index += 1
            moves = maze[cell << e.CELL_SHIFT | e.PACMAN_MOVES]
            while moves:
                neighbour = moves & e.CELL
                moves >>= e.CELL_BITS
                if distances[row + neighbour] < 0:
                    distances[row + neighbour] = distances[row + cell] + 1
                    by_distance[row + found] = neighbour
                    found += 1


@entry
def unpack(bits: Integers, edible: Integers, items: Integers, cells: int) -> None:
    """Set the item in each cell from the bits of a state: bits[cell] is for food, bits[cells + cell] for a capsule."""
    for cell in range(1, cells):
        food = bits[cell]
        capsule = bits[cells + cell]
        items[cell] = 0
        if edible[food >> 3] >> (food & 7) & 1:
            items[cell] = e.FOOD
        elif edible[capsule >> 3] >> (capsule & 7) & 1:
            items[cell] = e.CAPSULE
