"""Memory layout of a Monte Carlo tree search."""

from typing import Final

# Control.
ITERATIONS: Final = 0  # to do in all
CELLS: Final = 1
PLAYOUT_PLIES: Final = 2
SIZE: Final = 3  # nodes in the tree
CAPACITY: Final = 4  # in nodes
NODES: Final = 5  # states generated
DEEPEST: Final = 6
CONTROL_SIZE: Final = 7

# A node: its children are contiguous, in the order of the moves.
PARENT: Final = 0
FIRST_CHILD: Final = 1  # UNEXPANDED, or NO_CHILDREN where the game is over
NUM_CHILDREN: Final = 2
VISITS: Final = 3
NODE_SIZE: Final = 4
UNEXPANDED: Final = 0
NO_CHILDREN: Final = -1
ROOT: Final = 0

# A second array has for each node the sum of the outcomes for the player who moved into it; before them:
LOWEST: Final = 0  # outcome so far
HIGHEST: Final = 1
EXPLORATION: Final = 2
TOTALS: Final = 3
