"""Bugs that no fixed rules can simulate, such as actions in another order or an edited evaluation.

The recorded requests of the submission show what it did differently. The correct search with only this difference must
reproduce every answer. Each function returns a finding, or None if the bug does not explain all trees. Games are not
considered, because their requests are not recorded.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Final

from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.state_spaces import TreeSpace
from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import Finding
from autograder.diagnosis.bugs import RIGHT
from autograder.diagnosis.evidence import Evidence, SearchedTree
from autograder.diagnosis.observations import ghosts_states, leaves_out, reorders, tried_actions
from autograder.diagnosis.simulation import fits_search
from autograder.student.student import TreeAnswer

EVEN_BEST: Final = "second"
EVEN_TREE: Final = FixedTree(  # the leaves below each node of the ghost are equal, and the nodes nearly so
    start="root",
    num_agents=2,
    wins=frozenset(("a1", "a2", "b1", "b2", "c1", "c2")),
    losses=frozenset(),
    successors={
        "root": {"first": "a", EVEN_BEST: "b", "third": "c"},
        "a": {"left": "a1", "right": "a2"},
        "b": {"left": "b1", "right": "b2"},
        "c": {"left": "c1", "right": "c2"},
    },
    values={"a1": 7.0, "a2": 7.0, "b1": 7.001, "b2": 7.001, "c1": 7.0, "c2": 7.0},
)
EVEN_REPEATS: Final = 8


def traced_bugs(agent: str, evidence: Sequence[Evidence]) -> list[Finding]:
    """Return the bugs of this kind that explain all trees, at least one of which failed.

    They are facts rather than guesses: where there is one, no other bug is looked for.
    """
    trees = [each for each in evidence if each.tree is not None]
    if not any(_is_wrong(each) for each in trees):
        return []
    return list(filter(None, (find(agent, trees) for find in _FINDERS)))


def random_weights(evidence: Sequence[Evidence], answer_to_even_tree: Callable[[], TreeAnswer]) -> Finding | None:
    """Name random weights at the ghosts' nodes, for a search whose answers differ when it is asked again.

    Some weights must give every answer, and in the even tree, where all weights give the same, it must be right each
    time: a search that adds noise to the leaves is not.
    """
    trees = [each.tree for each in evidence if each.tree is not None]
    if not all(map(_may_be_best, trees)):
        return None
    is_steady = all(answer_to_even_tree().action == EVEN_BEST for _ in range(EVEN_REPEATS))
    return Finding(bug_names.WRONG_WEIGHTS, ("drawn at random",)) if is_steady else None


def _is_wrong(each: Evidence) -> bool:
    return not each.result.passed and each.result.failure is None


def _no_search(agent: str, trees: Sequence[Evidence]) -> Finding | None:
    """Name an answer without a search if no successor and no score was requested in any tree."""
    if any(tree.answer.requests or tree.answer.action is None for tree in _searched(trees)):
        return None
    return Finding(bug_names.NO_SEARCH, (bug_names.NO_SEARCH,))


def _left_behind(agent: str, trees: Sequence[Evidence]) -> Finding | None:
    """Name a leftover of earlier decisions: trees without requests have the answer of the last searched tree."""
    last: str | None = None
    silent = 0
    for each in sorted((each for each in trees if not each.is_extra), key=lambda each: each.place):
        answer = each.result.answer
        assert isinstance(answer, TreeAnswer)
        if answer.requests:
            if not fits_search(each, TreeSpace(_seen_tree(each)), RIGHT[agent]):
                return None
            last = answer.action
        elif answer.action is not None or not answer.remark:
            if last is None or answer.action != last:
                return None
            silent += 1
    return Finding(bug_names.LEFT_BEHIND, (bug_names.LEFT_BEHIND,)) if silent > 1 else None


def _other_order(agent: str, trees: Sequence[Evidence]) -> Finding | None:
    if agent != "AlphaBetaAgent" or not any(map(reorders, _searched(trees))):
        return None
    is_right = _reproduces(agent, trees, lambda tree: {**_all_actions(tree), **_in_tried_order(tree)})
    return Finding(bug_names.OTHER_ORDER, (bug_names.OTHER_ORDER,)) if is_right else None


def _drawn_ghosts(agent: str, trees: Sequence[Evidence]) -> Finding | None:
    """Name random moves: each ghost makes a single move, and not always the first or the last."""
    if agent != "ExpectimaxAgent":
        return None
    places = {place for tree in _searched(trees) for place in _drawn(tree).values()}
    if len(places) < len(("first", "between", "last")) or not all(map(_draws_one, _searched(trees))):
        return None
    is_right = _reproduces(agent, trees, tried_actions)
    return Finding(bug_names.WRONG_WEIGHTS, ("drawn at random",)) if is_right else None


def pruned_averages(agent: str, evidence: Sequence[Evidence]) -> Finding | None:
    """Name pruning in expectimax: loops over a ghost's actions end early at some nodes and not at others."""
    if agent != "ExpectimaxAgent" or not any(map(leaves_out, _searched(evidence))):
        return None
    lengths: dict[tuple[int, int], set[int]] = {}
    for tree in _searched(evidence):
        ghosts = ghosts_states(tree)
        for state, actions in tried_actions(tree).items():
            legal = tree.case.tree.actions(state)
            if actions != legal[: len(actions)] or (state not in ghosts and actions != legal):
                return None
            if state in ghosts:
                lengths.setdefault((tree.case.tree.num_agents, len(legal)), set()).add(len(actions))
    ends_early = any(len(each) > 1 for each in lengths.values())
    return Finding(bug_names.PRUNES_AVERAGES, (bug_names.PRUNES_AVERAGES,)) if ends_early else None


def _other_values(agent: str, trees: Sequence[Evidence]) -> Finding | None:
    """Name an edited evaluation if the correct search with its returned values gives every answer."""
    if not any(tree.answer.other_values for tree in _searched(trees)):
        return None
    for each in trees:
        if each.result.failure is None and not fits_search(each, _Revalued(each), RIGHT[agent]):
            return None
    return Finding(bug_names.OTHER_VALUES, (bug_names.OTHER_VALUES,))


_FINDERS: Final = (_no_search, _left_behind, _other_order, _drawn_ghosts, _other_values)


def _searched(trees: Sequence[Evidence]) -> Iterator[SearchedTree]:
    return (tree for each in trees if (tree := each.tree) is not None and tree.answer.failure is None)


def _drawn(tree: SearchedTree) -> dict[str, str]:
    """Return the position of the first tried action in the list of actions, for each ghost's state with a choice."""
    places, tried = {}, tried_actions(tree)
    for state in ghosts_states(tree):
        legal = tree.case.tree.actions(state)
        if len(legal) > 1:
            place = legal.index(tried[state][0])
            places[state] = "first" if place == 0 else "last" if place == len(legal) - 1 else "between"
    return places


def _draws_one(tree: SearchedTree) -> bool:
    tried = tried_actions(tree)
    return all(len(tried[state]) == 1 for state in ghosts_states(tree))


def _all_actions(tree: SearchedTree) -> dict[str, list[str]]:
    return {state: list(successors) for state, successors in tree.case.tree.successors.items()}


def _in_tried_order(tree: SearchedTree) -> dict[str, list[str]]:
    """Return the actions of the searched states: those that were tried, in their order, and then the others."""
    return {
        state: [*actions, *(other for other in tree.case.tree.actions(state) if other not in actions)]
        for state, actions in tried_actions(tree).items()
    }


def _reproduces(
    agent: str, trees: Sequence[Evidence], actions_of: Callable[[SearchedTree], Mapping[str, Sequence[str]]]
) -> bool:
    """True if the right search, with these actions in each state, gives every answer that did not crash."""
    for each in trees:
        tree = each.tree
        if tree is None or tree.answer.failure is not None:
            continue
        if not fits_search(each, _Reordered(each, actions_of(tree)), RIGHT[agent]):
            return False
    return True


def _seen_tree(each: Evidence) -> FixedTree:
    """Return the tree of a case with the evaluation that the agent received."""
    tree = each.tree
    assert tree is not None
    return tree.case.tree_of(tree.answer)


class _Reordered(TreeSpace):
    """A tree with other actions, or the same in another order."""

    def __init__(self, each: Evidence, actions: Mapping[str, Sequence[str]]) -> None:
        super().__init__(_seen_tree(each))
        self._actions = actions

    def actions(self, state: str, agent: int) -> Sequence[str]:
        return self._actions.get(state, ())


class _Revalued(TreeSpace):
    """A tree whose leaves have the values that the agent's evaluation returned."""

    def __init__(self, each: Evidence) -> None:
        super().__init__(_seen_tree(each))
        assert isinstance(each.result.answer, TreeAnswer)
        self._values = each.result.answer.other_values

    def evaluate(self, state: str) -> float:
        return self._values[state] if state in self._values else super().evaluate(state)


def _may_be_best(tree: SearchedTree) -> bool:
    """True if the action is best for some positive weights at the ghosts' nodes, and the states are the right ones."""
    answer, case = tree.answer, tree.case
    if answer.failure is not None or answer.generated != case.expected_of(answer).generated:
        return False
    seen = case.tree_of(answer)

    def limits(state: str, ply: int) -> tuple[float, float]:
        actions = seen.actions(state)
        if seen.is_over(state) or ply == case.depth * seen.num_agents or not actions:
            value = seen.evaluation(state) or 0
            return value, value
        lows, highs = zip(*(limits(seen.successors[state][action], ply + 1) for action in actions), strict=True)
        return (min if ply % seen.num_agents else max)(lows), max(highs)

    ranges = {action: limits(seen.successors[seen.start][action], 1) for action in seen.actions(seen.start)}
    best_sure = max((low for low, _ in ranges.values()), default=-inf)
    return answer.action in ranges and ranges[answer.action][1] >= best_sure
