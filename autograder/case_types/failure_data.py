"""Data for pictures of failed cases: the tree with the expected and the student's search, or the game."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from agents.search.search_tree import SearchNode, SearchTree
from autograder.analysis_limits import SHOWN_GAME_MOVES, SHOWN_TREE_STATES
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import TreeSolution
from autograder.failures import StudentFailure
from autograder.student.student import TreeAnswer
from pacman.record import GameRecord, Player


def tree_data(
    tree: FixedTree,
    agent: str,
    depth: int,
    expected: TreeSolution,
    answer: TreeAnswer,
    right: SearchTree[str, str] | None,
) -> dict[str, Any]:
    """Return a tree as a list of states, parents first, with the expected and the actual answer.

    first_difference: the first state that was expected and not generated, or vice versa; may be None. For
    each state, `value` is the value in the file, `found` the value of the reference search (`bound` is "≤" or "≥" if it
    is only a bound), and `cut` the reason why that search prunes the rest.
    right: the tree of the reference search, if there is one.
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
    """Yield each state with its parent, the action between them and the player to move."""
    pending: list[dict[str, Any]] = [{"state": tree.start, "parent": None, "action": None, "level": 0}]
    seen: set[str] = set()
    while pending and len(seen) < SHOWN_TREE_STATES:
        place = pending.pop()
        state, level = place["state"], place.pop("level")
        if state in seen:  # a file may contain two paths to one state
            continue
        seen.add(state)
        actions = tree.successors.get(state, {})
        yield {**place, "player": level % tree.num_agents if actions else None}
        pending += [
            {"state": child, "parent": state, "action": action, "level": level + 1}
            for action, child in reversed(actions.items())
        ]


def _found(node: SearchNode[str, str]) -> dict[str, Any]:
    """Return the value that the reference search finds for a state, and why it prunes the rest."""
    return {"found": node.returned, "bound": node.bound, **({"cut": node.reason} if node.reason else {})}


def replay_data(
    record: GameRecord, agent: str, at: int | None = None, arguments: Mapping[str, Any] | None = None
) -> dict[str, Any] | None:
    """Return a game in the format of replay files, and the number of moves after which to show it.

    Return None if the game is too long. agent, arguments: the name of the student's agent and its arguments, which the
    record does not have.
    """
    if len(record.moves) > SHOWN_GAME_MOVES:
        return None
    outcome = record.outcome
    if isinstance(outcome.exception, StudentFailure):
        outcome = replace(outcome, error=outcome.exception.failure.text)  # without the name of our exception
    names = (agent, *record.agents[1:])
    players = (Player(agent, arguments or {}), *map(Player, record.agents[1:]))
    named = replace(record, agents=names, players=players, outcome=outcome)
    return {"record": named.contents(), "at": len(record.moves) if at is None else at}
