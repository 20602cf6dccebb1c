"""Changes of grades as text, as JSON, and as data for pages.

Texts for the teacher contain everything. `student_change` leaves out what students may not see: invisible cases and
questions, and the values of options, one of which is the seed of the cases.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from autograder.classroom.changes import (
    ROUNDING,
    CaseChange,
    CaseOutcome,
    Change,
    Comparison,
    Difference,
    Fact,
    QuestionChange,
    Reason,
    Score,
)
from autograder.results import Status, counted, number_text
from pacman.display.messages import IN_ENGLISH, Words
from pacman.errors import cut_off, one_line

MOST_NAMES: Final = 5  # cases in a line
MOST_IDS: Final = 20
PREFIX: Final = "change-"  # of the keys of messages about differences
LONGEST_VALUE: Final = 80  # characters of the value of an option
_STATUS_KEYS: Final = {
    Status.PASSED.value: "change-passed",
    Status.FAILED.value: "change-failed",
    Status.NOT_RUN.value: "change-not-run",
}
_FACT_KEYS: Final[dict[Fact, str]] = {
    "submission": "fact-submission",
    "cases": "fact-cases",
    "limits": "fact-limits",
    "dice": "fact-dice",
    "grader": "fact-grader",
}


# -- text -------------------------------------------------------------------------------------------------------------


def change_line(change: Change) -> str:
    """Return a line with the id, the old and new points, the cases responsible, and the reason."""
    return f"{change.id}: {'; '.join(filter(None, (change_text(change), reason_text(change))))}"


def change_text(change: Change, words: Words = IN_ENGLISH) -> str:
    """Return the old and new points and the cases responsible, without the id and the reason."""
    parts = [_total_text(change, words)]
    if change.status[0] != change.status[1]:
        status = words("change-now", before=change.status[0], now=change.status[1])
        parts[0] = f"{parts[0]} ({status})" if parts[0] else status
    cases = [text for question in change.questions for text in _question_texts(question, change, words)]
    causes = ", ".join(filter(None, [_some(cases, words), _late_text(change, words)]))
    return ": ".join(filter(None, [*parts, causes]))


def reason_text(change: Change, words: Words = IN_ENGLISH) -> str:
    """Return the reason of a change as far as it is known; empty if the change itself says all about it."""
    keys = {"before": "change-no-grade-before", "now": "change-no-grade-now"}
    lines = [words(keys[when], reason=one_line(reason)) for when, reason in change.no_grade.items()]
    if change.reason is not None:
        lines.append(words("change-reason", reason=_reason_text(change.reason, words)))
    return "; ".join(lines)


def _reason_text(reason: Reason, words: Words) -> str:
    facts = _facts_text(reason.unrecorded, words)
    if not reason.differences:
        return words("change-unrecorded", facts=facts) if facts else words("change-unknown")
    text = "; ".join(_difference_text(difference, words) for difference in reason.differences)
    return words("change-partly-unrecorded", reason=text, facts=facts) if facts else text


def _facts_text(facts: Iterable[Fact], words: Words) -> str:
    return ", ".join(words(_FACT_KEYS[fact]) for fact in dict.fromkeys(facts))


def _difference_text(difference: Difference, words: Words, most: int | None = MOST_NAMES) -> str:
    values = {
        key: _some(value, words, most) if isinstance(value, tuple) else _value_text(value, words)
        for key, value in difference.values.items()
    }
    return words(difference.key, **values)


def _value_text(value: object, words: Words) -> str:
    if value is None:
        return words("change-not-given")
    return cut_off(one_line(f"{value:g}" if isinstance(value, float) else str(value)), LONGEST_VALUE)


def _total_text(change: Change, words: Words) -> str:
    if change.total is None or change.total[0].points is change.total[1].points is None:
        return ""
    return _from_to(*change.total, words)


def _late_text(change: Change, words: Words) -> str:
    if change.late is None:
        return ""
    return words("change-late", before=number_text(change.late[0]), now=number_text(change.late[1]))


def _question_texts(question: QuestionChange, change: Change, words: Words) -> list[str]:
    """Return a text for each case with another result; one about the question where they do not explain its points."""
    points = f"{question.name} {_points_change(question, words)}"
    if question.has_same_results:
        return [words("change-same-results", change=points)]
    cases = [f"{question.name}/{_case_text(case, words)}" for case in question.cases]
    return cases if cases and change.total is not None else [points, *cases]


def _points_change(question: QuestionChange, words: Words) -> str:
    texts = (
        words("change-skipped") if is_skipped else _points_text(score, words)
        for score, is_skipped in zip((question.before, question.after), question.is_skipped, strict=True)
    )
    return words("change-now", **dict(zip(("before", "now"), texts, strict=True)))


def _case_text(case: CaseChange, words: Words) -> str:
    return f"{one_line(case.name)} {_from_to(case.before, case.after, words)}"


def _from_to(before: CaseOutcome, after: CaseOutcome, words: Words) -> str:
    return words("change-now", before=_outcome_text(before, words), now=_outcome_text(after, words))


def _outcome_text(outcome: CaseOutcome, words: Words) -> str:
    if outcome is None:
        return words("change-absent")
    return _points_text(outcome, words) if isinstance(outcome, Score) else words(_STATUS_KEYS[outcome])


def _points_text(score: Score, words: Words) -> str:
    if score.points is None:
        return words("change-no-points")
    return words("change-points", points=number_text(score.points), most=number_text(score.max_points))


def _some(names: Sequence[str], words: Words, most: int | None = MOST_NAMES) -> str:
    """Return the first names and the number of the others; None for `most` means all."""
    shown = ", ".join(map(one_line, names[:most]))
    return words("change-more", names=shown, count=len(names) - most) if most and len(names) > most else shown


def draw_comparison_text(comparison: Comparison) -> str:
    """Return the comparison for the terminal: a line for each change, and everything that could not be compared."""
    changed = len(comparison.changes)
    found = f"{changed} with other points or another status" if changed else "no points changed"
    lines = [f"Compared {counted(len(comparison.compared), 'submission')} with {comparison.name}: {found}"]
    lines += [f"  {change_line(change)}" for _, change in sorted(comparison.changes.items())]
    for title, names in (
        (f"Only in {comparison.name}", comparison.removed),
        (f"Not in {comparison.name}", comparison.added),
        (f"Questions only in {comparison.name}, not compared", comparison.questions_before),
        (f"Questions not in {comparison.name}, not compared", comparison.questions_now),
    ):
        lines += _listed(title, sorted(names))
    maximum = {
        name: f"{name} {', '.join(map(number_text, sorted(before)))}, now {number_text(now)}"
        for name, (before, now) in comparison.max_points.items()
    }
    lines += _listed("Other maximum points", [maximum[name] for name in sorted(maximum)])
    return "\n".join(lines)


def _listed(title: str, names: Sequence[str]) -> list[str]:
    return [f"{title} ({len(names)}): {_some(names, IN_ENGLISH, MOST_IDS)}"] if names else []


# -- JSON -------------------------------------------------------------------------------------------------------------


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """Return the comparison as plain data. Two values in a list are the old one and the new one."""
    return {
        "file": comparison.name,
        "compared": len(comparison.compared),
        "changes": {id: _change_data(change) for id, change in sorted(comparison.changes.items())},
        "only_in_file": sorted(comparison.removed),
        "not_in_file": sorted(comparison.added),
        "questions_only_in_file": sorted(comparison.questions_before),
        "questions_not_in_file": sorted(comparison.questions_now),
        "max_points": {name: [*sorted(before), now] for name, (before, now) in sorted(comparison.max_points.items())},
    }


def _change_data(change: Change) -> dict[str, Any]:
    """Return a change; `reason` is empty if it is unknown."""
    points = [score.points for score in change.total] if change.total else None
    cases = [(f"{question.name}/{case.name}", case) for question in change.questions for case in question.cases]
    data: dict[str, Any] = {
        "points": points,
        "status": list(change.status),
        "questions": {each.name: [each.before.points, each.after.points] for each in change.questions},
        "cases": {name: [_outcome_data(outcome) for outcome in (case.before, case.after)] for name, case in cases},
    }
    if change.late:
        data["late"] = list(change.late)
    if change.no_grade:
        data["no_grade"] = dict(change.no_grade)
    if change.reason:
        data["reason"] = [_difference_data(difference) for difference in change.reason.differences]
        data["not_recorded"] = list(change.reason.unrecorded)
    return data


def _outcome_data(outcome: CaseOutcome) -> float | str | None:
    return outcome.points if isinstance(outcome, Score) else outcome


def _difference_data(difference: Difference) -> dict[str, Any]:
    """Return the fact that differs, how it does, the names or values, and the same in words."""
    kind = difference.key.removeprefix(PREFIX)
    text = _difference_text(difference, IN_ENGLISH, most=None)
    return {"fact": difference.fact, "kind": kind, **difference.values, "text": text}


# -- pages -----------------------------------------------------------------------------------------------


def changed_groups(comparison: Comparison | None, words: Words) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return groups of students for the page of a class: the key of a title, and each student with the reason."""
    if comparison is None:
        return []
    changes = [(id, reason_text(change, words)) for id, change in sorted(comparison.changes.items())]
    return [
        ("class-changed", changes),
        ("class-removed", [(one_line(id), "") for id in sorted(comparison.removed)]),
        ("class-added", [(id, "") for id in sorted(comparison.added)]),
    ]


def student_change(change: Change | None, words: Words) -> dict[str, Any] | None:
    """Return what a student may see of a change; None if that is nothing.

    lines: the total, the deduction for lateness, and everything about the reason. questions: a text, and one about its
    cases.
    """
    if change is None or change.no_grade:
        return None
    lines = list(filter(None, [_late_text(change, words)]))
    if change.total and abs(_gain(*change.total)) > ROUNDING:
        lines.insert(0, words("grade-changed-total", change=_from_to(*change.total, words)))
    shown = [question for question in change.questions if question.is_visible]
    unseen = [question for question in change.questions if not question.is_visible]
    if abs(sum(_gain(each.before, each.after) for each in unseen)) > ROUNDING:
        lines.append(words("grade-changed-unseen"))
    if not (lines or shown):
        return None
    return {
        "lines": lines,
        "questions": [_shown_question(question, words) for question in shown],
        "reasons": _student_reasons(change.reason, words) if change.reason else [],
    }


def _gain(before: Score, after: Score) -> float:
    return (after.points or 0) - (before.points or 0)


def _shown_question(question: QuestionChange, words: Words) -> dict[str, str]:
    cases = [_case_text(case, words) for case in question.cases if case.is_visible]
    text = words("grade-changed-question", question=question.name, change=_points_change(question, words))
    return {"text": text, "cases": _some(cases, words)}


def _student_reasons(reason: Reason, words: Words) -> list[str]:
    if not reason.differences and not reason.unrecorded:
        return [words("grade-changed-unknown")]
    facts = _facts_text((difference.fact for difference in reason.differences), words)
    unrecorded = _facts_text(reason.unrecorded, words)
    return [
        words(key, facts=text)
        for key, text in (("grade-changed-facts", facts), ("grade-changed-unrecorded", unrecorded))
        if text
    ]
