"""Writing the `.solution` files of an assignment from our own reference."""

from collections.abc import Iterator
from pathlib import Path

from autograder.assignment.assignment import Assignment
from autograder.assignment.case_files import properties_text
from autograder.case_types.case import Case
from autograder.errors import GradingError
from pacman.files import write_whole


def generate_solutions(assignment: Assignment) -> Iterator[Path]:
    """Solve every case that has a solution and write it beside the case; yields each file when it is written."""
    for question in assignment.questions:
        for case in question.cases:
            if case.has_solution:
                yield write_solution(case)


def write_solution(case: Case) -> Path:
    """Solve a case and write the solution beside it."""
    path = case.file.path.with_suffix(".solution")
    text = properties_text(case.solve(), f"The solution of {case.file.path.name}, from the reference.")
    write_whole(path, text, GradingError)
    return path
