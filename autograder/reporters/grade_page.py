"""A grade as an HTML page for the student: points, failed cases with their trees and games, and what to try next."""

import shlex
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from agents.microscope.death import QUICK_STATES
from agents.microscope.death_page import lost_game_data
from autograder.failures import FailureKind
from autograder.reporters.failure_summary import DRAWINGS, not_started_line
from autograder.reporters.student_view import student_view
from autograder.results import CaseResult, Grade, Luck, QuestionResult, number_text
from pacman.display.messages import ENGLISH, IN_ENGLISH, Words
from pacman.display.web.game_data import game_data, player_words
from pacman.display.web.page import render, script_words
from pacman.errors import ReplayError
from pacman.replay import read_contents

ROUNDS_BEFORE: Final = 5  # a game is shown from this many rounds before the move to look at
LONGEST_OUTPUT: Final = 4_000  # characters of what a student's code printed


@dataclass(frozen=True)
class _Parts:
    """The data that the cases of a page add to it: games and searches, by name."""

    submission: str
    words: Words
    games: dict[str, Any] = field(default_factory=dict)
    searches: dict[str, Any] = field(default_factory=dict)

    @property
    def script(self) -> str:
        """The main module: the code for games and searches is large, and a page without them does not carry it."""
        return "grade_page" if self.searches else "played_grade_page" if self.games else "failed_cases"

    @property
    def data(self) -> dict[str, Any]:
        searches = (
            {"grade": {"words": script_words(self.words, self.script), "searches": self.searches}}
            if self.searches
            else {}
        )
        players = {"player-words": player_words(self.words)} if self.games else {}
        return {**self.games, **players, **searches}


def draw_grade_page(grade: Grade, words: Words = IN_ENGLISH) -> str:
    """Return the page, which contains only what the student may see.

    In another language, the lines of the cases themselves and messages of Python stay as the grader recorded them.
    """
    seen = _translated(student_view(grade), words)
    parts = _Parts(seen.submission, words)
    questions = [_question(question, parts) for question in seen.questions]
    return render(
        "grade.html",
        script=parts.script,
        data=parts.data,
        words=words,
        grade=seen,
        points=number_text(seen.points),
        most=number_text(seen.max_points),
        questions=questions,
        advice=_advice(seen, words),
        luck=_luck_line(seen.luck, words) if seen.luck else "",
    )


def _translated(grade: Grade, words: Words) -> Grade:
    """Return the grade with the advice and the observations in another language, where they are known in it."""
    if words.language == ENGLISH:
        return grade
    questions = [
        replace(question, cases=[_translated_case(case, words.language) for case in question.cases])
        for question in grade.questions
    ]
    return replace(grade, questions=questions)


def _translated_case(case: CaseResult, language: str) -> CaseResult:
    search = case.search
    if search and language in search.get("translations", {}):
        texts = search["translations"][language]
        trees = [{**tree, **said} for tree, said in zip(search["trees"], texts["trees"], strict=True)]
        search = {**search, "lines": texts["lines"], "trees": trees}
    advice = case.advice_in.get(language) or case.advice
    return replace(case, advice=advice, seen=case.seen_in.get(language) or case.seen, search=search)


def _luck_line(luck: Luck, words: Words) -> str:
    key = "grade-luck-one" if luck.keys == 1 else "grade-luck"
    return words(key, low=number_text(luck.low), high=number_text(luck.high), keys=luck.keys)


def _chance_lines(case: CaseResult, words: Words) -> list[str]:
    """Return lines about the influence of chance on the points, where that is known."""
    luck = [_luck_line(case.luck, words)] if case.luck else []
    return [*luck, *([words("grade-near")] if case.near_threshold else [])]


def _diagnosis_lines(case: CaseResult, words: Words) -> list[str]:
    named = [words("likely-bug", bug=case.advice)] if case.bug else []
    return [*named, *(words("observed", text=text) for text in case.seen)]


def _question(question: QuestionResult, parts: _Parts) -> dict[str, Any]:
    return {
        "name": question.name,
        "points": number_text(question.points),
        "most": number_text(question.max_points),
        "share": question.points / question.max_points if question.max_points else 1,
        "messages": [not_started_line(question, parts.words)] if question.not_started else question.messages,
        "cases": [] if question.not_started else _cases(question, parts),
    }


def _cases(question: QuestionResult, parts: _Parts) -> list[dict[str, Any]]:
    """Return what is shown of each case; as on the terminal, only the first few trees without a search are drawn."""
    shown = [
        {**_case(question, case, parts), "brief": brief}
        for case, brief in zip(question.cases, _brief_cases(question, parts.words), strict=True)
    ]
    undrawn = [case for case in shown if case["drawing"]][DRAWINGS:]
    for case in undrawn:
        case["drawing"] = ""
    if undrawn:
        name = f"{question.name}/{undrawn[0]['case'].name}"
        undrawn[0]["drawing"] = parts.words("grade-drawing", case=name)
    return shown


def _brief_cases(question: QuestionResult, words: Words) -> list[CaseResult]:
    """Return the cases with each reason once: at the first case with its number of cases; the others refer to it."""
    first: dict[str, CaseResult] = {}
    counts = Counter(case.reason for case in question.cases)
    shown = []
    for case in question.cases:
        if not case.reason or counts[case.reason] == 1:
            shown.append(case)
        elif case.reason in first:
            shown.append(_referring(case, first[case.reason], words))
        else:
            first[case.reason] = case
            shown.append(_counted(case, words("grade-count", count=counts[case.reason])))
    return shown


def _counted(case: CaseResult, count: str) -> CaseResult:
    if case.bug:
        return replace(case, advice=case.advice + count)
    reason, *rest = case.reasons or [case.reason]
    return replace(case, reasons=[reason + count, *rest])


def _referring(case: CaseResult, first: CaseResult, words: Words) -> CaseResult:
    """Return a case without what is said of an earlier one that failed for the same reason."""
    reasons = [
        words("grade-same-reason", case=first.path),
        *(line for line in case.reasons if line not in first.reasons),
    ]
    seen = [text for text in case.seen if text not in first.seen]
    return replace(case, bug=None, advice="", seen=seen, reasons=reasons)


def _case(question: QuestionResult, case: CaseResult, parts: _Parts) -> dict[str, Any]:
    shown: dict[str, Any] = {"case": case, "drawing": "", "game": "", "start": 0}
    shown |= {"lines": _chance_lines(case, parts.words), "diagnosis": _diagnosis_lines(case, parts.words)}
    shown |= _search(case, parts)
    printed = case.output.strip("\n")
    shown |= {"output": printed[-LONGEST_OUTPUT:], "is_output_cut": len(printed) > LONGEST_OUTPUT}
    if not (case.game or shown["search"]):
        shown["drawing"] = "\n".join(case.drawing)
    if case.game:
        shown |= _game(case.game, f"{question.name}-{len(parts.games)}", parts)
    return shown


def _search(case: CaseResult, parts: _Parts) -> dict[str, str]:
    """Return the id of the two searches and the command that shows them; add the searches to the page.

    warnings: the diagnosis. lines: where the searches part. trees: what a page says of each, and its `data`.
    """
    search, words = case.search or {}, parts.words
    agent = f"{parts.submission}:{search.get('agent')}"
    command = ["python", "run.py", "explain", search.get("source", ""), "-p", agent]
    shown = {"search": "", "command": shlex.join(command) if search.get("source") else ""}
    if search.get("trees"):
        shown["search"] = f"search-{len(parts.searches)}"
        parts.searches[shown["search"]] = {
            "title": case.path,
            "warnings": _diagnosis_lines(case, words),
            "lines": search["lines"],
            "trees": search["trees"],
        }
    return shown


def _game(game: Mapping[str, Any], name: str, parts: _Parts) -> dict[str, Any]:
    """Add a game to the page; return its name and the move to start at, some rounds before the one to look at."""
    try:
        record = read_contents(game["record"], "the game")
        death = lost_game_data(record, QUICK_STATES, parts.words)
        parts.games[name] = game_data(record, death=death, words=parts.words)
    except ReplayError:  # the grade was read from a file that was edited
        return {}
    return {"game": name, "start": max(0, game["at"] - ROUNDS_BEFORE * (record.ghosts + 1))}


def _advice(grade: Grade, words: Words) -> list[str]:
    """Return what to try next: each likely bug once, in the order of the questions, or else the first failed case.

    If the file cannot be loaded, return only that.
    """
    cases = [(question, case) for question in grade.questions for case in question.cases if not case.passed]
    for _, case in cases:
        if case.failure is not None and case.failure.kind is FailureKind.NOT_LOADED:
            first = words("grade-not-loaded", problem=case.failure.text)
            return [first, case.advice] if case.bug else [first]
    started = [(question, case) for question, case in cases if not question.not_started]
    if cases and not started:
        unstarted = (question for question in grade.questions if question.not_started)
        return [words("grade-bug", question=each.name, advice=each.not_started) for each in unstarted][:1]
    named = ((question.name, case.advice) for question, case in started if case.bug)
    bugs = [words("grade-bug", question=name, advice=advice) for name, advice in dict.fromkeys(named)]
    if bugs or not started:
        return bugs
    question, case = started[0]
    return [words("grade-begin", question=question.name, case=case.name)]
