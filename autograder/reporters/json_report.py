"""Convert a grade to JSON and back."""

import json
from dataclasses import asdict
from typing import Any, Final

from autograder.failures import Failure, FailureKind
from autograder.results import CaseResult, Deduction, Grade, Luck, QuestionResult, Status
from pacman.berkeley.editions import Edition
from pacman.display.messages import LANGUAGES
from pacman.made_by import with_made_by

LARGEST_NUMBER: Final = 10**15  # of points or seconds
MOST_DIGITS: Final = 40  # in a message


def draw_json(grade: Grade) -> str:
    """Return the grade as JSON, without the searches: only HTML pages show them, and they would be very long here."""
    data = grade_data(grade)
    for case in (case for question in data["questions"] for case in question["cases"]):
        case.pop("search", None)
    return json.dumps(with_made_by(data), indent=2)


def grade_data(grade: Grade) -> dict[str, Any]:
    """Return a grade as plain data, complete except for the answers, which only the diagnosis needs."""
    return {
        "submission": grade.submission,
        "points": grade.points,
        "max_points": grade.max_points,
        **_luck(grade.luck),
        "isolation": grade.isolation,
        "dice": grade.dice,
        "edition": grade.edition.label,
        "complete": grade.is_complete,
        **({"late": asdict(grade.late)} if grade.late else {}),
        "questions": [_question(question) for question in grade.questions],
    }


def _question(question: QuestionResult) -> dict[str, Any]:
    return {
        "name": question.name,
        "points": question.points,
        "max_points": question.max_points,
        **_luck(question.luck),
        "message": "\n".join(question.messages),
        "skipped": question.is_skipped,
        "visibility": question.visibility,
        "cases": [_case(case) for case in question.cases],
    }


def _case(case: CaseResult) -> dict[str, Any]:
    return {
        "name": case.name,
        "passed": case.passed,
        "points": case.points,
        "max_points": case.max_points,
        **_luck(case.luck),
        **({"near_threshold": case.near_threshold, "games_played": case.games_played} if case.games_played else {}),
        "seconds": round(case.seconds, 4),
        "message": case.message,
        "bug": case.bug,
        **_behaviour(case),
        "ended_by": case.ended_by,
        "output": case.output,
        "path": case.path,
        "status": case.status.value,
        "visibility": case.visibility,
        "adds_points": case.adds_points,
        "advice": case.advice,
        "seen": case.seen,
        **_translations(case),
        **({"not_started": case.not_started} if case.not_started else {}),
        "reasons": case.reasons,
        "failure": _failure(case.failure),
        **({"tree": case.tree} if case.tree else {}),
        **({"game": case.game} if case.game else {}),
        **({"search": case.search} if case.search else {}),
    }


def _behaviour(case: CaseResult) -> dict[str, str]:
    if not case.generated_digest:
        return {}
    return {"answer": case.answer_text, "generated": case.generated_digest}


def _translations(case: CaseResult) -> dict[str, Any]:
    """Return the advice and the observations in the languages other than English, for pages."""
    texts = {
        language: {"advice": case.advice_in.get(language, ""), "seen": case.seen_in.get(language, [])}
        for language in LANGUAGES[1:]
        if language in case.advice_in or language in case.seen_in
    }
    return {"translations": texts} if texts else {}


def _luck(luck: Luck | None) -> dict[str, Any]:
    return {} if luck is None else {"luck": asdict(luck)}


def _failure(failure: Failure | None) -> dict[str, Any] | None:
    if failure is None:
        return None
    return {"kind": failure.kind.value, "text": failure.text, "trail": list(failure.trail)}


def read_number(value: Any) -> float:
    """Return a number of points or seconds; raise ValueError if the value is not a finite number."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:  # neither infinite nor NaN
        raise ValueError(f"{str(value)[:MOST_DIGITS]} is not a number of points or seconds")
    number: float = value
    return number


def read_grade(data: dict[str, Any]) -> Grade:
    """Return the grade from the data of `grade_data`; raise KeyError, TypeError or ValueError for other data."""
    late = data.get("late")
    return Grade(
        data["submission"],
        data["isolation"],
        [_read_question(question) for question in data["questions"]],
        data["complete"],
        data["dice"],
        Deduction(read_number(late["points"]), late["reason"]) if late else None,
        {edition.label: edition for edition in Edition}[data["edition"]],
    )


def _read_question(data: dict[str, Any]) -> QuestionResult:
    return QuestionResult(
        data["name"],
        read_number(data["points"]),
        read_number(data["max_points"]),
        [_read_case(case) for case in data["cases"]],
        data["message"].split("\n") if data["message"] else [],
        data["skipped"],
        data["visibility"],
        _read_luck(data),
    )


def _read_luck(data: dict[str, Any]) -> Luck | None:
    luck = data.get("luck")
    return Luck(int(read_number(luck["keys"])), read_number(luck["low"]), read_number(luck["high"])) if luck else None


def _read_case(data: dict[str, Any]) -> CaseResult:
    copied = ("name", "path", "adds_points", "reasons", "output", "bug", "advice")
    numbers = ("points", "max_points", "seconds")
    failure = data["failure"]
    case = CaseResult(
        status=Status(data["status"]),
        failure=Failure(FailureKind(failure["kind"]), failure["text"], tuple(failure["trail"])) if failure else None,
        luck=_read_luck(data),
        near_threshold=data.get("near_threshold"),
        games_played=data.get("games_played"),
        ended_by=data["ended_by"],
        tree=data.get("tree"),
        game=data.get("game"),
        search=data.get("search"),
        visibility=data["visibility"],
        seen=data.get("seen", []),  # older files lack it
        not_started=data.get("not_started", ""),
        answer_text=data.get("answer", ""),
        generated_digest=data.get("generated", ""),
        **{key: data[key] for key in copied} | {key: read_number(data[key]) for key in numbers},
    )
    for language, texts in data.get("translations", {}).items():
        case.advice_in[language], case.seen_in[language] = texts["advice"], texts["seen"]
    drawing = data["message"].removeprefix(case.message).removeprefix("\n")
    case.drawing = drawing.split("\n") if drawing else []
    return case
