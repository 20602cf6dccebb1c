"""Make two folders from a teacher's folder: one for the students and one for grading.

The teacher's folder must have the template multiAgents.py and the cases test_cases/. It may have layouts/;
hidden_cases/, with cases for grading only; the handout; and files with "solution" or the like in their names, which
students never get.
"""

import ast
import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from commands.handout.course_cases import complete_cases, hide_cases
from commands.handout.solved_template import check_unsolved
from commands.handout.student_folder import PROGRAMS, check_new, course_files, new_folder
from commands.shared.output import note, say
from pacman.berkeley import STUDENTS_FILE
from pacman.berkeley.submission import BERKELEY_MODULES, compiled, parsed
from pacman.errors import AgentError, LayoutError, PacmanError
from pacman.files import write_files
from pacman.layout import load_layout

CASES: Final = "test_cases"
CASE_FILES: Final = (".test", ".solution")
HIDDEN: Final = "hidden_cases"
LAYOUTS: Final = "layouts"
SECRETS: Final = ("answer", "instructor", "rubric", "secret", "solution", "staff")  # in names that students never get
HANDOUT_FILES: Final = (".css", ".gif", ".htm", ".html", ".jpg", ".md", ".pdf", ".png", ".rst", ".svg", ".txt")
HANDOUT_NAMES: Final = ("README", "LICENSE", "VERSION", "docs", "handout", "images")
# Programs of Berkeley's project that this package replaces, besides those that every kit has.
REPLACED: Final = frozenset(
    f"{name}.py"
    for name in (
        *BERKELEY_MODULES,
        *("grading", "graphicsDisplay", "graphicsUtils", "multiagentTestClasses", "projectParams"),
        *("submission_autograder", "testClasses", "testParser", "textDisplay"),
    )
)


def make_course(course: Path, folder: Path, *, may_be_solved: bool = False) -> None:
    """Make the students' folder and, beside it, the one for grading; list what was not understood.

    Raises PacmanError for a template that solves a question, unless `may_be_solved`.
    """
    folder = folder if folder.name else folder.resolve()
    grading = folder.with_name(f"{folder.resolve().name}-grading")
    _check_parts(course)
    check_new(folder)
    with new_folder(grading) as for_grading, new_folder(folder) as for_students:
        remarks = [*_copy_parts(course, for_students, for_grading), *_odd_parts(course)]
        cases = for_grading / CASES, for_students / CASES
        of_cases = [*complete_cases(*cases), *hide_cases(*cases)]
        if not may_be_solved:
            of_cases += check_unsolved(course / STUDENTS_FILE, for_students / STUDENTS_FILE, for_grading / CASES)
        remarks += [remark.replace(str(for_grading), str(grading)) for remark in of_cases]
    for remark in dict.fromkeys(remarks):
        note(f"not understood: {remark}")
    say(f"{folder}: the students' folder; run there: python autograder.py")
    say(f"{grading}: for grading: run.py grade {STUDENTS_FILE} --cases {grading / CASES}")
    secrets = [name for name in sorted(os.listdir(grading)) if name not in (CASES, LAYOUTS, STUDENTS_FILE)]
    if secrets:
        kept = (f"{name} in part" if (folder / name).exists() else name for name in secrets)
        say(f"  kept from students: {', '.join(kept)}")


def _check_parts(course: Path) -> None:
    if not course.is_dir():
        raise PacmanError(f"{course}: not a folder; expected a teacher's folder with {STUDENTS_FILE} and {CASES}/")
    parts = {STUDENTS_FILE: (course / STUDENTS_FILE).is_file(), f"{CASES}/": (course / CASES).is_dir()}
    missing = [part for part, is_there in parts.items() if not is_there]
    if missing:
        raise PacmanError(f"{course}: no {' and no '.join(missing)}; a teacher's folder has {' and '.join(parts)}")


def _copy_parts(course: Path, for_students: Path, for_grading: Path) -> Iterator[str]:
    """Copy every file to its places; yield a remark for each one that has none or cannot be read."""
    needed = imported_files(course / STUDENTS_FILE)
    last = course / HIDDEN  # last, since its files may replace others
    for path in sorted(_files(course), key=lambda path: path.is_relative_to(last)):
        part = path.relative_to(course)
        if str(part) in REPLACED or str(part) in PROGRAMS:
            continue
        places = _places(part, needed, for_students, for_grading)
        if not places:
            yield f"{course / part.parts[0]}: neither template, layouts, cases, solution nor handout; left out"
            continue
        try:
            content = path.read_bytes() if os.path.isfile(path) else None
        except OSError:
            content = None
        if content is None:
            yield f"{path}: not a file that can be read; left out"
            continue
        for place in places:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    for folder in (for_students, for_grading):
        (folder / CASES).mkdir(exist_ok=True)
    write_files(for_students, course_files())


def _files(folder: Path) -> Iterator[Path]:
    """Yield all files below a folder, except hidden ones and caches of Python.

    A folder that cannot be read, or a link to a folder around it, is yielded itself.
    """
    around = (folder.resolve(), *folder.resolve().parents)
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "__")):
            continue
        if os.path.isdir(path) and os.access(path, os.R_OK | os.X_OK) and path.resolve() not in around:
            yield from _files(path)
        else:
            yield path


def _places(part: Path, needed: Collection[str], for_students: Path, for_grading: Path) -> list[Path]:
    """Return the destinations of a file; none if it is neither for students nor for grading."""
    kind, *inner = part.parts
    if kind == HIDDEN and inner:
        return [for_grading.joinpath(CASES, *inner)]
    if is_secret(part):
        return [for_grading / part]
    if kind in (CASES, LAYOUTS) and inner:
        return [for_students / part, for_grading / part]
    is_handout = kind in HANDOUT_NAMES or (not inner and part.suffix.lower() in HANDOUT_FILES)
    if part == Path(STUDENTS_FILE):  # beside the cases it defines which agents are known
        return [for_students / part, for_grading / part]
    return [for_students / part] if is_handout or str(part) in needed else []


def is_secret(part: Path) -> bool:
    """True if the file or a folder on its path has a secret name; the solutions of cases do not count."""
    names = part.parts[:-1] if part.parts[0] == CASES and part.suffix in CASE_FILES else part.parts
    return any(secret in name.lower() for secret in SECRETS for name in names)


def imported_files(template: Path) -> set[str]:
    """Return the names of the files beside a template that it would import."""
    try:
        module = parsed(template.read_bytes())
    except OSError as problem:
        raise PacmanError(f"{template}: cannot be read: {problem.strerror or problem}") from problem
    nodes = list(ast.walk(module)) if module else []
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {f"{name}.py" for name in names}


def _odd_parts(course: Path) -> Iterator[str]:
    """Yield a remark for the template or a layout that was copied but cannot be used."""
    try:
        compiled(course / STUDENTS_FILE)
    except AgentError as error:
        yield str(error)
    for path in sorted((course / LAYOUTS).glob("*.lay")):
        try:
            load_layout(path)
        except LayoutError as error:
            yield str(error)
