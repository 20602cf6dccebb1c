"""Reports that go to files: written whole after each question, and checked for before the first."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TextIO, TypeAlias, TypeVar

from autograder.errors import GradingError
from pacman.files import check_writable, is_device, replace_file, write_whole


class Growing(Protocol):
    """A grade, or those of a class: it grows until all of it is there."""

    is_complete: bool


G = TypeVar("G", bound=Growing)


class FileReporter(Generic[G]):
    """A drawing of the grade and where it goes.

    What the path leads to is looked up once, before any code of a student runs: a link, a pipe or a file that is put
    there later is replaced and neither followed nor believed.
    """

    def __init__(self, path: Path, draw: Callable[[G], str]) -> None:
        self._path = path
        self._draw = draw
        self._is_device = is_device(path)
        self._target = path.resolve()

    def check(self) -> None:
        """Raise GradingError if the file could not be written; leaves what is there alone."""
        check_writable(self._path, GradingError)

    def write(self, grade: G) -> None:
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
class StreamReporter(Generic[G]):
    """A drawing that goes to standard output, once, at the end."""

    stream: TextIO
    draw: Callable[[G], str]

    def check(self) -> None:
        """A stream is always there."""

    def write(self, grade: G) -> None:
        if grade.is_complete:
            print(self.draw(grade).removesuffix("\n"), file=self.stream, flush=True)


Reporter: TypeAlias = FileReporter[G] | StreamReporter[G]


def reporter_to(destination: str, stream: TextIO, draw: Callable[[G], str]) -> Reporter[G]:
    """To a file, or at `-` to a stream."""
    return StreamReporter(stream, draw) if destination == "-" else FileReporter(Path(destination), draw)
