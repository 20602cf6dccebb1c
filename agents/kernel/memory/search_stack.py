"""The memory of one depth-first search: its control block, and a stack with a frame for each ply."""

from typing import Final

from agents.kernel.memory.encoding import LINE_SIZE, MOST_PLIES

# Algorithms.
MINIMAX: Final = 0
ALPHA_BETA: Final = 1
EXPECTIMAX: Final = 2

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
FRAME_EATEN: Final = 8  # by the move that is being tried
FRAME_NEAREST: Final = 9  # steps to the nearest food, or UNKNOWN
FRAME_SIZE: Final = 10
# And its values.
BEST: Final = 0  # so far; a sum where chance moves
ALPHA: Final = 1
BETA: Final = 2
FRAME_VALUES: Final = 3
ROOT_VALUES: Final = FRAME_VALUES * MOST_PLIES  # after those of all frames: the root actions'

# Lines of play: one for each ply, then one for each root action.
ROOT_LINES: Final = LINE_SIZE * (MOST_PLIES + 1)
