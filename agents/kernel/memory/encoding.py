"""The encoding of mazes, states, moves, lines of play and evaluations as numbers.

A state fits into a few 64-bit words, and a step is a few table look-ups:

    cell        number of an open cell of the maze, from 1 up; 0 is "none"
    place       position of a ghost: cell << 4 | heading, or cell << 4 | HALF_WAY | heading on the way out of a cell
    moves       legal moves of an agent, in order, packed into one word: the lowest bits are the first move, and a word
                of 0 is "no more". A ghost's move is the place it leads to, Pacman's is the cell.
    heading     number of an action in `pacman.directions.ACTIONS`
"""

from typing import Final, NamedTuple, Protocol

MOST_CELLS: Final = 2047  # so that four places fit into one word, and the word is never negative
MOST_GHOSTS: Final = 4
MOST_PLIES: Final = 251  # depth of a search: the transposition table has a byte for it
MOST_ACTIONS: Final = 5

CELL_SHIFT: Final = 4
HALF_WAY: Final = 8
HEADING: Final = 7  # mask of the heading in a place

PLACE_BITS: Final = 16  # of a ghost's move, and of a place in the word of all ghosts
PLACE: Final = 0x7FFF
CELL_BITS: Final = 12  # of Pacman's move
CELL: Final = 0xFFF
TIMER_BITS: Final = 8
TIMER: Final = 0xFF
ACTION_BITS: Final = 3  # of an action in a line of play: its heading + 1, so that 0 ends a line
ACTION: Final = 7
LINE_ACTIONS: Final = 20  # in one word
LINE_FULL: Final = 1 << ACTION_BITS * (LINE_ACTIONS - 1)  # a word from this value up is full
LINE_SIZE: Final = MOST_PLIES // LINE_ACTIONS + 2  # words of a line

# State of a search or game after a run of compiled code.
DONE: Final = 0
PAUSED: Final = 1

UNKNOWN: Final = -1  # steps to the nearest food that have not been computed yet

# Items in a cell.
FOOD: Final = 1
CAPSULE: Final = 2

# The tables of a maze, in one array: three of them indexed by place, of `maze[0]` words each. Indices that are not
# places of a ghost hold data about the cell itself.
STRIDES: Final = 0  # moves at full speed
PACMAN_MOVES: Final = 7  # at cell << 4 | this: Pacman's moves
PACMAN_ACTIONS: Final = 6  # and their actions, ACTION_BITS each
TWICE_XY: Final = 5  # 2 x << 16 | 2 y
CREEPS: Final = 1  # moves at half speed
SNAPPED: Final = 2  # the place to which a ghost snaps when its scared time ends
MAZE_TABLES: Final = 3

# A state; the items in each cell are in a second array. It begins with its `Words`.
SCORE: Final = 3
STATUS: Final = 6
NUM_GHOSTS: Final = 7
HOMES: Final = 8  # PLACE_BITS each

# The features of an evaluation, by number. The radius of a family is added: DANGER + 3.
FEATURES: Final = (
    "score",
    "food-left",
    "nearest-food",
    "food-closeness",
    "capsules-left",
    "nearest-capsule",
    "active-ghosts",
    "nearest-ghost",
    "ghost-closeness",
    "ghost-distance",
    "scared-ghosts",
    "nearest-scared",
    "scared-closeness",
    "scared-distance",
)
DANGER: Final = 20
PRESSURE: Final = 40

# An evaluation: the number of features, flags of the data they need, the number of capsule cells, then the features and
# the capsule cells. The weights are a second array: weights[0] is for the score of a final state, the others are the
# features'.
NUM_FEATURES: Final = 0
NEEDS: Final = 1
CAPSULE_CELLS: Final = 2
FIRST_FEATURE: Final = 3
NEEDS_FOOD: Final = 1  # distance to the nearest food
NEEDS_GHOSTS: Final = 2  # distances to the ghosts
SCORE_ALONE: Final = 4
CHASE: Final = 8  # the ghosts' pursuit game: a capture has the value CAUGHT, and sooner is better


class Integers(Protocol):
    """A pointer to integers, as compiled code sees an array."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class Floats(Protocol):
    """A pointer to floats."""

    def __getitem__(self, index: int, /) -> float: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...


class Words(NamedTuple):
    """The words of a state that a step changes. In memory, a state and every search's frame begin with them."""

    ghosts: int  # PLACE_BITS each
    timers: int  # TIMER_BITS each
    pacman: int
    score: int
    food: int  # pieces that are left
    capsules: int


class Tables(NamedTuple):
    """Arrays for the evaluation of a state: of its maze, of the items in it, and of the evaluation."""

    maze: Integers
    items: Integers
    distances: Integers
    by_distance: Integers
    cells: int
    evaluation: Integers
    weights: Floats


class Stack(NamedTuple):
    """Arrays of a depth-first search; see `memory.search_stack`."""

    control: Integers
    frames: Integers
    values: Floats
    lines: Integers
