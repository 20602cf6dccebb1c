"""Grade one submission against an assignment, question by question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from autograder.analysis_limits import costs_only
from autograder.assignment.assignment import Assignment, Question
from autograder.assignment.questions import Award, award
from autograder.case_types.case import Case
from autograder.case_types.tree_case import TreeCase
from autograder.failures import FailureKind, StudentFailure
from autograder.results import VISIBILITIES, VISIBLE, CaseResult, Grade, Luck, QuestionResult, Status, Visibility
from autograder.student.limits import Limits
from autograder.student.student import Student, TreeAnswer
from pacman.errors import plain_text

QuestionListener = Callable[[Grade, QuestionResult], None]  # called after each question
CaseListener = Callable[[CaseResult], None]  # called after each case


def grade(
    assignment: Assignment,
    student: Student,
    result: Grade,
    limits: Limits,
    on_question: QuestionListener | None = None,
    on_case: CaseListener | None = None,
    *,
    keeps_searches: bool = True,
    keeps_trees: bool = True,
    known: Mapping[str, CaseResult] | None = None,
) -> Grade:
    """Grade one submission: fill in `result` question by question, and return it.

    Every case is run, so that the student sees all mistakes at once; points are counted afterwards. keeps_searches:
    for failed cases, store the lines about the student's search and the correct one; keeps_trees: and the two trees,
    which pages show. known: results of an interrupted run, by the id of the case; these cases are not run again.

    Cases run in order of visibility, over all questions: visible ones first, hidden ones last. The student's code can
    leave something behind, or vary its running time, in any later case. With this order no case that more people may
    see runs after a case that fewer may see, so it cannot reveal the content of that one.
    """
    runs = [_QuestionRun(question, known or {}) for question in assignment.questions]
    for visibility in VISIBILITIES:
        for place, run in enumerate(runs):
            if run.answer is None:
                earlier = runs[:place] if assignment.is_gated else None
                _advance(run, visibility, earlier, student, limits, on_case, keeps_searches, keeps_trees)
            while len(result.questions) <= place and (answer := runs[len(result.questions)].answer) is not None:
                result.questions.append(answer)
                if on_question is not None:
                    on_question(result, answer)
    result.is_complete = True
    return result


@dataclass
class _QuestionRun:
    """A question in progress.

    known: results of an interrupted run, by the id of the case.
    results: by index of the case. seconds: time used so far. answer: the result of the question, once it is known.
    under_keys: for cases that run under several keys, by index of the case, all results in ascending order of points.
    has_rerun: a case was run a second time because its process had been killed from outside.
    """

    question: Question
    known: Mapping[str, CaseResult]
    results: dict[int, CaseResult] = field(default_factory=dict)
    under_keys: dict[int, list[CaseResult]] = field(default_factory=dict)
    seconds: float = 0
    has_rerun: bool = False
    answer: QuestionResult | None = None


def _advance(
    run: _QuestionRun,
    visibility: Visibility,
    earlier: Sequence[_QuestionRun] | None,
    student: Student,
    limits: Limits,
    on_case: CaseListener | None,
    keeps_searches: bool,
    keeps_trees: bool,
) -> None:
    """Run the question's cases of one visibility.

    Set `run.answer` as soon as all its cases have run and all questions that it depends on have an answer.
    earlier: the questions before this one if dependencies are enforced: the question is then skipped unless those that
    it depends on have full points. None if dependencies are ignored.
    """
    needed = [] if earlier is None else run.question.config.depends
    answers = {before.question.name: before.answer for before in earlier or ()}
    missing = [name for name in needed if name not in answers or _is_unsolved(answers[name])]
    if missing:
        run.answer = _skipped(run.question, missing)
        return
    places = [place for place, case in enumerate(run.question.cases) if case.visibility == visibility]
    if places:
        cases, results = _run(run, places, student, limits, on_case)
        if keeps_searches and not all(result.passed for result in results):
            from autograder.diagnosis.failed_searches import keep_searches  # a passing submission does not load it

            keep_searches(cases, results, student, limits, keeps_trees)
        if visibility != VISIBLE:
            # The next cases may be shown to people who may not see these, or not yet. A new process cannot give
            # anything away.
            student.forget()
    if len(run.results) == len(run.question.cases) and all(answers[name] is not None for name in needed):
        run.answer = _answer(run)


def _is_unsolved(answer: QuestionResult | None) -> bool:
    """True for a question that is finished and has less than full points."""
    return answer is not None and answer.points < answer.max_points


def _skipped(question: Question, missing: list[str]) -> QuestionResult:
    note = f"Question {question.name} is skipped: it needs full points in {', '.join(missing)}"
    visibility = question.config.visibility
    return QuestionResult(
        question.name, 0, question.config.max_points, messages=[note], is_skipped=True, visibility=visibility
    )


def _run(
    run: _QuestionRun, places: Sequence[int], student: Student, limits: Limits, on_case: CaseListener | None
) -> tuple[list[Case], list[CaseResult]]:
    """Run some cases of a question, all of one visibility; return the cases and their results with named bugs."""
    student.start_question(limits.question - run.seconds)
    for place in places:
        case = run.question.cases[place]
        student.start_case(is_last=place == places[-1])
        if case.id in run.known:
            result = run.known[case.id]
        elif student.question_seconds_left() <= 0:
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
    if failed or any(result.unused_evaluation is not None for result in results):
        from autograder.diagnosis.diagnose import diagnose  # a passing submission does not load them
        from autograder.diagnosis.not_started import mark_not_started

        with costs_only("name of a bug", failed):
            # Only cases of one visibility: the name of a bug gives away something about every answer that it explains.
            diagnose(cases, results, lambda case: ask_again(case, student, limits))
            mark_not_started(cases, results, student.source)
    return cases, results


def ask_again(case: TreeCase, student: Student, limits: Limits) -> TreeAnswer:
    """Put a tree to the submission once more; no points are counted."""
    answer = student.solve_tree(case.tree, case.agent, case.depth, case.tree_seconds(limits))
    student.take_output()  # it has been shown with the case
    return answer


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
    """Return the question's lowest and highest points over the keys; None if no case ran under several keys.

    The lowest points result if every such case had its worst result, the highest if every one had its best.
    """
    if not run.under_keys:
        return None
    extremes = [
        [run.under_keys.get(place, [result])[which] for place, result in enumerate(results)] for which in (0, -1)
    ]
    low, high = (_award(run.question, each).points for each in extremes)
    return Luck(len(next(iter(run.under_keys.values()))), low, high)


def run_cases(cases: Sequence[Case], student: Student, limits: Limits) -> list[CaseResult]:
    """Run cases outside of a question; no points are counted."""
    student.start_question(limits.question)
    return [_run_case(case, student, limits) for case in cases]


def _run_under_keys(run: _QuestionRun, case: Case, student: Student, limits: Limits) -> list[CaseResult]:
    """Run a case under each key; return the results in ascending order of points.

    Each key has as much time as a single run would have: only the slowest of them counts against the question's time.
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
    """Run a case; run it again if its process was killed from outside, at most once per question.

    The kernel's out-of-memory killer or an administrator may end a process. That must not cost the student points, and
    code that provokes it must not be run for ever.
    """
    student.allow_rerun(not run.has_rerun)
    result = _run_case(case, student, limits)
    if not student.is_interrupted:
        return result
    run.has_rerun = True
    student.restart_case()
    return _run_case(case, student, limits)


def _median(results: Sequence[CaseResult]) -> CaseResult:
    """Return the median of results that are sorted by points, with the range of points and the total time added."""
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
