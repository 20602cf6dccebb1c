"""A student's search and the reference search on the tree or position of a failed case, as plain data."""

from dataclasses import dataclass, replace
from typing import Any

from agents.microscope.decision import infer_values, leaves_stop_out, may_prune
from agents.microscope.divergence import Divergence, first_divergence
from agents.microscope.own_values import WrongValue, first_wrong_value
from agents.search import MAX, SearchError, Trace
from agents.search.search_tree import Rule, SearchNode, SearchTree
from autograder.analysis_limits import EXPLAINED, check_size
from autograder.case_types.counted_case import CountedCase, MoveAnswer
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import SEARCHES, decide, solve_tree
from autograder.case_types.tree_case import TreeCase
from autograder.channel import unbounded
from autograder.diagnosis.bugs import RIGHT
from autograder.diagnosis.evidence import SearchCase
from autograder.errors import GradingError
from autograder.results import CaseResult
from autograder.student.limits import Limits
from autograder.student.student import AgentRequest, DecisionTime, Student, TreeAnswer, WatchedAnswer
from pacman.berkeley.search_recorder import RecorderLimits


@dataclass(frozen=True)
class SideBySide:
    """The trees of two searches of the same position.

    right: the reference search. divergence: the first node that differs; None if the trees agree.
    action: the student's answer, if any.
    expected: the correct answers.
    wrong: the first node whose value, as the student's code returned it, does not follow; None if none is known.
    is_cut: the student's search was larger than its recording, so the trees are not compared.
    """

    found: SearchTree[Any, str]
    right: Trace[Any, str]
    divergence: Divergence[str] | None
    action: str | None
    expected: tuple[str, ...]
    is_cut: bool = False
    wrong: WrongValue[str] | None = None

    @property
    def reference(self) -> SearchTree[Any, str]:
        return self.right.tree


@dataclass(frozen=True)
class CaseExplanation:
    """A case with both searches and the student's result; without a student, only the reference search.

    result: the student's; None without a student.
    move, board: for a game, the number of Pacman's decision and the position as text.
    """

    case: SearchCase
    trees: SideBySide
    result: CaseResult | None = None
    move: int | None = None
    board: str = ""


def record_values(case: TreeCase, answer: TreeAnswer, student: Student, limits: Limits) -> TreeAnswer:
    """Return the answer with the values of the student's own functions, from another run of the same search.

    Without values if the search fails, or if it answers differently this time.
    """
    again = case.ask_again(student, limits, records=True)
    is_same = (again.action, again.generated) == (answer.action, answer.generated)
    return replace(answer, returned=again.returned) if is_same else answer


def compare_tree(case: TreeCase, answer: TreeAnswer, limits: RecorderLimits = EXPLAINED) -> SideBySide:
    """Compare the searches of a fixed tree by the recorded requests; raise AnalysisLimitError for a large one."""
    check_size(limits, len(case.expected.generated))
    rules = rules_of_agent(case.agent, case.tree.num_agents)
    trace: Trace[Any, str] = Trace(rules, _state)
    tree = case.tree_of(answer) if answer.requests else case.tree
    try:
        right = solve_tree(tree, case.agent, case.depth, trace)
    except (SearchError, GradingError) as error:
        raise GradingError(f"{case.file.path}: the tree cannot be searched: {error}") from error
    searched = answer.searched or SearchTree(case.tree.start)
    found = evaluated(searched, _evaluated_tree(case, answer), rules, limits)
    found.chosen = answer.action
    divergence = first_divergence(found, trace.tree)
    wrong = _wrong_in_tree(case, answer, found)
    return SideBySide(found, trace, divergence, answer.action, right.actions, wrong=wrong)


def _wrong_in_tree(case: TreeCase, answer: TreeAnswer, found: SearchTree[str, str]) -> WrongValue[str] | None:
    """Give the nodes the values of the student's code, and return the first that does not follow."""
    if not answer.returned:
        return None
    for node in found.nodes:
        node.result = answer.returned.get(node.state)
    tree = case.tree_of(answer)

    def evaluation(node: SearchNode[str, str]) -> float | None:
        if node.state in answer.other_values:
            return unbounded(answer.other_values[node.state])
        return tree.evaluation(node.state) if node.knowledge == "evaluated" else None

    prunes = case.agent == "AlphaBetaAgent" or found.skips_actions(lambda node: tree.actions(node.state))
    return first_wrong_value(found, answer.action, tree.num_agents, prunes=prunes, evaluation=evaluation)


def _evaluated_tree(case: TreeCase, answer: TreeAnswer) -> FixedTree:
    """Return the tree with the values that the search used: the score if its answer is right for the score alone."""
    if not answer.is_negated or case.expected.accepts(answer.action, answer.generated):
        return case.tree_of(answer)
    by_score = case.tree.by_score
    is_by_score = solve_tree(by_score, case.agent, case.depth).accepts(answer.action, answer.generated)
    return by_score if is_by_score else case.tree


def watch_again(
    case: CountedCase, answer: MoveAnswer, student: Student, seconds: DecisionTime, limits: RecorderLimits
) -> WatchedAnswer:
    """Repeat a decision of the game with a new agent of the student, and record its search."""
    request = AgentRequest(case.agent, {"depth": case.depth}, seconds, answer.is_negated)
    return student.watch(request, answer.state, limits)


def compare_decision(case: CountedCase, answer: MoveAnswer, watched: WatchedAnswer) -> SideBySide:
    """Compare the searches in a position of a counted game, by the recording of the repeated decision."""
    found = watched.tree
    found.chosen = watched.action
    infer_values(found, RIGHT[case.agent].others)
    trace: Trace[Any, str] = Trace(rules_of_agent(case.agent, answer.state.num_agents), _state)
    with_stop = not leaves_stop_out(found)
    right = decide(answer.state, case.agent, case.depth, with_stop=with_stop, is_negated=answer.is_negated, trace=trace)
    if watched.is_full:
        return SideBySide(found, trace, None, watched.action, right.actions, is_cut=True)
    divergence = first_divergence(found, trace.tree)
    prunes = may_prune(case.agent, found)
    wrong = first_wrong_value(found, watched.action, answer.state.num_agents, prunes=prunes)
    return SideBySide(found, trace, divergence, watched.action, right.actions, wrong=wrong)


def evaluated(
    searched: SearchTree[str, str], tree: FixedTree, rules: dict[int, Rule], limits: RecorderLimits = EXPLAINED
) -> SearchTree[str, str]:
    """Return the recorded tree of a search with the values that follow from the evaluation of its leaves."""
    check_size(limits, searched.generated, searched.deepest)
    found = searched.copy()
    found.rules = rules
    for node in found.nodes:
        if node.knowledge == "seen" and (value := tree.evaluation(node.state)) is not None:
            found.evaluate(node.number, value)  # which may be the negated score
    found.infer(lambda node: tree.actions(node.state))
    return found


def rules_of_agent(agent: str, num_agents: int) -> dict[int, Rule]:
    """Return the rule for combining values at each agent's nodes in the search of that name."""
    if agent not in SEARCHES:
        return {}
    ghosts: Rule = "mean" if RIGHT[agent].others == "mean" else "min"
    return {MAX: "max", **dict.fromkeys(range(1, num_agents), ghosts)}


def _state(node: tuple[Any, int]) -> Any:
    return node[0]
