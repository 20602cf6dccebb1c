"""Practice grading: the questions of the course, graded inside the page with the public dice of `grade`.

Python in a page cannot interrupt the student's code. The page measures the time instead, terminates a worker that takes
too long, and asks another worker to go on with the question: with the results so far, and with the number of the case
that hung, which is then out of time. The submission is loaded again there, as in the grader.
"""

import pickle
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
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

MOST_PACKED: Final = 2_000_000  # characters of a result; a larger one is not kept, and its case would run again

T = TypeVar("T")
Send = Callable[[dict[str, Any]], object]


class PracticeLimits(Limits):
    """Limits with more time for a case, because Python in a browser is slower."""

    def seconds(self, wanted: float) -> float:
        return SLOWNESS * super().seconds(wanted)


LIMITS: Final = PracticeLimits(question=3600)


@dataclass(frozen=True)
class Interrupted:
    """The part of a question that other workers have graded before the page ended them; keys are texts, as in JSON.

    results: of finished cases by number, from 0, as `pack` writes them.
    lost: keys of LOST, by the number of the case that ran then. unanswered: the same, by the number of the call of the
    student's code, from 1, that the analysis after the cases had made then.
    """

    results: Mapping[str, str] = field(default_factory=dict)
    lost: Mapping[str, str] = field(default_factory=dict)
    unanswered: Mapping[str, str] = field(default_factory=dict)


def pack(result: CaseResult) -> str:
    """Return a result as text; an empty one if it cannot be kept."""
    try:
        text = b64encode(pickle.dumps(result)).decode()
    except Exception:  # an answer may contain objects of the student's classes
        return ""
    return text if len(text) <= MOST_PACKED else ""


def unpack(text: str) -> CaseResult | None:
    """Return a packed result; None if it cannot be read.

    The text comes from a worker that the student's code may control. It is read in a worker that runs the same code,
    and that the page trusts no more than the first one.
    """
    try:
        result = pickle.loads(b64decode(text))
    except Exception:
        return None
    return result if isinstance(result, CaseResult) else None


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
    assignment: Assignment,
    question: str,
    folder: Path,
    words: Words,
    send: Send,
    before: Interrupted | None = None,
) -> dict[str, Any]:
    """Grade one question; return its data with searches and games by name, and the names of failed cases and bugs.

    before: the results so far, if the page had to end a worker.
    send: receives the number of each case before it runs and its packed result afterwards, a sign of life before calls
    of the student's code, and messages about the analysis after the cases: the number of each call of the student's
    code in it, and its end.
    """
    wanted = [each for each in assignment.questions if each.name == question]
    if not wanted:
        raise PacmanError(f"there is no question {question!r}")
    send({"kind": "alive"})
    before = before or Interrupted()
    cases = wanted[0].cases
    kept = {number: unpack(text) for number, text in before.results.items()}
    known = {case.id: each for number, case in enumerate(cases) if (each := kept.get(str(number))) is not None}
    with closing(PracticeStudent(folder / STUDENTS_FILE, len(cases), before, send)) as student:
        only = Assignment(assignment.folder, (wanted[0],), is_gated=False)
        result = Grade(STUDENTS_FILE, "none")
        grade(only, student, result, LIMITS, on_case=student.end_case, known=known)
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

    def __init__(self, path: Path, num_cases: int, before: Interrupted, send: Send) -> None:
        self._num_cases = num_cases
        self._before = before
        self._send = send
        self._sent_at = 0.0
        self._case = -1
        self._failed: Failure | None = None  # the reason why the present case is not run
        self._is_analysed = False  # after the last case
        self._calls = 0  # of the analysis
        super().__init__(path, LIMITS, dice_key=PUBLIC_KEY)

    def start_case(self, is_last: bool) -> None:
        self._case += 1
        reason = self._before.lost.get(str(self._case))
        self._failed = LOST[reason] if reason else None
        self._send({"kind": "case", "number": self._case})

    def end_case(self, result: CaseResult) -> None:
        """Send the result of a case, and report the end of the last one."""
        self._failed = None
        if str(self._case) not in self._before.results and (text := pack(result)):
            self._send({"kind": "result", "number": self._case, "result": text})
        if self._case == self._num_cases - 1:
            self._is_analysed = True
            self._send({"kind": "analysis"})

    def call(self, function: Callable[..., T], *arguments: Any) -> T:
        if self._failed is not None:
            raise StudentFailure(self._failed)
        if self._is_analysed:
            return self._call_again(function, *arguments)
        if monotonic() - self._sent_at > ALIVE_SECONDS:
            self._sent_at = monotonic()
            self._send({"kind": "alive"})
        return super().call(function, *arguments)

    def _call_again(self, function: Callable[..., T], *arguments: Any) -> T:
        """Make a call of the analysis, unless it had to be ended before."""
        self._calls += 1
        if reason := self._before.unanswered.get(str(self._calls)):
            raise StudentFailure(LOST[reason])
        self._send({"kind": "asked", "number": self._calls})
        try:
            return super().call(function, *arguments)
        finally:
            self._send({"kind": "analysis"})

    @contextmanager
    def _running(self) -> Iterator[None]:
        # What the code prints belongs to its case, and is shown with it.
        with student_code_runs(Output(lambda text: None)), super()._running():
            yield
