"""Ask an agent of a submission, and check its answer. Runs in the process of the student's code."""

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from autograder.channel import TreeView
from autograder.child.exceptions import explain_answer
from autograder.child.tree_states import RecordingTree, Tree, TreeState, note_evaluations
from autograder.failures import Failure, StudentFailure
from pacman.directions import Action
from pacman.state import GameState


def tree_answer(
    agent: Any, root: TreeView, num_agents: int, tree: Tree, is_negated: bool
) -> tuple[str | None, Failure | None]:
    """Return an agent's action at the root of a tree, or None and the description of an answer that is no action."""
    note_evaluations(agent, is_negated=is_negated)
    with tree.listening() if isinstance(tree, RecordingTree) else nullcontext():
        answer = agent.getAction(TreeState(root, num_agents, tree))
    try:
        return checked_answer(agent, answer, root.actions), None
    except StudentFailure as problem:
        return None, problem.failure


def game_answer(agent: Any, state: GameState, legal: Sequence[Action]) -> Action:
    """Return an agent's action in a state; raise StudentFailure if it is not legal."""
    return checked_answer(agent, answer_to(agent, state), legal)


def answer_to(agent: Any, state: GameState) -> object:
    """Return the answer of an agent to a state, which it gets from its observationFunction if it has one."""
    observe = getattr(agent, "observationFunction", None)
    return agent.getAction(state if observe is None else observe(state))


def checked_answer(agent: Any, answer: object, legal: Sequence[str]) -> str:
    """Return an agent's answer; raise StudentFailure if it is not a legal action."""
    if isinstance(answer, str) and answer in legal:
        return str.__str__(answer)  # of a member of an Enum, `str` would return the name
    raise StudentFailure(explain_answer(agent, answer, legal))
