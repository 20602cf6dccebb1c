"""Compare two rows of a student: `--regrade` with the row that it replaces, `--against` with that of another file.

The reason of a change is derived from the facts that both rows record. All facts that differ are named, because no
record tells which of several changed the points; a fact that a row does not record is unknown.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from autograder.classroom.changes import (
    FACTS,
    ROUNDING,
    CaseChange,
    CaseOutcome,
    Change,
    Difference,
    Fact,
    QuestionChange,
    Reason,
    Score,
)
from autograder.classroom.class_rows import NO_GRADE, UNGRADED, RowData, questions_of
from autograder.classroom.grades_file import row_settings
from autograder.classroom.settings import (
    CASE_DIGESTS,
    CASES,
    CODE,
    CONFIG,
    DICE,
    FILE_DIGESTS,
    LAYOUTS,
    OTHER_FILES,
    PREREQUISITES,
)
from autograder.results import VISIBLE

_OPTIONS: Final[dict[str, Fact]] = {
    "--seed": "cases",
    "--test": "cases",
    "--case-time": "limits",
    "--question-time": "limits",
    "--memory": "limits",
    "--luck": "dice",
    "--plugin": "grader",
    "--isolation": "grader",
}
_LATER: Final = ("--luck", "--plugin", "--isolation")  # rows that do not record them are from before these options
_FILE_KEYS: Final = {
    CONFIG: "change-config",
    LAYOUTS: "change-layouts",
    OTHER_FILES: "change-other-files",
    PREREQUISITES: "change-prerequisites",
}

_Settings: TypeAlias = Mapping[str, Any]  # of one question


def compare(old: RowData, new: RowData) -> Change | None:
    """Return the change between two rows of a student; None if neither points nor the status changed.

    Only questions that are in both rows are compared, and totals only if all questions are.
    """
    before, after = _graded(old), _graded(new)
    questions = tuple(
        _question_change(before[name], question)
        for name, question in after.items()
        if name in before and _differ(before[name]["points"], question["points"])
    )
    status = old["status"], new["status"]
    has_totals = questions_of(old).keys() == questions_of(new).keys()
    if not questions and status[0] == status[1] and not (has_totals and _differ(old["points"], new["points"])):
        return None
    late = _late_points(old), _late_points(new)
    is_late_change = has_totals and None not in (old["points"], new["points"]) and _differ(*late)
    no_grade = {when: row["reason"] for when, row in (("before", old), ("now", new)) if row["status"] == NO_GRADE}
    is_explained = not questions and bool(no_grade or (is_late_change and status[0] == status[1]))
    return Change(
        new["id"],
        status,
        (_score(old), _score(new)) if has_totals else None,
        questions,
        late if is_late_change else None,
        no_grade,
        None if is_explained else _reason(old, new, [question.name for question in questions]),
    )


def _graded(row: RowData) -> dict[str, dict[str, Any]]:
    """Return the questions of a row by name; empty if it has no grade at all, whatever points it contains."""
    return {} if row["status"] == NO_GRADE and UNGRADED not in row else questions_of(row)


def _differ(before: float | None, after: float | None) -> bool:
    if before is None or after is None:
        return before is not after
    return abs(before - after) > ROUNDING


def _score(graded: Mapping[str, Any]) -> Score:
    return Score(graded["points"], graded["max_points"])


def _late_points(row: RowData) -> float:
    return float(row["late"]["points"]) if row.get("late") else 0.0


def _question_change(old: Mapping[str, Any], new: Mapping[str, Any]) -> QuestionChange:
    before, after = ({case["name"]: case for case in question["cases"]} for question in (old, new))
    is_run = bool(before and after)
    changed = tuple(
        CaseChange(name, *outcomes, is_visible=_is_visible(before.get(name), after.get(name)))
        for name in dict.fromkeys((*after, *before))
        if is_run and _is_other(outcomes := (_outcome(before.get(name)), _outcome(after.get(name))))
    )
    return QuestionChange(
        new["name"],
        _score(old),
        _score(new),
        changed,
        has_same_results=is_run and not changed,
        is_skipped=(old["skipped"], new["skipped"]),
        is_visible=_is_visible(old, new),
    )


def _outcome(case: Mapping[str, Any] | None) -> CaseOutcome:
    if case is None:
        return None
    return _score(case) if case["adds_points"] else str(case["status"])


def _is_other(outcomes: tuple[CaseOutcome, CaseOutcome]) -> bool:
    before, after = outcomes
    if isinstance(before, Score) and isinstance(after, Score):
        return _differ(before.points, after.points) or _differ(before.max_points, after.max_points)
    return before != after


def _is_visible(*sides: Mapping[str, Any] | None) -> bool:
    return all(side["visibility"] == VISIBLE for side in sides if side is not None)


# -- the reason -------------------------------------------------------------------------------------------------------


def _reason(old: RowData, new: RowData, changed: Sequence[str]) -> Reason:
    """Return the recorded facts that differ, and those that are not recorded.

    changed: the questions with other points, whose cases are named. The others count, too: a question may be skipped
    because of another one, and code may remember what it saw in it.
    """
    then, now = row_settings(old), row_settings(new)
    pairs = {name: (then[name], now[name]) for name in now if name in then}
    findings = _Findings(pairs)
    findings.compare_submissions(old, new)
    findings.compare_cases(changed or list(pairs))
    findings.compare_options()
    findings.compare_dice()
    findings.compare_grader(old, new)
    differences = sorted(findings.differences, key=lambda difference: FACTS.index(difference.fact))
    return Reason(tuple(differences), tuple(fact for fact in FACTS if fact in findings.unrecorded))


class _Findings:
    """Collects differences, and the facts that are not recorded. pairs: the old and the new settings by question."""

    def __init__(self, pairs: Mapping[str, tuple[_Settings, _Settings]]) -> None:
        self.differences: list[Difference] = []
        self.unrecorded: set[Fact] = set()
        self._pairs = pairs

    def _add(self, fact: Fact, key: str, **values: object) -> None:
        self.differences.append(Difference(fact, key, values))

    def _values(self, name: str, fact: Fact) -> dict[str, tuple[Any, Any]]:
        """Return the old and the new value of a setting by question, for questions that record both."""
        if name in _LATER:
            return {question: (then.get(name), now.get(name)) for question, (then, now) in self._pairs.items()}
        found = {
            question: (then[name], now[name])
            for question, (then, now) in self._pairs.items()
            if name in then and name in now
        }
        if len(found) < len(self._pairs):
            self.unrecorded.add(fact)
        return found

    def compare_submissions(self, old: RowData, new: RowData) -> None:
        then, now = old.get("sha256"), new.get("sha256")
        # The digest of a submission that could not be read covers the message about it, which may be what differs.
        is_read = bool(old["isolation"] and new["isolation"])
        if then is None or now is None or (then != now and not is_read):
            self.unrecorded.add("submission")
        elif then != now:
            self._add("submission", "change-submission")

    def compare_cases(self, named: Sequence[str]) -> None:
        """Compare the files of the questions. named: the questions of which the changed parts are named."""
        found: dict[str, list[str]] = {}
        for question, (then, now) in self._values(CASES, "cases").items():
            parts = _changed_parts(*self._pairs[question])
            if then != now and not parts:  # a row without digests of the parts
                parts = [("change-questions", "")]
            for key, name in parts:
                is_named = question in named or key == "change-layouts"
                place = f"{question}/{name}" if name and is_named else question
                names = found.setdefault(key if is_named else "change-questions", [])
                names += [] if place in names else [place]
        for key, names in found.items():
            self._add("cases", key, names=tuple(names))

    def compare_options(self) -> None:
        """Compare options; questions with the same two values are one difference."""
        for option, fact in _OPTIONS.items():
            found: dict[tuple[Any, Any], list[str]] = {}
            for question, (then, now) in self._values(option, fact).items():
                if then != now:
                    found.setdefault((then, now), []).append(question)
            for (before, after), questions in found.items():
                key = "change-option-of" if len(questions) < len(self._pairs) else "change-option"
                self._add(fact, key, option=option, before=before, now=after, names=tuple(questions))

    def compare_dice(self) -> None:
        if any(then != now for then, now in self._values(DICE, "dice").values()):
            self._add("dice", "change-dice")

    def compare_grader(self, old: RowData, new: RowData) -> None:
        """Compare the version of Python and the digest of the code, which are recorded together, and the isolation."""
        codes = [(then.rpartition(", "), now.rpartition(", ")) for then, now in self._values(CODE, "grader").values()]
        versions = dict.fromkeys((then[0], now[0]) for then, now in codes if then[0] and now[0])
        for before, after in (pair for pair in versions if pair[0] != pair[1]):
            self._add("grader", "change-python", before=before, now=after)
        if any(then[2] != now[2] for then, now in codes):
            self._add("grader", "change-code")
        before, after = old["isolation"], new["isolation"]
        is_option = any(each.values.get("option") == "--isolation" for each in self.differences)
        if before and after and before != after and not is_option:
            self._add("grader", "change-isolation", before=before, now=after)


def _changed_parts(then: _Settings, now: _Settings) -> list[tuple[str, str]]:
    """Return the changed parts of a question: the key of the message, and for a case its name."""
    if any(name not in settings for name in (CASE_DIGESTS, FILE_DIGESTS) for settings in (then, now)):
        return []
    before, after = then[CASE_DIGESTS], now[CASE_DIGESTS]
    cases = [
        ("change-cases" if name in before and name in after else "change-new" if name in after else "change-gone", name)
        for name in dict.fromkeys((*before, *after))
        if before.get(name) != after.get(name)
    ]
    before, after = then[FILE_DIGESTS], now[FILE_DIGESTS]
    return cases + [(key, "") for name, key in _FILE_KEYS.items() if before.get(name) != after.get(name)]
