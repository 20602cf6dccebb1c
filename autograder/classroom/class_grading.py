"""Grading a class: every submission of a folder, in parallel, each result kept at once."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import replace
from itertools import islice
from typing import Final

from autograder.assignment.assignment import Assignment
from autograder.classroom.class_rows import ClassGrades, ClassRow, RowData, refused_row
from autograder.classroom.grade_task import grade_submission
from autograder.classroom.grades_file import GradesFile
from autograder.classroom.intake import ClassEntry, Submission, read_entry
from autograder.classroom.settings import ClassSettings
from autograder.errors import GradingError
from autograder.sandbox.isolation import INSIDE, Isolation, isolation_of_all
from autograder.sandbox.scratch_folder import remove_abandoned
from autograder.student.dice_key import PUBLIC_KEY, DiceKey
from autograder.student.limits import Limits
from autograder.student.opening import isolation_of, open_pool
from jobs.errors import ClusterLostError
from jobs.in_flight import InFlight
from jobs.process_pool import PoolOptions
from jobs.task_executor import TaskExecutor
from pacman.errors import one_line

GRACE_SECONDS: Final = 600.0  # beyond the time of all questions: then it is the grader that hangs

RowListener = Callable[[ClassGrades, RowData], None]  # told of each row, and of the class so far


def grading_pool_options(assignment: Assignment, limits: Limits) -> PoolOptions:
    """Of a pool that grades; its processes leave their folders to whoever ends it."""
    seconds = len(assignment.questions) * limits.question + GRACE_SECONDS
    return PoolOptions(task_time=seconds, has_long_tasks=True, tidy_up=remove_abandoned)


def find_isolation(executor: TaskExecutor, wanted: str, limits: Limits) -> Isolation:
    """How well students' code will be closed in; GradingError if `strict` was wanted and cannot be had everywhere."""
    return isolation_of_all(executor.run_everywhere(_isolation_here, wanted, limits))


def _isolation_here(wanted: str, limits: Limits) -> Isolation:
    with open_pool(wanted, limits) as pool:
        return isolation_of(pool, wanted)


def class_dice_key(given: str | None, isolation: str, file: GradesFile | None) -> DiceKey:
    """The key of a class: the one that is given, or that its file has, or a new one, drawn and kept there."""
    if isolation == INSIDE.name:
        return PUBLIC_KEY
    if given is not None:
        if file is not None:
            file.dice_key = None  # rows that are graded from now on have another one
        return DiceKey.read(given)
    if file is not None and file.known and file.dice_key is None:
        raise GradingError(f"{file.path}: its rows have no key of the dice; give theirs by --dice")
    secret = (file.dice_key if file else None) or secrets.token_hex(16)
    if file is not None:
        file.dice_key = secret
    return DiceKey(secret, "a secret key of this class")


def grade_class(
    entries: Sequence[ClassEntry],
    assignment: Assignment,
    settings: ClassSettings,
    executor: TaskExecutor,
    file: GradesFile | None = None,
    on_row: RowListener | None = None,
) -> ClassGrades:
    """Grade all submissions of a class; what goes wrong with one costs that one.

    `assignment` is the one that the settings select; workers read it themselves. Rows that the file holds of
    submissions that have not changed since are taken from there.
    """
    return _ClassGrading(assignment, settings, file, on_row).run(entries, executor)


class _ClassGrading:
    def __init__(
        self, assignment: Assignment, settings: ClassSettings, file: GradesFile | None, on_row: RowListener | None
    ) -> None:
        self._settings = settings
        self._file = file
        self._on_row = on_row
        self._digest = settings.digest()
        self._assignment = assignment
        self._grades = ClassGrades({q.name: q.config.max_points for q in assignment.questions})

    def run(self, entries: Sequence[ClassEntry], executor: TaskExecutor) -> ClassGrades:
        self._stream(executor, self._to_be_graded(entries))
        if self._file is not None:
            self._file.put_in_order()
        self._grades.is_complete = True
        return self._grades

    def _stream(self, executor: TaskExecutor, work: Iterator[Submission]) -> None:
        """Two for each worker are on their way, so that none waits for us."""
        settings = self._settings.carried(executor)
        pending: InFlight[Submission, RowData] = InFlight(executor)
        while True:
            for submission in islice(work, max(0, 2 * executor.workers - len(pending))):
                pending.submit(submission, grade_submission, settings, self._digest, submission)
            if not pending:
                return
            submission, future = pending.next_done()
            self._keep(_result(future, submission, self._assignment))

    def _to_be_graded(self, entries: Sequence[ClassEntry]) -> Iterator[Submission]:
        """Those that must be; the rows of the others are kept on the way. Read when they are wanted, and not before."""
        for entry in entries:
            submission = read_entry(entry)
            known = self._file.row(entry.id, submission.sha256, self._digest) if self._file else None
            if self._file is not None and known is not None:
                self._tell(known, self._file.data(entry.id))
            elif submission.problem:
                self._keep(refused_row(submission, self._assignment))
            else:
                yield submission

    def _keep(self, data: RowData) -> None:
        if self._file is not None:
            self._file.append(data, self._digest)
        self._tell(ClassRow.read(data), data)

    def _tell(self, row: ClassRow, data: RowData) -> None:
        self._grades.add(row)
        if self._on_row is not None:
            self._on_row(self._grades, data)


def _result(future: "Future[RowData]", submission: Submission, assignment: Assignment) -> RowData:
    """What a worker says, or a row without a grade: whatever goes wrong in it is not the student's doing."""
    try:
        return future.result()
    except ClusterLostError:
        raise
    except Exception as error:
        reason = one_line(f"the grader failed: {error or type(error).__name__}")
        return refused_row(replace(submission, problem=reason, is_unread=True), assignment)
