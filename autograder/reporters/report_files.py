"""Reports in files, which are rewritten atomically after each question and checked before the first."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TextIO, TypeAlias, TypeVar

from autograder.errors import GradingError
from pacman.files import check_writable, is_device, replace_file, write_whole


class Growing(Protocol):
    """A grade, or the grades of a class, which grow until they are complete."""

    is_complete: bool


G = TypeVar("G", bound=Growing)


class FileReporter(Generic[G]):
    """Writes a rendering of the grade to a path.

    The path is resolved once, before any student's code runs: a link, a pipe or a file that is put there later is
    replaced, and neither followed nor trusted.
    """

    def __init__(self, path: Path, draw: Callable[[G], str]) -> None:
        self._path = path
        self._draw = draw
        self._is_device = is_device(path)
        self._target = path.resolve()

    def check(self) -> None:
        """Raise GradingError if the file cannot be written; existing content is not changed."""
        check_writable(self._path, GradingError)

    def write(self, grade: G) -> None:
        """Replace the content by this grade; raise GradingError, and leave no file, if that fails."""
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
    """Writes a rendering of the grade to standard output, once, at the end."""

    stream: TextIO
    draw: Callable[[G], str]

    def check(self) -> None:
        """Do nothing: a stream can always be written."""

    def write(self, grade: G) -> None:
        if grade.is_complete:
            print(self.draw(grade).removesuffix("\n"), file=self.stream, flush=True)


Reporter: TypeAlias = FileReporter[G] | StreamReporter[G]


def reporter_to(destination: str, stream: TextIO, draw: Callable[[G], str]) -> Reporter[G]:
    """Return a reporter to a file, or to the stream if the destination is `-`."""
    return StreamReporter(stream, draw) if destination == "-" else FileReporter(Path(destination), draw)
