"""The memory of one depth-first search."""

from typing import Final

from agents.kernel.words import LINE_ACTIONS, MOST_PLIES

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
CONTROL_WORDS: Final = 11

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
FRAME_WORDS: Final = 10
UNKNOWN: Final = -1
# And its values.
BEST: Final = 0  # so far; a sum where chance moves
ALPHA: Final = 1
BETA: Final = 2
FRAME_VALUES: Final = 3
ROOT_VALUES: Final = FRAME_VALUES * MOST_PLIES  # after those of all frames: the root actions'
MOST_ACTIONS: Final = 5

# Lines of play, a row of words for each ply, then one for each root action.
LINE_WORDS: Final = MOST_PLIES // LINE_ACTIONS + 2
ROOT_LINES: Final = LINE_WORDS * (MOST_PLIES + 1)

# How a run of the search ended.
DONE: Final = 0
PAUSED: Final = 1
