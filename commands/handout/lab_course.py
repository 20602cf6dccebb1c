"""The course of a lab: template, cases and mazes as texts, without what students must not see."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from autograder.assignment.assignment import plain_files
from commands.handout.course_cases import complete_cases, hide_cases
from commands.handout.student_folder import template_file
from commands.handout.teacher_folder import CASE_FILES, imported_files, is_secret
from lab.builder import Course
from pacman.berkeley import STUDENTS_FILE
from pacman.berkeley.submission import compiled
from pacman.errors import LayoutError, PacmanError
from pacman.files import read_text
from pacman.layout import LARGEST_FILE, LAYOUT_FOLDER, load_layout

LARGEST_TEMPLATE: Final = 500_000  # bytes
_COMMANDS: Final = re.compile(r"Watch one of your agents, play ten games.*?-q q2\n", flags=re.DOTALL)
_IN_THE_LAB: Final = "Choose one of your agents under\nPacman, and press Run.\n"


class CourseParts:
    """The parts of a course that a teacher names; our own replace the others. `left_out` lists what is not included."""

    def __init__(self, template: Path | None, cases: Path | None, layouts: Path | None, language: str | None) -> None:
        self._template = template
        self._cases = cases
        self._layouts = layouts
        self._language = language
        self.left_out: list[str] = []

    def course(self) -> Course:
        """Return a complete course; raise PacmanError for a part that cannot be used."""
        found = self.changes()
        files = found.pop("files", None) or _our_template()
        layouts = found.pop("layouts", None) or self._mazes(LAYOUT_FOLDER)
        return Course(files, layouts, **found)

    def changes(self) -> dict[str, Any]:
        """Return the parts that the teacher names, by the fields of `Course`."""
        found: dict[str, Any] = {}
        if self._template:
            found["files"] = self._files(self._template)
        if self._cases:
            found["cases"] = self._visible_cases(self._cases)
        if self._layouts:
            found["layouts"] = self._mazes(self._layouts)
        if self._language:
            found["language"] = self._language
        return found

    def _files(self, template: Path) -> dict[str, str]:
        """Return the template under the name of the students' file, and the files beside it that it imports."""
        compiled(template)
        files = {STUDENTS_FILE: read_text(template, LARGEST_TEMPLATE, PacmanError, "a Python file")}
        for name in sorted(imported_files(template) - {template.name}):
            beside = template.with_name(name)
            if not beside.is_file():
                continue
            if is_secret(Path(name)):
                self.left_out.append(f"{beside}: left out: its name says that students must not see it")
                continue
            compiled(beside)
            files[name] = read_text(beside, LARGEST_TEMPLATE, PacmanError, "a Python file")
        return files

    def _visible_cases(self, folder: Path) -> dict[str, str]:
        if not any(folder.glob("*/*.test")):
            raise PacmanError(f"{folder}: no cases; expected a folder of questions with .test files")
        with TemporaryDirectory() as place:
            for_grading, for_students = Path(place, "grading"), Path(place, "students")
            for copy in (for_grading, for_students):
                shutil.copytree(folder, copy)
            remarks = [*complete_cases(for_grading, for_students), *hide_cases(for_grading, for_students)]
            self.left_out += [remark.replace(str(for_grading), str(folder)) for remark in remarks]
            shown = {path.relative_to(for_students).as_posix(): path for path in _case_files(for_students)}
            texts = {name: read_text(path, LARGEST_FILE, PacmanError, "a case") for name, path in shown.items()}
        hidden = [path for path in _case_files(folder) if path.relative_to(folder).as_posix() not in texts]
        self.left_out += [f"{path}: left out: not visible to students" for path in hidden]
        return texts

    def _mazes(self, folder: Path) -> dict[str, str]:
        found: dict[str, str] = {}
        for path in sorted(folder.glob("*.lay")):
            try:
                load_layout(path)
                found[path.stem] = read_text(path, LARGEST_FILE, LayoutError, "a maze")
            except LayoutError as error:
                self.left_out.append(f"{error}; left out")
        if not found:
            raise PacmanError(f"{folder}: no mazes; expected a folder of .lay files")
        return found


def _case_files(folder: Path) -> Iterator[Path]:
    return (path for path in plain_files(folder) if path.suffix in CASE_FILES or path.name == "CONFIG")


def _our_template() -> dict[str, str]:
    """Return our template; its first lines name the lab's buttons instead of commands."""
    text = read_text(template_file(), LARGEST_TEMPLATE, PacmanError, "the template")
    return {STUDENTS_FILE: _COMMANDS.sub(_IN_THE_LAB, text)}
