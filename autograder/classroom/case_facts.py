"""Facts about the cases of a graded submission for summaries of a class: the result, the bug, the first difference."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from autograder.failures import FailureKind
from autograder.results import VISIBLE, CaseResult, Grade, QuestionResult, Status

# Only one of the two searches visits the node, another agent moves there, its value differs, or the value that the
# student's code returned there does not follow from those below it; or no node differs.
DifferenceKind: TypeAlias = Literal["only student", "only reference", "mover", "value", "own value", "none"]


@dataclass(frozen=True)
class NodeDifference:
    """The first node at which a student's search differs from the reference.

    path: the actions that lead to it from the root. state: its name, if it has one. move: for a game, the number of
    Pacman's decision, if it is recorded.
    """

    kind: DifferenceKind
    path: tuple[str, ...] = ()
    state: str = ""
    move: int | None = None


@dataclass(frozen=True)
class CaseFact:
    """A case of a submission; `name` is `q2/name`.

    solved: None if the case did not run. own_points: the points that the case awards by itself, if it does.
    is_started: False if there is no code for the case: an agent that is missing, or a template that is not filled in.
    bug, advice: the likely bug of a failed case; empty if none is named. advice_in: by language.
    difference: None if it cannot be derived.
    """

    name: str
    question: str
    solved: bool | None
    own_points: float | None = None
    is_visible: bool = True
    is_started: bool = True
    bug: str = ""
    advice: str = ""
    advice_in: Mapping[str, str] = field(default_factory=dict)
    difference: NodeDifference | None = None


def case_facts(grade: Grade) -> Iterator[CaseFact]:
    """Yield the facts about each case of a grade. A question that was skipped, or refused, has no cases."""
    for question in grade.questions:
        for case in question.cases:
            yield _case_fact(question, case)


def _case_fact(question: QuestionResult, case: CaseResult) -> CaseFact:
    is_missing = case.failure is not None and case.failure.kind is FailureKind.MISSING
    return CaseFact(
        name=f"{question.name}/{case.name}",
        question=question.name,
        solved=None if case.status is Status.NOT_RUN else case.passed,
        own_points=case.points if case.adds_points else None,
        is_visible=case.visibility == question.visibility == VISIBLE,
        is_started=not (case.not_started or is_missing),
        bug=case.bug or "",
        advice=case.advice if case.bug else "",
        advice_in=case.advice_in if case.bug else {},
        difference=first_difference(case) if case.bug else None,
    )


def first_difference(case: CaseResult) -> NodeDifference | None:
    """Return the first node that differs, by the recorded searches or else by the generated states of the tree.

    The searches of cases that students may not see are not recorded; for them only the generated states are compared.
    Return None if neither is recorded.
    """
    try:
        if case.search and case.search.get("trees"):
            return _difference_of_searches(case.search)
        return _difference_of_states(case.tree) if case.tree else None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):  # read from a file that was edited
        return None


def _difference_of_searches(search: Mapping[str, Any]) -> NodeDifference:
    """Compare the marks of the two trees: each is at the node, or at its last ancestor if the tree lacks the node."""
    found, expected = search["trees"]
    move = search.get("move")
    if found["marked"] is None or expected["marked"] is None:
        return _wrong_value(found, move)
    paths = [_path(tree["data"], tree["marked"]) for tree in (found, expected)]
    tree = found if len(paths[0]) >= len(paths[1]) else expected
    state = _state(tree["data"], tree["marked"])
    return NodeDifference(_kind(found, expected, paths), max(paths, key=len), state, move)


def _wrong_value(found: Mapping[str, Any], move: int | None) -> NodeDifference:
    """Return the first node whose own value is wrong in a search that visits the right states; "none" if it is unknown.

    The values of the other tree are computed from the leaves, and so agree.
    """
    node = found.get("misfit")
    if node is None:
        return NodeDifference("none", move=move)
    return NodeDifference("own value", _path(found["data"], node), _state(found["data"], node), move)


def _state(data: Mapping[str, Any], node: int) -> str:
    """Return the name of the state of a node; empty if states have no names."""
    return str(data["names"][node]) if data["names"] else ""


def _kind(
    found: Mapping[str, Any], expected: Mapping[str, Any], paths: Sequence[tuple[str, ...]]
) -> Literal["only student", "only reference", "mover", "value"]:
    if len(paths[0]) != len(paths[1]):
        return "only student" if len(paths[0]) > len(paths[1]) else "only reference"
    mine, theirs = (tree["data"]["players"][tree["marked"]] for tree in (found, expected))
    return "mover" if mine != theirs and min(mine, theirs) >= 0 else "value"


def _path(data: Mapping[str, Any], node: int) -> tuple[str, ...]:
    """Return the actions from the root to a node of a recorded tree; see `agents.microscope.tree_data`."""
    path: list[str] = []
    while node:
        step = data["parents"][node - 1]
        if not 0 < step <= node:
            raise ValueError("the parent of a node comes before it")
        path.append(str(data["actions"][data["action"][node - 1]]))
        node -= step
    return tuple(reversed(path))


def _difference_of_states(tree: Mapping[str, Any]) -> NodeDifference | None:
    """Return the first state that only one of the two searches generates; None if there is none: values may differ."""
    name = tree["first_difference"]
    if name is None:
        return None
    states = {state["state"]: state for state in tree["states"]}
    path: list[str] = []
    at = states[name]
    while at["parent"] is not None and len(path) <= len(states):
        path.append(str(at["action"]))
        at = states[at["parent"]]
    kind: DifferenceKind = "only student" if states[name]["is_generated"] else "only reference"
    return NodeDifference(kind, tuple(reversed(path)), str(name))
