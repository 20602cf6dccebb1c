"""One example: a tree with the answer that its author expects, and the verdict on it.

An example is the `.test` file of a fixed tree. `expect_action` holds the expected action; `expect_value` the value of
the root and `expect_generated` the states that the search generates, if the author states them.
"""

from dataclasses import dataclass
from math import isclose
from pathlib import Path
from typing import Final, Literal, TypeAlias

from agents.search import SearchError
from autograder.assignment.case_files import CaseFile, shortened
from autograder.case_types.case import COMMON_KEYS
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import SEARCHES, TreeSolution
from autograder.case_types.state_spaces import StateSpaceGame, TreeSpace
from autograder.case_types.tree_case import TreeCase
from autograder.errors import GradingError
from autograder.examples.wrong_search_list import catches, wrong_searches
from pacman.decision_case import MOST_PLIES, MOST_STATES
from pacman.errors import cut_off, one_line, unknown
from pacman.files import as_text

LARGEST_FILE: Final = 2**16  # bytes
MOST_NODES: Final = MOST_STATES  # of the tree, where each path to a state is a node
MOST_DEPTH: Final = MOST_PLIES
MOST_AGENTS: Final = MOST_PLIES
CLASS: Final = "GraphGameTreeTest"
LONGEST_PROBLEM: Final = 300  # characters; an error may contain whatever the file does
Answer: TypeAlias = Literal["right", "wrong", "missing"]


@dataclass(frozen=True)
class Verdict:
    """The verdict on one example.

    problem: the reason why the file is not a legal game, as one line; then nothing else is known.
    answer: of the expected answer. wrong: the keys whose value is wrong.
    caught: the numbers of the wrong searches that the tree exposes, whatever answer is expected.
    """

    name: str
    agent: str = ""
    problem: str = ""
    answer: Answer = "missing"
    wrong: tuple[str, ...] = ()
    caught: tuple[int, ...] = ()

    @property
    def counts(self) -> bool:
        """True if the example is part of a set: a legal game with a right answer."""
        return not self.problem and self.answer == "right"


def judge_content(content: bytes, name: str) -> Verdict:
    """Return the verdict on the content of a submitted file; empty content stands for a file that cannot be read."""
    expected = f"expected an example of at most {LARGEST_FILE:,} bytes"
    name = one_line(name)
    if not content:
        return Verdict(name, problem=f"{name}: empty, too large or not a regular file; {expected}")
    if len(content) > LARGEST_FILE:
        return Verdict(name, problem=f"{name}: larger than {LARGEST_FILE:,} bytes; {expected}")
    try:
        return judge_example(as_text(content), name)
    except UnicodeDecodeError as error:
        return Verdict(name, problem=f"{name}: byte {error.start + 1} is not text; {expected}")


def judge_example(text: str, name: str) -> Verdict:
    """Return the verdict on the text of a file; `name` stands for the file in messages."""
    try:
        case = _read(text, name)
        check_legal(case.tree, case.depth, name)
        case.take_reference()
        wrong = tuple(_wrong_keys(case))
    except (GradingError, SearchError) as error:
        return Verdict(name, problem=one_line(cut_off(str(error), LONGEST_PROBLEM)))
    answer: Answer = "missing" if "expect_action" not in case.file else "wrong" if wrong else "right"
    return Verdict(name, case.agent, "", answer, wrong, caught_by(case.tree, case.agent, case.depth, case.expected))


def caught_by(tree: FixedTree, agent: str, depth: int, right: TreeSolution) -> tuple[int, ...]:
    """Return the numbers of the wrong searches of an agent that a tree exposes."""
    return tuple(each.number for each in wrong_searches(agent) if catches(tree, depth, right, each.rules))


def _read(text: str, name: str) -> TreeCase:
    """Read a case; raise GradingError if it is not a fixed tree, or if its numbers are too large to search."""
    file = CaseFile.from_text(text, Path(name))
    if (kind := file.required("class")) != CLASS:
        raise file.error("class", f"class is {one_line(kind[:40])!r}; expected {CLASS}")
    assert TreeCase.keys is not None
    file.unknown_keys(COMMON_KEYS | TreeCase.keys)
    case = TreeCase(file, Path(name).parent)
    if case.agent not in SEARCHES:
        raise file.error("alg", unknown("algorithm", case.agent[:40], SEARCHES))
    if case.depth > MOST_DEPTH:
        raise file.error("depth", f"depth is {case.depth}; expected at most {MOST_DEPTH}")
    if case.tree.num_agents > MOST_AGENTS:
        raise file.error("num_agents", f"num_agents is {case.tree.num_agents}; expected at most {MOST_AGENTS}")
    return case


def check_legal(tree: FixedTree, depth: int, name: str) -> None:
    """Raise GradingError unless a tree is a legal game that is small enough.

    In a legal game the agents move in turn, a state belongs to one of them, and the game goes on until it is won or
    lost. Below the depth of the search the author need not write it down.
    """
    plies = {tree.start: 0}
    pending = [tree.start]
    nodes = 0
    while pending:
        nodes += 1
        if nodes > MOST_NODES:
            raise GradingError(f"{name}: more than {MOST_NODES} nodes; expected at most that many")
        state = pending.pop()
        children = tree.successors.get(state, {})
        if problem := _problem_of(tree, state, plies[state], depth):
            raise GradingError(f"{name}: not a legal game: state {shortened(state)} {problem}")
        for child in children.values():
            if plies.setdefault(child, plies[state] + 1) != plies[state] + 1:
                raise GradingError(
                    f"{name}: not a legal game: state {shortened(child)} is reached after {plies[child]} moves and "
                    f"after {plies[state] + 1}; expected a state of its own for each"
                )
            if plies[child] > MOST_PLIES:
                raise GradingError(f"{name}: more than {MOST_PLIES} plies; expected at most that many")
        pending += children.values()
    named = {*tree.successors, *tree.wins, *tree.losses, *tree.values} - {""}
    if lost := sorted(named - plies.keys()):
        raise GradingError(f"{name}: not a legal game: no move leads to state {shortened(lost[0])}")


def _problem_of(tree: FixedTree, state: str, ply: int, depth: int) -> str:
    """Return what is illegal about a state; empty if nothing is."""
    is_over, has_actions = tree.is_over(state), bool(tree.successors.get(state))
    if state in tree.wins and state in tree.losses:
        return "is won and lost; expected one of both"
    if is_over and has_actions:
        return "is won or lost and has successors; expected none, because the game is over"
    if not ply and not has_actions:
        return "is the start and has no successors; expected at least one"
    if not is_over and not has_actions and ply < depth * tree.num_agents:
        return f"has no successors after {ply} moves; expected a won or lost state above depth {depth}"
    if is_over and state not in tree.values:
        return "is won or lost and has no evaluation; expected one"
    return ""


def _root_value(case: TreeCase) -> float:
    game = StateSpaceGame(TreeSpace(case.tree))
    plies = case.depth * case.tree.num_agents
    value = SEARCHES[case.agent](game, (case.tree.start, 0), depth=plies, evaluate=game.evaluate).value
    return float(value)


def _wrong_keys(case: TreeCase) -> list[str]:
    """Return the keys of the expected answer that do not hold what the right search finds."""
    file, wrong = case.file, []
    if "expect_action" in file and file.required("expect_action") not in case.expected.actions:
        wrong.append("expect_action")
    if "expect_value" in file:
        stated_value = file.number("expect_value")
        if not isclose(stated_value, _root_value(case), rel_tol=1e-9, abs_tol=1e-6):
            wrong.append("expect_value")
    if "expect_generated" in file:
        stated = {*file.required("expect_generated").split(), case.tree.start}
        if stated != case.expected.generated:
            wrong.append("expect_generated")
    return wrong
