"""A grade as a page for its student: points at a glance, failed cases with their trees and games, what to try next."""

import shlex
from collections.abc import Mapping, Sequence
from typing import Any, Final

from agents.microscope.death import QUICK_STATES
from agents.microscope.death_page import lost_game_data
from autograder.failures import FailureKind
from autograder.reporters.student_view import student_view
from autograder.results import CaseResult, Grade, QuestionResult, number_text
from pacman.display.web.game_data import game_data
from pacman.display.web.messages import Words
from pacman.display.web.page import drawing, render
from pacman.display.web.tree_svg import DrawnNode, tree_svg
from pacman.errors import ReplayError
from pacman.replay import read_contents

ROUNDS_BEFORE: Final = 5  # the look at a game begins so long before its end
LONGEST_OUTPUT: Final = 4_000  # characters of what a student's code printed
FIRST_DIFFERENCE: Final = "first difference"
LARGEST_TREE: Final = 120  # states; more cannot be taken in


def draw_grade_page(grade: Grade) -> str:
    """The page of what the student may see."""
    seen = student_view(grade)
    data: dict[str, Any] = {}
    questions = [_question(question, seen.submission, data) for question in seen.questions]
    if any(shown["search"] for question in questions for shown in question["cases"]):
        data["words"] = Words().messages
    return render(
        "grade.html",
        script="grade_page",
        data=data,
        grade=seen,
        points=number_text(seen.points),
        most=number_text(seen.max_points),
        questions=questions,
        advice=_advice(seen),
        luck=seen.luck.text if seen.luck else "",
    )


def _question(question: QuestionResult, submission: str, data: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": question.name,
        "points": number_text(question.points),
        "most": number_text(question.max_points),
        "share": question.points / question.max_points if question.max_points else 1,
        "messages": question.messages,
        "cases": [_case(question, case, submission, data) for case in question.cases],
    }


def _case(question: QuestionResult, case: CaseResult, submission: str, data: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = {"case": case, "trees": [], "drawing": "", "game": "", "start": 0}
    shown |= _search(case.search or {}, submission, data)
    printed = case.output.strip("\n")
    shown |= {"output": printed[-LONGEST_OUTPUT:], "is_output_cut": len(printed) > LONGEST_OUTPUT}
    if case.tree and len(case.tree["states"]) <= LARGEST_TREE:
        shown["trees"] = _trees(case.tree)
    elif not case.game:
        shown["drawing"] = "\n".join(case.drawing)
    if case.game:
        shown |= _game(case.game, f"{question.name}-{len(data)}", data)
    return shown


def _search(search: Mapping[str, Any], submission: str, data: dict[str, Any]) -> dict[str, str]:
    """The dialog with the two searches, and the command that shows the same."""
    command = ["python", "run.py", "explain", search.get("source", ""), "-p", f"{submission}:{search.get('agent')}"]
    shown = {"search": "", "command": shlex.join(command) if search.get("source") else ""}
    if search.get("trees"):
        shown["search"] = f"search-{len(data)}"
        data[f"{shown['search']}-trees"] = search["trees"]
    return shown


def _game(game: Mapping[str, Any], name: str, data: dict[str, Any]) -> dict[str, Any]:
    """A game to be played in the page, some rounds before the move to look at."""
    try:
        record = read_contents(game["record"], "the game")
        data[name] = game_data(record, death=lost_game_data(record, QUICK_STATES))
    except ReplayError:  # it went through a file that somebody has changed
        return {}
    return {"game": name, "start": max(0, game["at"] - ROUNDS_BEFORE * (record.ghosts + 1))}


def _advice(grade: Grade) -> list[str]:
    """What to try next: each likely bug once, in the order of the questions; without one, the first failed case.

    Of a file that cannot be loaded, that alone.
    """
    cases = [(question, case) for question in grade.questions for case in question.cases if not case.passed]
    for _, case in cases:
        if case.failure is not None and case.failure.kind is FailureKind.NOT_LOADED:
            first = f"No case can run before this is mended: {case.failure.text}"
            return [first, case.advice] if case.bug else [first]
    bugs = list(dict.fromkeys(f"{question.name}: {case.advice}" for question, case in cases if case.bug))
    if bugs or not cases:
        return bugs
    question, case = cases[0]
    return [f"{question.name}: begin with the case {case.name}; the first line below it says what went wrong."]


# -- trees ------------------------------------------------------------------------------------------------------------


def _trees(tree: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The tree as the right search sees it, and as the student's did."""
    expected, got = " or ".join(tree["expected"]), tree["got"] or "nothing"
    titles = {"is_expected": f"expected: {expected}", "is_generated": f"your answer: {got}"}
    chosen = {"is_expected": tree["expected"], "is_generated": [tree["got"]]}
    return [(title, drawing(tree_svg(_drawn(tree, side, chosen[side]), title))) for side, title in titles.items()]


def _drawn(tree: Mapping[str, Any], side: str, chosen: Sequence[str | None]) -> DrawnNode:
    below: dict[str | None, list[Mapping[str, Any]]] = {}
    for state in tree["states"]:
        below.setdefault(state["parent"], []).append(state)
    root = below[None][0]

    def drawn(state: Mapping[str, Any], level: int) -> DrawnNode:
        is_visited = state is root or state[side]
        is_wrong = state is not root and state["is_expected"] != state["is_generated"] and side == "is_generated"
        is_first = state is not root and state["state"] == tree["first_difference"]
        is_chosen = level == 1 and state["action"] in chosen
        return DrawnNode(
            kind=_kind(state, tree["agent"]),
            value=_value(state, side),
            edge=state["action"] or "",
            children=[drawn(child, level + 1) for child in below.get(state["state"], [])],
            is_visited=is_visited or is_wrong,
            mark="wrong" if is_wrong else "best" if is_chosen else "",
            remark=_remark(state, is_wrong),
            note=FIRST_DIFFERENCE if is_first else "",
        )

    return drawn(root, 0)


def _kind(state: Mapping[str, Any], agent: str) -> str:
    if state["player"] is None:
        return "leaf"
    if state["player"] == 0:
        return "max"
    return "chance" if agent == "ExpectimaxAgent" else "min"


def _value(state: Mapping[str, Any], side: str) -> str:
    """What the right search finds on its side; on the other only what the file says, since nobody knows the rest."""
    if side == "is_expected" and state.get("found") is not None:
        return f"{'' if state['bound'] == '=' else state['bound']}{state['found']:.4g}"
    return state["state"] if state["value"] is None else f"{state['value']:.4g}"


def _remark(state: Mapping[str, Any], is_wrong: bool) -> str:
    words = [state["state"], state.get("cut", "")]
    if is_wrong:
        is_missing = state["is_expected"]
        words.append("should have been generated and was not" if is_missing else "should not have been generated")
    return "; ".join(filter(None, words))
