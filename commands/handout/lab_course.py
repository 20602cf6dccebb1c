"""The course of a lab: template, cases and mazes as texts, without what students must not see."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from autograder.assignment.assignment import OUR_OWN, assignment_files, plain_files
from autograder.assignment.case_files import CaseFile
from commands.handout.course_cases import complete_cases, hide_cases
from commands.handout.solved_template import check_unsolved
from commands.handout.student_folder import template_file
from commands.handout.teacher_folder import CASE_FILES, imported_files, is_secret
from lab.builder import Course
from pacman.berkeley import STUDENTS_FILE
from pacman.berkeley.submission import compiled
from pacman.errors import LayoutError, PacmanError
from pacman.files import read_text, write_files
from pacman.layout import LARGEST_FILE, LAYOUT_FOLDER, load_layout

LARGEST_TEMPLATE: Final = 500_000  # bytes
_COMMANDS: Final = re.compile(r"Watch one of your agents, play ten games.*?-q q2\n", flags=re.DOTALL)
_IN_THE_LAB: Final = "Choose one of your agents under\nPacman, and press Run.\n"


@dataclass
class CourseParts:
    """The parts of a course that a teacher names; our own replace the others.

    `remarks` lists what is not included. A template that solves a question is refused, unless `may_be_solved`.
    """

    template: Path | None
    cases: Path | None
    layouts: Path | None
    language: str | None
    may_be_solved: bool
    remarks: list[str] = field(default_factory=list)

    def course(self) -> Course:
        """Return a complete course; raise PacmanError for a part that cannot be used."""
        found = self.changes()
        files = found.pop("files", None) or _our_template()
        layouts = found.pop("layouts", None) or self._mazes(LAYOUT_FOLDER)
        return Course(files, layouts, **found)

    def changes(self) -> dict[str, Any]:
        """Return the parts that the teacher names, by the fields of `Course`."""
        found: dict[str, Any] = {}
        if self.template:
            found["files"] = self._files(self.template)
        if self.layouts:
            found["layouts"] = self._mazes(self.layouts)
        if self.language:
            found["language"] = self.language
        with TemporaryDirectory() as place:
            for_grading = Path(place, "grading")
            if self.cases:
                found["cases"] = self._visible_cases(self.cases, for_grading, Path(place, "students"))
            if self.template and not self.may_be_solved:
                copy = Path(place, "template")
                write_files(copy, found["files"])
                cases = for_grading if self.cases else OUR_OWN
                self.remarks += check_unsolved(self.template, copy / STUDENTS_FILE, cases)
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
                self.remarks.append(f"{beside}: left out: its name says that students must not see it")
                continue
            compiled(beside)
            files[name] = read_text(beside, LARGEST_TEMPLATE, PacmanError, "a Python file")
        return files

    def _visible_cases(self, folder: Path, for_grading: Path, for_students: Path) -> dict[str, str]:
        """Copy the cases to two new folders of one folder; return the texts that students may see, with their mazes."""
        if not any(folder.glob("*/*.test")):
            raise PacmanError(f"{folder}: no cases; expected a folder of questions with .test files")
        for copy in (for_grading, for_students):
            shutil.copytree(folder, copy)
        mazes = {name: path for name, path in assignment_files(folder).items() if path.suffix == ".lay"}
        write_files(for_grading.parent, {name: _maze_text(path) for name, path in mazes.items()})
        remarks = [*complete_cases(for_grading, for_students), *hide_cases(for_grading, for_students)]
        self.remarks += [remark.replace(str(for_grading), str(folder)) for remark in remarks]
        shown = {path.relative_to(for_students).as_posix(): path for path in _case_files(for_students)}
        texts = {name: read_text(path, LARGEST_FILE, PacmanError, "a case") for name, path in shown.items()}
        hidden = [path for path in _case_files(folder) if path.relative_to(folder).as_posix() not in texts]
        self.remarks += [f"{path}: left out: not visible to students" for path in hidden]
        needed = {f"layouts/{_maze_of(path)}.lay" for path in shown.values() if path.suffix == ".test"}
        return texts | {name: _maze_text(path) for name, path in mazes.items() if name in needed}

    def _mazes(self, folder: Path) -> dict[str, str]:
        found: dict[str, str] = {}
        for path in sorted(folder.glob("*.lay")):
            try:
                load_layout(path)
                found[path.stem] = _maze_text(path)
            except LayoutError as error:
                self.remarks.append(f"{error}; left out")
        if not found:
            raise PacmanError(f"{folder}: no mazes; expected a folder of .lay files")
        return found


def _case_files(folder: Path) -> Iterator[Path]:
    return (path for path in plain_files(folder) if path.suffix in CASE_FILES or path.name == "CONFIG")


def _maze_text(path: Path) -> str:
    return read_text(path, LARGEST_FILE, LayoutError, "a maze")


def _maze_of(case: Path) -> str:
    """Return the name of the maze of a case, or an empty text."""
    return CaseFile.read(case).values.get("layoutName", "").removesuffix(".lay")


def _our_template() -> dict[str, str]:
    """Return our template; its first lines name the lab's buttons instead of commands."""
    text = read_text(template_file(), LARGEST_TEMPLATE, PacmanError, "the template")
    return {STUDENTS_FILE: _COMMANDS.sub(_IN_THE_LAB, text)}
