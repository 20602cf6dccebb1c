"""Fresh instances of an assignment: the same questions with renamed trees, other mazes and other seeds.

Every case is replaced by a new one of its kind, so the points stay the same, and memorised answers fail.

Drawing takes seconds, so it is done once for a class, and the drawn cases are sent to the workers.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from autograder.assignment.assignment import Assignment, Question
from autograder.assignment.drawn_cases import DrawnCase, DrawnSet
from autograder.assignment.fresh_games import fresh_evaluation_game, fresh_game
from autograder.assignment.fresh_trees import fresh_tree
from autograder.case_types.case import Case
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.reference import SEARCHES
from autograder.case_types.tree_case import TreeCase
from jobs.progress_bar import ProgressBar


def freshen(assignment: Assignment, seed: int, drawn: DrawnSet | None = None) -> Assignment:
    """Return the assignment with fresh cases: those in `drawn`, or else drawn here, the same for the same seed."""
    questions = (drawn or draw(assignment, seed)).questions
    return replace(assignment, questions=tuple(_fresh(each, questions[each.name]) for each in assignment.questions))


def _fresh(question: Question, drawn: Sequence[DrawnCase]) -> Question:
    pairs = zip(question.cases, drawn, strict=True)
    return replace(question, cases=tuple(fresh.in_place_of(old) for old, fresh in pairs))


def fresh_case(case: Case, seed: int) -> Case:
    """Return the case by which grading with a seed replaces this one."""
    return _draw(case, seed).in_place_of(case)


def draw(assignment: Assignment, seed: int) -> DrawnSet:
    """Draw fresh cases for all questions."""
    questions = assignment.questions
    with ProgressBar(sum(len(each.cases) for each in questions), unit="case", label="drawing fresh cases") as bar:

        def drawn(case: Case) -> DrawnCase:
            fresh = _draw(case, seed)
            bar.advance()
            return fresh

        return DrawnSet({question.name: tuple(map(drawn, question.cases)) for question in questions})


def _draw(case: Case, seed: int) -> DrawnCase:
    rng = random.Random(f"{seed}/{case.id}")
    if isinstance(case, TreeCase):
        return fresh_tree(case, rng)
    if isinstance(case, CountedCase) and case.is_negated:
        return fresh_evaluation_game(case, rng)
    if isinstance(case, CountedCase) and case.agent in SEARCHES:
        return fresh_game(case, rng)
    return DrawnCase.of({**case.file.values, "randomSeed": str(rng.randrange(10**6))})
