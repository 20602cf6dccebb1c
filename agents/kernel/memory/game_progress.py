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

# A ghost's ways are numbered in the order of their names: East, North, South, West. Sets of them are masks.
NUM_WAYS: Final = 4
WAY_BITS: Final = 4  # of a mask

# A table of chances has a row for a mask of best and a mask of legal ways: the cumulative probabilities of the legal
# ways in order, without the last; the number of those that are below a random number is the number of the way that it
# selects. In a game every ghost has two tables, the second for when it is scared.
CHANCES_ROW: Final = NUM_WAYS - 1
CHANCES_SIZE: Final = CHANCES_ROW << 2 * WAY_BITS
