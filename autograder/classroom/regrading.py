"""Regrading: replace questions in a row, and keep its deduction for lateness in proportion."""

from collections.abc import Collection
from dataclasses import asdict
from pathlib import Path
from typing import Any

from autograder.assignment.case_files import CaseFile
from autograder.assignment.questions import QuestionConfig
from autograder.classroom.class_rows import (
    RowData,
    questions_of,
    summed_up,
    ungraded_reasons,
    with_all_points,
    without_points,
)
from autograder.errors import GradingError
from autograder.results import Deduction, number_text


def check_independent(folder: Path, regraded: Collection[str], questions: Collection[str]) -> None:
    """Raise GradingError if a regraded question depends on a question that is not regraded, or vice versa.

    A question may be skipped because of the other one, so the two must be graded together.
    """
    for name in questions:
        path = folder / name / "CONFIG"
        depends = QuestionConfig.read(name, CaseFile.read(path)).depends if path.is_file() else ()
        for other in depends:
            if other in questions and (name in regraded) != (other in regraded):
                raise GradingError(f"{path}: {name} depends on {other}; use --regrade without -q, which grades both")


def with_questions(old: RowData, new: RowData) -> RowData:
    """Return the old row with its questions replaced by those of the new one, and all sums recomputed."""
    before, after = questions_of(with_all_points(old)), questions_of(new)
    row = {**with_all_points(old), "questions": list({**before, **after}.values())}
    for key in ("isolation", "dice"):
        if old[key] != new[key]:
            row[key] = f"{old[key]}; {', '.join(after)}: {new[key]}"
    row["seconds"] = round(
        max(0.0, old["seconds"] - sum(_seconds(before[name]) for name in after if name in before))
        + sum(map(_seconds, after.values())),
        2,
    )
    row["notes"] = list(dict.fromkeys((*old.get("notes", ()), *new["notes"])))
    left = {name: reason for name, reason in ungraded_reasons(old).items() if name not in after}
    return without_points(summed_up(with_deduction(old, row)), left)


def with_deduction(old: RowData, new: RowData) -> RowData:
    """Return the new row with the late deduction of the old one, in proportion to its points."""
    if "late" not in old:
        return new
    before, after, late = points_before(old), _sum(new), old["late"]
    if before != after:
        lost = round(late["points"] * after / before, 4) if before else 0.0
        more = f"Of {number_text(after)} points after regrading, {number_text(lost)} are taken off."
        late = {"points": lost, "reason": f"{late['reason']} {more}"}
    return {**new, "points": after - late["points"], "late": late}


def with_lateness(data: RowData, late: Deduction | None) -> RowData:
    """Return the row with this late deduction in place of the one it has; None means that it came in time."""
    row = {key: value for key, value in with_all_points(data).items() if key != "late"}
    if late is not None:
        row["late"] = asdict(late)
    row["points"] = points_before(data) - (late.points if late else 0)
    return without_points(row, ungraded_reasons(data))


def points_before(data: RowData) -> float:
    """Return the points of a row before a late deduction."""
    return _sum(with_all_points(data))


def _seconds(question: dict[str, Any]) -> float:
    return float(sum(case["seconds"] for case in question["cases"]))


def _sum(data: RowData) -> float:
    return float(sum(question["points"] for question in data["questions"]))
