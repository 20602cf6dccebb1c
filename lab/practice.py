"""Practice grading: the questions of the course, graded inside the page with the public dice of `grade`.

Python in a page cannot interrupt the student's code. The page measures the time instead, terminates a worker that takes
too long, and asks for the question again, with the number of the case that hung: the case is then out of time, and the
submission is loaded again after it, as in the grader.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeVar

from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.failures import Failure, FailureKind, StudentFailure
from autograder.grading import grade
from autograder.reporters.grade_data import GradeParts, question_data, translated
from autograder.results import CaseResult, Grade
from autograder.student.dice_key import PUBLIC_KEY
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from lab.student_code import Output, student_code_runs
from pacman.berkeley import STUDENTS_FILE
from pacman.display.messages import Words
from pacman.errors import PacmanError

SLOWNESS: Final = 5  # Python in a browser may take this many times as long as the grader's
ALIVE_SECONDS: Final = 0.2  # between two signs of life
LOST: Final = {  # cases that the page had to end, by the reason
    "time": Failure(FailureKind.TIMED_OUT, "out of time: your code did not answer before the page ended it"),
    "crash": Failure(FailureKind.CRASHED, "your code ended the page's Python, for example by using too much memory"),
}

T = TypeVar("T")
Send = Callable[[dict[str, Any]], object]


class PracticeLimits(Limits):
    """Limits with more time for a case, because Python in a browser is slower."""

    def seconds(self, wanted: float) -> float:
        return SLOWNESS * super().seconds(wanted)


LIMITS: Final = PracticeLimits(question=3600)


def practice_assignment(cases: Path) -> Assignment:
    """Return the course's cases, or ours if the course has none."""
    return load_assignment(cases if any(cases.glob("*/*.test")) else OUR_OWN)


def questions_data(assignment: Assignment) -> list[dict[str, Any]]:
    """Return the name, the points and the number of cases of each question, and the questions that it needs."""
    return [
        {
            "name": question.name,
            "most": question.config.max_points,
            "cases": [case.name for case in question.cases],
            "needs": list(question.config.depends),
        }
        for question in assignment.questions
    ]


def practise(
    assignment: Assignment, question: str, folder: Path, lost: Mapping[int, str], words: Words, send: Send
) -> dict[str, Any]:
    """Grade one question; return its data with searches and games by name, and the names of failed cases and bugs.

    lost: keys of LOST by the number of the case, from 0. send: receives the number of each case before it runs, a sign
    of life before calls of the student's code, and a message when all cases have run.
    """
    wanted = [each for each in assignment.questions if each.name == question]
    if not wanted:
        raise PacmanError(f"there is no question {question!r}")
    send({"kind": "alive"})
    student = PracticeStudent(folder / STUDENTS_FILE, len(wanted[0].cases), lost, send)
    try:
        only = Assignment(assignment.folder, (wanted[0],), is_gated=False)
        result = Grade(STUDENTS_FILE, "none")
        grade(only, student, result, LIMITS, on_case=student.end_case)
    finally:
        student.close()
    (graded,) = translated(result, words).questions
    parts = GradeParts(STUDENTS_FILE, words)
    return {
        "question": question_data(graded, parts),
        "isSolved": graded.points >= graded.max_points,
        "searches": parts.searches,
        "games": parts.games,
        "played": {name: _played(record) for name, record in parts.records.items()},
        "failed": [case.name for case in graded.cases if not case.passed],
        "bugs": list(dict.fromkeys(case.bug for case in graded.cases if case.bug)),
    }


def _played(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a game as the parameters of a request to explain one of its decisions."""
    layout, pacman = record["layout"], record["agents"][0]
    arguments = ",".join(f"{name}={value}" for name, value in pacman["arguments"].items())
    return {
        "layout": {"name": layout["name"], "text": "\n".join(layout["text"])},
        "pacman": {"agent": f"{STUDENTS_FILE}:{pacman['name']}", "arguments": arguments},
        "ghosts": record["ghosts"],
        "moves": record["moves"],
    }


class PracticeStudent(InProcessStudent):
    """A submission in the lab: our packages are closed while its code runs, and the page hears of each call."""

    def __init__(self, path: Path, num_cases: int, lost: Mapping[int, str], send: Send) -> None:
        self._num_cases = num_cases
        self._lost = lost
        self._send = send
        self._sent_at = 0.0
        self._case = -1
        self._failed: Failure | None = None  # the reason why the present case is not run
        super().__init__(path, LIMITS, dice_key=PUBLIC_KEY)

    def start_case(self, is_last: bool) -> None:
        self._case += 1
        reason = self._lost.get(self._case)
        self._failed = LOST[reason] if reason else None
        self._send({"kind": "case", "number": self._case})

    def end_case(self, result: CaseResult) -> None:
        """Load the submission again after a case that was ended; report the end of the last case."""
        if self._failed is not None:
            self._failed = None
            self.load()
        if self._case == self._num_cases - 1:
            self._send({"kind": "analysis"})

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        if self._failed is not None:
            raise StudentFailure(self._failed)
        if monotonic() - self._sent_at > ALIVE_SECONDS:
            self._sent_at = monotonic()
            self._send({"kind": "alive"})
        return super().call(function, *arguments)

    @contextmanager
    def _running(self) -> Iterator[None]:
        # What the code prints belongs to its case, and is shown with it.
        with student_code_runs(Output(lambda text: None)), super()._running():
            yield
