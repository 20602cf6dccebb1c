"""SplitMix64: the draws of `experiments.environments.generator`, with the generator's word as an argument.

Words are signed here: the constants are those of the definition minus 2**64, and shifts to the right are masked.
"""

from agents.kernel.machine.compiler import compiled

STEP = 0x9E3779B97F4A7C15 - (1 << 64)
FIRST_FACTOR = 0xBF58476D1CE4E5B9 - (1 << 64)
SECOND_FACTOR = 0x94D049BB133111EB - (1 << 64)


@compiled("i", inline=True)
def next_generator(word: int) -> int:
    """Return the generator's word after a draw."""
    return word + STEP


@compiled("i", inline=True)
def drawn_number(word: int) -> float:
    """Return the number from 0 to 1 that a generator draws when it reaches this word."""
    word = (word ^ word >> 30 & (1 << 34) - 1) * FIRST_FACTOR
    word = (word ^ word >> 27 & (1 << 37) - 1) * SECOND_FACTOR
    word ^= word >> 31 & (1 << 33) - 1
    return (word >> 11 & (1 << 53) - 1) * (1.0 / 9007199254740992.0)
