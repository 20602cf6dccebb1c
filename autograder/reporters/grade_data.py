"""A grade as plain data for pages: points, failed cases with their trees and games, and what to try next.

A question:
    name, points, most, share, messages
    failed    the failed cases; case_view.js shows them
    passed    name and lines of each passed case
A failed case:
    heading, lines, isNamed (the first line names a bug), command, drawing, output, isOutputCut
    search    name of the two searches in `GradeParts.searches`, or empty
    game      name of a game in `GradeParts.games`, or empty; start: the number of the state to show first
"""

import shlex
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from agents.microscope.death import QUICK_STATES
from agents.microscope.death_data import lost_game_data
from autograder.failures import FailureKind
from autograder.reporters.failure_summary import DRAWINGS, not_started_line
from autograder.results import CaseResult, Grade, Luck, QuestionResult, number_text
from pacman.display.messages import ENGLISH, Words
from pacman.display.web.game_data import game_data
from pacman.errors import ReplayError
from pacman.replay import read_contents

ROUNDS_BEFORE: Final = 5  # a game is shown from this many rounds before the move to look at
LONGEST_OUTPUT: Final = 4_000  # characters of what a student's code printed


@dataclass(frozen=True)
class GradeParts:
    """The data that the cases of a page add to it, by name: games, also in the format of replay files, and searches."""

    submission: str
    words: Words
    games: dict[str, Any] = field(default_factory=dict)
    records: dict[str, Any] = field(default_factory=dict)
    searches: dict[str, Any] = field(default_factory=dict)


def translated(grade: Grade, words: Words) -> Grade:
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


def luck_line(luck: Luck, words: Words) -> str:
    key = "grade-luck-one" if luck.keys == 1 else "grade-luck"
    return words(key, low=number_text(luck.low), high=number_text(luck.high), keys=luck.keys)


def _chance_lines(case: CaseResult, words: Words) -> list[str]:
    """Return lines about the influence of chance on the points, where that is known."""
    luck = [luck_line(case.luck, words)] if case.luck else []
    return [*luck, *([words("grade-near")] if case.near_threshold else [])]


def _diagnosis_lines(case: CaseResult, words: Words) -> list[str]:
    named = [words("likely-bug", bug=case.advice)] if case.bug else []
    return [*named, *(words("observed", text=text) for text in case.seen)]


def question_data(question: QuestionResult, parts: GradeParts) -> dict[str, Any]:
    """Return the data of a question; its searches and games are added to `parts`."""
    cases = [] if question.not_started else question.cases
    return {
        "name": question.name,
        "points": number_text(question.points),
        "most": number_text(question.max_points),
        "share": question.points / question.max_points if question.max_points else 1,
        "messages": [not_started_line(question, parts.words)] if question.not_started else question.messages,
        "failed": _failed_cases(question, parts),
        "passed": [
            {"name": case.name, "lines": [*_diagnosis_lines(case, parts.words), *_chance_lines(case, parts.words)]}
            for case in cases
            if case.passed
        ],
    }


def _failed_cases(question: QuestionResult, parts: GradeParts) -> list[dict[str, Any]]:
    """Return the data of each failed case; as on the terminal, only the first few trees without a search are drawn."""
    if question.not_started:
        return []
    pairs = zip(question.cases, _brief_cases(question, parts.words), strict=True)
    failed = [(case, _failed_case(question, case, brief, parts)) for case, brief in pairs if not case.passed]
    undrawn = [(case, shown) for case, shown in failed if shown["drawing"]][DRAWINGS:]
    for number, (case, shown) in enumerate(undrawn):
        name = f"{question.name}/{case.name}"
        shown["drawing"] = "" if number else parts.words("grade-drawing", case=name)
    return [shown for _, shown in failed]


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


def _failed_case(question: QuestionResult, case: CaseResult, brief: CaseResult, parts: GradeParts) -> dict[str, Any]:
    """Return the data of a failed case. brief: the case without what an earlier case says already."""
    printed = case.output.strip("\n")
    shown: dict[str, Any] = {
        "heading": case.heading,
        "isNamed": bool(brief.bug),
        "lines": [*_diagnosis_lines(brief, parts.words), *_chance_lines(case, parts.words), *brief.reasons],
        "game": "",
        "start": 0,
        **_search(case, parts),
        "output": printed[-LONGEST_OUTPUT:],
        "isOutputCut": len(printed) > LONGEST_OUTPUT,
    }
    shown["drawing"] = "" if case.game or shown["search"] else "\n".join(case.drawing)
    if case.game:
        shown |= _game(case.game, f"{question.name}-{len(parts.games)}", parts)
    return shown


def _search(case: CaseResult, parts: GradeParts) -> dict[str, str]:
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


def _game(game: Mapping[str, Any], name: str, parts: GradeParts) -> dict[str, Any]:
    """Add a game to the page; return its name and the move to start at, some rounds before the one to look at."""
    try:
        record = read_contents(game["record"], "the game")
        death = lost_game_data(record, QUICK_STATES, parts.words)
        parts.games[name] = game_data(record, death=death, words=parts.words)
        parts.records[name] = game["record"]
    except ReplayError:  # the grade was read from a file that was edited
        return {}
    return {"game": name, "start": max(0, game["at"] - ROUNDS_BEFORE * (record.ghosts + 1))}


def grade_advice(grade: Grade, words: Words) -> list[str]:
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
