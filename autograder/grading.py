"""Putting an assignment to a submission, question by question."""

from collections.abc import Callable, Sequence
from itertools import compress
from operator import itemgetter
from time import monotonic

from autograder.assignment.assignment import Assignment, Question
from autograder.assignment.questions import award
from autograder.case_types.case import Case
from autograder.diagnosis.diagnose import diagnose
from autograder.failures import FailureKind, StudentFailure
from autograder.results import VISIBILITIES, VISIBLE, CaseResult, Grade, QuestionResult, Status
from autograder.student.limits import Limits
from autograder.student.student import Student
from pacman.errors import plain_text

QuestionListener = Callable[[Grade, QuestionResult], None]  # told after each question
CaseListener = Callable[[CaseResult], None]  # told after each case


def grade(
    assignment: Assignment,
    student: Student,
    submission: str,
    isolation: str,
    limits: Limits,
    on_question: QuestionListener | None = None,
    on_case: CaseListener | None = None,
    dice: str = "",
) -> Grade:
    """Grade one submission. Every case is run, so that a student sees all that is wrong; then points are counted."""
    result = Grade(submission, isolation, dice=dice, edition=student.edition)
    for question in assignment.questions:
        missing = _unsolved(question, result) if assignment.is_gated else []
        answered = _skipped(question, missing) if missing else _run(question, student, limits, on_case)
        result.questions.append(answered)
        if on_question is not None:
            on_question(result, answered)
    result.is_complete = True
    return result


def _unsolved(question: Question, grade: Grade) -> list[str]:
    """The prerequisites that have not got their full points before."""
    solved = {earlier.name for earlier in grade.questions if earlier.points >= earlier.max_points}
    return [name for name in question.config.depends if name not in solved]


def _skipped(question: Question, missing: list[str]) -> QuestionResult:
    note = f"Question {question.name} is skipped: it needs full points in {', '.join(missing)}"
    visibility = question.config.visibility
    return QuestionResult(
        question.name, 0, question.config.max_points, messages=[note], is_skipped=True, visibility=visibility
    )


def _run(question: Question, student: Student, limits: Limits, on_case: CaseListener | None) -> QuestionResult:
    # The more open first: what a case costs that fewer may see, in time or in patience, tells nothing in another one.
    places = sorted(range(len(question.cases)), key=lambda place: _secrecy(question.cases[place]))
    ran = _run_in_order([question.cases[place] for place in places], student, limits, on_case)
    results = [result for _, result in sorted(zip(places, ran, strict=True), key=itemgetter(0))]
    worth = [case.points for case in question.cases]
    given = award(question.config, list(zip(results, worth, strict=True)))
    for visibility in VISIBILITIES:  # a bug's name tells something of all the answers that it explains
        alike = [result.visibility == visibility for result in results]
        diagnose(list(compress(question.cases, alike)), list(compress(results, alike)))
    if not all(result.passed for result in results):
        from autograder.diagnosis.failed_searches import keep_searches  # who passes does not wait for it

        keep_searches(question.cases, results, student, limits)
    return QuestionResult(
        question.name,
        given.points,
        question.config.max_points,
        results,
        list(given.messages),
        visibility=question.config.visibility,
    )


def _run_in_order(
    cases: Sequence[Case], student: Student, limits: Limits, on_case: CaseListener | None
) -> list[CaseResult]:
    deadline = monotonic() + limits.question
    student.start_question(limits.question)
    results: list[CaseResult] = []
    for place, case in enumerate(cases, start=1):
        if monotonic() >= deadline:
            results.append(_not_run(case, "the question's time is up"))
        elif any(result.failure and result.failure.kind is FailureKind.HUNG for result in results):
            results.append(_not_run(case, "a decision in an earlier case of this question took too long"))
        else:
            results.append(_run_case(case, student, limits))
        results[-1].visibility = case.visibility
        is_last_of_its_kind = [other.visibility for other in cases[place : place + 1]] != [case.visibility]
        if case.visibility != VISIBLE and is_last_of_its_kind:
            student.forget()  # what it has seen there it could tell in a case that others may see
        if on_case is not None:
            on_case(results[-1])
    return results


def _secrecy(case: Case) -> int:
    return VISIBILITIES.index(case.visibility)


def run_cases(cases: Sequence[Case], student: Student, limits: Limits) -> list[CaseResult]:
    """Cases outside of a question: no points are counted."""
    student.start_question(limits.question)
    return [_run_case(case, student, limits) for case in cases]


def _run_case(case: Case, student: Student, limits: Limits) -> CaseResult:
    started = monotonic()
    try:
        result = case.run(student, limits)
    except StudentFailure as problem:
        result = case.broken(problem.failure)
    result.seconds = monotonic() - started
    result.output = plain_text(student.take_output())
    return result


def _not_run(case: Case, reason: str) -> CaseResult:
    return CaseResult(case.name, case.path, Status.NOT_RUN, max_points=case.points or 0, reasons=[f"not run: {reason}"])
