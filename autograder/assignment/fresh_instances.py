"""Fresh instances of an assignment: the same questions with other trees, other mazes and other dice.

Every case is replaced by a new one of its kind, so the points stay what they are, and answers learnt by heart are
worth nothing. The right answers come from our own reference. The new cases of a question fail every wrong search that
`diagnosis.criterion` simulates and the old ones fail.

Drawing takes seconds. What was drawn is kept for the next run, and travels to the workers of a class.
"""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256

from autograder.assignment.assignment import Assignment, Question
from autograder.assignment.drawn_cases import DrawnCase, DrawnSet
from autograder.assignment.fresh_cache import keep, kept
from autograder.assignment.fresh_evaluations import fresh_evaluation_game, fresh_evaluation_tree
from autograder.assignment.fresh_games import fresh_game
from autograder.assignment.fresh_trees import fresh_trees
from autograder.case_types.case import Case
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.reference import SEARCHES
from autograder.case_types.tree_case import TreeCase
from jobs.progress_bar import ProgressBar
from jobs.provenance import code_digest


def freshen(assignment: Assignment, seed: int, drawn: DrawnSet | None = None) -> Assignment:
    """The assignment with new cases, the same for the same seed; those that are drawn already are not drawn again."""
    questions = (drawn or draw(assignment, seed)).questions
    return replace(assignment, questions=tuple(_fresh(each, questions[each.name]) for each in assignment.questions))


def _fresh(question: Question, drawn: Sequence[DrawnCase]) -> Question:
    pairs = enumerate(zip(drawn, question.cases, strict=True), start=1)
    return replace(question, cases=tuple(new.in_place_of(old, f"fresh-{number:02d}") for number, (new, old) in pairs))


def fresh_case(case: Case, seed: int) -> Case:
    """A new case like one that belongs to no question."""
    (fresh,) = _draw(case.file.path.parent.name, [case], seed, lambda: None)
    return fresh.in_place_of(case, f"fresh-{case.name}")


def draw(assignment: Assignment, seed: int) -> DrawnSet:
    """New cases for all questions: those that an earlier run has kept, or newly drawn ones."""
    keys = {question.name: _key(question, seed) for question in assignment.questions}
    found = {name: kept(key) for name, key in keys.items()}
    missing = [question for question in assignment.questions if found[question.name] is None]
    with ProgressBar(sum(len(each.cases) for each in missing), unit="case", label="drawing fresh cases") as bar:
        for question in missing:
            cases = _draw(question.name, question.cases, seed, bar.advance)
            found[question.name] = keep(keys[question.name], DrawnSet({question.name: tuple(cases)}).to_bytes())
    contents = [content for content in found.values() if content is not None]
    return DrawnSet({name: cases for each in contents for name, cases in DrawnSet.from_bytes(each).questions.items()})


def _key(question: Question, seed: int) -> str:
    """Equal exactly for what is drawn alike."""
    facts = [code_digest(), seed, question.name, [[case.name, dict(case.file.values)] for case in question.cases]]
    return sha256(json.dumps(facts).encode()).hexdigest()


def _draw(question: str, cases: Sequence[Case], seed: int, advance: Callable[[], None]) -> list[DrawnCase]:
    """New cases like those of a question, in order."""
    fresh: dict[int, DrawnCase] = {}
    for agent in SEARCHES:
        trees = {
            number: case
            for number, case in enumerate(cases)
            if isinstance(case, TreeCase) and case.agent == agent and not case.tree.is_negated
        }
        if trees:
            drawn = fresh_trees(list(trees.values()), random.Random(f"{seed}/{question}/{agent}"), advance)
            fresh |= dict(zip(trees, drawn, strict=True))
    for number, case in enumerate(cases):
        if number not in fresh:
            fresh[number] = _fresh_other(case, random.Random(f"{seed}/{question}/{case.name}"))
            advance()
    return [fresh[number] for number in range(len(cases))]


def _fresh_other(case: Case, rng: random.Random) -> DrawnCase:
    if isinstance(case, TreeCase) and case.tree.is_negated:
        return fresh_evaluation_tree(case, rng)
    if isinstance(case, CountedCase) and case.is_negated:
        return fresh_evaluation_game(case, rng)
    if isinstance(case, CountedCase) and case.agent in SEARCHES:
        return fresh_game(case, rng)
    return DrawnCase.of({**case.file.values, "randomSeed": str(rng.randrange(10**6))})
