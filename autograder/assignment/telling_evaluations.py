"""Cases that tell a search by self.evaluationFunction from one by the score: fresh ones must do so as ours do."""

from autograder.case_types.counted_case import CountedCase
from autograder.case_types.reference import decide, searched_states, solve_tree
from autograder.case_types.tree_case import TreeCase
from pacman.state import GameState


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
