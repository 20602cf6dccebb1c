"""Store the searches of failed cases, beside the correct ones, in their results for the page of a grade.

The data were recorded in the child process, where the student's code runs. Cases that students may not see are skipped.
"""

from collections.abc import Sequence
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

from agents.microscope.own_values import wrong_value_mark
from agents.microscope.search_page import shown_tree
from autograder.analysis_limits import (
    GRADED,
    PICTURE_SECONDS,
    WATCHED_SECONDS,
    AnalysisLimitError,
    check_size,
    costs_only,
)
from autograder.case_types.case import Case
from autograder.case_types.reference import SEARCHES
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.evidence import SearchCase
from autograder.diagnosis.explanation_page import both_trees, divergence_lines
from autograder.diagnosis.side_by_side import (
    CaseExplanation,
    compare_decision,
    compare_tree,
    record_values,
    watch_again,
)
from autograder.diagnosis.simulation import first_wrong_move
from autograder.errors import GradingError
from autograder.results import VISIBLE, CaseResult
from autograder.student.limits import Limits
from autograder.student.student import DecisionTime, Student, TreeAnswer
from pacman.display.messages import IN_ENGLISH, LANGUAGES, Words

SearchData: TypeAlias = dict[str, Any]


def keep_searches(
    cases: Sequence[Case], results: Sequence[CaseResult], student: Student, limits: Limits, *, with_trees: bool = True
) -> None:
    """Add `search` to the result of each failed case about a search, or a line that says why it is missing.

    It has the agent, the file of the case if known, and, if the student's search was recorded, `lines` about the first
    difference, for a game the number of the `move`, and if `with_trees`, `trees`: for each of the two searches, the
    texts of a page and its `data`.
    """
    started = process_time()
    for case, result in zip(cases, results, strict=True):
        if isinstance(case, SearchCase) and _is_to_be_shown(case, result):
            result.search = {"agent": case.agent, "source": _source(case)}
            with costs_only("picture of the search", [result]):
                if process_time() - started > PICTURE_SECONDS:
                    raise AnalysisLimitError(f"those of this question took more than {PICTURE_SECONDS:g} s")
                explanation = _explained(case, result, student, limits)
                if explanation is not None:
                    _mark_wrong_value(explanation, result)
                    lines = {"lines": divergence_lines(explanation, IN_ENGLISH), "move": explanation.move}
                    result.search |= lines | (_trees(explanation) if with_trees else {})


def _is_to_be_shown(case: SearchCase, result: CaseResult) -> bool:
    return not result.passed and case.visibility == VISIBLE and case.agent in SEARCHES and result.answer is not None


def _explained(case: SearchCase, result: CaseResult, student: Student, limits: Limits) -> CaseExplanation | None:
    """Return the comparison of the searches; None if there are not two."""
    try:
        return _explain(case, result, student, limits)
    except AnalysisLimitError:
        raise
    except GradingError:  # a tree that our own search cannot search: there is nothing beside the student's
        return None


def _mark_wrong_value(explanation: CaseExplanation, result: CaseResult) -> None:
    """Mark the first wrong value of the student's code in the drawing of the correct search."""
    case, trees = explanation.case, explanation.trees
    if isinstance(case, TreeCase) and trees.wrong is not None and result.drawing:
        mark = wrong_value_mark(trees.wrong, IN_ENGLISH)
        result.drawing = case.marked_drawing(trees.right, trees.wrong.path, mark)


def _explain(case: SearchCase, result: CaseResult, student: Student, limits: Limits) -> CaseExplanation | None:
    """Return the comparison of the searches; None if the student's was not recorded."""
    if isinstance(case, TreeCase):
        assert isinstance(result.answer, TreeAnswer)
        if not result.answer.requests:
            return None
        recorded = record_values(case, result.answer, student, limits)
        return CaseExplanation(case, compare_tree(case, recorded, GRADED), result)
    wrong = None if result.failure else first_wrong_move(case, result)
    if wrong is None:
        return None
    move, answer = wrong
    right = min(variant.explored for variant in case.solution.optimal[move - 1])
    check_size(GRADED, max(answer.explored, right))
    seconds = limits.seconds(WATCHED_SECONDS)
    watched = watch_again(case, answer, student, DecisionTime(seconds), GRADED)
    student.take_output()  # it has been shown with the case
    if watched.is_full:
        raise AnalysisLimitError(
            f"a search of more than {GRADED.states:,} states or {GRADED.plies} plies, or one that repeats its requests "
            "too often"
        )
    if watched.failure is not None and watched.failure.is_late:
        raise AnalysisLimitError(f"when repeated, the search took more than {seconds:g} s")
    trees = compare_decision(case, answer, watched)
    check_size(GRADED, trees.reference.generated)
    return CaseExplanation(case, trees, result, move) if trees.found.generated else None


def _trees(explanation: CaseExplanation) -> SearchData:
    """Return the data of both trees, and the texts of pages in other languages."""
    return {
        "trees": [{**shown_tree(each), "data": each.data()} for each in both_trees(explanation, IN_ENGLISH)],
        "translations": {language: _texts(explanation, Words(language)) for language in LANGUAGES[1:]},
    }


def _texts(explanation: CaseExplanation, words: Words) -> SearchData:
    """Return what a page in another language says of the searches instead."""
    trees = [shown_tree(each) for each in both_trees(explanation, words)]
    said = ("title", "action", "facts")
    return {
        "lines": divergence_lines(explanation, words),
        "trees": [{name: tree[name] for name in said} for tree in trees],
    }


def _source(case: Case) -> str:
    """Return the path of a case's file relative to the current folder; empty if it is elsewhere or not in a file."""
    path, here = case.file.path.resolve(), Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) and path.is_file() else ""
