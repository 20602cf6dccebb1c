"""The grade as Gradescope's results.json, with only the fields of its published specification.

A question has the score; its cases follow with a status, so that the student sees which of them failed. Each entry has
its visibility, which Gradescope enforces. Hidden entries contain only the result, and come last, so that no gap in the
numbers reveals their position.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from autograder.reporters.student_view import messages_for_viewers, student_view, unseen_messages
from autograder.results import HIDDEN, VISIBILITIES, VISIBLE, CaseResult, Grade, QuestionResult, quoted

UNFINISHED: Final = "The grading did not finish: no grade, run again."


def draw_gradescope(grade: Grade) -> str:
    if not grade.is_complete:  # neither score nor tests: a partial grade would be taken for the final one
        return json.dumps({"output": UNFINISHED, "visibility": "visible", "stdout_visibility": "hidden"}, indent=2)
    tests = []
    for number, question in enumerate(sorted(grade.questions, key=_secrecy), start=1):
        tests.append(_question(number, question, messages_for_viewers(question, grade)))
        if question.visibility != HIDDEN:
            cases = sorted(question.cases, key=_secrecy)
            tests.extend(_case(f"{number}.{place}", case) for place, case in enumerate(cases, start=1))
    results = {
        "score": grade.points,
        "execution_time": round(sum(question.seconds for question in student_view(grade).questions), 2),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    notes = [f"dice: {grade.dice}"] if grade.dice else []
    if grade.late:
        notes.insert(0, grade.late.reason)
    notes += unseen_messages(grade)
    if notes:
        results["output"] = "\n".join(notes)
    return json.dumps(results, indent=2)


def _secrecy(part: QuestionResult | CaseResult) -> int:
    return VISIBILITIES.index(part.visibility)


def _question(number: int, question: QuestionResult, messages: Sequence[str]) -> dict[str, Any]:
    is_hidden = question.visibility == HIDDEN
    return {
        "score": question.points,
        "max_score": question.max_points,
        "status": "passed" if question.points >= question.max_points else "failed",
        "name": "A hidden question" if is_hidden else f"Question {question.name}",
        "number": str(number),
        "output": "" if is_hidden else "\n".join(messages),
        "output_format": "text",
        "visibility": question.visibility,
    }


def _case(number: str, case: CaseResult) -> dict[str, Any]:
    is_hidden = case.visibility == HIDDEN
    if case.visibility != VISIBLE:
        case = replace(case, luck=None, near_threshold=None)
    printed = f"\nyour code printed:\n{quoted(case.output)}" if case.output else ""
    return {
        "status": "passed" if case.passed else "failed",
        "name": "A hidden case" if is_hidden else case.path,
        "number": number,
        "output": "" if is_hidden else case.message + printed,
        "output_format": "text",
        "visibility": case.visibility,
    }
