"""Memory layout of many boards that are stepped together."""

from typing import Final

from agents.kernel.memory.encoding import HOMES, MOST_GHOSTS

# A board begins with a state; see `encoding`.
HEADING: Final = HOMES + 1  # of Pacman: the number of an action
ROUNDS: Final = HOMES + 2
GENERATOR: Final = HOMES + 3  # the word of its random generator
BOARD_SIZE: Final = HOMES + 4

# Settings.
COUNT: Final = 0  # boards
CELLS: Final = 1  # of the maze, including cell 0
MOST_ROUNDS: Final = 2  # -1 if there is no limit
IS_STRICT: Final = 3  # 1 if illegal actions are refused
REFUSED: Final = 4  # after a step: the first board with an action that is refused, or -1
PLANE: Final = 5  # size of a plane in bytes, 0 if there are no planes
FEATURES: Final = 6  # in an observation
FEATURE_SIZE: Final = 7  # words of one feature's evaluation
POLICIES: Final = 8  # of each ghost; see `game_progress`
DEPTHS: Final = POLICIES + MOST_GHOSTS  # in plies, of each ghost that searches
CHANCES: Final = (
    DEPTHS + MOST_GHOSTS
)  # of each ghost: the number of its table of chances, and of that while it is scared
SETTINGS_SIZE: Final = CHANCES + 2 * MOST_GHOSTS

NUM_ACTIONS: Final = 5
