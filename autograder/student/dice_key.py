"""The random numbers of scored games: derived from a key, so that no submission can predict them, or the original's."""

import hmac
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from autograder.errors import GradingError
from pacman.files import read_text

LARGEST_FILE: Final = 2**16


@dataclass(frozen=True)
class DiceKey:
    """The source of the random numbers of games.

    name: a description for reports, without the secret.
    keys: the games of a case are played under this many keys (this one and others derived from it), and the median
    counts. 0: the games are played once, under this key, and no range of points is reported.
    is_original: no key is used; ghosts and submissions share one stream, seeded as in the original.
    """

    secret: str
    name: str = "a key of the teacher's"
    keys: int = 0
    is_original: bool = False

    @classmethod
    def read(cls, text: str) -> "DiceKey":
        """Parse an argument of the command line: the key itself, `@` and a file that contains it, or `original`.

        Raise GradingError if the key is empty or the file cannot be read.
        """
        if text == ORIGINAL:
            return ORIGINAL_DICE
        if text.startswith("@"):
            text = read_text(Path(text[1:]), LARGEST_FILE, GradingError, "a file with a key").strip()
        if not text:
            raise GradingError("the key of the dice is empty; expected --dice KEY or --dice @FILE")
        return cls(text)

    @property
    def text(self) -> str:
        """Description of the dice for reports."""
        if self.is_original:
            return self.name
        luck = f"; points of games are the median under {self.keys} keys" if self.keys else ""
        return f"{self.name}; not the random numbers of the original grader{luck}"

    @property
    def fingerprint(self) -> str:
        """A digest that is equal for equal keys; the secret cannot be computed from it."""
        return ORIGINAL if self.is_original else self.seed("class", "", 0)

    def numbered(self, number: int) -> "DiceKey":
        """Return the key of a number from 1 to `keys`; number 1 is this key itself."""
        return self if number == 1 else replace(self, secret=self.seed("luck", "", number))

    def seed(self, whose: str, series: str, game: int) -> str:
        """Return the seed of one generator. It reveals neither other seeds nor the key."""
        message = f"{whose}\n{series}\n{game}"
        return hmac.new(_bytes(self.secret), _bytes(message), "sha256").hexdigest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


ORIGINAL: Final = "original"
ORIGINAL_DICE: Final = DiceKey(
    "", "the original's: one stream, which submissions share with the ghosts and can predict", is_original=True
)
PUBLIC_KEY: Final = DiceKey("public", "a public key, the same in every run")
