"""The dice of games that are scored, by a key: who does not know it foresees nothing."""

import hmac
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from autograder.errors import GradingError
from pacman.files import read_text

LARGEST_FILE: Final = 2**16


@dataclass(frozen=True)
class DiceKey:
    """`name` is what a report may say of the key."""

    secret: str
    name: str = "a key of the teacher's"

    @classmethod
    def read(cls, text: str) -> "DiceKey":
        """A key as it is given on the command line: itself, or `@` and the file that holds it."""
        if text.startswith("@"):
            text = read_text(Path(text[1:]), LARGEST_FILE, GradingError, "a file with a key").strip()
        if not text:
            raise GradingError("the key of the dice is empty; expected --dice KEY or --dice @FILE")
        return cls(text)

    def seed(self, whose: str, series: str, game: int) -> str:
        """The seed of one generator. One tells nothing of another, nor of the key."""
        message = f"{whose}\n{series}\n{game}"
        return hmac.new(_bytes(self.secret), _bytes(message), "sha256").hexdigest()


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


PUBLIC_KEY: Final = DiceKey("public", "public, the same in every run")
