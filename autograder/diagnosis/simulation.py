"""Compare the answers of a submission with those of a search that has a known bug."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from autograder.analysis_limits import NodeBudget
from autograder.case_types.counted_case import CountedCase, MoveAnswer
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.state_spaces import NoScoreError, PacmanSpace, TreeSpace
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.bugs import RIGHT, Bug
from autograder.diagnosis.evidence import Evidence, SearchedTree, SimulatedDecision, is_crash
from autograder.diagnosis.search_rules import Rules
from autograder.diagnosis.wrong_searches import Memory, WouldCrash, WrongSearch, search
from autograder.failures import FailureKind
from autograder.results import CaseResult
from autograder.student.student import TreeAnswer
from pacman.directions import STOP
from pacman.state import GameState

# Which of equally good actions a search takes. Where any of them is right, it is no bug, but the same in every case.
TieRule: TypeAlias = Literal["first", "last", "largest name", "smallest name", "any"]
_TIE_RULES: Final[dict[TieRule, Callable[[Sequence[str]], str]]] = {
    "first": lambda actions: actions[0],
    "last": lambda actions: actions[-1],
    "largest name": max,
    "smallest name": min,
}


# Types of values in place of an action that was not found. A float or a tuple is the value of a search instead.
_FILLERS: Final = (type(None).__name__, str.__name__, int.__name__)


@dataclass(frozen=True)
class Explanation:
    """A search that reproduces every answer, and the failed cases among them that it shows to be wrong."""

    rules: Rules
    failed: tuple[Evidence, ...]
    is_by_score: bool  # it goes by the score besides, where it is given another evaluation


def explanations(bugs: Iterable[Bug], evidence: Sequence[Evidence], *, is_random: bool) -> dict[Bug, Explanation]:
    """Return the bugs that reproduce every answer, at least one of which is wrong.

    is_random: the submission may take any of equally good actions at any time.
    """
    found: dict[Bug, Explanation] = {}
    wrong_moves = _wrong_moves(evidence)
    takes_first = any(isinstance(each.case, TreeCase) and each.case.ties == "first" for each in evidence)
    for bug in bugs:
        for rules in bug.searches:
            explanation = explain(rules, evidence, wrong_moves, _possible_ties(rules, takes_first, is_random))
            if explanation is not None:
                found.setdefault(bug, explanation)
                if not explanation.is_by_score:  # the first one of this kind is preferred to all others
                    found[bug] = explanation
                    break
    return found


def _wrong_moves(evidence: Sequence[Evidence]) -> dict[int, MoveAnswer]:
    """Return the wrong decision with the fewest states of each failed game, by the place of its case."""
    failed = [each for each in evidence if not each.result.passed]
    wrong = {each.place: [move for move, is_right in each.judged_moves if not is_right] for each in failed}
    return {place: min(moves, key=lambda move: move.explored) for place, moves in wrong.items() if moves}


def explain(
    rules: Rules, evidence: Sequence[Evidence], wrong_moves: Mapping[int, MoveAnswer], ties: set[TieRule]
) -> Explanation | None:
    """Return the explanation by a search with these rules; None unless it reproduces every answer, one of them wrong.

    ties: the rules for ties that the submission may have.
    If the simulated search crashes in one of the crashed cases, it must crash in all of them; otherwise crashes are
    ignored. Extra cases are ignored for a search whose decisions depend on earlier ones, as they were asked later.
    """
    evidence = [each for each in evidence if not (each.is_extra and rules.is_lasting)]
    # If all failures are crashes, only a search that crashes explains them.
    must_crash = all(is_crash(each.result.failure) for each in evidence if not each.result.passed)
    replay = _Replay(ties, wrong_moves)
    failed: list[Evidence] = []
    crashes: set[bool] = set()
    is_by_score = False
    # Where the order does not matter, the one that excludes bugs soonest is kept.
    for each in sorted(evidence, key=lambda each: each.place) if rules.depends_on_order else evidence:
        fits = replay.fits(each, rules)
        if fits is False and each.is_negated and not rules.by_score:
            fits = replay.fits(each, replace(rules, by_score=True))
            is_by_score = True
        if is_crash(each.result.failure):
            crashes.add(fits is True)
        if fits is False or len(crashes) > 1 or (must_crash and False in crashes):
            return None
        if fits and not each.result.passed:
            failed.append(each)
    shows = any(not each.is_negated for each in failed) if is_by_score else bool(failed)
    return Explanation(rules, tuple(failed), is_by_score) if shows else None


def answers_as(each: Evidence, rules: Rules) -> bool:
    """True if a search with these rules gives this answer, with any of equally good actions if the case allows it."""
    is_exact = isinstance(each.case, TreeCase) and each.case.ties == "first"
    return _Replay({"first" if is_exact else "any"}).fits(each, rules) is True


def fits_search(tree: SearchedTree, space: TreeSpace, rules: Rules) -> bool:
    """True if a search with these rules, in another space, generates the states and the action of the submission."""
    try:
        actions = search(space, tree.case.tree.start, tree.case.depth, rules)
    except (NoScoreError, WouldCrash):
        return False
    return tree.answer.action in actions and space.generated == tree.answer.generated


def _possible_ties(rules: Rules, takes_first: bool, is_random: bool) -> set[TieRule]:
    """Return the rules for ties to be tried; `takes_first`: a case accepts the first of equal actions alone."""
    if rules.tie != "first":
        return {rules.tie}
    if rules.leaf_change == "nothing":  # every choice is one of equals: with any other rule this would fit too much
        return {"first", "last"}
    if takes_first:
        return {"first"}
    return {*_TIE_RULES, *(("any",) if is_random else ())}


@dataclass
class _Replay:
    """One pass of a simulated search through the cases: the rules for ties still possible, and its stored values."""

    ties: set[TieRule]
    wrong_moves: Mapping[int, MoveAnswer] = field(default_factory=dict)  # of games, to be looked at first
    _memory: Memory = field(default_factory=Memory)

    def fits(self, each: Evidence, rules: Rules) -> bool | None:
        """True if a search with these rules answers as the submission did; None if the case is not informative.

        If it does not, the stored values and the ties are those of before.
        """
        memory, ties = self._memory, self.ties
        for with_stop in (True, False) if isinstance(each.case, CountedCase) else (True,):
            self._memory, self.ties = replace(memory, nodes={}), ties  # no state of another case is one of this
            tree = each.tree
            fits = self._plays(each, rules, with_stop) if tree is None else self._fits_tree(tree, rules, each.budget)
            if fits is not False:
                return fits
        self._memory, self.ties = memory, ties
        return False

    def _fits_tree(self, tree: SearchedTree, rules: Rules, budget: NodeBudget) -> bool | None:
        case, answer, failure = tree.case, tree.answer, tree.answer.failure
        if failure is not None and (failure.is_late or not (answer.lacks_score or rules.may_crash)):
            return None  # of such a failure this search knows nothing
        crashed = failure is not None and failure.kind is FailureKind.CRASHED
        space = BoundedTree(tree.seen, budget)
        searching = WrongSearch(space, rules, case.tree.start, case.depth, self._memory)
        try:
            actions = searching.actions()
        except NoScoreError as error:
            return answer.lacks_score and answer.scored_last == error.state and space.generated <= answer.generated
        except WouldCrash:
            return crashed and not answer.lacks_score and space.generated <= answer.generated
        if failure is not None or space.generated != answer.generated:
            return False
        is_scored = answer.scored_last is not None
        if is_scored if rules.leaf_change == "nothing" else space.is_scored and not is_scored:
            return False  # a search that evaluates leaves reads scores, and one that does not reads none
        if not actions:
            return _may_be_initial(answer, case.tree.actions(case.tree.start))
        if not tree.passed and rules.tie == "first" and len(actions) == len(case.tree.actions(case.tree.start)):
            self.ties = self.ties - {"any"}  # such a search would explain whatever is chosen at random
        return self._takes(actions, answer.action, searching.is_rounded)

    def _plays(self, each: Evidence, rules: Rules, with_stop: bool) -> bool:
        """True if a search with these rules makes every decision of the game."""
        depth = each.case.depth
        if rules.remembers != "nothing" or rules.depends_on_order:
            return all(self.decides(move, depth, rules, with_stop, each.budget) for move in each.moves)
        # The order does not matter, and a game that was replayed before, for the same search, is not searched again.
        known = each.decisions.setdefault((rules, with_stop), {})
        first = [self.wrong_moves[each.place]] if each.place in self.wrong_moves else []
        for move in [*first, *each.moves]:
            if id(move) not in known:
                known[id(move)] = self._decision(move, depth, rules, with_stop, each.budget)
            if not self._makes(move, known[id(move)]):
                return False
        return True

    def decides(self, move: MoveAnswer, depth: int, rules: Rules, with_stop: bool, budget: NodeBudget) -> bool:
        """True if a search with these rules takes this action and generates the same number of states."""
        return self._makes(move, self._decision(move, depth, rules, with_stop, budget))

    def _decision(
        self, move: MoveAnswer, depth: int, rules: Rules, with_stop: bool, budget: NodeBudget
    ) -> SimulatedDecision | None:
        """Return the decision of a search with these rules; None if it does not generate as many states."""
        space = _BoundedGame(move, with_stop, budget)
        searching = WrongSearch(space, rules, move.state, depth, self._memory)
        try:
            actions = searching.actions()
        except (WouldCrash, _MoreStates):
            return None
        return SimulatedDecision(actions, searching.is_rounded) if len(space.generated) == move.explored else None

    def _makes(self, move: MoveAnswer, decision: SimulatedDecision | None) -> bool:
        if decision is None:
            return False
        if not decision.actions:  # then it takes the action that it begins with
            return move.action in (move.state.legal_actions(0)[0], STOP)
        return self._takes(decision.actions, move.action, decision.is_rounded)

    def _takes(self, actions: Sequence[str], action: str | None, is_rounded: bool) -> bool:
        """True if a rule for ties that is still possible takes this action; rules that do not take it are excluded."""
        if action not in actions:
            return False
        if is_rounded:  # equal but for rounding: which one is larger depends on the order of additions
            return True
        self.ties = {tie for tie in self.ties if tie == "any" or _TIE_RULES[tie](actions) == action}
        return bool(self.ties)


def _may_be_initial(answer: TreeAnswer, actions: Sequence[str]) -> bool:
    """True for an answer that a search may begin with, and return if it finds no action: the first one, or a filler."""
    if answer.action is not None:
        return answer.action in actions[:1]
    return answer.remark is None or (answer.remark.cause is not None and answer.remark.cause.detail in _FILLERS)


def first_wrong_move(case: CountedCase, result: CaseResult) -> tuple[int, MoveAnswer] | None:
    """Return the first wrong decision of a failed game and its number among Pacman's moves, counted from 1."""
    if result.passed or not isinstance(result.answer, tuple):
        return None
    budget = NodeBudget()
    numbered = enumerate(result.answer, start=1)
    return next(((number, move) for number, move in numbered if not _is_right(case, move, budget)), None)


def _is_right(case: CountedCase, move: MoveAnswer, budget: NodeBudget) -> bool:
    """True if the right search makes this decision, with Stop or without."""
    replay, rules = _Replay({"any"}), RIGHT[case.agent]
    return any(replay.decides(move, case.depth, rules, with_stop, budget) for with_stop in (True, False))


class _MoreStates(Exception):
    """Raised if a simulated search generates more states than the submission, whose answer it then does not explain."""


class _BoundedGame(PacmanSpace):
    """A game for a search that may generate as many states as the answer; requests are charged to a budget."""

    def __init__(self, answer: MoveAnswer, with_stop: bool, budget: NodeBudget) -> None:
        super().__init__(answer.state.num_agents, with_stop, answer.is_negated)
        self._budget = budget
        self._most = answer.explored

    def successor(self, state: GameState, agent: int, action: str) -> GameState:
        self._budget.spend()
        child = super().successor(state, agent, action)
        if len(self.generated) > self._most:
            raise _MoreStates
        return child


class BoundedTree(TreeSpace):
    """A fixed tree for a search whose requests are charged to a budget; `is_scored`: it has read a score."""

    def __init__(self, tree: FixedTree, budget: NodeBudget) -> None:
        super().__init__(tree)
        self._budget = budget
        self.is_scored = False

    def successor(self, state: str, agent: int, action: str) -> str:
        self._budget.spend()
        return super().successor(state, agent, action)

    def evaluate(self, state: str) -> float:
        self.is_scored = True
        return super().evaluate(state)

    def score(self, state: str) -> float:
        self.is_scored = True
        return super().score(state)
