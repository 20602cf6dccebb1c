"""Sets of a ghost's moves as masks: with bits in the order of the moves, by heading, or by way; see `game_progress`."""

from agents.kernel.machine.compiler import compiled
from agents.kernel.memory import encoding as e

ALL = -1  # every move
NUM_HEADINGS = 5


@compiled("ii", inline=True)
def nth_bit(mask: int, number: int) -> int:
    """Return the place of a set bit, which must exist; the lowest one has the number 0."""
    place = 0
    while not mask >> place & 1 or number:
        number -= mask >> place & 1
        place += 1
    return place


@compiled("ii", inline=True)
def headings_of(moves: int, chosen: int) -> int:
    """Return the headings of the chosen ones of a ghost's moves; `chosen` has bits in their order."""
    headings = 0
    while moves:
        headings |= (chosen & 1) << (moves & e.HEADING)
        chosen >>= 1
        moves >>= e.PLACE_BITS
    return headings


@compiled("i", inline=True)
def as_ways(headings: int) -> int:
    """Return headings, which are in the order of actions, as ways."""
    return headings >> 2 | (headings & 1) << 3


@compiled("i", inline=True)
def heading_of(way: int) -> int:
    """Return the heading of a way, as the reverse of `as_ways`."""
    return (way + 2) % NUM_HEADINGS
