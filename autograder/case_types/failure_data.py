"""What a picture of a failed case needs, as plain data: the tree with both searches in it, or the game."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from agents.search.search_tree import SearchNode, SearchTree
from autograder.analysis_limits import SHOWN_GAME_MOVES, SHOWN_TREE_STATES
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import TreeSolution
from autograder.failures import StudentFailure
from autograder.student.student import TreeAnswer
from pacman.record import GameRecord


def tree_data(
    tree: FixedTree,
    agent: str,
    depth: int,
    expected: TreeSolution,
    answer: TreeAnswer,
    right: SearchTree[str, str] | None,
) -> dict[str, Any]:
    """A tree state by state, each before those below it, with what was expected of a search and what came.

    first_difference: the first state that was expected and not generated, or the other way round; None if all are
    right. In a state, `value` is what the file gives, `found` what the right search finds (`bound` "≤" or "≥" if that
    is only a bound), `cut` why it leaves out the rest.
    right: the tree of the right search; None where there is none.
    """
    found = {node.state: _found(node) for node in right.nodes} if right else {}
    states = [
        {
            **place,
            "value": tree.evaluation(place["state"]),
            "is_win": place["state"] in tree.wins,
            "is_lose": place["state"] in tree.losses,
            "is_expected": place["state"] in expected.generated,
            "is_generated": place["state"] in answer.generated,
            **found.get(place["state"], {}),
        }
        for place in _places(tree)
    ]
    different = (state["state"] for state in states if state["is_expected"] != state["is_generated"])
    return {
        "agent": agent,
        "depth": depth,
        "num_agents": tree.num_agents,
        "expected": list(expected.actions),
        "got": answer.action,
        "first_difference": next(different, None),
        "states": states,
    }


def _places(tree: FixedTree) -> Iterator[dict[str, Any]]:
    """Each state with the one above it, the action between them and whose move it is there."""
    pending: list[dict[str, Any]] = [{"state": tree.start, "parent": None, "action": None, "level": 0}]
    seen: set[str] = set()
    while pending and len(seen) < SHOWN_TREE_STATES:
        place = pending.pop()
        state, level = place["state"], place.pop("level")
        if state in seen:  # a file may lead to one state by two ways
            continue
        seen.add(state)
        actions = tree.successors.get(state, {})
        yield {**place, "player": level % tree.num_agents if actions else None}
        pending += [
            {"state": child, "parent": state, "action": action, "level": level + 1}
            for action, child in reversed(actions.items())
        ]


def _found(node: SearchNode[str, str]) -> dict[str, Any]:
    """What the right search finds in a state."""
    return {"found": node.returned, "bound": node.bound, **({"cut": node.reason} if node.reason else {})}


def replay_data(record: GameRecord, agent: str, at: int | None = None) -> dict[str, Any] | None:
    """A game as a replay file has it, and the number of moves after which to look at it; None if it is too long.

    agent: the name of the student's, who played from behind a wall.
    """
    if len(record.moves) > SHOWN_GAME_MOVES:
        return None
    outcome = record.outcome
    if isinstance(outcome.exception, StudentFailure):
        outcome = replace(outcome, error=outcome.exception.failure.text)  # without the name of our exception
    named = replace(record, agents=(agent, *record.agents[1:]), players=(), outcome=outcome)
    return {"record": named.contents(), "at": len(record.moves) if at is None else at}
