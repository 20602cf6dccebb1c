"""What a maze and a state look like to the kernel: the ways between all cells, and what lies in each."""

from agents.kernel.machine.compiler import entry
from agents.kernel.memory import encoding as e
from agents.kernel.memory.encoding import Integers


@entry
def flood(maze: Integers, distances: Integers, by_distance: Integers, cells: int) -> None:
    """Steps from every cell to every other, -1 where no way leads, and for each the others in order, nearest first.

    Both arrays are a row of `cells` for each cell, the blank one included; `order` must be blank.
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
    """What lies in each cell, from the bits of a state: bits[cell] is the food's, bits[cells + cell] the capsule's."""
    for cell in range(1, cells):
        food = bits[cell]
        capsule = bits[cells + cell]
        items[cell] = 0
        if edible[food >> 3] >> (food & 7) & 1:
            items[cell] = e.FOOD
        elif edible[capsule >> 3] >> (capsule & 7) & 1:
            items[cell] = e.CAPSULE
