"""All reports of a class: the CSV table, the summary as JSON, the pages, and the text for the teacher."""

import csv
import io
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO

from autograder.classroom.class_rows import ClassGrades, ClassRow, RowData
from autograder.errors import GradingError
from autograder.reporters.class_pages import ClassPages
from autograder.reporters.class_summary import draw_class_json, draw_class_text, draw_no_grade_text, draw_regrading_text
from autograder.reporters.report_files import reporter_to
from autograder.results import number_text
from autograder.sandbox.isolation import Isolation
from pacman.display.messages import IN_ENGLISH, Words

# A spreadsheet evaluates text that begins with one of these; some also accept the full-width forms.
FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


class ClassReport:
    """Writes all reports of a class. The table is updated after each submission.

    A table or figures with the destination `-` are written to the stream; there is no summary in words then, and all
    other text goes to standard error.
    """

    def __init__(
        self, table: str | None, figures: str | None, html: Path | None, stream: TextIO, words: Words = IN_ENGLISH
    ) -> None:
        self._tables = [reporter_to(table, stream, draw_csv)] if table else []
        self._figures = [reporter_to(figures, stream, draw_class_json)] if figures else []
        self._is_stream_taken = "-" in (table, figures)
        self._stream = sys.stderr if self._is_stream_taken else stream
        for file in (*self._tables, *self._figures):
            file.check()
        self._pages = ClassPages(html, words) if html else None
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
            with suppress(GradingError):  # `finish` writes it again and raises the error
                table.write(grades)

    def finish(self, grades: ClassGrades) -> None:
        """Write all reports; raise GradingError for the first that could not be written, after trying the others."""
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


def draw_csv(grades: ClassGrades) -> str:
    """Return a line for each submission, for gradebooks. Where there is no grade, points are empty, not zero."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["id", "total", "max", *grades.questions, "status", "seconds"])
    writer.writerows(_row(row, grades) for row in grades.rows)
    return text.getvalue()


def _row(row: ClassRow, grades: ClassGrades) -> list[str]:
    total, *points = row.point_texts(grades.questions, unknown="")
    return [_plain(row.id), total, number_text(grades.max_points), *points, row.status, f"{row.seconds:.2f}"]


def _plain(text: str) -> str:
    """Quote a formula. A text that looks like a quoted formula is quoted again, so that distinct ids stay distinct."""
    return f"'{text}" if text.lstrip("'").lstrip().startswith(FORMULA_SIGNS) else text
