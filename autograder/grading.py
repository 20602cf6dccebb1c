"""Grade one submission against an assignment, question by question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Literal, TypeAlias

from autograder.analysis_limits import costs_only
from autograder.assignment.assignment import Assignment, Question
from autograder.assignment.questions import Award, award
from autograder.case_types.case import Case
from autograder.failures import FailureKind, StudentFailure
from autograder.results import VISIBILITIES, VISIBLE, CaseResult, Grade, Luck, QuestionResult, Status, Visibility
from autograder.student.limits import Limits
from autograder.student.student import Student
from pacman.errors import plain_text

QuestionListener = Callable[[Grade, QuestionResult], None]  # called after each question
CaseListener = Callable[[CaseResult], None]  # called after each case

# The part of the searches of failed cases that is kept: nothing, the lines about the student's search and the correct
# one, or also the two trees, which pages show.
KeptSearches: TypeAlias = Literal["nothing", "lines", "trees"]


def grade(
    assignment: Assignment,
    student: Student,
    result: Grade,
    limits: Limits,
    on_question: QuestionListener | None = None,
    on_case: CaseListener | None = None,
    *,
    searches: KeptSearches = "trees",
    known: Mapping[str, CaseResult] | None = None,
) -> Grade:
    """Grade one submission: fill in `result` question by question, and return it.

    Every case is run, so that the student sees all mistakes at once; points are counted afterwards. searches: what is
    kept of those of failed cases. known: results of an interrupted run, by the id of the case; these cases are not run
    again.

    Cases run in order of visibility, over all questions: visible ones first, hidden ones last. The student's code can
    leave something behind, or vary its running time, in any later case. With this order no case that more people may
    see runs after a case that fewer may see, so it cannot reveal the content of that one.
    """
    runs = [_QuestionRun(each, student, limits, on_case, searches, known or {}) for each in assignment.questions]
    for visibility in VISIBILITIES:
        for place, run in enumerate(runs):
            if run.answer is None:
                run.advance(visibility, runs[:place] if assignment.is_gated else None)
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
    student: Student
    limits: Limits
    on_case: CaseListener | None
    searches: KeptSearches
    known: Mapping[str, CaseResult]
    results: dict[int, CaseResult] = field(default_factory=dict)
    under_keys: dict[int, list[CaseResult]] = field(default_factory=dict)
    seconds: float = 0
    has_rerun: bool = False
    answer: QuestionResult | None = None

    def advance(self, visibility: Visibility, earlier: "Sequence[_QuestionRun] | None") -> None:
        """Run the question's cases of one visibility.

        Set `answer` as soon as all its cases have run and all questions that it depends on have an answer.
        earlier: the questions before this one if dependencies are enforced: the question is then skipped unless those
        that it depends on have full points. None if dependencies are ignored.
        """
        needed = [] if earlier is None else self.question.config.depends
        answers = {before.question.name: before.answer for before in earlier or ()}
        missing = [name for name in needed if name not in answers or _is_unsolved(answers[name])]
        if missing:
            self.answer = _skipped(self.question, missing)
            return
        places = [place for place, case in enumerate(self.question.cases) if case.visibility == visibility]
        if places:
            self._run(places)
            self._explain(places)
            if visibility != VISIBLE:
                # The next cases may be shown to people who may not see these, or not yet. A new process cannot give
                # anything away.
                self.student.forget()
        if len(self.results) == len(self.question.cases) and all(answers[name] is not None for name in needed):
            self.answer = self._answer()

    def _run(self, places: Sequence[int]) -> None:
        self.student.start_question(self.limits.question - self.seconds)
        for place in places:
            self.student.start_case(is_last=place == places[-1])
            result = self.results[place] = self._result(place)
            result.visibility = self.question.cases[place].visibility
            if self.on_case is not None:
                self.on_case(result)
        self.seconds = self.limits.question - self.student.question_seconds_left()

    def _result(self, place: int) -> CaseResult:
        case = self.question.cases[place]
        if case.id in self.known:
            return self.known[case.id]
        if self.student.question_seconds_left() <= 0:
            return _not_run(case, "the question's time is up")
        if any(each.failure and each.failure.kind is FailureKind.HUNG for each in self.results.values()):
            return _not_run(case, "a decision in an earlier case of this question took too long")
        if case.depends_on_luck and self.student.keys:
            results = self.under_keys[place] = self._run_under_keys(case)
            return _median(results)
        return self._run_unless_killed(case)

    def _run_under_keys(self, case: Case) -> list[CaseResult]:
        """Run a case under each key; return the results in ascending order of points.

        Each key has as much time as a single run would have: only the slowest of them counts against the question's
        time.
        """
        student, left = self.student, self.student.question_seconds_left()
        results, spent = [], []
        for number in range(1, student.keys + 1):
            student.use_key(number)
            student.limit_time(left)
            results.append(self._run_unless_killed(case))
            spent.append(left - student.question_seconds_left())
        student.limit_time(left - max(spent))
        return sorted(results, key=lambda result: (result.points, not result.ends_question))

    def _run_unless_killed(self, case: Case) -> CaseResult:
        """Run a case; run it again if its process was killed from outside, at most once per question.

        The kernel's out-of-memory killer or an administrator may end a process. That must not cost the student points,
        and code that provokes it must not be run for ever.
        """
        self.student.allow_rerun(not self.has_rerun)
        result = _run_case(case, self.student, self.limits)
        if not self.student.is_interrupted:
            return result
        self.has_rerun = True
        self.student.restart_case()
        return _run_case(case, self.student, self.limits)

    def _explain(self, places: Sequence[int]) -> None:
        """Name the bugs of failed cases, all of one visibility, and keep their searches."""
        student, limits = self.student, self.limits
        cases, results = [self.question.cases[place] for place in places], [self.results[place] for place in places]
        failed = [result for result in results if not result.passed]
        if failed or any(result.unused_evaluation is not None for result in results):
            from autograder.diagnosis.diagnose import diagnose  # a passing submission does not load them
            from autograder.diagnosis.not_started import mark_not_started

            with costs_only("name of a bug", failed):
                # Only cases of one visibility: the name of a bug gives away something about every answer that it
                # explains.
                diagnose(cases, results, student, limits)
                mark_not_started(cases, results, student.source)
        if failed and self.searches != "nothing":
            from autograder.diagnosis.failed_searches import keep_searches

            keep_searches(cases, results, student, limits, with_trees=self.searches == "trees")

    def _answer(self) -> QuestionResult:
        question = self.question
        results = [self.results[place] for place in range(len(question.cases))]
        given = _award(question, results)
        return QuestionResult(
            question.name,
            given.points,
            question.config.max_points,
            results,
            list(given.messages),
            visibility=question.config.visibility,
            luck=self._luck(results),
        )

    def _luck(self, results: Sequence[CaseResult]) -> Luck | None:
        """Return the question's lowest and highest points over the keys; None if no case ran under several keys.

        The lowest points result if every such case had its worst result, the highest if every one had its best.
        """
        if not self.under_keys:
            return None
        extremes = [
            [self.under_keys.get(place, [result])[which] for place, result in enumerate(results)] for which in (0, -1)
        ]
        low, high = (_award(self.question, each).points for each in extremes)
        return Luck(len(next(iter(self.under_keys.values()))), low, high)


def _is_unsolved(answer: QuestionResult | None) -> bool:
    """True for a question that is finished and has less than full points."""
    return answer is not None and answer.points < answer.max_points


def _skipped(question: Question, missing: list[str]) -> QuestionResult:
    note = f"Question {question.name} is skipped: it needs full points in {', '.join(missing)}"
    visibility = question.config.visibility
    return QuestionResult(
        question.name, 0, question.config.max_points, messages=[note], is_skipped=True, visibility=visibility
    )


def _award(question: Question, results: Sequence[CaseResult]) -> Award:
    points = [case.points for case in question.cases]
    return award(question.config, list(zip(results, points, strict=True)))


def run_cases(cases: Sequence[Case], student: Student, limits: Limits) -> list[CaseResult]:
    """Run cases outside of a question; no points are counted."""
    student.start_question(limits.question)
    return [_run_case(case, student, limits) for case in cases]


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
