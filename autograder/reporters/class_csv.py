"""A class as a table of values, for spreadsheets and the gradebooks of Canvas and Moodle."""

import csv
import io
from typing import Final

from autograder.classroom.class_rows import ClassGrades, ClassRow
from autograder.results import number_text

# A spreadsheet would compute what begins with one of them; some take the wide ones of East Asian keyboards as well.
FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def draw_csv(grades: ClassGrades) -> str:
    """A line for each submission. Where there is no grade there are no points: empty, not zero."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["id", "total", "max", *grades.questions, "status", "seconds"])
    writer.writerows(_row(row, grades) for row in grades.rows)
    return text.getvalue()


def _row(row: ClassRow, grades: ClassGrades) -> list[str]:
    total, *points = row.point_texts(grades.questions, unknown="")
    return [_plain(row.id), total, number_text(grades.max_points), *points, row.status, f"{row.seconds:.2f}"]


def _plain(text: str) -> str:
    """Quote a formula. A text that looks like a quoted formula is quoted once more, so that two ids stay two."""
    return f"'{text}" if text.lstrip("'").lstrip().startswith(FORMULA_SIGNS) else text
