"""Python's random number generator: the draws of `random.Random`, from its state.

`twister` holds the 625 words of `random.Random.getstate()`.
"""

from agents.kernel.machine.compiler import compiled
from agents.kernel.memory.encoding import Integers

SIZE = 624
PERIOD = 397
LOW_BITS = 0x7FFFFFFF
HIGH_BIT = 0x80000000
MATRIX = 0x9908B0DF


@compiled("w")
def next_word(twister: Integers) -> int:
    """Return 32 random bits."""
    index = twister[SIZE]
    if index >= SIZE:
        for place in range(SIZE):
            bits = twister[place] & HIGH_BIT | twister[(place + 1) % SIZE] & LOW_BITS
            twister[place] = twister[(place + PERIOD) % SIZE] ^ bits >> 1 ^ (MATRIX if bits & 1 else 0)
        index = 0
    twister[SIZE] = index + 1
    word = twister[index]
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return word ^ word >> 18


@compiled("w")
def draw(twister: Integers) -> float:
    """Return the result of `random()`."""
    high = next_word(twister) >> 5
    low = next_word(twister) >> 6
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0)


@compiled("wi")
def draw_below(twister: Integers, count: int) -> int:
    """Return the index that `choice` draws from `count` items: just enough bits, repeated until they are below it."""
    bits = 0
    while count >> bits:
        bits += 1
    drawn = next_word(twister) >> 32 - bits
    while drawn >= count:
        drawn = next_word(twister) >> 32 - bits
    return drawn
