"""Grade a class: all submissions of a folder in parallel, each result written as soon as it is known."""

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
    MEMBERS,
    NO_GRADE,
    NOT_LOADED,
    UNGRADED,
    ClassGrades,
    ClassRow,
    Regrading,
    RowData,
    graded_row,
    refused_row,
    ungraded_reasons,
    with_all_points,
    without_points,
)
from autograder.classroom.comparison import compare
from autograder.classroom.earlier_grades import EarlierGrades
from autograder.classroom.grades_file import GradesFile, KnownRow
from autograder.classroom.intake import ClassEntry, Submission, read_entry
from autograder.classroom.late_policy import LatePolicy
from autograder.classroom.lateness import Lateness
from autograder.classroom.regrading import (
    check_independent,
    points_before,
    with_deduction,
    with_lateness,
    with_questions,
)
from autograder.classroom.roster import Roster
from autograder.classroom.settings import REGRADED, SETTINGS, ClassSettings, RowSettings, loaded_assignment
from autograder.classroom.students import Student
from autograder.errors import GradingError
from autograder.grading import grade
from autograder.results import Grade
from autograder.sandbox.isolation import INSIDE, Isolation, isolation_of_all
from autograder.sandbox.sandbox_pool import open_pool
from autograder.sandbox.scratch_folder import remove_abandoned
from autograder.student.dice_key import PUBLIC_KEY, DiceKey
from autograder.student.limits import Limits
from autograder.student.open_student import dice_text, isolation_of, open_student
from autograder.termination_signals import raise_on_signals
from jobs.errors import ClusterLostError
from jobs.in_flight import InFlight
from jobs.process_pool import PoolOptions
from jobs.task_executor import TaskExecutor
from pacman.errors import one_line

GRACE_SECONDS: Final = 600.0  # beyond the time of all questions; after that, the grader itself must be hanging

RowListener = Callable[[ClassGrades, RowData], None]  # called with the class so far and each new row


def grading_pool_options(assignment: Assignment, limits: Limits, keys: int = 0) -> PoolOptions:
    """Return the options of a pool of processes that grade, with games under `keys` keys.

    A pool may kill its processes, so it removes their scratch folders itself.
    """
    seconds = len(assignment.questions) * limits.question * max(keys, 1) + GRACE_SECONDS
    return PoolOptions(task_time=seconds, has_long_tasks=True, tidy_up=remove_abandoned)


def find_isolation(executor: TaskExecutor, wanted: str, limits: Limits) -> Isolation:
    """Return the isolation of students' code on all machines of an executor.

    Raise GradingError if `strict` was wanted and is not available on each of them.
    """
    return isolation_of_all(executor.run_everywhere(_isolation_here, wanted, limits))


def _isolation_here(wanted: str, limits: Limits) -> Isolation:
    with open_pool(wanted, limits) as pool:
        return isolation_of(pool, wanted)


def class_dice_key(
    given: str | None, isolation: str, file: GradesFile | None, earlier: EarlierGrades | None = None
) -> DiceKey:
    """Return the key of a class: the given one, or that of its file, or that of the earlier grades, or a new one.

    A key that was not given is stored in the file. Raise GradingError if the file has rows but no key: new rows must
    have the same one.
    """
    if isolation == INSIDE.name:
        return PUBLIC_KEY
    if given is not None:
        if file is not None:
            file.dice_key = None  # rows that are graded from now on have the given key, which is not stored
        return DiceKey.read(given)
    if file is not None and file.known and file.dice_key is None:
        raise GradingError(f"{file.path}: its rows do not record their dice key; give it by --dice")
    known = (file.dice_key if file else None) or (earlier.dice_key if earlier else None)
    secret = known or secrets.token_hex(16)
    if file is not None:
        file.dice_key = secret
    return DiceKey(secret, "a secret key of this class")


@dataclass(frozen=True)
class GradingMode:
    """The treatment of grades that the file already has.

    resume: keep them. regrade: replace them. With both, replace only those of other settings or another version of the
    code.
    """

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
    roster: Roster | None = None,
    lateness: Lateness | None = None,
    earlier: EarlierGrades | None = None,
) -> ClassGrades:
    """Grade all submissions of a class; an error in one submission does not affect the others.

    `assignment` is the one that the settings select; workers load it themselves. Depending on the mode, rows in the
    file are kept if their submission has not changed since. Rows are compared with those of `earlier`.
    """
    lateness = lateness or Lateness(LatePolicy())
    return _ClassGrading(assignment, settings, file, on_row, mode, roster, lateness, earlier).run(entries, executor)


@dataclass
class _ClassGrading:
    """The grading of a class in progress; its arguments are those of `grade_class`."""

    _assignment: Assignment
    _settings: ClassSettings
    _file: GradesFile | None
    _on_row: RowListener | None
    _mode: GradingMode
    _roster: Roster | None
    _lateness: Lateness
    _earlier: EarlierGrades | None

    def __post_init__(self) -> None:
        self._row_settings = self._settings.of_questions(self._assignment)
        self._digest = self._settings.digest()
        self._absent_agents = AbsentAgents(self._assignment)
        self._entries: dict[str, ClassEntry] = {}
        self._held: dict[str, RowData] = {}  # rows with questions that have no grade, or may lose it at the end
        questions: dict[str, float] = {q.name: q.config.max_points for q in self._assignment.questions}
        self._is_part = False  # only some questions of the rows are regraded
        if self._mode.regrade and self._file is not None:
            self._is_part = _is_part(self._settings, self._row_settings, self._file)
            questions = {**self._file.questions, **questions} if self._is_part else questions
        self._grades = ClassGrades(
            questions,
            regrading=Regrading() if self._mode.regrade else None,
            roster=self._roster,
            comparison=self._earlier.comparison if self._earlier else None,
        )

    def run(self, entries: Sequence[ClassEntry], executor: TaskExecutor) -> ClassGrades:
        self._entries = {entry.id: entry for entry in entries}
        if self._earlier is not None:
            self._earlier.match(entries)
        self._stream(executor, self._to_be_graded(entries))
        changed = self._without_absent_agents({entry.id for entry in entries})
        if self._file is not None:
            self._file.put_in_order(changed)
        self._grades.is_complete = True
        return self._grades

    def _stream(self, executor: TaskExecutor, work: Iterator[Submission]) -> None:
        """Grade submissions on the executor, with two per worker in flight, so that no worker is idle."""
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
        """Yield the submissions to be graded, and handle the rows of the others.

        Submissions are read lazily, so that those of a large class are not all in memory.
        """
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
        """True if the row in the file is kept."""
        if known.sha256 != submission.sha256 or not known.row.is_finished:
            return False
        if self._mode.regrade:
            is_refused = self._is_part and bool(submission.problem)  # it has no questions that could be replaced
            return is_refused or (self._mode.resume and known.equals(self._row_settings))
        return self._mode.resume

    def _is_left(self, submission: Submission, known: KnownRow | None) -> bool:
        """True if the file has no row of this submission in which a question could be replaced; the reason is noted."""
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
        old = self._file.data(known.row.id)
        data = self._with_facts(old)
        if data != old:
            data = self._file.put(data, known.settings)
        self._notify(ClassRow.read(data), data)

    def _with_facts(self, data: RowData) -> RowData:
        """Return the row with the facts about its submission that this run knows: its students and its lateness."""
        entry = self._entries[data["id"]]
        members = {MEMBERS: [student.data() for student in entry.students]} if entry.students else {}
        row = {**data, **members}
        if row["points"] is None and UNGRADED not in row:
            return row
        students = entry.students or (Student(entry.id),)
        points = points_before(row)
        is_known, late = self._lateness.verdict(points, students, entry.submitted, entry.late_mark)
        if self._lateness.has_due_dates and not is_known:
            self._grades.untimed.add(entry.id)
        return with_lateness(row, late) if is_known else row

    def _keep(self, data: RowData) -> None:
        if self._file is None:
            data = {**self._with_facts(data), SETTINGS: self._row_settings}
        else:
            data = self._put(self._file, data)
        self._notify(ClassRow.read(data), data)

    def _put(self, file: GradesFile, data: RowData) -> RowData:
        """Write a row to the file and return it; a regrading may keep parts of the old row."""
        known, settings, regrading = file.known.get(data["id"]), self._row_settings, self._grades.regrading
        if regrading is not None:
            settings = {name: {**each, REGRADED: True} for name, each in settings.items()}
        if known is None:
            return file.put(self._with_facts(data), settings)
        old = file.data(data["id"])
        if regrading is None or known.sha256 != data["sha256"] or not known.row.is_finished:
            new = file.put(self._with_facts(data), settings)
        elif data["status"] == NO_GRADE:  # an error of the grader must not remove a grade
            regrading.num_failed += 1
            regrading.left[data["id"]] = f"keeps its grade; {data['reason']}"
            return old
        elif self._is_part:
            new = file.put(self._with_facts(with_questions(old, data)), {**known.settings, **settings})
        else:
            new = file.put(self._with_facts(with_deduction(old, data)), settings)
        if regrading is not None:
            regrading.num_replaced += 1
            regrading.changes += filter(None, [compare(old, new)])
        return new

    def _notify(self, row: ClassRow, data: RowData) -> None:
        self._absent_agents.look_at_row(data)
        if self._absent_agents.is_any or row.ungraded:
            self._held[row.id] = data
        self._report(row, data)

    def _report(self, row: ClassRow, data: RowData) -> None:
        self._grades.add(row)
        if self._earlier is not None:
            self._earlier.look_at(data)
        if self._on_row is not None:
            self._on_row(self._grades, data)

    def _without_absent_agents(self, ids: Set[str]) -> dict[str, RowData]:
        """Withhold the points of questions whose agent class no submission defines; return the rows that change.

        Points that an earlier run withheld are restored if a submission that defines the class has been added since.
        """
        if self._file is not None and self._absent_agents.is_any:
            for id in self._file.known.keys() - ids:
                self._absent_agents.look_at_row(self._file.data(id))
        reasons = self._absent_agents.reasons()
        asked = {question.name for question in self._assignment.questions}
        changed = {}
        for id, data in self._held.items():
            if data["status"] == NOT_LOADED or (data["status"] == NO_GRADE and UNGRADED not in data):
                continue  # its points, or their absence, do not depend on the class of an agent
            others = {name: reason for name, reason in ungraded_reasons(data).items() if name not in asked}
            row = without_points(with_all_points(data), {**others, **reasons})
            if row != data:
                changed[id] = row
                self._grades.add(ClassRow.read(row))
        for row in changed.values():
            self._report(ClassRow.read(row), row)
        return changed


def _is_part(settings: ClassSettings, row_settings: RowSettings, file: GradesFile) -> bool:
    """True if only some of the rows' questions are regraded; raise GradingError if that is not possible."""
    if not (settings.selection.questions or settings.selection.cases):
        return False
    is_part = file.check_question(row_settings)
    if is_part:
        check_independent(settings.selection.folder, row_settings, file.questions)
    return is_part


def _result(future: "Future[RowData]", submission: Submission, assignment: Assignment) -> RowData:
    """Return the row from a worker; if the worker failed, a row without a grade, since it is not the student's fault.

    Raise ClusterLostError, which ends the grading.
    """
    try:
        return future.result()
    except ClusterLostError:
        raise
    except Exception as error:
        reason = one_line(f"the grader failed: {error or type(error).__name__}")
        return refused_row(replace(submission, problem=reason, is_unread=True), assignment)


def grade_submission(settings: ClassSettings, digest: str, submission: Submission) -> RowData:
    """Grade one submission in a worker and return its row; errors of the clean-up are noted in it."""
    assignment = loaded_assignment(settings, digest)
    started = monotonic()
    errors = io.StringIO()
    limits, path = settings.limits, Path(submission.name)
    with raise_on_signals(), redirect_stderr(errors), open_pool(settings.isolation, limits) as pool:
        isolation = isolation_of(pool, settings.isolation)
        dice = dice_text(pool, settings.dice_key)
        with open_student(path, limits, pool, settings.dice_key, submission.files) as student:
            start = Grade(submission.name, isolation.name, dice=dice, edition=student.edition)
            done = grade(assignment, student, start, limits)
    notes = (*submission.notes, *errors.getvalue().splitlines())
    return graded_row(replace(submission, notes=notes), done, monotonic() - started)
