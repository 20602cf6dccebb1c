"""Memory layout of a deep search: alpha-beta with a transposition table.

Values are integers, multiples of a tiny unit, so that the score can be subtracted from a value and added again without
rounding: the table holds the points still to come from a state, whatever the score was when the state was reached.
"""

from typing import Final

UNREACHED: Final = 1 << 62  # larger than all values

# Control.
PLIES: Final = 0  # to search
AGENT: Final = 1  # the agent that moves first
CELLS: Final = 2
LOWER: Final = 3  # the window: values outside it need not be exact
UPPER: Final = 4
SCORE_UNITS: Final = 5  # a point of a state that is not final
END_UNITS: Final = 6  # a point of a final one
KEYS_SCORE: Final = 7  # 1 if states with different scores differ in the table
PLY: Final = 8  # current ply of the search
NODES: Final = 9
SEES_HORIZON: Final = 10  # 1 if a state was evaluated at the horizon
VALUE: Final = 11  # the result
OUTCOME: Final = 12
AGE: Final = 13  # of the table: entries of another age count as empty
CUTOFFS: Final = 14  # in all searches so far
CONTROL_SIZE: Final = 15

# A frame: the words of the state at one ply, and the results of its search so far.
FRAME_KEY: Final = 6  # hash of the items eaten
FRAME_MOVES: Final = 7
FRAME_BEST: Final = 8
FRAME_BEST_MOVE: Final = 9
FRAME_ALPHA: Final = 10
FRAME_BETA: Final = 11
FRAME_FLOOR: Final = 12  # alpha and beta when the search of the state began
FRAME_CEILING: Final = 13
FRAME_EATEN: Final = 14
FRAME_NEAREST: Final = 15
FRAME_HORIZON: Final = 16  # 1 if a state below was evaluated at the horizon
FRAME_SIZE: Final = 17

# An entry of the table: a word of check bits and notes, and the value. A state may be in either of two entries.
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
NOTE_BITS: Final = 20  # the other bits of the word verify that the entry belongs to the state
