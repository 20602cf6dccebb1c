"""A class summed up: how the totals are spread, what fails most, and whom to look at."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import mean, quantiles
from typing import Any, Final

from autograder.classroom.class_rows import NO_GRADE, NOT_LOADED, STATUSES, ClassGrades, ClassRow, Regrading
from autograder.results import number_text
from jobs.text_table import text_table

BARS: Final = 10  # of the distribution, at most
LONGEST_BAR: Final = 40
MOST_CASES: Final = 10
MOST_IDS: Final = 20


def draw_class_text(grades: ClassGrades) -> str:
    """For the terminal; the ids are in signs that print."""
    rows = grades.rows
    parts = [_counts(rows)]
    totals = [row.points for row in rows if row.points is not None]
    if totals:
        parts.append(_distribution(totals, grades.max_points))
    if any(row.points is not None or row.ungraded for row in rows):
        parts.append(_questions(grades))
    loaded = len(_loaded(rows))
    parts += [
        _table("Cases that fail most", ("case", "failed"), _failed_cases(rows)[:MOST_CASES], loaded),
        _table("Most common bugs", ("bug", "students"), _bugs(rows), loaded),
        _listed("Timed out", [(row.id, "") for row in rows if row.has_timed_out]),
        _listed("Near a threshold", [(row.id, ", ".join(row.near)) for row in rows if row.near]),
        _listed("Not loaded", [(row.id, row.reason) for row in grades.with_status(NOT_LOADED)]),
        _listed("Noted", [(row.id, "; ".join(row.notes)) for row in rows if row.notes]),
        draw_no_grade_text(grades),
    ]
    return "\n\n".join(filter(None, parts))


def draw_no_grade_text(grades: ClassGrades) -> str:
    """Questions without a grade by a fault of the cases, and rows without one by a fault of the grader; or empty."""
    reasons = {name: reason for row in grades.rows for name, reason in row.ungraded.items()}
    faults = [(row.id, row.reason) for row in grades.with_status(NO_GRADE) if not row.ungraded]
    parts = [_listed("No grade for questions", list(reasons.items())), _listed("No grade: run these again", faults)]
    return "\n\n".join(filter(None, parts))


def draw_regrading_text(regrading: Regrading) -> str:
    """How many rows were regraded; those with other points are printed as they are found."""
    rows = f"{regrading.num_replaced} submission{'s' * (regrading.num_replaced != 1)}"
    changed = len(regrading.changes)
    told = (
        f"{changed} {'has' if changed == 1 else 'have'} other points or another status"
        if changed
        else "no points changed"
    )
    left = _listed("Not regraded", sorted(regrading.left.items()))
    return "\n\n".join(filter(None, [f"Regraded {rows}: {told}", left]))


def draw_class_json(grades: ClassGrades) -> str:
    """The same for programs."""
    rows = grades.rows
    totals = [row.points for row in rows if row.points is not None]
    data: dict[str, Any] = {
        "submissions": len(rows),
        "statuses": {status: len(grades.with_status(status)) for status in STATUSES},
        "max_points": grades.max_points,
        "mean": mean(totals) if totals else None,
        "quartiles": _quartiles(totals) if totals else None,
        "questions": {name: _question_mean(rows, name) for name in grades.questions},
        "failed_cases": dict(_failed_cases(rows)),
        "bugs": dict(_bugs(rows)),
        "timed_out": [row.id for row in rows if row.has_timed_out],
        "near_threshold": {row.id: list(row.near) for row in rows if row.near},
        "not_loaded": {row.id: row.reason for row in grades.with_status(NOT_LOADED)},
        "no_grade": {row.id: row.reason for row in grades.with_status(NO_GRADE)},
    }
    return json.dumps(data, indent=2)


def _counts(rows: Sequence[ClassRow]) -> str:
    counts = Counter(row.status for row in rows)
    told = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    return f"{len(rows)} submission{'s' * (len(rows) != 1)}: {told}"


def _distribution(totals: Sequence[float], most: float) -> str:
    width = max(1, -(-int(most) // BARS))
    counts = Counter(min(int(total), int(most)) // width for total in totals)
    lines = []
    for number in range(int(most) // width + 1):
        low, high = number * width, min((number + 1) * width - 1, int(most))
        name = str(low) if low == high else f"{low}–{high}"
        bar = "█" * round(LONGEST_BAR * counts[number] / max(counts.values()))
        lines.append(f"{name:>7}  {counts[number]:>4}  {bar}".rstrip())
    low_quartile, middle, high_quartile = (f"{value:g}" for value in _quartiles(totals))
    spread = f"mean {mean(totals):.1f}, quartiles {low_quartile} / {middle} / {high_quartile}"
    return "\n".join([f"Totals of {number_text(most)} points ({spread})", *lines])


def _quartiles(totals: Sequence[float]) -> list[float]:
    return quantiles(totals, n=4, method="inclusive") if len(totals) > 1 else [totals[0]] * 3


def _questions(grades: ClassGrades) -> str:
    lines = []
    for name, most in grades.questions.items():
        points = _known_points(grades.rows, name)
        full = sum(each >= most for each in points)
        average = f"{mean(points):.1f}" if points else "–"
        lines.append([name, number_text(most), average, f"{full} of {len(points)}"])
    return text_table(["question", "points", "mean", "full points"], lines)


def _question_mean(rows: Iterable[ClassRow], name: str) -> float | None:
    points = _known_points(rows, name)
    return mean(points) if points else None


def _known_points(rows: Iterable[ClassRow], name: str) -> list[float]:
    """The points of all who have a grade for the question."""
    return [points for row in rows if (points := row.points_of(name)) is not None]


def _loaded(rows: Iterable[ClassRow]) -> list[ClassRow]:
    """Those of whom cases say something: who could not be loaded fails all of them alike."""
    return [row for row in rows if row.status not in (NOT_LOADED, NO_GRADE)]


def _failed_cases(rows: Iterable[ClassRow]) -> list[tuple[str, int]]:
    return Counter(case for row in _loaded(rows) for case in row.failed).most_common()


def _bugs(rows: Iterable[ClassRow]) -> list[tuple[str, int]]:
    return Counter(bug for row in rows for bug in row.bugs).most_common()


def _table(title: str, header: Sequence[str], counts: Sequence[tuple[str, int]], students: int) -> str:
    if not counts:
        return ""
    rows = [[name, f"{count} of {students}"] for name, count in counts]
    return f"{title}\n{text_table(header, rows)}"


def _listed(title: str, lines: Sequence[tuple[str, str]]) -> str:
    if not lines:
        return ""
    shown = [f"  {id}: {reason}" if reason else f"  {id}" for id, reason in lines[:MOST_IDS]]
    more = [f"  and {len(lines) - MOST_IDS} more"] if len(lines) > MOST_IDS else []
    return "\n".join([f"{title} ({len(lines)})", *shown, *more])
