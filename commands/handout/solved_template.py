"""Check that a course's template does not contain the solution of a question."""

from collections.abc import Iterator
from pathlib import Path

from autograder.assignment.assignment import Question, read_question
from autograder.errors import GradingError
from autograder.solved_questions import solved_questions
from jobs.progress_bar import ProgressBar
from pacman.errors import PacmanError


def check_unsolved(template: Path, copy: Path, cases: Path) -> list[str]:
    """Raise PacmanError if a template solves a question of these cases; return remarks on undecided questions.

    copy: the template in the students' folder, next to the files that it imports.
    """
    questions = list(_questions(cases))
    with ProgressBar(len(questions), unit="question", label="checking the template") as progress:
        try:
            found = solved_questions(copy, questions, progress.advance)
        except GradingError as error:
            return [
                f"{str(error).replace(str(copy), str(template))}; could not check if the template solves a question"
            ]
    if found.solved:
        names = ", ".join(found.solved)
        raise PacmanError(f"{template}: solves {names}; students would get the solution. Use --solved if they may")
    return [f"{template}: its games take too long to check if it solves {name}" for name in found.unsure]


def _questions(cases: Path) -> Iterator[Question]:
    """Yield all questions that can be read, including those that are not in the order of CONFIG."""
    for config in sorted(cases.glob("*/CONFIG")):
        try:
            yield read_question(cases, config.parent.name)
        except GradingError:  # already reported when the cases were copied
            continue
