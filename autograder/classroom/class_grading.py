"""Grading a class: every submission of a folder, in parallel, each result kept at once."""

import io
import secrets
from collections.abc import Callable, Iterator, Sequence, Set
from concurrent.futures import Future
from contextlib import redirect_stderr
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Final

from autograder.assignment.assignment import Assignment
from autograder.classroom.absent_agents import AbsentAgents
from autograder.classroom.class_rows import (
    NO_GRADE,
    NOT_LOADED,
    UNGRADED,
    ClassGrades,
    ClassRow,
    Regrading,
    RowData,
    graded_row,
    refused_row,
    with_all_points,
    without_points,
)
from autograder.classroom.grades_file import GradesFile, KnownRow
from autograder.classroom.intake import ClassEntry, Submission, read_entry
from autograder.classroom.regrading import change_line, check_independent, with_deduction, with_questions
from autograder.classroom.settings import REGRADED, ClassSettings, RowSettings, loaded_assignment
from autograder.errors import GradingError
from autograder.grading import grade
from autograder.results import Grade
from autograder.sandbox.isolation import INSIDE, Isolation, isolation_of_all
from autograder.sandbox.scratch_folder import remove_abandoned
from autograder.sandbox.termination import ending_in_order
from autograder.student.dice_key import PUBLIC_KEY, DiceKey
from autograder.student.limits import Limits
from autograder.student.opening import dice_text, isolation_of, open_pool, open_student
from jobs.errors import ClusterLostError
from jobs.in_flight import InFlight
from jobs.process_pool import PoolOptions
from jobs.task_executor import TaskExecutor
from pacman.errors import one_line

GRACE_SECONDS: Final = 600.0  # beyond the time of all questions: then it is the grader that hangs

RowListener = Callable[[ClassGrades, RowData], None]  # told of each row, and of the class so far


def grading_pool_options(assignment: Assignment, limits: Limits, keys: int = 0) -> PoolOptions:
    """Of a pool that grades, under so many keys; its processes leave their folders to whoever ends it."""
    seconds = len(assignment.questions) * limits.question * max(keys, 1) + GRACE_SECONDS
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


@dataclass(frozen=True)
class GradingMode:
    """resume: keep the grades of the file. regrade: replace them; with both, only those of other settings or code."""

    resume: bool = False
    regrade: bool = False

    @property
    def keeps_file(self) -> bool:
        return self.resume or self.regrade


def grade_class(
    entries: Sequence[ClassEntry],
    assignment: Assignment,
    settings: ClassSettings,
    executor: TaskExecutor,
    file: GradesFile | None = None,
    on_row: RowListener | None = None,
    mode: GradingMode = GradingMode(),
) -> ClassGrades:
    """Grade all submissions of a class; what goes wrong with one costs that one.

    `assignment` is the one that the settings select; workers read it themselves. Unless the mode says otherwise, rows
    that the file holds of submissions that have not changed since are taken from there.
    """
    return _ClassGrading(assignment, settings, file, on_row, mode).run(entries, executor)


class _ClassGrading:
    def __init__(
        self,
        assignment: Assignment,
        settings: ClassSettings,
        file: GradesFile | None,
        on_row: RowListener | None,
        mode: GradingMode,
    ) -> None:
        self._settings = settings
        self._row_settings = settings.of_questions(assignment)
        self._file = file
        self._on_row = on_row
        self._mode = mode
        self._digest = settings.digest()
        self._assignment = assignment
        self._absent_agents = AbsentAgents(assignment)
        self._held: dict[str, RowData] = {}  # rows with questions that have no grade, or may turn out to have none
        questions: dict[str, float] = {q.name: q.config.max_points for q in assignment.questions}
        self._is_part = False  # only some questions of the rows are regraded
        if mode.regrade and file is not None:
            self._is_part = _is_part(settings, self._row_settings, file)
            questions = {**file.questions, **questions} if self._is_part else questions
        self._grades = ClassGrades(questions, regrading=Regrading() if mode.regrade else None)

    def run(self, entries: Sequence[ClassEntry], executor: TaskExecutor) -> ClassGrades:
        self._stream(executor, self._to_be_graded(entries))
        changed = self._without_absent_agents({entry.id for entry in entries})
        if self._file is not None:
            self._file.put_in_order(changed)
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
            self._absent_agents.look_at_files(submission)
            known = self._file.known.get(entry.id) if self._file else None
            if self._is_part and self._is_left(submission, known):
                continue
            if known is not None and self._is_kept(submission, known):
                self._keep_old(known)
            elif submission.problem:
                self._keep(refused_row(submission, self._assignment))
            else:
                yield submission

    def _is_kept(self, submission: Submission, known: KnownRow) -> bool:
        """True if the row that the file has is the one that counts."""
        if known.sha256 != submission.sha256 or not known.row.is_finished:
            return False
        if self._mode.regrade:
            is_refused = self._is_part and bool(submission.problem)  # it has no questions to be replaced
            return is_refused or (self._mode.resume and known.equals(self._row_settings))
        return self._mode.resume

    def _is_left(self, submission: Submission, known: KnownRow | None) -> bool:
        """True if there is no row of this submission that a question could be replaced in; then that is noted."""
        if known is None:
            why = "not graded so far"
        elif known.sha256 != submission.sha256:
            why = "has changed since it was graded"
        elif not known.row.is_finished:
            why = "has no grade so far"
        else:
            return False
        assert self._grades.regrading is not None
        self._grades.regrading.left[submission.id] = f"{why}; --resume grades all its questions"
        if known is not None:
            self._keep_old(known)
        return True

    def _keep_old(self, known: KnownRow) -> None:
        assert self._file is not None
        self._tell(known.row, self._file.data(known.row.id))

    def _keep(self, data: RowData) -> None:
        if self._file is not None:
            data = self._put(self._file, data)
        self._tell(ClassRow.read(data), data)

    def _put(self, file: GradesFile, data: RowData) -> RowData:
        """Write a row to the file, in the place of the one that is there, of which parts may stay."""
        known, settings, regrading = file.known.get(data["id"]), self._row_settings, self._grades.regrading
        if regrading is not None:
            settings = {name: {**each, REGRADED: True} for name, each in settings.items()}
        if known is None:
            return file.put(data, settings)
        old = file.data(data["id"])
        if regrading is None or known.sha256 != data["sha256"] or not known.row.is_finished:
            new = file.put(data, settings)
        elif data["status"] == NO_GRADE:  # a fault of the grader's takes no grade away
            regrading.num_failed += 1
            regrading.left[data["id"]] = f"keeps its grade; {data['reason']}"
            return old
        elif self._is_part:
            new = file.put(with_questions(old, data), {**known.settings, **settings})
        else:
            new = file.put(with_deduction(old, data), settings)
        if regrading is not None:
            regrading.num_replaced += 1
            regrading.changes += filter(None, [change_line(old, new)])
        return new

    def _tell(self, row: ClassRow, data: RowData) -> None:
        self._absent_agents.look_at_row(data)
        if self._absent_agents.is_any or row.ungraded:
            self._held[row.id] = data
        self._grades.add(row)
        if self._on_row is not None:
            self._on_row(self._grades, data)

    def _without_absent_agents(self, ids: Set[str]) -> dict[str, RowData]:
        """Take back the points of questions whose agent class no submission defines; return the rows that change.

        Points that an earlier run took back are given where a submission has come since that defines the class.
        """
        if self._file is not None and self._absent_agents.is_any:
            for id in self._file.known.keys() - ids:
                self._absent_agents.look_at_row(self._file.data(id))
        reasons = self._absent_agents.reasons()
        asked = {question.name for question in self._assignment.questions}
        changed = {}
        for id, data in self._held.items():
            if data["status"] == NOT_LOADED or (data["status"] == NO_GRADE and UNGRADED not in data):
                continue  # its points, or that it has none, do not depend on the class of an agent
            others = {name: each["reason"] for name, each in data.get(UNGRADED, {}).items() if name not in asked}
            row = without_points(with_all_points(data), {**others, **reasons})
            if row != data:
                changed[id] = row
                self._grades.add(ClassRow.read(row))
        for row in changed.values():
            if self._on_row is not None:
                self._on_row(self._grades, row)
        return changed


def _is_part(settings: ClassSettings, row_settings: RowSettings, file: GradesFile) -> bool:
    """True if the questions to be regraded are some of the rows' questions; GradingError if that cannot be."""
    if settings.selection.question is None and settings.selection.case is None:
        return False
    is_part = file.check_question(row_settings)
    if is_part:
        check_independent(settings.selection.folder, row_settings, file.questions)
    return is_part


def _result(future: "Future[RowData]", submission: Submission, assignment: Assignment) -> RowData:
    """What a worker says, or a row without a grade: whatever goes wrong in it is not the student's doing."""
    try:
        return future.result()
    except ClusterLostError:
        raise
    except Exception as error:
        reason = one_line(f"the grader failed: {error or type(error).__name__}")
        return refused_row(replace(submission, problem=reason, is_unread=True), assignment)


def grade_submission(settings: ClassSettings, digest: str, submission: Submission) -> RowData:
    """Grade one submission in a worker and return its row; files that could not be cleaned up are noted in it."""
    assignment = loaded_assignment(settings, digest)
    started = monotonic()
    told = io.StringIO()
    limits, path = settings.limits, Path(submission.name)
    with ending_in_order(), redirect_stderr(told), open_pool(settings.isolation, limits) as pool:
        isolation = isolation_of(pool, settings.isolation)
        dice = dice_text(pool, settings.dice_key)
        with open_student(path, limits, pool, settings.dice_key, submission.files) as student:
            start = Grade(submission.name, isolation.name, dice=dice, edition=student.edition)
            done = grade(assignment, student, start, limits)
    notes = (*submission.notes, *told.getvalue().splitlines())
    return graded_row(replace(submission, notes=notes), done, monotonic() - started)
