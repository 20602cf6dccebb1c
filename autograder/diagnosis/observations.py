"""Facts about a search that no known bug explains: the states that it generated, and the order of its requests.

Each observation is true of the recorded answers; none claims a cause.
"""

from collections.abc import Iterator, Sequence

from agents.search.search_tree import ROOT
from autograder.analysis_limits import TREE_REQUESTS
from autograder.case_types.counted_case import CountedCase
from autograder.diagnosis.advice import Observation
from autograder.diagnosis.evidence import Evidence, SearchedTree, trees_of


def observe(agent: str, evidence: Sequence[Evidence], answers_differ: bool) -> list[Observation]:
    """Return the facts about all answers of an agent; `answers_differ`: it gave another answer when asked again."""
    trees = trees_of(evidence)
    seen = [*_observe_states(agent, trees), *_observe_requests(agent, trees), *_observe_games(evidence)]
    return [*seen, Observation("answers differ")] if answers_differ else seen


def _observe_states(agent: str, trees: Sequence[SearchedTree]) -> Iterator[Observation]:
    """Return an observation on how the generated states of failed trees differ from those of the correct search."""
    failed = [tree for tree in trees if not tree.passed and tree.answer.failure is None]
    if not failed:
        if trees and all(tree.passed for tree in trees):
            yield Observation("trees right", {"trees": len(trees)})
        return
    right = [tree.case.expected_of(tree.answer).generated for tree in failed]
    found = [tree.answer.generated for tree in failed]
    pairs = list(zip(right, found, strict=True))
    counts = {
        "failed": len(failed),
        "trees": len(trees),
        "same": sum(wanted == got for wanted, got in pairs),
        "missing": sum(wanted > got for wanted, got in pairs),
        "surplus": sum(wanted < got for wanted, got in pairs),
    }
    counts["other"] = counts["failed"] - counts["same"] - counts["missing"] - counts["surplus"]
    if counts["same"] == counts["failed"]:
        yield Observation("right states", counts)
    else:
        yield Observation("states of alpha-beta" if agent == "AlphaBetaAgent" else "states", counts)


def _observe_requests(agent: str, trees: Sequence[SearchedTree]) -> Iterator[Observation]:
    unscored = [tree.unscored_at for tree in trees]
    trees = [tree for tree in trees if tree.answer.failure is None]
    silent = [tree for tree in trees if not tree.answer.requests and tree.answer.action]
    if silent:
        yield Observation("no requests", {"silent": len(silent), "trees": len(trees)})
    if any(map(moves_another, trees)):
        yield Observation("another agent")
    if agent == "AlphaBetaAgent" and any(map(reorders, trees)):
        yield Observation("another order")
    if agent != "AlphaBetaAgent" and any(map(leaves_out, trees)):
        yield Observation("left out")
    for place, key in (("above the limit", "no score"), ("below the limit", "no score below the limit")):
        if place in unscored:
            yield Observation(key, {"unscored": unscored.count(place)})


def _observe_games(evidence: Sequence[Evidence]) -> Iterator[Observation]:
    for each in evidence:
        if (
            isinstance(each.case, CountedCase)
            and not each.result.passed
            and {move.is_negated for move in each.moves} == {each.case.is_negated}
        ):
            right = sum(is_right for _, is_right in each.judged_moves)
            yield Observation("decisions", {"name": each.case.name, "right": right, "moves": len(each.moves)})


def tried_actions(tree: SearchedTree) -> dict[str, list[str]]:
    """Return, for each state, the actions that were tried, in the order of their first try."""
    tried: dict[str, dict[str, None]] = {}
    for state, _, action in _moves(tree):
        tried.setdefault(state, {})[action] = None
    return {state: list(actions) for state, actions in tried.items()}


def ghosts_states(tree: SearchedTree) -> set[str]:
    """Return the states in which a ghost was moved."""
    return {state for state, agent, _ in _moves(tree) if agent}


def reorders(tree: SearchedTree) -> bool:
    """True if in some state the actions were not tried in the given order."""
    return any(
        actions != [action for action in tree.case.tree.actions(state) if action in actions]
        for state, actions in tried_actions(tree).items()
    )


def leaves_out(tree: SearchedTree) -> bool:
    """True if in some state some actions were tried and others were not."""
    if tree.answer.searched is None or tree.answer.requests > TREE_REQUESTS:  # there was more
        return False
    return any(len(actions) < len(tree.case.tree.actions(state)) for state, actions in tried_actions(tree).items())


def moves_another(tree: SearchedTree) -> bool:
    """True if another agent was moved than the one whose turn it is."""
    searched, num_agents = tree.answer.searched, tree.case.tree.num_agents
    return searched is not None and any(node.mover != (node.ply - 1) % num_agents for node in searched.nodes[1:])


def _moves(tree: SearchedTree) -> Iterator[tuple[str, int, str]]:
    """Yield each move that was tried: the state, the agent that was moved, and its action."""
    if (searched := tree.answer.searched) is not None:
        for node in searched.nodes[1:]:
            yield searched.nodes[node.parent or ROOT].state, node.mover or 0, node.action or ""
