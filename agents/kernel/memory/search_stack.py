"""Memory layout of one depth-first search: its control block, and a stack with a frame for each ply."""

from typing import Final

from agents.kernel.memory.encoding import LINE_SIZE, MOST_ACTIONS, MOST_GHOSTS, MOST_PLIES

# Algorithms: the number of ghosts that minimise; the others are averaged uniformly. 0 is expectimax, all ghosts are
# minimax. Two algorithms have separate numbers:
DIRECTIONAL: Final = -1  # expectimax with the distribution of directional ghosts
ALPHA_BETA: Final = MOST_GHOSTS + 1  # minimax with cuts

# Control: arguments, progress and results of the search.
ALGORITHM: Final = 0
HORIZON: Final = 1
ROOT_AGENT: Final = 2
CELLS: Final = 3  # number of cells of the maze, including cell 0
PLY: Final = 4  # current ply of the search
NODES: Final = 5
CUTOFFS: Final = 6
DEEPEST: Final = 7
COMPLETE: Final = 8
EXACT: Final = 9  # a bit for each root action whose value is exact
OUTCOME: Final = 10  # of the last run: DONE or PAUSED
CONTROL_SIZE: Final = 11

# A frame: the words of the state at one ply, and the progress of its moves.
FRAME_MOVES: Final = 6  # not yet tried
FRAME_TRIED: Final = 7
FRAME_EATEN: Final = 8  # where Pacman moves: the item eaten by the current move
FRAME_CHANCES: Final = 8  # where a directional ghost moves: a row of the table below << HEADINGS | the best headings
HEADINGS: Final = 5  # a bit each
FRAME_NEAREST: Final = 9  # steps to the nearest food, or UNKNOWN
FRAME_SIZE: Final = 10
# And its values.
BEST: Final = 0  # so far; a sum at nodes that average
ALPHA: Final = 1
BETA: Final = 2
FRAME_VALUES: Final = 3
ROOT_VALUES: Final = FRAME_VALUES * MOST_PLIES  # after those of all frames: the root actions'
# Then a table of the probabilities of a directional ghost's moves: indexed by scared or not, the number of best moves
# and the number of moves, it holds the probability of a move that is not best and that of one that is.
CHANCES: Final = ROOT_VALUES + MOST_ACTIONS
LEGAL_ROWS: Final = 2
BEST_ROWS: Final = LEGAL_ROWS * MOST_ACTIONS
SCARED_ROWS: Final = BEST_ROWS * MOST_ACTIONS
VALUES_SIZE: Final = CHANCES + 2 * SCARED_ROWS

# Lines of play: one for each ply, then one for each root action.
ROOT_LINES: Final = LINE_SIZE * (MOST_PLIES + 1)
