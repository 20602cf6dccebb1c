"""Explain a case of an assignment: the tree of the correct search, and beside it the student's."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from agents.microscope.divergence import divergence_text
from agents.microscope.own_values import WrongValue, marks_of_text, own_values_line
from agents.microscope.tree_text import LEGEND, TreeExcerpt, tree_lines
from agents.search.search_tree import SearchTree
from autograder.analysis_limits import EXPLAINED
from autograder.assignment.assignment import read_case, read_question
from autograder.assignment.fresh_instances import fresh_case
from autograder.case_types.case import Case
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.reference import SEARCHES
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.diagnose import diagnose
from autograder.diagnosis.evidence import SearchCase
from autograder.diagnosis.side_by_side import (
    CaseExplanation,
    compare_decision,
    compare_tree,
    record_values,
    watch_again,
)
from autograder.diagnosis.simulation import first_wrong_move
from autograder.errors import GradingError
from autograder.grading import run_cases
from autograder.student.limits import Limits
from autograder.student.student import Student, TreeAnswer
from pacman.board_text import board_text
from pacman.display.messages import IN_ENGLISH
from pacman.errors import unknown


def load_case(path: Path, seed: int | None = None) -> SearchCase:
    """Read a case whose search can be explained; with a seed, return the fresh case that replaces it."""
    question = path.resolve().parent
    case: Case | None = read_case(path, question.parent, with_solution=False)
    if isinstance(case, TreeCase) and not path.with_suffix(".solution").is_file():
        case.take_reference()
    else:
        case = read_case(path, question.parent)
    if case is not None and seed is not None:
        case = fresh_case(case, seed)
    if not isinstance(case, SearchCase):
        kinds = "GraphGameTreeTest or PacmanGameTreeTest"
        raise GradingError(f"{path}: nothing to explain here; expected a case of class {kinds} that is not disabled")
    if case.agent not in SEARCHES:
        raise case.file.error("alg", unknown("algorithm", case.agent, SEARCHES))
    return case


def explain_reference(case: SearchCase) -> CaseExplanation:
    """Return the tree of the correct search."""
    if isinstance(case, CountedCase):
        raise GradingError(f"{case.file.path}: a game; add -p FILE.py:{case.agent} for its first wrong decision")
    alone = compare_tree(case, TreeAnswer(None, frozenset()))
    return CaseExplanation(case, replace(alone, divergence=None))


def explain_case(case: SearchCase, student: Student, limits: Limits) -> CaseExplanation:
    """Return a student's search beside the reference. All trees of the question are run to name the bug."""
    others = [each for each in _neighbours(case) if each.name != case.name]
    cases: list[Case] = [case, *others]
    results = run_cases(cases, student, limits)
    diagnose(cases, results, student, limits)
    result = results[0]
    if isinstance(case, TreeCase):
        assert isinstance(result.answer, TreeAnswer)
        recorded = record_values(case, result.answer, student, limits)
        return CaseExplanation(case, compare_tree(case, recorded), result)
    wrong = first_wrong_move(case, result)
    if wrong is None:
        raise GradingError(f"{case.file.path}: every decision in this game is right")
    move, answer = wrong
    watched = watch_again(case, answer, student, case.tree_seconds(limits), EXPLAINED)
    trees = compare_decision(case, answer, watched)
    return CaseExplanation(case, trees, result, move, board_text(answer.state))


def _neighbours(case: SearchCase) -> list[TreeCase]:
    folder = case.file.path.resolve().parent
    if not (folder / "CONFIG").is_file():
        return []
    cases = read_question(folder.parent, folder.name).cases
    return [each for each in cases if isinstance(each, TreeCase) and each.agent == case.agent]


def case_text(explanation: CaseExplanation, excerpt: TreeExcerpt) -> str:
    """Return the explanation as text for a terminal."""
    case, trees, result = explanation.case, explanation.trees, explanation.result
    differing = (trees.divergence.found, trees.divergence.expected) if trees.divergence else (None, None)
    named = replace(excerpt, name=str if isinstance(case, TreeCase) else None)
    parts = [[f"{case.path}: {case.agent}, depth {case.depth}", *explanation.board.split("\n")]]
    right = f"As it should be: {' or '.join(trees.expected)}, {trees.reference.generated:,} states"
    parts.append([right, *_tree(trees.reference, named, differing[1])])
    if result is not None:
        found = f"As it was searched: {trees.action or 'no answer'}, {trees.found.generated:,} states"
        parts.append([found, *_tree(trees.found, named, differing[0], trees.wrong)])
        is_cut = IN_ENGLISH("is-cut", states=f"{EXPLAINED.states:,}", plies=EXPLAINED.plies)
        own = own_values_line(trees.found, trees.wrong, IN_ENGLISH)
        parts.append([is_cut if trees.is_cut else divergence_text(trees.divergence), *own, *result.lines])
    parts.append([LEGEND])
    return "\n\n".join("\n".join(filter(None, lines)) for lines in parts)


def _tree(
    tree: SearchTree[Any, str], excerpt: TreeExcerpt, parts_at: int | None, wrong: WrongValue[str] | None = None
) -> list[str]:
    marks = marks_of_text(parts_at, wrong, IN_ENGLISH)
    return [f"  {line}" for line in tree_lines(tree, replace(excerpt, marks=marks))]
