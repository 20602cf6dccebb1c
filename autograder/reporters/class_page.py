"""The page of a class for its teacher: totals, questions, failed cases, bugs, and a table of all students.

The page contains everything, hidden cases included. Links lead from a case or a bug to its students and back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from statistics import mean
from types import MappingProxyType
from typing import Any, Final

from autograder.classroom.class_rows import NO_GRADE, NOT_LOADED, PARTLY, STATUSES, ClassGrades, ClassRow
from autograder.classroom.item_statistics import item_statistics
from autograder.reporters.change_report import change_text, changed_groups
from autograder.reporters.class_summary import (
    bin_name,
    bug_counts,
    failed_case_counts,
    known_points,
    quartiles_text,
    total_bins,
)
from autograder.reporters.item_report import items_on_page
from autograder.results import number_text
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.web.page import drawing, render

SCRIPT_WORDS: Final = ("class-shown", "class-failing", "class-with-bug")
# Measures of the chart, in its own units.
CHART_HEIGHT: Final = 150
CHART_BAR: Final = 46  # width of a bar
CHART_GAP: Final = 8
CHART_TEXT: Final = 22  # height of a line


@dataclass(frozen=True)
class _Numbers:
    """The numbers that links and filters use for cases and bugs."""

    cases: Mapping[str, int]
    bugs: Mapping[str, int]


def draw_class_page(
    grades: ClassGrades,
    pages: Mapping[str, str],
    words: Words = IN_ENGLISH,
    group_pages: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the page; `pages` has the names of the students' files by id, `group_pages` those of groups by bug."""
    rows = grades.rows
    cases, bugs = failed_case_counts(rows), bug_counts(rows)
    numbers = _Numbers(*({name: at for at, (name, _) in enumerate(counts)} for counts in (cases, bugs)))
    totals = [row.points for row in rows if row.points is not None]
    bins = total_bins(totals, grades.max_points)
    loaded = sum(row.is_loaded for row in rows)
    return render(
        "class.html",
        script="class_page",
        data={"class": {"words": {key: words.messages[key] for key in SCRIPT_WORDS}}},
        words=words,
        is_for_teachers=True,
        count=len(rows),
        most=number_text(grades.max_points),
        max_points=grades.max_points,
        figures=_figures(totals, words),
        statuses=[(status, words(f"status-{status.replace(' ', '-')}")) for status in STATUSES],
        status_counts=[(status, len(grades.with_status(status))) for status in STATUSES if grades.with_status(status)],
        chart=drawing(_chart(bins, words)) if totals else "",
        questions=[_question(rows, name, most) for name, most in grades.questions.items()],
        cases=[_counted(name, count, loaded) for name, count in cases],
        bugs=[_counted(name, count, loaded, group_pages.get(name)) for name, count in bugs],
        items=items_on_page(item_statistics(grades), words),
        problems=_problems(grades, words),
        rows=[{**_row(row, grades, pages, numbers), "change": _change(row, grades, words)} for row in rows],
    )


def _figures(totals: Sequence[float], words: Words) -> list[tuple[str, str]]:
    """Return the mean and the quartiles of the totals, with their names."""
    if not totals:
        return []
    return [(words("class-mean"), f"{mean(totals):.1f}"), (words("class-quartiles"), quartiles_text(totals))]


def _question(rows: Iterable[ClassRow], name: str, most: float) -> dict[str, Any]:
    points = known_points(rows, name)
    return {
        "name": name,
        "most": number_text(most),
        "mean": f"{mean(points):.1f}" if points else "–",
        "share": mean(points) / most if points and most else 0,
        "full": sum(each >= most for each in points),
        "graded": len(points),
    }


def _counted(name: str, count: int, loaded: int, page: str | None = None) -> dict[str, Any]:
    return {"name": name, "count": count, "of": loaded, "share": count / loaded if loaded else 0, "page": page}


# -- the chart --------------------------------------------------------------------------------------------------------


def _chart(bins: Sequence[tuple[int, int, int]], words: Words) -> str:
    """Return the distribution as SVG; each bar is a link that shows its students."""
    width = len(bins) * (CHART_BAR + CHART_GAP) - CHART_GAP
    tallest = max(count for _, _, count in bins) or 1
    height = CHART_HEIGHT + 2 * CHART_TEXT
    bars = "".join(_bar(number * (CHART_BAR + CHART_GAP), *each, tallest, words) for number, each in enumerate(bins))
    ground = CHART_HEIGHT + CHART_TEXT
    line = f'<line class="ground" x1="0" x2="{width}" y1="{ground}" y2="{ground}"/>'
    label = escape(words("class-distribution"))
    return f'<svg class="chart" viewBox="0 0 {width} {height}" role="group" aria-label="{label}">{bars}{line}</svg>'


def _bar(x: int, low: int, high: int, count: int, tallest: int, words: Words) -> str:
    name = bin_name(low, high)
    height = round(CHART_HEIGHT * count / tallest)
    top, middle = CHART_TEXT + CHART_HEIGHT - height, x + CHART_BAR / 2
    label = escape(words("class-bar", points=name, count=count))
    shape = f'<rect x="{x}" y="{top}" width="{CHART_BAR}" height="{height}" rx="3"/>'
    texts = (
        f'<text class="count" x="{middle}" y="{top - 6}">{count or ""}</text>'
        f'<text x="{middle}" y="{CHART_HEIGHT + 2 * CHART_TEXT - 5}">{name}</text>'
    )
    if not count:
        return f"<g><title>{label}</title>{texts}</g>"
    return f'<a href="#points-{low}-{high}" aria-label="{label}"><title>{label}</title>{shape}{texts}</a>'


# -- students ---------------------------------------------------------------------------------------------------------


def _problems(grades: ClassGrades, words: Words) -> list[dict[str, Any]]:
    """Return the groups of students to look at: a title, and each student with the reason."""
    rows = grades.rows
    withheld = {name: reason for row in rows for name, reason in row.ungraded.items()}
    groups: list[tuple[str, list[tuple[str, str]]]] = [
        *changed_groups(grades.comparison, words),
        ("class-partly", [(row.id, row.reason) for row in grades.with_status(PARTLY)]),
        ("class-not-loaded", [(row.id, row.reason) for row in grades.with_status(NOT_LOADED)]),
        ("class-no-grade", [(row.id, row.reason) for row in grades.with_status(NO_GRADE) if not row.ungraded]),
        ("class-no-grade-questions", [*withheld.items()]),
        ("class-timed-out", [(row.id, "") for row in rows if row.has_timed_out]),
        ("class-near", [(row.id, ", ".join(row.near)) for row in rows if row.near]),
        ("class-late", [(row.id, row.late.reason) for row in rows if row.late]),
        ("class-untimed", [(id, "") for id in sorted(grades.untimed)]),
        ("class-noted", [(row.id, "; ".join(row.notes)) for row in rows if row.notes]),
        ("class-absent", [(_with_name(absent.id, absent.name), "") for absent in grades.absent()]),
        ("class-strangers", [(_with_name(student.id, student.name), "") for student in grades.strangers()]),
    ]
    numbers = {row.id: number for number, row in enumerate(rows)}
    return [
        {
            "title": words(key),
            "reasons": _by_reason(lines, numbers if key != "class-no-grade-questions" else {}),
            "count": len(lines),
        }
        for key, lines in groups
        if lines
    ]


def _with_name(id: str, name: str) -> str:
    return f"{name} ({id})" if name else id


def _by_reason(lines: Sequence[tuple[str, str]], numbers: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return each reason once, the most frequent first, with its names and the numbers of their rows."""
    found: dict[str, list[str]] = {}
    for name, reason in lines:
        found.setdefault(reason, []).append(name)
    ordered = sorted(found.items(), key=lambda item: -len(item[1]))
    return [{"reason": reason, "names": [(name, numbers.get(name)) for name in names]} for reason, names in ordered]


def _change(row: ClassRow, grades: ClassGrades, words: Words) -> str:
    change = grades.change_of(row.id)
    return change_text(change, words) if change else ""


def _row(row: ClassRow, grades: ClassGrades, pages: Mapping[str, str], numbers: _Numbers) -> dict[str, Any]:
    total, *points = row.point_texts(grades.questions, unknown="–")
    known = [row.points_of(name) for name in grades.questions]
    return {
        "id": row.id,
        "names": row.names,
        "page": pages.get(row.id),
        "points": total,
        "value": row.points,
        "questions": list(zip(points, known, strict=True)),
        "status": row.status,
        "kind": "odd" if row.status in (NOT_LOADED, NO_GRADE) else "",
        "reason": row.reason,
        "near": row.near,
        "late": row.late.reason if row.late else "",
        "bugs": [(bug, numbers.bugs[bug]) for bug in row.bugs],
        "cases": [(case, numbers.cases[case]) for case in row.failed if row.is_loaded],
    }
