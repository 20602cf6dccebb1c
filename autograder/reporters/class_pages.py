"""A class as pages: one for the teacher, with a link to the page of each student."""

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from autograder.classroom.class_rows import NO_GRADE, NOT_LOADED, ClassGrades, ClassRow, RowData
from autograder.classroom.intake import CLASS_PAGE
from autograder.errors import GradingError
from autograder.reporters.class_summary import draw_class_text
from autograder.reporters.grade_page import draw_grade_page
from autograder.reporters.json_report import read_grade
from autograder.results import number_text
from pacman.display.web.page import render
from pacman.files import check_writable, write_whole

LONGEST_STEM: Final = 50  # signs of a page's name: systems count up to 255 bytes, drafts and numbers included


class ClassPages:
    """Written into a folder: the page of a student with the row, that of the class at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._pages: dict[str, str] = {}  # names of files, by id
        self._problem: GradingError | None = None  # the first that kept a page from being written
        try:
            folder.mkdir(exist_ok=True)
        except OSError as problem:
            raise GradingError(f"{folder}: cannot be made: {problem.strerror or problem}") from problem
        check_writable(folder / CLASS_PAGE, GradingError)

    def add(self, data: RowData) -> None:
        """Write the page of a student, in the place of an earlier one; where there is no grade, there is none.

        One that cannot be written does not keep the others from being graded: `finish` tells.
        """
        if data["status"] == NO_GRADE:
            self._remove(data["id"])
            return
        grade = replace(read_grade(data), submission=data["id"])  # files have the same name, students have not
        try:
            write_whole(self._folder / self._name(data["id"]), draw_grade_page(grade), GradingError)
        except GradingError as problem:
            del self._pages[data["id"]]
            self._problem = self._problem or problem

    def _remove(self, id: str) -> None:
        if id in self._pages:
            with suppress(OSError):
                (self._folder / self._pages.pop(id)).unlink()

    def _name(self, id: str) -> str:
        """A name that every system takes, and no other student has."""
        if id in self._pages:
            return self._pages[id]
        stem = re.sub(r"[^\w.-]+", "_", id).strip("._")[:LONGEST_STEM] or "student"
        name = f"{stem}.html"
        number = 2
        while name.casefold() in {CLASS_PAGE, *(other.casefold() for other in self._pages.values())}:
            name = f"{stem}-{number}.html"
            number += 1
        self._pages[id] = name
        return name

    def finish(self, grades: ClassGrades) -> None:
        """Write the page of the class; GradingError if that, or the page of a student, could not be written."""
        write_whole(self._folder / CLASS_PAGE, self._index(grades), GradingError)
        if self._problem is not None:
            raise self._problem

    def _index(self, grades: ClassGrades) -> str:
        counts, _, summary = draw_class_text(grades).partition("\n\n")
        return render(
            "class.html",
            script="games_page",
            data={},
            counts=counts,
            summary=summary,
            most=grades.max_points,
            questions=[(name, number_text(most)) for name, most in grades.questions.items()],
            rows=[self._row(row, list(grades.questions)) for row in grades.rows],
        )

    def _row(self, row: ClassRow, questions: list[str]) -> dict[str, Any]:
        total, *points = row.point_texts(questions, unknown="–")
        return {
            "id": row.id,
            "page": self._pages.get(row.id),
            "points": total,
            "value": row.points or 0,
            "questions": points,
            "status": row.status,
            "kind": "odd" if row.status in (NOT_LOADED, NO_GRADE) else "",
            "remark": "; ".join(filter(None, [row.reason, ", ".join(row.bugs), _near(row)])),
        }


def _near(row: ClassRow) -> str:
    return f"near a threshold: {', '.join(row.near)}" if row.near else ""
