"""Reports that go to files: written whole after each question, and checked for before the first."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, TypeAlias

from autograder.errors import GradingError
from autograder.results import Grade
from pacman.files import check_writable, write_whole

Draw: TypeAlias = Callable[[Grade], str]


@dataclass(frozen=True)
class FileReporter:
    """A drawing of the grade and where it goes."""

    path: Path
    draw: Draw

    def check(self) -> None:
        """Raise GradingError if the file could not be written; leaves what is there alone."""
        check_writable(self.path, GradingError)

    def write(self, grade: Grade) -> None:
        write_whole(self.path, self.draw(grade), GradingError)


@dataclass(frozen=True)
class StreamReporter:
    """A drawing that goes to standard output, once, at the end."""

    stream: TextIO
    draw: Draw

    def check(self) -> None:
        """A stream is always there."""

    def write(self, grade: Grade) -> None:
        if grade.is_complete:
            print(self.draw(grade), file=self.stream, flush=True)
