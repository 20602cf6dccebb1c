"""The directional ghost: its best moves by Manhattan distance, and the probability of each."""

from agents.kernel.code.move_sets import ALL, headings_of
from agents.kernel.code.step import ghost_moves
from agents.kernel.machine.compiler import compiled
from agents.kernel.memory import encoding as e
from agents.kernel.memory import search_stack as m
from agents.kernel.memory.encoding import Integers

WEST, EAST, NORTH, SOUTH = 1 << 0, 1 << 2, 1 << 3, 1 << 4  # bits of headings
COORDINATE = 0xFFFF


@compiled("wii")
def ways_to(maze: Integers, place: int, pacman: int) -> int:
    """Return a bit for each heading that reduces a ghost's Manhattan distance to Pacman; the others increase it."""
    there = maze[place >> e.CELL_SHIFT << e.CELL_SHIFT | e.TWICE_XY]
    if place & e.HALF_WAY:
        ahead = maze[e.CREEPS * maze[0] + place] >> e.CELL_SHIFT
        there = there + maze[ahead << e.CELL_SHIFT | e.TWICE_XY] >> 1
    goal = maze[pacman << e.CELL_SHIFT | e.TWICE_XY]
    x = (goal >> 16) - (there >> 16)
    y = (goal & COORDINATE) - (there & COORDINATE)
    ways = 0
    if x != 0:
        ways = EAST if x > 0 else WEST
    if y != 0:
        ways |= NORTH if y > 0 else SOUTH
    return ways


@compiled("wiiii")
def nearest_moves(maze: Integers, ghosts: int, timers: int, pacman: int, ghost: int) -> int:
    """Return a bit for each heading that brings a ghost nearest to Pacman or, while it is scared, furthest away."""
    legal = headings_of(ghost_moves(maze, ghosts, timers, ghost), ALL)
    nearer = legal & ways_to(maze, ghosts >> e.PLACE_BITS * ghost & e.PLACE, pacman)
    best = legal ^ nearer if timers >> e.TIMER_BITS * ghost & e.TIMER else nearer
    return best if best else legal


@compiled("wiiiii")
def directional_chances(maze: Integers, ghosts: int, timers: int, pacman: int, ghost: int, moves: int) -> int:
    """Return the row of the table of probabilities for a ghost's `moves`, with a bit for each best heading."""
    best = nearest_moves(maze, ghosts, timers, pacman, ghost)
    row = m.SCARED_ROWS if timers >> e.TIMER_BITS * ghost & e.TIMER else 0
    while moves:
        row += m.LEGAL_ROWS + m.BEST_ROWS * (best >> (moves & e.HEADING) & 1)
        moves >>= e.PLACE_BITS
    return row << m.HEADINGS | best
