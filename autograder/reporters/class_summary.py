"""Summary of a class: the distribution of totals, the cases that fail most, and the submissions to look at."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from statistics import mean, quantiles
from typing import Any, Final

from autograder.classroom.bug_groups import bug_groups
from autograder.classroom.class_rows import NO_GRADE, NOT_LOADED, PARTLY, STATUSES, ClassGrades, ClassRow, Regrading
from autograder.classroom.item_statistics import item_statistics
from autograder.reporters.change_report import comparison_data
from autograder.reporters.group_report import draw_groups_text, groups_data
from autograder.reporters.item_report import draw_items_text, items_data
from autograder.results import counted, number_text
from jobs.text_table import text_list, text_table
from pacman.made_by import with_made_by

BARS: Final = 10  # of the distribution, at most
LONGEST_BAR: Final = 40
MOST_CASES: Final = 10


def draw_class_text(grades: ClassGrades) -> str:
    """Return the summary as text for the terminal; ids contain only printable characters."""
    rows = grades.rows
    parts = [_counts(rows)]
    totals = [row.points for row in rows if row.points is not None]
    if totals:
        parts.append(_distribution(totals, grades.max_points))
    if any(row.points is not None or row.ungraded for row in rows):
        parts.append(_questions(grades))
    loaded = sum(row.is_loaded for row in rows)
    parts += [
        _failed_cases(rows, loaded),
        draw_items_text(item_statistics(grades)),
        draw_groups_text(bug_groups(rows), loaded),
        text_list("Timed out", [(row.id, "") for row in rows if row.has_timed_out]),
        text_list("Near a threshold", [(row.id, ", ".join(row.near)) for row in rows if row.near]),
        text_list("Partly", [(row.id, row.reason) for row in grades.with_status(PARTLY)]),
        text_list("Not loaded", [(row.id, row.reason) for row in grades.with_status(NOT_LOADED)]),
        text_list("Late", [(row.id, row.late.reason) for row in rows if row.late]),
        text_list("No time of submission", [(id, "") for id in sorted(grades.untimed)]),
        text_list("Noted", [(row.id, "; ".join(row.notes)) for row in rows if row.notes]),
        text_list("Submitted nothing", [(absent.id, absent.name) for absent in grades.absent()]),
        text_list("Not in the roster", [(student.id, student.name) for student in grades.strangers()]),
        draw_no_grade_text(grades),
    ]
    return "\n\n".join(filter(None, parts))


def draw_no_grade_text(grades: ClassGrades) -> str:
    """List questions without a grade because of an error in the cases, and rows without one because of the grader.

    Return an empty string if there are none.
    """
    reasons = {name: reason for row in grades.rows for name, reason in row.ungraded.items()}
    faults = [(row.id, row.reason) for row in grades.with_status(NO_GRADE) if not row.ungraded]
    parts = [text_list("No grade for questions", list(reasons.items())), text_list("No grade: run these again", faults)]
    return "\n\n".join(filter(None, parts))


def draw_regrading_text(regrading: Regrading) -> str:
    """Return the numbers of regraded and changed rows, and the rows that were not regraded.

    The changes themselves are printed during the grading.
    """
    rows = counted(regrading.num_replaced, "submission")
    changed = len(regrading.changes)
    changes = (
        f"{changed} {'has' if changed == 1 else 'have'} other points or another status"
        if changed
        else "no points changed"
    )
    left = text_list("Not regraded", sorted(regrading.left.items()))
    return "\n\n".join(filter(None, [f"Regraded {rows}: {changes}", left]))


def draw_class_json(grades: ClassGrades) -> str:
    """Return the summary as JSON, for programs."""
    rows = grades.rows
    totals = [row.points for row in rows if row.points is not None]
    data: dict[str, Any] = {
        "submissions": len(rows),
        "statuses": {status: len(grades.with_status(status)) for status in STATUSES},
        "max_points": grades.max_points,
        "mean": mean(totals) if totals else None,
        "quartiles": quartiles(totals) if totals else None,
        "questions": {name: _question_mean(rows, name) for name in grades.questions},
        "failed_cases": dict(failed_case_counts(rows)),
        "case_statistics": items_data(item_statistics(grades)),
        "bugs": dict(bug_counts(rows)),
        "bug_groups": groups_data(bug_groups(rows)),
        "timed_out": [row.id for row in rows if row.has_timed_out],
        "near_threshold": {row.id: list(row.near) for row in rows if row.near},
        "partly": {row.id: row.reason for row in grades.with_status(PARTLY)},
        "not_loaded": {row.id: row.reason for row in grades.with_status(NOT_LOADED)},
        "no_grade": {row.id: row.reason for row in grades.with_status(NO_GRADE)},
    }
    if late := {row.id: asdict(row.late) for row in rows if row.late}:
        data["late"] = late
    if grades.untimed:
        data["no_time_of_submission"] = sorted(grades.untimed)
    if grades.roster:
        data["submitted_nothing"] = {absent.id: absent.name for absent in grades.absent()}
        data["not_in_roster"] = [student.id for student in grades.strangers()]
    if grades.comparison:
        data["against"] = comparison_data(grades.comparison)
    return json.dumps(with_made_by(data), indent=2)


def _counts(rows: Sequence[ClassRow]) -> str:
    counts = Counter(row.status for row in rows)
    text = ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status])
    return f"{counted(len(rows), 'submission')}: {text}"


def _distribution(totals: Sequence[float], most: float) -> str:
    bins = total_bins(totals, most)
    largest = max(count for _, _, count in bins)
    lines = []
    for low, high, count in bins:
        lines.append(f"{bin_name(low, high):>7}  {count:>4}  {'█' * round(LONGEST_BAR * count / largest)}".rstrip())
    spread = f"mean {mean(totals):.1f}, quartiles {quartiles_text(totals)}"
    return "\n".join([f"Totals of {number_text(most)} points ({spread})", *lines])


def bin_name(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def total_bins(totals: Sequence[float], most: float) -> list[tuple[int, int, int]]:
    """Return the bars of the distribution: the lowest and the highest total, and the number of submissions."""
    width = max(1, -(-int(most) // BARS))
    counts = Counter(min(int(total), int(most)) // width for total in totals)
    return [
        (number * width, min((number + 1) * width - 1, int(most)), counts[number])
        for number in range(int(most) // width + 1)
    ]


def quartiles(totals: Sequence[float]) -> list[float]:
    return quantiles(totals, n=4, method="inclusive") if len(totals) > 1 else [totals[0]] * 3


def quartiles_text(totals: Sequence[float]) -> str:
    return " / ".join(f"{value:g}" for value in quartiles(totals))


def _questions(grades: ClassGrades) -> str:
    lines = []
    for name, most in grades.questions.items():
        points = known_points(grades.rows, name)
        full = sum(each >= most for each in points)
        average = f"{mean(points):.1f}" if points else "–"
        lines.append([name, number_text(most), average, f"{full} of {len(points)}"])
    return text_table(["question", "points", "mean", "full points"], lines)


def _question_mean(rows: Iterable[ClassRow], name: str) -> float | None:
    points = known_points(rows, name)
    return mean(points) if points else None


def known_points(rows: Iterable[ClassRow], name: str) -> list[float]:
    """Return the points of a question in all rows that have a grade for it."""
    return [points for row in rows if (points := row.points_of(name)) is not None]


def failed_case_counts(rows: Iterable[ClassRow]) -> list[tuple[str, int]]:
    return Counter(case for row in rows if row.is_loaded for case in row.failed).most_common()


def bug_counts(rows: Iterable[ClassRow]) -> list[tuple[str, int]]:
    return [(group.bug, len(group.members)) for group in bug_groups(rows)]


def _failed_cases(rows: Iterable[ClassRow], loaded: int) -> str:
    lines = [[name, f"{count} of {loaded}"] for name, count in failed_case_counts(rows)[:MOST_CASES]]
    return f"Cases that fail most\n{text_table(['case', 'failed'], lines)}" if lines else ""
