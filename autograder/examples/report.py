"""The report on a set of examples, as text for a terminal and as a page."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from autograder.diagnosis.bugs import RIGHT
from autograder.examples.example import Answer, Verdict
from autograder.examples.example_set import Coverage, KindCoverage, coverage, kinds_of
from autograder.examples.hints import HINTS
from autograder.examples.wrong_search_list import wrong_searches
from pacman.display.messages import ENGLISH, IN_ENGLISH, LANGUAGES, Words
from pacman.display.theme import ThemeName

_ANSWERS: Final[dict[Answer, str]] = {
    "right": "examples-right",
    "wrong": "examples-wrong",
    "missing": "examples-missing",
}
MOST_LEFT: Final = 10  # kinds in a text; a list of all would hide the report


def verdict_line(verdict: Verdict) -> str:
    """Return the verdict on one example as a line; it never reveals the right answer."""
    if verdict.problem:
        return verdict.problem
    answer = {
        "right": "the expected answer is right",
        "wrong": f"the expected answer is wrong ({', '.join(verdict.wrong)})",
        "missing": "no expected answer; add a line expect_action",
    }[verdict.answer]
    caught, searches = len(verdict.caught), len(wrong_searches(verdict.agent))
    return f"{verdict.name}: a legal game; {answer}; catches {caught} of {searches}"


def set_line(covered: Coverage) -> str:
    """Return what a set catches of one agent's wrong searches, as a line."""
    return _heading(covered, IN_ENGLISH)


def examples_text(verdicts: Sequence[Verdict]) -> str:
    """Return the report for a terminal."""
    lines = []
    for verdict in verdicts:
        lines.append(verdict_line(verdict))
        if verdict.caught:
            lines.append(f"  {'; '.join(f'{bug} ({numbers})' for bug, numbers in _caught(verdict))}")
    for covered in coverage(verdicts):
        lines += ["", set_line(covered), *left_lines(covered.left)]
        if not covered.left:
            lines.append(IN_ENGLISH("examples-all"))
    if any(not verdict.counts for verdict in verdicts):
        lines += ["", IN_ENGLISH("examples-uncounted")]
    return "\n".join(lines)


def left_lines(kinds: Sequence[KindCoverage]) -> list[str]:
    """Return a line for each kind that is left, up to MOST_LEFT, with the hint at a tree that exposes it."""
    lines = [f"  left: {kind.bug} ({_numbers(kind.left)}); hint: {HINTS[kind.bug][0]}" for kind in kinds[:MOST_LEFT]]
    more = len(kinds) - MOST_LEFT
    if more > 0:
        lines.append(f"  left: {more} more kind{'s' * (more > 1)}; the page of `examples --html` shows all")
    return lines


def examples_page(verdicts: Sequence[Verdict], language: str = ENGLISH, theme: ThemeName | None = None) -> str:
    """Return the report as one file that needs no network."""
    from pacman.display.web.page import render  # the grader does not need it

    words = Words(language)
    return render(
        "examples.html",
        script="theme",
        data={},
        theme=theme,
        words=words,
        rows=[_row(verdict, words) for verdict in verdicts],
        sets=[_set(covered, words) for covered in coverage(verdicts)],
    )


def _row(verdict: Verdict, words: Words) -> dict[str, Any]:
    searches = len(wrong_searches(verdict.agent)) if verdict.agent in RIGHT else 0
    return {
        "name": verdict.name,
        "agent": verdict.agent,
        "problem": verdict.problem,
        "answer": words(_ANSWERS[verdict.answer], keys=", ".join(verdict.wrong)),
        "counts": verdict.counts,
        "catches": words("examples-count", caught=len(verdict.caught), searches=searches),
        "share": len(verdict.caught) / searches if searches else 0,
        "kinds": _caught(verdict) if verdict.caught else [],
    }


def _caught(verdict: Verdict) -> list[tuple[str, str]]:
    """Return the kinds of wrong searches that an example catches, with their numbers."""
    kinds = kinds_of(verdict.agent, set(verdict.caught))
    return [(kind.bug, _numbers(kind.caught)) for kind in kinds if kind.caught]


def _set(covered: Coverage, words: Words) -> dict[str, Any]:
    place = LANGUAGES.index(words.language)
    return {
        "heading": _heading(covered, words),
        "share": covered.caught / covered.searches,
        "left": [(kind.bug, _numbers(kind.left), HINTS[kind.bug][place]) for kind in covered.left],
    }


def _heading(covered: Coverage, words: Words) -> str:
    key = "examples-one-of-agent" if covered.examples == 1 else "examples-of-agent"
    counts = {"examples": covered.examples, "caught": covered.caught, "searches": covered.searches}
    return words(key, agent=covered.agent, **counts)


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
