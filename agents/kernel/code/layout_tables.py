"""What a maze and a state look like to the kernel: the ways between all cells, and what lies in each."""

from agents.kernel.code.compiled import entry
from agents.kernel.words import CAPSULE, CELL, CELL_BITS, CELL_SHIFT, FOOD, PACMAN_MOVES, Words


@entry("board", "flood")
def flood(maze: Words, ways: Words, order: Words, cells: int) -> None:
    """Steps from every cell to every other, -1 where no way leads, and for each the others in order, nearest first.

    Both arrays are a row of `cells` for each cell, the blank one included; `order` must be blank.
    """
    for start in range(1, cells):
        row = start * cells
        for cell in range(cells):
            ways[row + cell] = -1
        ways[row + start] = 0
        order[row] = start
        found = 1
        index = 0
        while index < found:
            cell = order[row + index]
            index += 1
            moves = maze[cell << CELL_SHIFT | PACMAN_MOVES]
            while moves:
                neighbour = moves & CELL
                moves >>= CELL_BITS
                if ways[row + neighbour] < 0:
                    ways[row + neighbour] = ways[row + cell] + 1
                    order[row + found] = neighbour
                    found += 1


@entry("board", "unpack")
def unpack(bits: Words, edible: Words, items: Words, cells: int) -> None:
    """What lies in each cell, from the bits of a state: bits[cell] is the food's, bits[cells + cell] the capsule's."""
    for cell in range(1, cells):
        food = bits[cell]
        capsule = bits[cells + cell]
        items[cell] = 0
        if edible[food >> 3] >> (food & 7) & 1:
            items[cell] = FOOD
        elif edible[capsule >> 3] >> (capsule & 7) & 1:
            items[cell] = CAPSULE
