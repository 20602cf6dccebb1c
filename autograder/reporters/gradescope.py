"""The grade as Gradescope's results.json, with the fields that its specification publishes and no others.

A question has the score; its cases follow it with a status, so that a student sees which of them failed.
"""

import json
from typing import Any

from autograder.results import CaseResult, Grade, QuestionResult, quoted


def draw_gradescope(grade: Grade) -> str:
    tests = []
    for number, question in enumerate(grade.questions, start=1):
        tests.append(_question(number, question))
        tests.extend(_case(f"{number}.{place}", case) for place, case in enumerate(question.cases, start=1))
    results = {
        "score": grade.points,
        "execution_time": round(sum(question.seconds for question in grade.questions), 2),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    notes = [f"dice: {grade.dice}"] if grade.dice else []
    if not grade.is_complete:
        notes.insert(0, "The grading has not come to its end: this is what there is so far.")
    if notes:
        results["output"] = "\n".join(notes)
    return json.dumps(results, indent=2)


def _question(number: int, question: QuestionResult) -> dict[str, Any]:
    return {
        "score": question.points,
        "max_score": question.max_points,
        "status": "passed" if question.points >= question.max_points else "failed",
        "name": f"Question {question.name}",
        "number": str(number),
        "output": "\n".join(question.messages),
        "output_format": "text",
        "visibility": "visible",
    }


def _case(number: str, case: CaseResult) -> dict[str, Any]:
    printed = f"\nyour code printed:\n{quoted(case.output)}" if case.output else ""
    return {
        "status": "passed" if case.passed else "failed",
        "name": case.path,
        "number": number,
        "output": case.message + printed,
        "output_format": "text",
        "visibility": "visible",
    }
