"""HTML pages of a class: one for the teacher, with a link to the page of each student."""

import re
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from autograder.classroom.changes import Change
from autograder.classroom.class_rows import NO_GRADE, ClassGrades, ClassRow, RowData
from autograder.classroom.intake import CLASS_PAGE
from autograder.errors import GradingError
from autograder.reporters.class_page import draw_class_page
from autograder.reporters.grade_page import draw_grade_page
from autograder.reporters.json_report import read_grade
from pacman.display.messages import IN_ENGLISH, Words
from pacman.files import check_writable, write_whole

LONGEST_STEM: Final = 50  # characters of a file name: systems allow 255 bytes, including suffixes and numbers


def _heading(data: RowData) -> str:
    """Return the heading of a student's page: all files may be called multiAgents.py."""
    row = ClassRow.read(data)
    return f"{row.names} ({row.id})" if row.names else row.id


class ClassPages:
    """Writes pages to a folder: that of a student with each row, that of the class at the end."""

    def __init__(self, folder: Path, words: Words = IN_ENGLISH) -> None:
        self._folder = folder
        self._words = words
        self._pages: dict[str, str] = {}  # names of files, by id
        self._problem: GradingError | None = None  # the first error of writing a page
        try:
            folder.mkdir(exist_ok=True)
        except OSError as problem:
            raise GradingError(f"{folder}: cannot be created: {problem.strerror or problem}") from problem
        check_writable(folder / CLASS_PAGE, GradingError)

    def add(self, data: RowData, change: Change | None = None) -> None:
        """Write the page of a student, replacing an earlier one; remove it if there is no grade.

        change: since earlier grades, if they were compared.
        An error does not end the grading of the class: `finish` raises it.
        """
        if data["status"] == NO_GRADE:
            self._remove(data["id"])
            return
        grade = replace(read_grade(data), submission=_heading(data))
        try:
            page = draw_grade_page(grade, self._words, change)
            write_whole(self._folder / self._name(data["id"]), page, GradingError)
        except GradingError as problem:
            del self._pages[data["id"]]
            self._problem = self._problem or problem

    def _remove(self, id: str) -> None:
        if id in self._pages:
            with suppress(OSError):
                (self._folder / self._pages.pop(id)).unlink()

    def _name(self, id: str) -> str:
        """Return the file name of a student's page, valid on every system and unique."""
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
        """Write the page of the class; raise GradingError if it, or the page of a student, could not be written."""
        write_whole(self._folder / CLASS_PAGE, draw_class_page(grades, self._pages, self._words), GradingError)
        if self._problem is not None:
            raise self._problem
