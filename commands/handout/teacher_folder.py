"""From a teacher's folder two others: what students get, and what their work is graded with.

The teacher's folder has the template multiAgents.py and the cases test_cases/, both needed. It may have layouts/;
hidden_cases/, more cases for the grading alone; the handout; and whatever has "solution" in its name, which no student
gets.
"""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from autograder.assignment.assignment import load_assignment, read_case, read_question
from autograder.assignment.solution_files import write_solution
from autograder.errors import GradingError
from commands.handout.student_folder import PROGRAMS, check_new, course_files, new_folder, write_files
from commands.shared.output import note, say
from pacman.berkeley import STUDENTS_FILE
from pacman.berkeley.submission import BERKELEY_MODULES, compiled
from pacman.errors import AgentError, LayoutError, PacmanError
from pacman.layout import load_layout

CASES: Final = "test_cases"
HIDDEN: Final = "hidden_cases"
LAYOUTS: Final = "layouts"
SECRET: Final = "solution"  # no student gets what has this in its name
HANDOUT_FILES: Final = (".css", ".gif", ".htm", ".html", ".jpg", ".md", ".pdf", ".png", ".rst", ".svg", ".txt")
HANDOUT_NAMES: Final = ("README", "LICENSE", "VERSION", "docs", "handout", "images")
# Programs of Berkeley's project in whose place the package stands, beside those that every kit has.
REPLACED: Final = frozenset(
    f"{name}.py"
    for name in (
        *BERKELEY_MODULES,
        *("grading", "graphicsDisplay", "graphicsUtils", "multiagentTestClasses", "projectParams"),
        *("submission_autograder", "testClasses", "testParser", "textDisplay"),
    )
)


def make_course(course: Path, folder: Path) -> None:
    """Make the students' folder, and beside it the one for grading; lists what was not understood."""
    folder = folder if folder.name else folder.resolve()
    grading = folder.with_name(f"{folder.resolve().name}-grading")
    _check_parts(course)
    check_new(folder)
    with new_folder(grading) as for_grading, new_folder(folder) as for_students:
        remarks = [*_copy_parts(course, for_students, for_grading), *_odd_parts(course)]
        of_cases = list(_complete_cases(for_grading / CASES, for_students / CASES))
        remarks += [remark.replace(str(for_grading), str(grading)) for remark in of_cases]
    for remark in dict.fromkeys(remarks):
        note(f"not understood: {remark}")
    say(f"{folder}: the students' folder; in it: python autograder.py")
    say(f"{grading}: for grading: run.py grade {STUDENTS_FILE} --cases {grading / CASES}")


def _check_parts(course: Path) -> None:
    if not course.is_dir():
        raise PacmanError(f"{course}: not a folder; expected a teacher's folder with {STUDENTS_FILE} and {CASES}/")
    parts = {STUDENTS_FILE: (course / STUDENTS_FILE).is_file(), f"{CASES}/": (course / CASES).is_dir()}
    missing = [part for part, is_there in parts.items() if not is_there]
    if missing:
        raise PacmanError(f"{course}: no {' and no '.join(missing)}; a teacher's folder has {' and '.join(parts)}")


def _copy_parts(course: Path, for_students: Path, for_grading: Path) -> Iterator[str]:
    """Copy everything to where it belongs; yields what belongs nowhere."""
    needed = _imported(course / STUDENTS_FILE)
    for part in sorted(course.iterdir()):
        if part.name in REPLACED or part.name in PROGRAMS or part.name.startswith((".", "__")):
            continue
        if SECRET in part.name.lower():
            _copy(part, for_grading)
        elif part.name in (CASES, LAYOUTS):
            _copy(part, for_students)
            _copy(part, for_grading)
        elif part.name == STUDENTS_FILE or part.name in needed or _is_handout(part):
            _copy(part, for_students)
        elif part.name != HIDDEN:
            yield f"{part}: neither template, layouts, cases, solution nor handout; left out"
    if (course / HIDDEN).is_dir():
        shutil.copytree(course / HIDDEN, for_grading / CASES, dirs_exist_ok=True)
    write_files(for_students, course_files())


def _copy(part: Path, folder: Path) -> None:
    if part.is_dir():
        shutil.copytree(part, folder / part.name)
    else:
        shutil.copyfile(part, folder / part.name)


def _is_handout(part: Path) -> bool:
    return part.name in HANDOUT_NAMES or (part.is_file() and part.suffix.lower() in HANDOUT_FILES)


def _imported(template: Path) -> set[str]:
    """The files that a template imports, if they are beside it."""
    try:
        nodes = list(ast.walk(ast.parse(template.read_bytes())))
    except (SyntaxError, ValueError):
        return set()
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    return {f"{name}.py" for name in names}


def _odd_parts(course: Path) -> Iterator[str]:
    """What was copied and will not do."""
    try:
        compiled(course / STUDENTS_FILE)
    except AgentError as error:
        yield str(error)
    for path in sorted((course / LAYOUTS).glob("*.lay")):
        try:
            load_layout(path)
        except LayoutError as error:
            yield str(error)


def _complete_cases(for_grading: Path, for_students: Path) -> Iterator[str]:
    """Write solutions that are missing. A case that cannot be read or solved is told and left out."""
    for path in sorted(for_grading.glob("*/*.test")):
        solution = path.with_suffix(".solution")
        twin = for_students / path.relative_to(for_grading)
        try:
            case = read_case(path, for_grading, with_solution=solution.is_file())
            if case is not None and case.has_solution and not solution.is_file():
                write_solution(case)
                if twin.is_file():
                    shutil.copyfile(solution, twin.with_suffix(".solution"))
        except GradingError as error:
            yield f"{error}; left out"
            path.unlink()
            twin.unlink(missing_ok=True)
    try:
        for config in sorted(for_grading.glob("*/CONFIG")):
            read_question(for_grading, config.parent.name)
        yield from load_assignment(for_grading).remarks
    except GradingError as error:
        yield str(error)
