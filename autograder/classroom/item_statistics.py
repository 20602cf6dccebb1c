"""Statistics of the cases of a class: which of them separate students, and which say the same.

A case is solved or not. Its fit is the corrected item-total correlation: that of solving the case with the share of the
*other* cases that the same submission solves. If every case ran in every submission, this equals the correlation with
the number of the others that are solved. Points are not used: in a question that is all or nothing, they belong to no
single case.

The interval of the fit is that of the jackknife: the variance of Fisher's z when each submission in turn is left out,
with a quantile of Student's t. The usual interval of Fisher's z assumes two normal variables; a case has two values,
and its variance depends on the number of students with the rarer one. docs/STATISTICS.md has the measurements.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Final, Literal, TypeAlias

from autograder.classroom.case_facts import CaseFact
from autograder.classroom.class_rows import NO_GRADE, NOT_LOADED, ClassGrades, ClassRow

Interval: TypeAlias = tuple[float, float]

# With 20 submissions, an interval is about as wide as from 0 to 0.9. With fewer it would hardly exclude anything.
FEWEST_SUBMISSIONS: Final = 20
FEWEST_OF_EACH: Final = 3  # submissions that solve a case, and that do not, for an interval
NOT_RUN: Final = "no case ran"
NOT_STARTED: Final = "nothing started"
_CONFIDENCE: Final = 0.95
_NOTHING: Final = 1e-12  # a variance or a distance from 1 that is due to rounding


@dataclass(frozen=True)
class Item:
    """A case of the class. solved, ran: numbers of submissions.

    fit: None if it is unknown, since the case or the rest is the same for all, or the case ran in too few submissions.
    interval: 95 % limits of the fit; None if it depends on one or two submissions.
    """

    name: str
    question: str
    solved: int
    ran: int
    fit: float | None = None
    interval: Interval | None = None
    is_visible: bool = True

    @property
    def share(self) -> float:
        return self.solved / self.ran


@dataclass(frozen=True)
class OneCase:
    """A question whose points come from one case; several cases are named if each of them alone would do.

    is_only: the question has no other case. Otherwise no other case changed the points of any submission.
    """

    question: str
    cases: tuple[str, ...]
    is_only: bool


@dataclass(frozen=True)
class ItemStatistics:
    """Statistics of all cases. With too few submissions there are no items, and nothing is claimed.

    submissions: the number of those that are compared. left_out: numbers of the others by the reason.
    other_cases: by question, the number of submissions that were graded with other cases and are not compared in it.
    constant: by name, whether all or none of the submissions solve the case.
    agreeing: pairs of cases that the same submissions solve, without those that all or none solve.
    """

    submissions: int
    left_out: Mapping[str, int]
    other_cases: Mapping[str, int] = field(default_factory=dict)
    items: tuple[Item, ...] = ()
    constant: Mapping[str, Literal["all", "none"]] = field(default_factory=dict)
    agreeing: tuple[tuple[str, str], ...] = ()
    one_case: tuple[OneCase, ...] = ()

    @property
    def has_too_few(self) -> bool:
        return self.submissions < FEWEST_SUBMISSIONS

    def agreeing_groups(self) -> list[list[str]]:
        """Return cases that all agree with each other, in as few lists as is simple; each pair is in one of them."""
        pairs = set(self.agreeing)
        groups: list[list[str]] = []
        for name in dict.fromkeys(name for pair in self.agreeing for name in pair):
            fitting = (group for group in groups if all((other, name) in pairs for other in group))
            group = next(fitting, None)
            if group is None:
                groups.append([name])
            else:
                group.append(name)
        shown = {pair for group in groups for pair in combinations(group, 2)}
        rest = [list(pair) for pair in self.agreeing if pair not in shown]
        return [group for group in groups if len(group) > 1] + rest


def item_statistics(grades: ClassGrades) -> ItemStatistics:
    """Return the statistics of a class.

    Submissions that could not be loaded, have no grade, or in which nothing was started are left out: they fail all
    cases for one reason, so that each case would seem to predict the others. A case that did not run in a submission
    is neither solved nor unsolved there.
    """
    reasons = {row.id: _why_left_out(row) for row in grades.rows}
    rows = [row for row in grades.rows if not reasons[row.id]]
    left_out = Counter(reason for reason in reasons.values() if reason)
    if len(rows) < FEWEST_SUBMISSIONS:
        return ItemStatistics(len(rows), left_out)
    digests = _usual_digests(rows, grades.questions)
    facts = [_compared(row, digests) for row in rows]
    table = _Table(facts)
    items = table.items()
    return ItemStatistics(
        len(rows),
        left_out,
        {
            name: count
            for name, usual in digests.items()
            if (count := sum(name in row.questions and row.cases_digests.get(name, "") != usual for row in rows))
        },
        tuple(items),
        {
            item.name: "all" if item.solved else "none"
            for item in items
            if item.ran >= FEWEST_SUBMISSIONS and item.solved in (0, item.ran)
        },
        tuple(table.agreeing()),
        tuple(_one_case(grades.questions, rows, facts)),
    )


def _why_left_out(row: ClassRow) -> str:
    if row.status == NOT_LOADED:
        return NOT_LOADED
    if not row.is_finished:
        return NO_GRADE
    ran = [fact for fact in row.cases if fact.solved is not None]
    if not ran:
        return NOT_RUN
    return "" if any(fact.is_started for fact in ran) else NOT_STARTED


def _usual_digests(rows: Sequence[ClassRow], questions: Iterable[str]) -> dict[str, str]:
    """Return, by question, the digest of the cases with which most submissions were graded."""
    found: dict[str, str] = {}
    for name in questions:
        counts = Counter(row.cases_digests.get(name, "") for row in rows if name in row.questions)
        if counts:
            found[name] = counts.most_common(1)[0][0]
    return found


def _compared(row: ClassRow, digests: Mapping[str, str]) -> list[CaseFact]:
    """Return the cases of a submission that ran, in questions that have a grade and the usual cases."""
    return [
        fact
        for fact in row.cases
        if fact.solved is not None
        and fact.question not in row.ungraded
        and digests.get(fact.question) == row.cases_digests.get(fact.question, "")
    ]


class _Table:
    """The cases of all submissions; for each case, sets of submissions as the bits of a number."""

    def __init__(self, facts: Sequence[Sequence[CaseFact]]) -> None:
        self._facts: dict[str, CaseFact] = {}
        self._ran: dict[str, int] = {}
        self._solved: dict[str, int] = {}
        self._counts = [(sum(bool(fact.solved) for fact in row), len(row)) for row in facts]
        for number, row in enumerate(facts):
            for fact in row:
                self._facts.setdefault(fact.name, fact)
                self._ran[fact.name] = self._ran.get(fact.name, 0) | 1 << number
                self._solved[fact.name] = self._solved.get(fact.name, 0) | bool(fact.solved) << number

    def items(self) -> list[Item]:
        return [self._item(fact) for fact in self._facts.values()]

    def _item(self, fact: CaseFact) -> Item:
        ran, solved = self._ran[fact.name], self._solved[fact.name]
        pairs = []
        for number, (num_solved, num_ran) in enumerate(self._counts):
            if ran >> number & 1 and num_ran > 1:
                is_solved = solved >> number & 1
                pairs.append((is_solved, (num_solved - is_solved) / (num_ran - 1)))
        fit, interval = correlation(pairs) if len(pairs) >= FEWEST_SUBMISSIONS else (None, None)
        return Item(
            fact.name, fact.question, solved.bit_count(), ran.bit_count(), fit, interval, is_visible=fact.is_visible
        )

    def agreeing(self) -> Iterable[tuple[str, str]]:
        """Yield the pairs of cases with the same result in all submissions in which both ran, if results differ."""
        for one, other in combinations(self._facts, 2):
            both = self._ran[one] & self._ran[other]
            solved = self._solved[one] & both
            is_same = solved == self._solved[other] & both
            if is_same and solved not in (0, both) and both.bit_count() >= FEWEST_SUBMISSIONS:
                yield one, other


def correlation(pairs: Sequence[tuple[int, float]]) -> tuple[float | None, Interval | None]:
    """Return the correlation of a case (0 or 1) with the rest, and its 95 % interval; None for what is unknown."""
    solved = sum(x for x, _ in pairs)
    fewest = min(solved, len(pairs) - solved)
    if not fewest or len({y for _, y in pairs}) == 1:
        return None, None
    size = len(pairs)
    mean = math.fsum(y for _, y in pairs) / size
    offsets = [(x - solved / size, y - mean) for x, y in pairs]
    moments = (
        math.fsum(x * x for x, _ in offsets),
        math.fsum(y * y for _, y in offsets),
        math.fsum(x * y for x, y in offsets),
    )
    found = _ratio(*moments)
    return found, _jackknife_interval(found, offsets, moments) if fewest >= FEWEST_OF_EACH else None


def _ratio(xx: float, yy: float, xy: float) -> float:
    return max(-1.0, min(1.0, xy / math.sqrt(xx * yy)))


def _jackknife_interval(
    found: float, offsets: Sequence[tuple[float, float]], moments: tuple[float, float, float]
) -> Interval | None:
    """Return the limits; None if, without one of the submissions, the correlation would be perfect or undefined."""
    size = len(offsets)
    more = size / (size - 1)
    xx, yy, xy = moments
    without = []
    for x, y in offsets:
        rest = (xx - more * x * x, yy - more * y * y, xy - more * x * y)
        if rest[0] <= _NOTHING * xx or rest[1] <= _NOTHING * yy:
            return None
        left = _ratio(*rest)
        if 1 - abs(left) <= _NOTHING:
            return None
        without.append(math.atanh(left))
    if 1 - abs(found) <= _NOTHING:
        return None
    mean = math.fsum(without) / size
    deviation = math.sqrt((size - 1) / size * math.fsum((z - mean) ** 2 for z in without))
    fewest = min(sum(x > 0 for x, _ in offsets), sum(x < 0 for x, _ in offsets))
    margin = t_quantile(2 * fewest - 1) * deviation
    middle = math.atanh(found)
    return math.tanh(middle - margin), math.tanh(middle + margin)


@cache
def t_quantile(freedom: int) -> float:
    """Return the two-sided 95 % quantile of Student's t for an odd number of degrees of freedom."""
    low, high = 1.0, 13.0  # 12.7 with one degree of freedom
    while high - low > _NOTHING * high:
        middle = (low + high) / 2
        if _t_probability(middle, freedom) < _CONFIDENCE:
            low = middle
        else:
            high = middle
    return high


def _t_probability(limit: float, freedom: int) -> float:
    """Return the chance that |t| is at most `limit`, by the finite series for odd degrees of freedom."""
    angle = math.atan(limit / math.sqrt(freedom))
    total, term = 0.0, math.cos(angle)
    for number in range(1, freedom, 2):
        total += term
        term *= math.cos(angle) ** 2 * (number + 1) / (number + 2)
    return 2 / math.pi * (angle + math.sin(angle) * total)


# -- questions that depend on one case --------------------------------------------------------------------------------


def _one_case(
    questions: Iterable[str], rows: Sequence[ClassRow], facts: Sequence[Sequence[CaseFact]]
) -> Iterable[OneCase]:
    for name in questions:
        names = dict.fromkeys(fact.name for row in facts for fact in row if fact.question == name)
        if len(names) == 1:
            yield OneCase(name, tuple(names), is_only=True)
            continue
        results: dict[str, list[tuple[CaseFact, float]]] = {each: [] for each in names}
        for row, its in zip(rows, facts, strict=True):
            points = row.points_of(name)
            for fact in its:
                if fact.question == name and points is not None:
                    results[fact.name].append((fact, points))
        deciding = tuple(case for case, found in results.items() if _decides(found))
        if deciding:
            yield OneCase(name, deciding, is_only=False)


def _decides(results: Sequence[tuple[CaseFact, float]]) -> bool:
    """True if the points of the question, which differ, are those of the case, or follow from whether it is solved."""
    if len(results) < FEWEST_SUBMISSIONS or len({points for _, points in results}) == 1:
        return False
    if all(fact.own_points == points for fact, points in results):
        return True
    return len({(fact.solved, points) for fact, points in results}) == len({fact.solved for fact, _ in results}) == 2
