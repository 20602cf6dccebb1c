"""Reports that go to files: written whole after each question, and checked for before the first."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, TypeAlias

from autograder.errors import GradingError
from autograder.results import Grade
from pacman.files import check_writable, is_device, replace_file, write_whole

Draw: TypeAlias = Callable[[Grade], str]


class FileReporter:
    """A drawing of the grade and where it goes.

    What the path leads to is looked up once, before any code of a student runs: a link, a pipe or a file that is put
    there later is replaced and neither followed nor believed.
    """

    def __init__(self, path: Path, draw: Draw) -> None:
        self._path = path
        self._draw = draw
        self._is_device = is_device(path)
        self._target = path.resolve()

    def check(self) -> None:
        """Raise GradingError if the file could not be written; leaves what is there alone."""
        check_writable(self._path, GradingError)

    def write(self, grade: Grade) -> None:
        """Put this grade in the place of what is there; where that fails nothing is there."""
        if self._is_device:
            if grade.is_complete:
                write_whole(self._path, self._draw(grade), GradingError)
            return
        try:
            replace_file(self._target, self._draw(grade).encode())
        except OSError as problem:
            raise GradingError(f"{self._path}: cannot be written: {problem.strerror or problem}") from problem


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
