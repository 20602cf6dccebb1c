"""Fresh cases that tell a search by self.evaluationFunction from one by the score, as the old ones do."""

import random
from collections.abc import Iterable
from typing import Final, TypeVar

from autograder.assignment.case_files import CaseFile, properties_text
from autograder.assignment.drawn_cases import DrawnCase
from autograder.assignment.fresh_games import random_mazes
from autograder.assignment.tree_variants import tree_variant
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.reference import decide, searched_states, solve_tree
from autograder.case_types.tree_case import TreeCase
from autograder.errors import GradingError
from pacman.state import GameState

TRIES: Final = 2_000  # trees or mazes
CHANGED: Final = 0.5  # the share of the values of a tree that are changed

SearchCase = TypeVar("SearchCase", TreeCase, CountedCase)


def fresh_evaluation_tree(case: TreeCase, rng: random.Random) -> DrawnCase:
    """A new tree like one whose evaluation is not the score."""

    def variant() -> TreeCase:
        values = {**case.file.values, **tree_variant(case.tree, CHANGED, rng)}
        fresh = TreeCase(CaseFile.from_text(properties_text(values), case.file.path), case.folder)
        fresh.take_reference()
        return fresh

    fresh = _first_that_shows_it(case, (variant() for _ in range(TRIES)))
    return DrawnCase.of(fresh.file.values, fresh.solve())


def fresh_evaluation_game(case: CountedCase, rng: random.Random) -> DrawnCase:
    """A new game like one whose evaluation is not the score."""

    def game(rows: list[str]) -> CountedCase:
        values = {**case.file.values, "seed": str(rng.randrange(10**6)), "layout": "\n".join(rows)}
        return CountedCase(CaseFile.from_text(properties_text(values), case.file.path), case.folder)

    fresh = _first_that_shows_it(case, map(game, random_mazes(case.layout, rng, TRIES)))
    return DrawnCase.of(fresh.file.values, fresh.solve())


def _first_that_shows_it(case: SearchCase, candidates: Iterable[SearchCase]) -> SearchCase:
    for candidate in candidates:
        if shows_score_search(candidate):
            return candidate
    raise GradingError(f"{case.file.path}: no fresh case shows a search by the score; try another seed")


def shows_score_search(case: TreeCase | CountedCase) -> bool:
    """True if no action that is right by the score is right in this case, and no state up to the depth is an end.

    At an end, some right searches return the score.
    """
    return _tree_shows_it(case) if isinstance(case, TreeCase) else _game_shows_it(case)


def _tree_shows_it(case: TreeCase) -> bool:
    tree = case.tree
    searched = solve_tree(tree, "MinimaxAgent", case.depth).generated
    by_score = solve_tree(tree.by_score, case.agent, case.depth).actions
    return searched.isdisjoint(tree.wins | tree.losses) and set(by_score).isdisjoint(case.expected.actions)


def _game_shows_it(case: CountedCase) -> bool:
    """The first decision alone is looked at."""
    state = GameState.initial(case.layout)
    right, by_score = (
        {
            action
            for with_stop in (True, False)
            for action in decide(state, case.agent, case.depth, with_stop=with_stop, is_negated=is_negated).actions
        }
        for is_negated in (True, False)
    )
    if not right.isdisjoint(by_score):
        return False
    return not any(each.is_over for each in searched_states(state, "MinimaxAgent", case.depth, with_stop=True))
