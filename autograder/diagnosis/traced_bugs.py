"""Bugs that no fixed rules can simulate, such as actions in another order or an edited evaluation.

The recorded requests of the submission show what it did differently. The correct search with only this difference must
reproduce every answer in a tree that did not crash. Games are not considered, because their requests are not recorded.
"""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Final

from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.state_spaces import TreeSpace
from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import Finding
from autograder.diagnosis.bugs import RIGHT
from autograder.diagnosis.evidence import Evidence, SearchedTree, trees_of
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
DRAWN_WEIGHTS: Final = Finding(bug_names.WRONG_WEIGHTS, ("drawn at random",))


def traced_bugs(agent: str, evidence: Sequence[Evidence]) -> list[Finding]:
    """Return the bugs of this kind that explain all trees, at least one of which failed.

    They are facts rather than guesses: where there is one, no other bug is looked for.
    """
    if all(tree.passed for tree in _searched(evidence)):
        return []
    return [finding for finding, explains in _SIGNS if explains(agent, evidence)]


def random_weights(evidence: Sequence[Evidence], answer_to_even_tree: Callable[[], TreeAnswer]) -> Finding | None:
    """Name random weights at the ghosts' nodes, for a search whose answers differ when it is asked again.

    Some weights must give every answer, and in the even tree, where all weights give the same, it must be right each
    time: a search that adds noise to the leaves is not.
    """
    if not all(map(_may_be_best, trees_of(evidence))):
        return None
    is_steady = all(answer_to_even_tree().action == EVEN_BEST for _ in range(EVEN_REPEATS))
    return DRAWN_WEIGHTS if is_steady else None


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
    return Finding(bug_names.PRUNES_AVERAGES) if ends_early else None


def _has_no_search(agent: str, evidence: Sequence[Evidence]) -> bool:
    """True if no successor and no score was requested in any tree."""
    return not any(tree.answer.requests or tree.answer.action is None for tree in _searched(evidence))


def _leaves_behind(agent: str, evidence: Sequence[Evidence]) -> bool:
    """True for a leftover of earlier decisions: trees without requests have the answer of the last searched tree."""
    last: str | None = None
    silent = 0
    for tree in trees_of(sorted((each for each in evidence if not each.is_extra), key=lambda each: each.place)):
        answer = tree.answer
        if answer.requests:
            if not fits_search(tree, TreeSpace(tree.seen), RIGHT[agent]):
                return False
            last = answer.action
        elif answer.action is not None or not answer.remark:
            if last is None or answer.action != last:
                return False
            silent += 1
    return silent > 1


def _has_other_order(agent: str, evidence: Sequence[Evidence]) -> bool:
    is_reordered = agent == "AlphaBetaAgent" and any(map(reorders, _searched(evidence)))
    return is_reordered and _reproduces(agent, evidence, _in_tried_order)


def _draws_ghosts(agent: str, evidence: Sequence[Evidence]) -> bool:
    """True for random moves: each ghost makes a single move, and not always the first or the last."""
    if agent != "ExpectimaxAgent":
        return False
    places = {place for tree in _searched(evidence) for place in _drawn(tree).values()}
    if len(places) < len(("first", "between", "last")) or not all(map(_draws_one, _searched(evidence))):
        return False
    return _reproduces(agent, evidence, tried_actions)


def _has_other_values(agent: str, evidence: Sequence[Evidence]) -> bool:
    """True for an edited evaluation: the correct search with its returned values gives every answer."""
    trees = _searched(evidence)
    is_edited = any(tree.answer.other_values for tree in trees)
    return is_edited and all(fits_search(tree, _Revalued(tree), RIGHT[agent]) for tree in trees)


_SIGNS: Final = (
    (Finding(bug_names.NO_SEARCH), _has_no_search),
    (Finding(bug_names.LEFT_BEHIND), _leaves_behind),
    (Finding(bug_names.OTHER_ORDER), _has_other_order),
    (DRAWN_WEIGHTS, _draws_ghosts),
    (Finding(bug_names.OTHER_VALUES), _has_other_values),
)


def _searched(evidence: Sequence[Evidence]) -> list[SearchedTree]:
    """Return the trees in which the search did not crash."""
    return [tree for tree in trees_of(evidence) if tree.answer.failure is None]


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


def _in_tried_order(tree: SearchedTree) -> dict[str, list[str]]:
    """Return the actions of each state: those that were tried, in their order, and then the others."""
    tried, successors = tried_actions(tree), tree.case.tree.successors
    return {state: list(dict.fromkeys([*tried.get(state, ()), *actions])) for state, actions in successors.items()}


def _reproduces(
    agent: str, evidence: Sequence[Evidence], actions_of: Callable[[SearchedTree], Mapping[str, Sequence[str]]]
) -> bool:
    """True if the right search, with these actions in each state, gives every answer that did not crash."""
    trees = _searched(evidence)
    return all(fits_search(tree, _Reordered(tree, actions_of(tree)), RIGHT[agent]) for tree in trees)


class _Reordered(TreeSpace):
    """A tree with other actions, or the same in another order."""

    def __init__(self, tree: SearchedTree, actions: Mapping[str, Sequence[str]]) -> None:
        super().__init__(tree.seen)
        self._actions = actions

    def actions(self, state: str, agent: int) -> Sequence[str]:
        return self._actions.get(state, ())


class _Revalued(TreeSpace):
    """A tree whose leaves have the values that the agent's evaluation returned."""

    def __init__(self, tree: SearchedTree) -> None:
        super().__init__(tree.seen)
        self._values = tree.answer.other_values

    def evaluate(self, state: str) -> float:
        return self._values[state] if state in self._values else super().evaluate(state)


def _may_be_best(tree: SearchedTree) -> bool:
    """True if the action is best for some positive weights at the ghosts' nodes, and the states are the right ones."""
    answer, case = tree.answer, tree.case
    if answer.failure is not None or answer.generated != case.expected_of(answer).generated:
        return False
    seen = tree.seen

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
