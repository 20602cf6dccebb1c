"""HTML pages of a class: one for the teacher, with links to the page of each student and of each group with a bug.

Each page ends with a mark that is valid only under its name and with its content. So pages of an earlier grading can be
removed, and no file that a teacher has copied, changed or added is taken for one of them.
"""

import os
import re
from dataclasses import replace
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Final

from autograder.classroom.bug_groups import bug_groups
from autograder.classroom.changes import Change
from autograder.classroom.class_rows import NO_GRADE, ClassGrades, ClassRow, RowData
from autograder.classroom.intake import CLASS_PAGE, LARGEST_PAGE
from autograder.classroom.students import folded
from autograder.errors import GradingError
from autograder.reporters.class_page import draw_class_page
from autograder.reporters.grade_page import draw_grade_page
from autograder.reporters.group_report import draw_group_page
from autograder.reporters.json_report import read_grade
from autograder.student.submission_files import read_regular_file
from pacman.display.messages import IN_ENGLISH, Words
from pacman.files import check_writable, write_whole

LONGEST_STEM: Final = 50  # characters of a file name: systems allow 255 bytes, including suffixes and numbers
MARK: Final = b"<!-- page of a class: "
RESERVED: Final = ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))  # Windows


def _heading(data: RowData) -> str:
    """Return the heading of a student's page: all files may be called multiAgents.py."""
    row = ClassRow.read(data)
    return f"{row.names} ({row.id})" if row.names else row.id


class ClassPages:
    """Writes pages to a folder: that of a student with each row, those of groups and of the class at the end.

    Pages of an earlier grading that this one does not replace are removed at the end; num_removed: their number.
    """

    def __init__(self, folder: Path, words: Words = IN_ENGLISH) -> None:
        self._folder = folder
        self._words = words
        self._pages: dict[str, str] = {}  # names of files, by id
        self._groups: dict[str, str] = {}  # names of files, by bug
        self._problem: GradingError | None = None  # the first error of writing a page
        self.num_removed = 0
        try:
            folder.mkdir(exist_ok=True)
        except OSError as problem:
            raise GradingError(f"{folder}: cannot be created: {problem.strerror or problem}") from problem
        check_writable(folder / CLASS_PAGE, GradingError)

    def add(self, data: RowData, change: Change | None = None) -> None:
        """Write the page of a student, replacing an earlier one; without a grade there is none.

        change: since earlier grades, if they were compared.
        An error does not end the grading of the class: `finish` raises it.
        """
        if data["status"] == NO_GRADE:
            self._pages.pop(data["id"], None)
            return
        grade = replace(read_grade(data), submission=_heading(data))
        try:
            self._write(self._name(data["id"]), draw_grade_page(grade, self._words, change))
        except GradingError as problem:
            del self._pages[data["id"]]
            self._problem = self._problem or problem

    def _write(self, name: str, page: str) -> None:
        write_whole(self._folder / name, f"{page}{_mark(name, page.encode()).decode()}", GradingError)

    def _name(self, id: str) -> str:
        """Return the file name of a student's page."""
        if id not in self._pages:
            self._pages[id] = self._unused(id, "student")
        return self._pages[id]

    def _unused(self, text: str, default: str) -> str:
        """Return a file name that begins with this text, valid on every system and unique."""
        stem = re.sub(r"[^\w.-]+", "_", text).strip("._")[:LONGEST_STEM] or default
        if stem.partition(".")[0].casefold() in RESERVED:
            stem = f"{default}-{stem}"
        # Folded, since systems differ in which names they take for the same.
        taken = {folded(name) for name in (CLASS_PAGE, *self._pages.values(), *self._groups.values())}
        numbered = (f"{stem}-{number}.html" for number in count(2))
        return next(name for name in chain([f"{stem}.html"], numbered) if folded(name) not in taken)

    def finish(self, grades: ClassGrades) -> None:
        """Write the pages of groups and of the class, and remove the pages that it does not link.

        Raise GradingError if any page could not be written, in which case none is removed, or could not be removed.
        """
        self._write_groups(grades)
        page = draw_class_page(grades, self._pages, self._words, self._groups)
        write_whole(self._folder / CLASS_PAGE, page, GradingError)
        if self._problem is None:
            self._remove_earlier_pages()
        if self._problem is not None:
            raise self._problem

    def _write_groups(self, grades: ClassGrades) -> None:
        """Write a page for each bug; each page links to those of the other bugs of its students."""
        groups, loaded = bug_groups(grades.rows), sum(row.is_loaded for row in grades.rows)
        for group in groups:
            self._groups[group.bug] = self._unused(f"bug-{group.bug}", "bug")
        for number, group in enumerate(groups):
            page = draw_group_page(group, number, loaded, self._pages, self._groups, self._words)
            try:
                self._write(self._groups[group.bug], page)
            except GradingError as problem:
                del self._groups[group.bug]
                self._problem = self._problem or problem

    def _remove_earlier_pages(self) -> None:
        linked = {*self._pages.values(), *self._groups.values()}
        for path in sorted(self._folder.glob("*.html")):
            if path.name not in linked and _is_class_page(path):
                try:
                    path.unlink()
                    self.num_removed += 1
                except OSError as problem:
                    reason = f"of an earlier grading; cannot be removed: {problem.strerror or problem}"
                    self._problem = self._problem or GradingError(f"{path}: {reason}")


def _mark(name: str, page: bytes) -> bytes:
    """Return the last line of a page of a student or a group."""
    return MARK + f"{sha256(os.fsencode(name) + page).hexdigest()} -->\n".encode()


def _is_class_page(path: Path) -> bool:
    """True for a page of a student or a group that has the name and the content that it was written with."""
    try:
        content = read_regular_file(path, LARGEST_PAGE, GradingError, follow=False)
    except GradingError:
        return False
    start = content.rfind(MARK)
    return content[start:] == _mark(path.name, content[:start])
