"""A student's search beside the reference's, on the tree or the position of a failed case, as plain data."""

from dataclasses import dataclass
from typing import Any

from agents.microscope.decision import leaves_stop_out, recorded_tree
from agents.search import MAX, SearchError, Trace
from agents.search.support.divergence import Divergence, first_divergence
from agents.search.support.searched_tree import Request, Rule, SearchedTree, tree_of_requests, tree_of_trace
from autograder.analysis_limits import EXPLAINED, check_size
from autograder.case_types.counted_case import CountedCase, MoveAnswer
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import SEARCHES, solve_tree, trace_decision
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.bugs import RIGHT
from autograder.errors import GradingError
from autograder.results import CaseResult
from autograder.student.student import DecisionTime, Student, TreeAnswer, TreeAsk, WatchedAnswer
from pacman.berkeley.search_recorder import RecorderLimits
from pacman.state import GameState


@dataclass(frozen=True)
class SideBySide:
    """Two trees of the same position, and the first node where they part; None where nothing tells them apart.

    action: the student's answer; None where there is none.
    expected: the answers that are right.
    is_cut: the student's search was larger than what is written down, and is not compared.
    """

    found: SearchedTree[Any, str]
    reference: SearchedTree[Any, str]
    divergence: Divergence[str] | None
    action: str | None
    expected: tuple[str, ...]
    is_cut: bool = False


@dataclass(frozen=True)
class CaseExplanation:
    """A case, the trees, and what is said of a student's answer; without a student there is the reference alone.

    result: of the student; None if nobody was asked.
    move, board: of a game which of Pacman's decisions this is, and the position as text.
    """

    case: TreeCase | CountedCase
    trees: SideBySide
    result: CaseResult | None = None
    move: int | None = None
    board: str = ""


def compare_tree(case: TreeCase, answer: TreeAnswer, limits: RecorderLimits = EXPLAINED) -> SideBySide:
    """On a fixed tree, from what the search asked of it. AnalysisLimitError for a search that is too large."""
    check_size(limits, len(case.expected.generated))
    trace: Trace[Any, str] = Trace()
    tree = case.tree if answer.is_negated or not answer.asks else case.tree.by_score
    try:
        right = solve_tree(tree, case.agent, case.depth, trace)
    except (SearchError, GradingError) as error:
        raise GradingError(f"{case.file.path}: the tree cannot be searched: {error}") from error
    rules = rules_of_agent(case.agent, case.tree.num_agents)
    reference = tree_of_trace(trace, _state, lambda node: _is_over(case.tree, _state(node)), rules)
    found = tree_of_asks(_evaluated_tree(case, answer), answer.asks, rules, limits)
    return SideBySide(found, reference, first_divergence(found, reference), answer.action, right.actions)


def _evaluated_tree(case: TreeCase, answer: TreeAnswer) -> FixedTree:
    """The tree with the values that a search went by: the score where its answer is right for the score alone."""
    by_score = case.tree.by_score
    if not answer.is_negated or case.expected.accepts(answer.action, answer.generated):
        return by_score if not answer.is_negated else case.tree
    is_by_score = solve_tree(by_score, case.agent, case.depth).accepts(answer.action, answer.generated)
    return by_score if is_by_score else case.tree


def watch_again(
    case: CountedCase, answer: MoveAnswer, student: Student, seconds: DecisionTime, limits: RecorderLimits
) -> WatchedAnswer:
    """Ask a new agent of the student for a decision of the game once more, and record what it looks at."""
    arguments = {"depth": case.depth}
    return student.watch(case.agent, arguments, answer.state, seconds, limits, is_negated=answer.is_negated)


def compare_decision(case: CountedCase, answer: MoveAnswer, watched: WatchedAnswer) -> SideBySide:
    """In a position of a game that is judged, where the student was asked once more, and watched."""
    found = recorded_tree(watched.recorder, RIGHT[case.agent].others)
    trace: Trace[Any, str] = Trace()
    actions = trace_decision(
        answer.state, case.agent, case.depth, not leaves_stop_out(found), trace, is_negated=answer.is_negated
    )
    rules = rules_of_agent(case.agent, answer.state.num_agents)
    reference: SearchedTree[GameState, str] = tree_of_trace(trace, _state, lambda node: node[0].is_over, rules)
    is_cut = watched.recorder.is_full
    divergence = None if is_cut else first_divergence(found, reference)
    return SideBySide(found, reference, divergence, watched.action, actions, is_cut)


def reference_tree(case: TreeCase) -> SearchedTree[str, str]:
    """The tree as the right search goes through it."""
    return compare_tree(case, TreeAnswer(None, frozenset())).reference


def tree_of_asks(
    tree: FixedTree, asks: tuple[TreeAsk, ...], rules: dict[int, Rule], limits: RecorderLimits = EXPLAINED
) -> SearchedTree[str, str]:
    """What a search looked at, from what it asked. A state that is asked about is the last one of its name."""
    edges: dict[tuple[int, str], int] = {}
    requests: list[Request[str, str]] = []
    states, plies, evaluations = [tree.start], [0], []
    last = {tree.start: 0}
    for ask in asks:
        number = last[ask.state]
        if ask.action is None:
            if (value := tree.evaluation(ask.state)) is not None:
                evaluations.append((number, value))
            continue
        child = edges.setdefault((number, ask.action), len(states))
        if child == len(states):
            states.append(tree.successors[ask.state][ask.action])
            plies.append(plies[number] + 1)
            check_size(limits, child, plies[child])
            requests.append(Request(number, ask.agent, ask.action, states[child]))
        last[states[child]] = child
    found = tree_of_requests(tree.start, requests, evaluations, lambda state: _is_over(tree, state), rules)
    found.infer(lambda node: tree.actions(node.state))
    return found


def rules_of_agent(agent: str, num_agents: int) -> dict[int, Rule]:
    """What is done with values at each agent's nodes in the search of that name."""
    if agent not in SEARCHES:
        return {}
    ghosts: Rule = "mean" if RIGHT[agent].others == "mean" else "min"
    return {MAX: "max", **dict.fromkeys(range(1, num_agents), ghosts)}


def _state(node: tuple[Any, int]) -> Any:
    return node[0]


def _is_over(tree: FixedTree, state: str) -> bool:
    return tree.is_over(state) or not tree.actions(state)
