"""The cases of a teacher's folder: write missing solutions, and remove hidden cases from the students' copy."""

import shutil
from collections.abc import Collection, Iterator
from pathlib import Path

from autograder.assignment.assignment import load_assignment, read_case, read_question, write_solution
from autograder.assignment.case_files import CaseFile, properties_text
from autograder.errors import GradingError
from autograder.results import VISIBLE


def complete_cases(for_grading: Path, for_students: Path) -> Iterator[str]:
    """Write missing solutions; remove cases that cannot be read or solved. Yield a remark for each problem."""
    for path in sorted(for_grading.rglob("*.test")):
        if len(path.relative_to(for_grading).parts) != 2:
            yield f"{path}: a case must be in the folder of a question; this one is not graded"
            continue
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
        assignment = load_assignment(for_grading)
    except GradingError as error:
        yield str(error)
        return
    yield from assignment.remarks
    graded = {question.name for question in assignment.questions}
    for config in sorted(for_grading.glob("*/CONFIG")):
        name = config.parent.name
        if name not in graded and not (for_students / name).is_dir():
            yield f"{config.parent}: not in the order of CONFIG; graded only with -q {name}"


def hide_cases(for_grading: Path, for_students: Path) -> Iterator[str]:
    """Remove hidden cases from the students' folder, and those that cannot be read. Yield a remark for each problem.

    Other files in the folder of a question are removed, too: one may be a copy of a hidden case.
    """
    for folder in sorted(path for path in for_students.iterdir() if path.is_dir()):
        try:
            question = read_question(for_grading, folder.name)
            theirs = [case for case in question.cases if (folder / case.file.path.name).is_file()]
            shown = [case.name for case in theirs if case.visibility == VISIBLE]
        except GradingError as error:
            yield f"{error}; removed from the students' folder"
            shown = []
        for path in sorted(folder.iterdir()):
            is_case = path.suffix in (".test", ".solution") and path.is_file()
            if not is_case and path.name != "CONFIG":
                yield f"{for_grading / path.relative_to(for_students)}: not a case; removed from the students' folder"
            if path.is_dir():
                shutil.rmtree(path)
            elif path.name != "CONFIG" and not (is_case and path.stem in shown):
                path.unlink()
        if not any(folder.glob("*.test")):
            shutil.rmtree(folder)
    # A CONFIG that names a removed question would be an error for students, and reveal that the question exists.
    left = {config.parent.name for config in for_students.glob("*/CONFIG")}
    for config in sorted(for_students.rglob("CONFIG")):
        _forget_others(config, left)


def _forget_others(config: Path, questions: Collection[str]) -> None:
    """Rewrite a CONFIG so that it names only these questions, and no hidden case."""
    try:
        values = dict(CaseFile.read(config).values)
    except GradingError:  # already reported
        return
    kept = {key: value for key, value in values.items() if key != "visibility"}
    for key in {"order", "depends"} & values.keys():
        kept[key] = " ".join(name for name in values[key].split() if name in questions)
    if kept != values:
        config.write_text(properties_text(kept), encoding="utf-8")
