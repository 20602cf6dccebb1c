"""The memory of a deep search: alpha-beta with a table of what is known.

Values are whole numbers, multiples of a tiny unit, so that the score may be taken out of a value and put back without
a trace: the table holds what lies ahead of a state, whatever the score was when the state was reached.
"""

from typing import Final

UNREACHED: Final = 1 << 62  # beyond all values

# Control.
PLIES: Final = 0  # to search
AGENT: Final = 1  # who moves first
CELLS: Final = 2
LOWER: Final = 3  # the window: values outside it need not be exact
UPPER: Final = 4
SCORE_UNITS: Final = 5  # a point of a state that is not final
END_UNITS: Final = 6  # a point of a final one
KEYS_SCORE: Final = 7  # whether states with different scores differ in the table
PLY: Final = 8  # where the search stands
NODES: Final = 9
SEES_HORIZON: Final = 10  # whether some state was judged at the horizon
VALUE: Final = 11  # the answer
OUTCOME: Final = 12
AGE: Final = 13  # of the table: entries of another age are as good as blank
CUTOFFS: Final = 14  # in all searches so far
CONTROL_SIZE: Final = 15

# A frame.
FRAME_GHOSTS: Final = 0
FRAME_TIMERS: Final = 1
FRAME_PACMAN: Final = 2
FRAME_SCORE: Final = 3
FRAME_FOOD: Final = 4
FRAME_CAPSULES: Final = 5
FRAME_KEY: Final = 6  # of all that was eaten
FRAME_MOVES: Final = 7
FRAME_BEST: Final = 8
FRAME_BEST_MOVE: Final = 9
FRAME_ALPHA: Final = 10
FRAME_BETA: Final = 11
FRAME_FLOOR: Final = 12  # alpha and beta when the search of the state began
FRAME_CEILING: Final = 13
FRAME_EATEN: Final = 14
FRAME_NEAREST: Final = 15
FRAME_HORIZON: Final = 16  # whether something below the state was judged at the horizon
FRAME_SIZE: Final = 17

# An entry of the table: a word of check bits and notes, and the value. Two entries may hold a state.
TABLE_BITS: Final = 20
TABLE_SIZE: Final = 2 << TABLE_BITS
NOTE_PLIES: Final = 0xFF
NOTE_BOUND: Final = 8  # shift
EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2
NOTE_HORIZON: Final = 10  # shift
NOTE_MOVE: Final = 11  # shift; the number of Pacman's best move + 1
NOTE_AGE: Final = 14  # shift
AGES: Final = 64
NOTE_BITS: Final = 20  # the other bits of the word check that the entry is the state's
