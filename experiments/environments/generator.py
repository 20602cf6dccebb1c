"""Random numbers of environments: SplitMix64, or Python's own generator.

SplitMix64 (Steele, Lea and Flood, 2014) has one 64-bit word of state. A draw adds a constant to the word, mixes its
bits, and divides the upper 53 of them by 2**53. The kernel's boards draw the same numbers; a test compares them.
"""

import random
from typing import Any, Final, Literal, Protocol, TypeAlias, get_args

Dice: TypeAlias = Literal["splitmix", "python"]
DICE: Final[tuple[Dice, ...]] = get_args(Dice)

_WORD: Final = 2**64 - 1
_STEP: Final = 0x9E3779B97F4A7C15


class Generator(Protocol):
    """The part of `random.Random` that environments use."""

    def random(self) -> float: ...
    def getstate(self) -> Any: ...
    def setstate(self, state: Any) -> None: ...


class SplitMix64:
    """A generator of numbers from 0 to 1, with a word as its state."""

    __slots__ = ("_word",)

    def __init__(self, seed: int) -> None:
        self._word = first_word(seed)

    def random(self) -> float:
        self._word = self._word + _STEP & _WORD
        return (_mixed(self._word) >> 11) * 2.0**-53

    def getstate(self) -> int:
        return self._word

    def setstate(self, state: int) -> None:
        self._word = state


def first_word(seed: int) -> int:
    """Return the state of a generator with this seed: mixed, so that seeds in sequence give unrelated streams."""
    return _mixed(seed + _STEP & _WORD)


def _mixed(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


def make_generator(dice: Dice, seed: int) -> Generator:
    """Return the generator of a board; "python" draws the numbers of `random.Random(seed)`."""
    return random.Random(seed) if dice == "python" else SplitMix64(seed)
