"""All reports of a class together: the table, the figures for programs, and what a teacher reads."""

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from autograder.classroom.class_rows import ClassGrades, RowData
from autograder.errors import GradingError
from autograder.reporters.class_csv import draw_csv
from autograder.reporters.class_pages import ClassPages
from autograder.reporters.class_summary import draw_class_json, draw_class_text, draw_no_grade_text, draw_regrading_text
from autograder.reporters.report_files import reporter_to
from autograder.sandbox.isolation import Isolation


class ClassReport:
    """The table is written after each submission.

    At `-` a file takes the stream; then the class is not summed up in words, and the others go to standard error.
    """

    def __init__(self, csv: str | None, json: str | None, html: Path | None, stream: TextIO) -> None:
        self._tables = [reporter_to(csv, stream, draw_csv)] if csv else []
        self._figures = [reporter_to(json, stream, draw_class_json)] if json else []
        self._is_stream_taken = "-" in (csv, json)
        self._stream = sys.stderr if self._is_stream_taken else stream
        for file in (*self._tables, *self._figures):
            file.check()
        self._pages = ClassPages(html) if html else None
        self._num_changes = 0  # lines about regraded rows that are printed

    def start(self, submissions: int, workers: int, isolation: Isolation, notes: Iterable[str]) -> None:
        plural = "" if submissions == 1 else "s"
        self._print(f"Grading {submissions} submission{plural}, {workers} at a time, isolation: {isolation.name}")
        for line in (*(f"not protected: {lack}" for lack in isolation.missing), *notes):
            self._print(f"  {line}")

    def write(self, grades: ClassGrades, latest: RowData) -> None:
        """Update the table and the student's page; print which points a regrading has changed."""
        for line in grades.regrading.changes[self._num_changes :] if grades.regrading else ():
            self._print(f"  {line}")
            self._num_changes += 1
        if self._pages:
            self._pages.add(latest)
        for table in self._tables:
            with suppress(GradingError):  # the last one will tell
                table.write(grades)

    def finish(self, grades: ClassGrades) -> None:
        """Each report has its turn; GradingError tells of the first that could not be written."""
        problems = []
        last_ones: list[Callable[[ClassGrades], None]] = [file.write for file in (*self._tables, *self._figures)]
        if self._pages:
            last_ones.append(self._pages.finish)
        for write in last_ones:
            try:
                write(grades)
            except GradingError as problem:
                problems.append(problem)
        if grades.regrading is not None:
            self._print(f"\n{draw_regrading_text(grades.regrading)}")
        text = draw_no_grade_text(grades) if self._is_stream_taken else draw_class_text(grades)
        if text:
            self._print(f"\n{text}")
        if problems:
            raise problems[0]

    def _print(self, text: str) -> None:
        print(text, file=self._stream, flush=True)
