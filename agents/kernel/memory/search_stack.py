"""The memory of one depth-first search: its control block, and a stack with a frame for each ply."""

from typing import Final

from agents.kernel.memory.encoding import LINE_SIZE, MOST_ACTIONS, MOST_GHOSTS, MOST_PLIES

# Algorithms: how many ghosts, the first ones, do their worst; the others move by chance, evenly. So from 0, expectimax,
# to all of them, minimax. Two stand out:
DIRECTIONAL: Final = -1  # expectimax for ghosts that move by chance as directional ones do
ALPHA_BETA: Final = MOST_GHOSTS + 1  # minimax with cuts

# Control: what the search is asked, how far it is, what it found.
ALGORITHM: Final = 0
HORIZON: Final = 1
ROOT_AGENT: Final = 2
CELLS: Final = 3  # of the maze, and the blank one
PLY: Final = 4  # where the search stands
NODES: Final = 5
CUTOFFS: Final = 6
DEEPEST: Final = 7
COMPLETE: Final = 8
EXACT: Final = 9  # a bit for each root action whose value is exact
OUTCOME: Final = 10  # of the last run: DONE or PAUSED
CONTROL_SIZE: Final = 11

# A frame: the state at one ply and how far its moves are tried.
FRAME_GHOSTS: Final = 0
FRAME_TIMERS: Final = 1
FRAME_PACMAN: Final = 2
FRAME_SCORE: Final = 3
FRAME_FOOD: Final = 4
FRAME_CAPSULES: Final = 5
FRAME_MOVES: Final = 6  # not yet tried
FRAME_TRIED: Final = 7
FRAME_EATEN: Final = 8  # by the move that is being tried, where Pacman moves
FRAME_CHANCES: Final = 8  # where a directional ghost moves: a row of the table below << HEADINGS | the best headings
HEADINGS: Final = 5  # a bit each
FRAME_NEAREST: Final = 9  # steps to the nearest food, or UNKNOWN
FRAME_SIZE: Final = 10
# And its values.
BEST: Final = 0  # so far; a sum where chance moves
ALPHA: Final = 1
BETA: Final = 2
FRAME_VALUES: Final = 3
ROOT_VALUES: Final = FRAME_VALUES * MOST_PLIES  # after those of all frames: the root actions'
# Then a table of the chances that a directional ghost gives to its moves: by whether it is scared, how many of them are
# best, and how many there are, the chance of one that is not best and that of one that is.
CHANCES: Final = ROOT_VALUES + MOST_ACTIONS
LEGAL_ROWS: Final = 2
BEST_ROWS: Final = LEGAL_ROWS * MOST_ACTIONS
SCARED_ROWS: Final = BEST_ROWS * MOST_ACTIONS
VALUES_SIZE: Final = CHANCES + 2 * SCARED_ROWS

# Lines of play: one for each ply, then one for each root action.
ROOT_LINES: Final = LINE_SIZE * (MOST_PLIES + 1)
