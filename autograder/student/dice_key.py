"""The random numbers of games that are scored: by a key, which keeps them from being foreseen, or as the original's."""

import hmac
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from autograder.errors import GradingError
from pacman.files import read_text

LARGEST_FILE: Final = 2**16


@dataclass(frozen=True)
class DiceKey:
    """Where the random numbers of games come from.

    name: what a report may say of the key.
    keys: under so many keys, this one and others derived from it, the games of a case are played, and the median
    counts; 0 is this one alone, of which nothing is reported.
    is_original: there is no key but one stream, seeded as in the original, that ghosts and submissions share.
    """

    secret: str
    name: str = "a key of the teacher's"
    keys: int = 0
    is_original: bool = False

    @classmethod
    def read(cls, text: str) -> "DiceKey":
        """A key as it is given on the command line: itself, `@` and the file that holds it, or `original`."""
        if text == ORIGINAL:
            return ORIGINAL_DICE
        if text.startswith("@"):
            text = read_text(Path(text[1:]), LARGEST_FILE, GradingError, "a file with a key").strip()
        if not text:
            raise GradingError("the key of the dice is empty; expected --dice KEY or --dice @FILE")
        return cls(text)

    @property
    def text(self) -> str:
        """The dice in the words of a report."""
        if self.is_original:
            return self.name
        luck = f"; points of games are the median under {self.keys} keys" if self.keys else ""
        return f"{self.name}; not the original's{luck}"

    @property
    def fingerprint(self) -> str:
        """Equal for equal keys; the secret cannot be computed from it."""
        return ORIGINAL if self.is_original else self.seed("class", "", 0)

    def numbered(self, number: int) -> "DiceKey":
        """The key of a number from 1 to `keys`; the first is this one."""
        return self if number == 1 else replace(self, secret=self.seed("luck", "", number))

    def seed(self, whose: str, series: str, game: int) -> str:
        """The seed of one generator. One tells nothing of another, nor of the key."""
        message = f"{whose}\n{series}\n{game}"
        return hmac.new(_bytes(self.secret), _bytes(message), "sha256").hexdigest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


ORIGINAL: Final = "original"
ORIGINAL_DICE: Final = DiceKey(
    "", "the original's: one stream, which submissions draw from as the ghosts do and can foresee", is_original=True
)
PUBLIC_KEY: Final = DiceKey("public", "public, the same in every run")
