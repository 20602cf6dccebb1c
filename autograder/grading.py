"""Putting an assignment to a submission, question by question."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from autograder.analysis_limits import costs_only
from autograder.assignment.assignment import Assignment, Question
from autograder.assignment.questions import Award, award
from autograder.case_types.case import Case
from autograder.diagnosis.diagnose import diagnose
from autograder.failures import FailureKind, StudentFailure
from autograder.results import VISIBILITIES, VISIBLE, CaseResult, Grade, Luck, QuestionResult, Status
from autograder.student.limits import Limits
from autograder.student.student import Student
from pacman.errors import plain_text

QuestionListener = Callable[[Grade, QuestionResult], None]  # told after each question
CaseListener = Callable[[CaseResult], None]  # told after each case


def grade(
    assignment: Assignment,
    student: Student,
    result: Grade,
    limits: Limits,
    on_question: QuestionListener | None = None,
    on_case: CaseListener | None = None,
) -> Grade:
    """Grade one submission: fill in its grade, question by question, and return it.

    Every case is run, so that a student sees all that is wrong; then points are counted.

    The more open cases come first, of all questions: when the student's code sees one that fewer may see, there is no
    other left in which it could tell of it, by whatever it leaves behind or by the time it takes.
    """
    runs = [_QuestionRun(question) for question in assignment.questions]
    for visibility in VISIBILITIES:
        for place, run in enumerate(runs):
            if run.answer is None:
                _go_on(run, visibility, runs[:place] if assignment.is_gated else None, student, limits, on_case)
            while len(result.questions) <= place and (answer := runs[len(result.questions)].answer) is not None:
                result.questions.append(answer)
                if on_question is not None:
                    on_question(result, answer)
    result.is_complete = True
    return result


@dataclass
class _QuestionRun:
    """A question on its way: the results so far by the places of their cases, the seconds they took, its answer.

    under_keys: of cases that are run under several keys, the results, those with the fewest points first.
    has_rerun: a case was run again, because its process had been killed from outside.
    """

    question: Question
    results: dict[int, CaseResult] = field(default_factory=dict)
    under_keys: dict[int, list[CaseResult]] = field(default_factory=dict)
    seconds: float = 0
    has_rerun: bool = False
    answer: QuestionResult | None = None


def _go_on(
    run: _QuestionRun,
    visibility: str,
    earlier: Sequence[_QuestionRun] | None,
    student: Student,
    limits: Limits,
    on_case: CaseListener | None,
) -> None:
    """Run the cases of one visibility. The answer is known when all cases are done, and all that it depends on is.

    earlier: the questions before this one, if it is skipped where those that it needs are not solved.
    """
    needed = [] if earlier is None else run.question.config.depends
    answers = {before.question.name: before.answer for before in earlier or ()}
    missing = [name for name in needed if name not in answers or _is_unsolved(answers[name])]
    if missing:
        run.answer = _skipped(run.question, missing)
        return
    places = [place for place, case in enumerate(run.question.cases) if case.visibility == visibility]
    if places:
        _run(run, places, student, limits, on_case)
        if visibility != VISIBLE:
            student.forget()  # those who may see the next ones may not see these, or not yet
    if len(run.results) == len(run.question.cases) and all(answers[name] is not None for name in needed):
        run.answer = _answer(run)


def _is_unsolved(answer: QuestionResult | None) -> bool:
    """It is known not to have its full points."""
    return answer is not None and answer.points < answer.max_points


def _skipped(question: Question, missing: list[str]) -> QuestionResult:
    note = f"Question {question.name} is skipped: it needs full points in {', '.join(missing)}"
    visibility = question.config.visibility
    return QuestionResult(
        question.name, 0, question.config.max_points, messages=[note], is_skipped=True, visibility=visibility
    )


def _run(
    run: _QuestionRun, places: Sequence[int], student: Student, limits: Limits, on_case: CaseListener | None
) -> None:
    """Run some cases of a question, all of one visibility, and name the bugs that they show."""
    student.start_question(limits.question - run.seconds)
    for place in places:
        case = run.question.cases[place]
        student.start_case(is_last=place == places[-1])
        if student.question_seconds_left() <= 0:
            result = _not_run(case, "the question's time is up")
        elif any(each.failure and each.failure.kind is FailureKind.HUNG for each in run.results.values()):
            result = _not_run(case, "a decision in an earlier case of this question took too long")
        elif case.depends_on_luck and student.keys:
            run.under_keys[place] = _run_under_keys(run, case, student, limits)
            result = _median(run.under_keys[place])
        else:
            result = _run_unless_killed(run, case, student, limits)
        result.visibility = case.visibility
        run.results[place] = result
        if on_case is not None:
            on_case(result)
    run.seconds = limits.question - student.question_seconds_left()
    cases, results = [run.question.cases[place] for place in places], [run.results[place] for place in places]
    failed = [result for result in results if not result.passed]
    with costs_only("name of a bug", failed):
        diagnose(cases, results)  # a bug's name tells something of all the answers that it explains
    if failed:
        from autograder.diagnosis.failed_searches import keep_searches  # who passes does not wait for it

        keep_searches(cases, results, student, limits)


def _answer(run: _QuestionRun) -> QuestionResult:
    question = run.question
    results = [run.results[place] for place in range(len(question.cases))]
    given = _award(question, results)
    return QuestionResult(
        question.name,
        given.points,
        question.config.max_points,
        results,
        list(given.messages),
        visibility=question.config.visibility,
        luck=_luck(run, results),
    )


def _award(question: Question, results: Sequence[CaseResult]) -> Award:
    points = [case.points for case in question.cases]
    return award(question.config, list(zip(results, points, strict=True)))


def _luck(run: _QuestionRun, results: Sequence[CaseResult]) -> Luck | None:
    """The question's points with the fewest points of each case that was run under several keys, and with the most."""
    if not run.under_keys:
        return None
    extremes = [
        [run.under_keys.get(place, [result])[which] for place, result in enumerate(results)] for which in (0, -1)
    ]
    low, high = (_award(run.question, each).points for each in extremes)
    return Luck(len(next(iter(run.under_keys.values()))), low, high)


def run_cases(cases: Sequence[Case], student: Student, limits: Limits) -> list[CaseResult]:
    """Cases outside of a question: no points are counted."""
    student.start_question(limits.question)
    return [_run_case(case, student, limits) for case in cases]


def _run_under_keys(run: _QuestionRun, case: Case, student: Student, limits: Limits) -> list[CaseResult]:
    """Run a case under each key; return the results, the fewest points first.

    Each key has the time that one alone would have: of all keys only the slowest counts against the question's time.
    """
    left = student.question_seconds_left()
    results, spent = [], []
    for number in range(1, student.keys + 1):
        student.use_key(number)
        student.limit_time(left)
        results.append(_run_unless_killed(run, case, student, limits))
        spent.append(left - student.question_seconds_left())
    student.limit_time(left - max(spent))
    return sorted(results, key=lambda result: (result.points, not result.ends_question))


def _run_unless_killed(run: _QuestionRun, case: Case, student: Student, limits: Limits) -> CaseResult:
    """Run a case; once more if its process was killed from outside, which happens once for a question at most."""
    student.allow_rerun(not run.has_rerun)
    result = _run_case(case, student, limits)
    if not student.is_interrupted:
        return result
    run.has_rerun = True
    student.restart_case()
    return _run_case(case, student, limits)


def _median(results: Sequence[CaseResult]) -> CaseResult:
    """The result in the middle, with the points of all of them beside it and the time that they took together."""
    luck = Luck(len(results), results[0].points, results[-1].points)
    return replace(results[len(results) // 2], luck=luck, seconds=sum(result.seconds for result in results))


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
