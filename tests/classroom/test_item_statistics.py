"""Statistics of the cases of a class, compared with an independent computation."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from autograder.classroom.case_facts import CaseFact
from autograder.classroom.class_rows import ClassGrades, ClassRow, RowStatus
from autograder.classroom.item_statistics import (
    FEWEST_SUBMISSIONS,
    Item,
    ItemStatistics,
    correlation,
    item_statistics,
    t_quantile,
)
from autograder.failures import Failure, FailureKind
from autograder.reporters.class_page import draw_class_page
from autograder.reporters.class_summary import draw_class_json, draw_class_text
from autograder.reporters.grade_page import draw_grade_page
from autograder.reporters.json_report import grade_data, read_grade
from autograder.results import CaseResult, Grade, QuestionResult, Status
from pacman.display.messages import LANGUAGES, Words


def row(id: str, results: Sequence[float], status: RowStatus = "ok") -> ClassRow:
    """Return a submission: for each case 1 if it is solved, 0 if not, NaN if it did not run."""
    cases = tuple(
        CaseFact(f"q1/{number:02d}", "q1", None if math.isnan(result) else bool(result))
        for number, result in enumerate(results)
    )
    return ClassRow(id, status, None if status == "no grade" else 0, 10, 1, {"q1": 0}, cases=cases)


def class_of(table: Any, *others: ClassRow) -> ClassGrades:
    rows = [row(f"s{number:03d}", results) for number, results in enumerate(table)]
    return ClassGrades({"q1": 10}, [*rows, *others], is_complete=True)


def drawn(seed: int) -> Any:
    """Return a synthetic class: a row for each submission, a column for each case; NaN where a case did not run."""
    rng = np.random.default_rng(seed)
    size, cases = int(rng.integers(FEWEST_SUBMISSIONS, 70)), int(rng.integers(2, 13))
    ability = rng.normal(size=(size, 1))
    table = (rng.random((size, cases)) < 1 / (1 + np.exp(-ability * 2 + rng.normal(0, 2, size=cases)))).astype(float)
    if seed % 3 == 0:  # copies, which always agree, and constants
        table[:, -1] = table[:, 0]
        table[:, cases // 2] = seed % 2
    if seed % 4 == 0:
        table[rng.random(table.shape) < 0.1] = math.nan
        table[np.isnan(table).all(axis=1), 0] = 0
    return table


@cache
def all_but_one(size: int) -> Any:
    return np.array([np.delete(np.arange(size), each) for each in range(size)])


def students_t(probability: float, freedom: int) -> float:
    """Return a quantile of Student's t distribution; scipy takes long to import, so only workers that need it do."""
    from scipy import stats  # type: ignore[import-untyped]

    return float(stats.t.ppf(probability, freedom))


def independent(table: Any, case: int) -> tuple[float | None, tuple[float, float] | None]:
    """Return the correlation of a case with the mean of the others, and its interval, each left-out row recomputed."""
    ran = ~np.isnan(table[:, case]) & (~np.isnan(np.delete(table, case, axis=1))).any(axis=1)
    x, y = table[ran, case], np.nanmean(np.delete(table, case, axis=1)[ran], axis=1)
    if len(x) < FEWEST_SUBMISSIONS or np.ptp(x) == 0 or np.ptp(y) < 1e-12:
        return None, None
    found = float(np.corrcoef(x, y)[0, 1])
    rarer = int(min(x.sum(), (1 - x).sum()))
    kept = all_but_one(len(x))
    if rarer < 3 or np.ptp(y[kept], axis=1).min() < 1e-12:
        return found, None
    xs, ys = (values[kept] - values[kept].mean(axis=1, keepdims=True) for values in (x, y))
    without = (xs * ys).sum(axis=1) / np.sqrt((xs**2).sum(axis=1) * (ys**2).sum(axis=1))
    if np.abs([found, *without]).max() > 1 - 1e-9:
        return found, None
    z = np.arctanh(without)
    error = math.sqrt((len(z) - 1) ** 2 / len(z) * np.var(z, ddof=1))
    margin = students_t(0.975, 2 * rarer - 1) * error
    return found, (math.tanh(math.atanh(found) - margin), math.tanh(math.atanh(found) + margin))


@pytest.mark.examples(300)
def test_they_equal_an_independent_computation(examples: int) -> None:
    num_intervals = num_agreeing = 0
    for seed in range(examples):
        table = drawn(seed)
        found = item_statistics(class_of(table))
        assert (found.submissions, found.left_out) == (len(table), {})
        names = [item.name for item in found.items]
        for item in found.items:
            column = table[:, int(item.name[-2:])]
            assert (item.solved, item.ran) == (np.nansum(column), (~np.isnan(column)).sum())
            assert item.share == pytest.approx(np.nanmean(column))
            fit, interval = independent(table, int(item.name[-2:]))
            assert item.fit == (None if fit is None else pytest.approx(fit, abs=1e-9)), (seed, item)
            assert item.interval == (None if interval is None else pytest.approx(interval, abs=1e-7)), (seed, item)
            num_intervals += interval is not None
        ran = {name: ~np.isnan(table[:, int(name[-2:])]) for name in names}
        enough = {name for name in names if ran[name].sum() >= FEWEST_SUBMISSIONS}
        solved = {name: table[:, int(name[-2:])] == 1 for name in names}
        assert found.constant == {
            name: "all" if solved[name].any() else "none"
            for name in names
            if name in enough and (solved[name][ran[name]].all() or not solved[name].any())
        }
        agreeing = []
        for one, other in combinations(names, 2):
            both = ran[one] & ran[other]
            is_same = (solved[one][both] == solved[other][both]).all() and np.ptp(solved[one][both].astype(int)) > 0
            if both.sum() >= FEWEST_SUBMISSIONS and is_same:
                agreeing.append((one, other))
        assert list(found.agreeing) == agreeing
        num_agreeing += len(agreeing)
    assert num_intervals > 3 * examples
    assert num_agreeing > examples / 6


@pytest.mark.parametrize("freedom", [1, 5, 19, 99, 999])
def test_the_quantile_of_students_t(freedom: int) -> None:
    assert t_quantile(freedom) == pytest.approx(students_t(0.975, freedom), rel=1e-9)


def test_a_small_class_says_nothing_about_its_cases() -> None:
    table = drawn(1)[:FEWEST_SUBMISSIONS]
    assert not item_statistics(class_of(table)).has_too_few
    few = item_statistics(class_of(table[1:]))
    assert few == ItemStatistics(FEWEST_SUBMISSIONS - 1, {})
    assert few.has_too_few
    grades = class_of(table[1:])
    assert "Submissions that can be compared: 19; statistics about cases need 20." in draw_class_text(grades)
    assert "Submissions that can be compared: 19" in draw_class_page(grades, {})
    data = json.loads(draw_class_json(grades))["case_statistics"]
    assert data["cases"] is data["always_agree"] is data["separate_no_students"] is data["points_from_one_case"] is None


def test_what_is_undefined_or_rests_on_one_student_is_unknown() -> None:
    half = [(number % 2, 0.5) for number in range(30)]
    assert correlation(half) == (None, None), "the rest is the same for all"
    assert correlation([(1, number / 30) for number in range(30)]) == (None, None), "all solve the case"
    fit, interval = correlation([(int(number > 1), number / 30) for number in range(30)])
    assert fit is not None
    assert interval is None, "two submissions fail"
    assert correlation([(number % 2, float(number % 2)) for number in range(30)]) == (1.0, None)
    almost = [(number % 2, float(number % 2)) for number in range(30)] + [(1, 0.0)]
    fit, interval = correlation(almost)
    assert fit is not None
    assert interval is None, "without the last one, the two agree perfectly"


def test_submissions_that_fail_everything_for_one_reason_are_left_out() -> None:
    """With them, cases that say nothing about each other would seem to predict each other."""
    table = np.random.default_rng(5).integers(0, 2, size=(40, 6)).astype(float)
    refused = [row(f"x{number}", [0] * 6, status="not loaded") for number in range(20)]
    faults = [row("y", [], status="no grade")]
    unrun = row("w", [math.nan] * 6)
    empty = row("z", [0] * 6)
    empty = replace(empty, cases=tuple(replace(case, is_started=False) for case in empty.cases))
    alone, others = item_statistics(class_of(table)), class_of(table, *refused, *faults, unrun, empty)
    found = item_statistics(others)
    assert found.items == alone.items
    assert found.left_out == {"not loaded": 20, "no grade": 1, "no case ran": 1, "nothing started": 1}
    assert "left out: 20 not loaded, 1 no grade, 1 no case ran, 1 nothing started" in draw_class_text(others)


def test_a_question_that_was_not_started_counts_as_unsolved() -> None:
    table = drawn(2)
    rows = class_of(table).rows
    first = replace(rows[0], cases=(replace(rows[0].cases[0], solved=False, is_started=False), *rows[0].cases[1:]))
    found = item_statistics(ClassGrades({"q1": 10}, [first, *rows[1:]]))
    assert found.submissions == len(rows)
    assert found.items[0].solved == table[1:, 0].sum()


def test_a_question_without_a_grade_is_not_compared() -> None:
    """A fault of the cases withholds the points of one question; the others still count."""
    rows = [
        replace(
            each,
            status="no grade",
            points=None,
            questions={"q1": 0, "q2": 0},
            ungraded={"q2": "no such agent"},
            cases=(*each.cases, CaseFact("q2/hard", "q2", False)),
        )
        for each in class_of(drawn(1)).rows
    ]
    found = item_statistics(ClassGrades({"q1": 10, "q2": 5}, rows))
    assert found.submissions == len(rows)
    assert {item.question for item in found.items} == {"q1"}


def test_rows_of_other_cases_are_not_mixed_with_the_rest() -> None:
    """`--regrade` of some submissions with changed cases leaves two versions of a question in the file."""
    table = np.random.default_rng(3).integers(0, 2, size=(50, 4)).astype(float)
    rows = [replace(each, cases_digests={"q1": "old"}) for each in class_of(table).rows]
    changed = [
        replace(row(f"z{number}", [1, 0, 1, 0]), cases_digests={"q1": "new"}) for number in range(FEWEST_SUBMISSIONS)
    ]
    found = item_statistics(ClassGrades({"q1": 10}, [*rows, *changed]))
    assert found.items == item_statistics(ClassGrades({"q1": 10}, rows)).items
    assert found.other_cases == {"q1": FEWEST_SUBMISSIONS}
    text = draw_class_text(ClassGrades({"q1": 10}, [*rows, *changed]))
    assert "graded with other cases of q1: 20" in text


def test_agreeing_cases_are_shown_together() -> None:
    pairs = (("a", "b"), ("a", "c"), ("b", "c"), ("c", "d"))
    assert ItemStatistics(30, {}, agreeing=pairs).agreeing_groups() == [["a", "b", "c"], ["c", "d"]]


# -- the questions ----------------------------------------------------------------------------------------------------


def question(points: Sequence[float], *results: Sequence[Any], own: bool = False) -> ClassGrades:
    """Return a class with these points of a question; `results` has those of each case: solved, or its own points."""
    rows = []
    for number, total in enumerate(points):
        cases = tuple(
            CaseFact(f"q2/{case}", "q2", bool(each[number]), float(each[number]) if own and not case else None)
            for case, each in enumerate(results)
        )
        rows.append(ClassRow(f"s{number:02d}", "ok", total, 5, 1, {"q2": total}, cases=cases))
    return ClassGrades({"q2": 5}, rows)


HALF = [number % 2 for number in range(24)]
THIRD = [int(number % 6 > 0) for number in range(24)]
ALL = [1] * 24


def deciding(grades: ClassGrades) -> list[tuple[tuple[str, ...], bool]]:
    return [(each.cases, each.is_only) for each in item_statistics(grades).one_case]


def test_questions_whose_points_come_from_one_case() -> None:
    halves = [5 * each for each in HALF]
    assert deciding(question(halves, HALF)) == [(("q2/0",), True)]
    assert deciding(question(halves, THIRD, HALF, ALL)) == [(("q2/1",), False)], "whoever fails it fails the question"
    assert deciding(question(halves, HALF, HALF)) == [(("q2/0", "q2/1"), False)]
    both = [5 * (one and other) for one, other in zip(HALF, reversed(THIRD), strict=True)]
    assert any(each > other for each, other in zip(halves, both, strict=True))
    assert deciding(question(both, HALF, list(reversed(THIRD)))) == [], "two cases cost points"
    number_passed = [one + other for one, other in zip(HALF, THIRD, strict=True)]
    assert deciding(question(number_passed, HALF, THIRD)) == []
    games = [number % 5 for number in range(24)]
    assert deciding(question(games, games, ALL, own=True)) == [(("q2/0",), False)], "the others give no points"
    assert deciding(question([5] * 24, ALL, ALL)) == [], "nobody lost a point"


# -- from the rows to the reports -------------------------------------------------------------------------------------


def graded(id: str, results: Sequence[int], hidden: int) -> dict[str, Any]:
    """Return the row of a submission with visible cases, and a hidden one, as a file has it."""
    cases = [
        CaseResult(f"c{number}", f"q1/c{number}", Status.PASSED if each else Status.FAILED)
        for number, each in enumerate(results)
    ]
    secret = CaseResult("secret", "q1/secret", Status.PASSED if hidden else Status.FAILED, visibility="hidden")
    grade = Grade(f"{id}.py", "strict", [QuestionResult("q1", 1, 10, [*cases, secret])], is_complete=True)
    return {"id": id, "status": "ok", "reason": "", "seconds": 1.0, **grade_data(grade)}


def test_reports_show_hidden_cases_to_the_teacher_alone() -> None:
    rng = np.random.default_rng(2)
    data = [graded(f"s{number:02d}", rng.integers(0, 2, 5).tolist(), number % 2) for number in range(30)]
    grades = ClassGrades({"q1": 10}, [ClassRow.read(each) for each in data])
    page = draw_class_page(grades, {})
    assert "q1/secret <small" in page
    assert set(json.loads(draw_class_json(grades))["case_statistics"]["cases"]) == {
        *(f"q1/c{number}" for number in range(5)),
        "q1/secret",
    }
    for each in data:
        student = draw_grade_page(read_grade(each))
        assert "secret" not in student
        assert Words()("items-title") not in student


def test_a_case_that_did_not_run_is_neither_solved_nor_not() -> None:
    data = graded("ann", [1, 0], 1)
    data["questions"][0]["cases"][0]["status"] = Status.NOT_RUN.value
    assert [case.solved for case in ClassRow.read(data).cases] == [None, False, True]
    assert all(case.is_started for case in ClassRow.read(data).cases)
    missing = Failure(FailureKind.MISSING, "no class MinimaxAgent in your file")
    cases = [CaseResult("a", "q1/a", Status.FAILED, failure=missing), CaseResult("b", "q1/b", Status.FAILED)]
    cases[1].not_started = "minimax is the template's"
    grade = Grade("bob.py", "strict", [QuestionResult("q1", 0, 10, cases)], is_complete=True)
    bob = ClassRow.read({"id": "bob", "status": "partly", "reason": "", "seconds": 1.0, **grade_data(grade)})
    assert not any(case.is_started for case in bob.cases)


def test_the_digest_of_the_cases_is_that_of_the_row() -> None:
    data = graded("ann", [1], 1)
    assert ClassRow.read(data).cases_digests == {}
    assert ClassRow.read(data | {"settings": {"q1": {"cases": "abc"}}}).cases_digests == {"q1": "abc"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_and_the_text_have_the_numbers(language: str) -> None:
    table = np.array([[number % 2, number % 2, number % 3 > 0, 1] for number in range(30)], dtype=float)
    grades, words = class_of(table), Words(language)
    page = draw_class_page(grades, {}, words)
    found: dict[str, Item] = {item.name: item for item in item_statistics(grades).items}
    for name in ("q1/00", "q1/02"):
        item = found[name]
        assert item.fit is not None
        assert item.interval is not None
        assert f"{item.fit:.2f}" in page
        assert words("from-to", low=f"{item.interval[0]:.2f}", high=f"{item.interval[1]:.2f}") in page
    assert words("items-all", count=30) in page
    assert "q1/00, q1/01" in page
    text = draw_class_text(grades)
    assert "Cases that separate no students (1)\n  q1/03: all 30 solve it" in text
    assert text.endswith("or none (1)\n  q1/00, q1/01")


@pytest.mark.thorough
def test_intervals_contain_the_true_fit() -> None:
    """The share of docs/STATISTICS.md, within the error of fewer classes."""
    from benchmarks.item_statistics import KINDS, MANY, coverage, true_fits

    rng = np.random.default_rng(4)
    for kind, draw in KINDS.items():
        fits = true_fits(rng, draw, MANY // 10)
        for size in (20, 100):
            covered = coverage(rng, draw, size, fits, classes=100).covered["ours"]
            assert np.mean(covered) > (0.85 if "nearly all" in kind else 0.91), (kind, size)
