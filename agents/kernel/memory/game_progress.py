"""Memory layout of a game that is played in the kernel."""

from typing import Final

from agents.kernel.memory.encoding import MOST_GHOSTS

# Control.
TURN: Final = 0
MOVES: Final = 1  # made so far
MOST_MOVES: Final = 2
IS_SEARCHING: Final = 3  # 1 if the agent to move has begun its search
RECORDED: Final = 4  # moves in the record
OUTCOME: Final = 5  # of the last run: DONE or PAUSED
PACMAN_ALGORITHM: Final = 6
DRAWS_TIES: Final = 7
PACMAN_NODES: Final = 8  # states that Pacman's searches have generated so far
DEPTHS: Final = 9  # in plies, of every agent that searches
POLICIES: Final = DEPTHS + 1 + MOST_GHOSTS  # of every ghost
CONTROL_SIZE: Final = POLICIES + 1 + MOST_GHOSTS

# Policies of ghosts: the moves that they prefer.
ANY: Final = 0
NEAREST: Final = 1  # to Pacman by Manhattan distance, or furthest while scared
SEARCHED: Final = 2

RECORD_CAPACITY: Final = 4096

# The probabilities of a ghost's moves, given the best and the legal ones: for each action, in the order of names, the
# cumulative probability up to which a random number selects it. Sets of actions are masks of the headings.
NUM_HEADINGS: Final = 5
HEADING_BITS: Final = 3
BY_NAME: Final = 0o0432  # the headings of East, North, South, West, from the lowest bits up
MASKS: Final = 1 << NUM_HEADINGS
CHANCES_ROW: Final = 4
CHANCES_SIZE: Final = MASKS * MASKS * CHANCES_ROW  # one table; every ghost has two, the second for when it is scared
