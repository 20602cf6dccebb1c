"""All reports of one grading: files, the terminal and the progress bar, updated after every question."""

from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType

from autograder.errors import GradingError
from autograder.reporters.report_files import Reporter
from autograder.reporters.terminal import TerminalReporter
from autograder.results import CaseResult, Grade, QuestionResult
from jobs.progress_bar import ProgressBar


class GradeReport:
    """Writes all reports of one grading; raises GradingError at once for files that cannot be written.

    In a `with` statement a progress bar shows the number of finished cases.
    """

    def __init__(self, files: Sequence[Reporter[Grade]], terminal: TerminalReporter | None, cases: int) -> None:
        self._files = files
        self._terminal = terminal
        self._progress = ProgressBar(cases, unit="case")
        for file in files:
            file.check()

    def start(self, grade: Grade, missing: tuple[str, ...]) -> None:
        """Write the empty grade before the grading starts, so that earlier content cannot be taken for the result."""
        self._write(grade)
        if self._terminal is not None:
            self._terminal.start(grade, missing)

    def question(self, so_far: Grade, result: QuestionResult) -> None:
        with suppress(GradingError):  # `finish` writes again and raises the error
            self._write(so_far)
        if self._terminal is not None:
            self._terminal.question(so_far, result)

    def case(self, result: CaseResult) -> None:
        self._progress.advance()

    def finish(self, done: Grade) -> None:
        self._write(done)
        if self._terminal is not None:
            self._terminal.finish(done)

    def _write(self, grade: Grade) -> None:
        for file in self._files:
            file.write(grade)

    def __enter__(self) -> "GradeReport":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._progress.__exit__(kind, error, at)
