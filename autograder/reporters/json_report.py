"""The grade as JSON, for programs."""

import json
from typing import Any

from autograder.results import CaseResult, Grade, QuestionResult


def draw_json(grade: Grade) -> str:
    data = {
        "submission": grade.submission,
        "points": grade.points,
        "max_points": grade.max_points,
        "isolation": grade.isolation,
        "dice": grade.dice,
        "complete": grade.is_complete,
        "questions": [_question(question) for question in grade.questions],
    }
    return json.dumps(data, indent=2)


def _question(question: QuestionResult) -> dict[str, Any]:
    return {
        "name": question.name,
        "points": question.points,
        "max_points": question.max_points,
        "message": "\n".join(question.messages),
        "cases": [_case(case) for case in question.cases],
    }


def _case(case: CaseResult) -> dict[str, Any]:
    return {
        "name": case.name,
        "passed": case.passed,
        "points": case.points,
        "max_points": case.max_points,
        "seconds": round(case.seconds, 4),
        "message": case.message,
        "bug": case.bug,
        "ended_by": case.ended_by,
        "output": case.output,
    }
