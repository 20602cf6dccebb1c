"""All reports of a class: the CSV table, the summary as JSON, the pages, and the text for the teacher."""

import csv
import io
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, TextIO

from autograder.classroom.class_rows import ClassGrades, ClassRow, RowData
from autograder.classroom.gradebook import Gradebook
from autograder.classroom.students import Student
from autograder.errors import GradingError
from autograder.reporters.change_report import change_line, draw_comparison_text
from autograder.reporters.class_pages import ClassPages
from autograder.reporters.class_summary import draw_class_json, draw_class_text, draw_no_grade_text, draw_regrading_text
from autograder.reporters.report_files import reporter_to
from autograder.results import counted, number_text
from autograder.sandbox.isolation import Isolation
from pacman.display.messages import IN_ENGLISH, Words
from pacman.errors import one_line
from pacman.files import check_writable, write_whole

# A spreadsheet evaluates text that begins with one of these; some also accept the full-width forms.
FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


class ClassReport:
    """Writes all reports of a class. The table is updated after each submission.

    A table or figures with the destination `-` are written to the stream; there is no summary in words then, and all
    other text goes to standard error. With a gradebook, the table is a copy of it with the grades; without a
    destination for the table, the gradebook itself is filled in at the end.
    """

    def __init__(
        self,
        table: str | None,
        figures: str | None,
        html: Path | None,
        stream: TextIO,
        words: Words = IN_ENGLISH,
        gradebook: Gradebook | None = None,
    ) -> None:
        self._gradebook = gradebook
        draw = self._draw_gradebook if gradebook else draw_csv
        self._tables = [reporter_to(table, stream, draw)] if table else []
        if gradebook and not table:
            check_writable(gradebook.roster.table.path, GradingError)
        self._figures = [reporter_to(figures, stream, draw_class_json)] if figures else []
        self._is_stream_taken = "-" in (table, figures)
        self._stream = sys.stderr if self._is_stream_taken else stream
        for file in (*self._tables, *self._figures):
            file.check()
        self._pages = ClassPages(html, words) if html else None
        self._num_changes = 0  # lines about regraded rows that are printed

    def start(self, submissions: int, workers: int, isolation: Isolation, notes: Iterable[str]) -> None:
        what = counted(submissions, "submission")
        self._print(f"Grading {what}, {workers} at a time, isolation: {isolation.name}")
        for line in (*(f"not protected: {lack}" for lack in isolation.missing), *notes):
            self._print(f"  {line}")

    def write(self, grades: ClassGrades, latest: RowData) -> None:
        """Update the table and the student's page; print which points a regrading has changed."""
        for change in grades.regrading.changes[self._num_changes :] if grades.regrading else ():
            self._print(f"  {change_line(change)}")
            self._num_changes += 1
        if self._pages:
            self._pages.add(latest, grades.change_of(latest["id"]))
        for table in self._tables:
            with suppress(GradingError):  # `finish` writes it again and raises the error
                table.write(grades)

    def finish(self, grades: ClassGrades) -> None:
        """Write all reports; raise GradingError for the first that could not be written, after trying the others."""
        problems = []
        last_ones: list[Callable[[ClassGrades], None]] = [file.write for file in (*self._tables, *self._figures)]
        if self._pages:
            last_ones.append(self._pages.finish)
        if self._gradebook and not self._tables:
            last_ones.append(self._fill_in_place)
        for write in last_ones:
            try:
                write(grades)
            except GradingError as problem:
                problems.append(problem)
        if self._pages and (removed := self._pages.num_removed):
            self._print(f"\n{counted(removed, 'page')} of an earlier grading removed")
        if grades.regrading is not None:
            self._print(f"\n{draw_regrading_text(grades.regrading)}")
        if grades.comparison is not None:
            self._print(f"\n{draw_comparison_text(grades.comparison)}")
        if self._gradebook:
            self._print_gradebook(self._gradebook, grades)
        text = draw_no_grade_text(grades) if self._is_stream_taken else draw_class_text(grades)
        if text:
            self._print(f"\n{text}")
        if problems:
            raise problems[0]

    def _draw_gradebook(self, grades: ClassGrades) -> str:
        assert self._gradebook is not None
        return self._gradebook.filled(_known_points(grades), grades.max_points).text

    def _fill_in_place(self, grades: ClassGrades) -> None:
        assert self._gradebook is not None
        write_whole(self._gradebook.roster.table.path, self._draw_gradebook(grades), GradingError)

    def _print_gradebook(self, gradebook: Gradebook, grades: ClassGrades) -> None:
        filled = gradebook.filled(_known_points(grades), grades.max_points)
        place = "" if self._tables else f" of {one_line(str(gradebook.roster.table.path))}"
        self._print(f"\nFilled in {filled.count} grades in the column {gradebook.title}{place}")
        for line in filled.notes:
            self._print(f"  {line}")

    def _print(self, text: str) -> None:
        print(text, file=self._stream, flush=True)


def draw_csv(grades: ClassGrades) -> str:
    """Return a line for each student, for gradebooks. Where there is no grade, points are empty, not zero.

    The last columns are there only if there is anything in them: the name of the student, and the points that were
    deducted for lateness, with the reason.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    students = grades.student_rows()
    names = [_name(student, grades) for _, student, _ in students]
    more = {"name": names} if any(names) else {}
    if any(row.late for _, _, row in students):
        more["late"] = [number_text(row.late.points) if row.late else "" for _, _, row in students]
        more["late_reason"] = [row.late.reason if row.late else "" for _, _, row in students]
    writer.writerow(["id", "total", "max", *grades.questions, "status", "seconds", *more])
    for at, (id, _, row) in enumerate(students):
        writer.writerow([*_row(id, row, grades), *(_plain(column[at]) for column in more.values())])
    return text.getvalue()


def _row(id: str, row: ClassRow, grades: ClassGrades) -> list[str]:
    total, *points = row.point_texts(grades.questions, unknown="")
    return [_plain(id), total, number_text(grades.max_points), *points, row.status, f"{row.seconds:.2f}"]


def _name(student: Student, grades: ClassGrades) -> str:
    """Return the name of a student in the roster, or else in the export."""
    row = grades.roster.row_of(student) if grades.roster else None
    return row.name if row and row.name else student.name


def _known_points(grades: ClassGrades) -> list[tuple[Student, float]]:
    """Return the students with their points; without those who have several submissions, or none with a grade."""
    return [
        (student, row.points)
        for id, student, row in grades.student_rows()
        if row.points is not None and id == student.id
    ]


def _plain(text: str) -> str:
    """Quote a formula. A text that looks like a quoted formula is quoted again, so that distinct ids stay distinct."""
    return f"'{text}" if text.lstrip("'").lstrip().startswith(FORMULA_SIGNS) else text
