"""From wrong answers to the name of the bug.

Every bug that we know of is tried on the same cases, and then every two of them. A bug is named only if it explains all
answers of the question, the right ones too. A case that crashed has answered nothing: it is named by the words of the
crash where they tell the bug, and does not keep the others from being explained.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import compress, islice
from typing import Final, TypeAlias

from autograder.analysis_limits import NodeBudget
from autograder.case_types.case import Case
from autograder.case_types.counted_case import CountedCase, MoveAnswer
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.tree_case import TreeCase
from autograder.case_types.worlds import NoScoreError, PacmanWorld, TreeWorld
from autograder.child.tree_states import NO_SCORE
from autograder.diagnosis.advice import Named
from autograder.diagnosis.bugs import (
    BY_SCORE,
    LAST_TIE,
    OWN_EVALUATION,
    RIGHT,
    Bug,
    common_bugs,
    known_bugs,
    pairs_of_bugs,
    score_bug,
)
from autograder.diagnosis.crashes import name_answer, name_failure
from autograder.diagnosis.slips import name_unexplained
from autograder.diagnosis.visible_signs import (
    WRONG_WEIGHTS,
    Heard,
    SearchCase,
    name_agents,
    name_difference,
    name_sign,
)
from autograder.diagnosis.wrong_searches import Memory, Rules, WouldCrash, search
from autograder.failures import Failure, FailureKind
from autograder.results import CaseResult
from autograder.student.student import TreeAnswer
from pacman.state import GameState

FitsCase: TypeAlias = Callable[[Heard, Rules, Memory], bool | None]

MOVES: Final = 12  # of a game that are looked at, from its beginning
WRONG_NODES: Final = "evaluation at the wrong nodes"
ODD_SOLUTION: Final = "our own search answers the same: the solution of this case may be wrong; ask your teacher"


def passes(case: TreeCase, rules: Rules) -> bool:
    """Is the answer of a search with these rules right?"""
    world = TreeWorld(case.tree)
    try:
        actions = search(world, case.tree.start, case.depth, rules)
    except (NoScoreError, WouldCrash):
        return False
    return bool(actions) and case.expected.accepts(actions[0], world.generated)


def diagnose(cases: Sequence[Case], results: Sequence[CaseResult]) -> None:
    """Add the name of the bug to the failed cases: by how they crashed, and agent by agent by how they answered.

    An answer that is no action may come of a search that finds none; where no such search is known it has its own name.
    AnalysisLimitError where that takes too many nodes; the names that are known by then are there.
    """
    budget = NodeBudget()
    for result in results:
        if not result.passed and result.failure is not None:
            _tell([result], name_failure(result.failure))
    for agent in RIGHT:
        heard = [
            _hear(case, result, place, budget)
            for place, (case, result) in enumerate(zip(cases, results, strict=True))
            if isinstance(case, SearchCase) and case.agent == agent and result.answer is not None
        ]
        odd = [each for each in heard if _has_an_odd_solution(each)]
        for each in odd:
            each.result.reasons.append(ODD_SOLUTION)
        told = [each for each in heard if each not in odd]
        if not all(each.result.passed for each in told):
            _name_failed(agent, told)
    for result in results:
        if not result.passed and result.bug is None and result.failure is not None:
            _tell([result], name_unexplained(result.failure))
    for agent in RIGHT:
        of_agent = [isinstance(case, SearchCase) and case.agent == agent for case in cases]
        _tell_the_rest([result for result in compress(results, of_agent) if ODD_SOLUTION not in result.reasons])


def _name_failed(agent: str, heard: Sequence[Heard]) -> None:
    if _tell_known_bug(agent, heard):
        return
    for result in _unnamed(heard):
        if isinstance(result.answer, TreeAnswer):
            _tell([result], name_answer(result.answer.remark))
    if not _tell_known_bug(agent, heard):
        told = (each for each in _unnamed(heard) if not _crashed(each) or _lacks_score(each.failure))
        _tell(told, _seen_bug(agent, heard))


def _unnamed(heard: Sequence[Heard]) -> list[CaseResult]:
    return [each.result for each in heard if not each.result.passed and each.result.bug is None]


def _hear(case: SearchCase, result: CaseResult, place: int, budget: NodeBudget) -> Heard:
    moves = _telling_moves(case, result, budget) if isinstance(case, CountedCase) else ()
    return Heard(case, result, place, budget, moves)


def _has_an_odd_solution(heard: Heard) -> bool:
    """A tree that was failed with the answer of the right search."""
    case = heard.case
    return isinstance(case, TreeCase) and not heard.result.passed and _fits(heard, RIGHT[case.agent]) is True


def _telling_moves(case: CountedCase, result: CaseResult, budget: NodeBudget) -> Sequence[MoveAnswer]:
    """The first moves of a game, and the first that is wrong."""
    assert isinstance(result.answer, tuple)
    wrong = first_wrong_move(case, result, budget)
    return [*result.answer[:MOVES], *([wrong[1]] if wrong is not None and wrong[0] > MOVES else [])]


def first_wrong_move(
    case: CountedCase, result: CaseResult, budget: NodeBudget | None = None
) -> tuple[int, MoveAnswer] | None:
    """The first decision of a failed game that no right search makes, and its number among Pacman's moves, from 1."""
    budget = budget or NodeBudget()
    if result.passed or not isinstance(result.answer, tuple):
        return None
    right = RIGHT[case.agent]
    for number, answer in enumerate(result.answer, start=1):
        if not any(_decides(case, answer, right, stop, budget) for stop in (True, False)):
            return number, answer
    return None


def _tell(results: Iterable[CaseResult], named: Named | None) -> None:
    if named is not None:
        for result in results:
            result.bug, result.advice, result.advice_in = named.name, named.text(), named.texts


def _tell_the_rest(results: Sequence[CaseResult]) -> None:
    """Where all failed cases that have a name have the same one, the others are likely to have the same reason."""
    named = [result for result in results if result.bug is not None]
    if len({result.bug for result in named}) == 1:
        for result in results:
            if result.bug is None and not result.passed:
                result.bug, result.advice, result.advice_in = named[0].bug, named[0].advice, named[0].advice_in


def _evidence(heard: Sequence[Heard]) -> list[Heard]:
    return sorted((each for each in heard if _is_evidence(each, heard)), key=_quickest_first)


def _is_enough(told: Sequence[Heard], heard: Sequence[Heard]) -> bool:
    """Something is wrong, and it is not a game alone that says so, where there are trees: too many bugs play alike."""
    has_trees = any(isinstance(each.case, TreeCase) for each in told)
    return not all(each.result.passed for each in told) and (
        has_trees or not any(isinstance(each.case, TreeCase) for each in heard)
    )


def _tell_known_bug(agent: str, heard: Sequence[Heard]) -> bool:
    """Name the bug, or the two bugs, that explain what was answered; not where it crashed and they would not."""
    told = _evidence(heard)
    fitting = _fitting_bugs(agent, told) if _is_enough(told, heard) else []
    if fitting:
        searches = [rules for rules in fitting[0].searches if _explains_all(rules, told)]
        named = Named(fitting[0].name, fitting[0].names, other=fitting[1].name if fitting[1:] else "")
        explained = [each for each in heard if _is_told_by(searches, each)]
        if not any(_explains_all(rules, told, _fits) for rules in searches):  # it goes by the score besides
            _tell(_unnamed([each for each in explained if each.is_negated]), _with_score(fitting[0]))
        _tell(_unnamed(explained), named)
    return bool(fitting)


def _with_score(bug: Bug) -> Named:
    """A bug of a search that goes by the score, too."""
    names = tuple(dict.fromkeys((*bug.names, BY_SCORE)))
    return Named(" and ".join(names), names)


def _is_told_by(searches: Iterable[Rules], heard: Heard) -> bool:
    return not _crashed(heard.result) or any(_fits_either_way(heard, rules, Memory()) for rules in searches)


def _fitting_bugs(agent: str, told: Sequence[Heard]) -> list[Bug]:
    """The bugs that explain everything, the common ones first; two at once where no single one does.

    Where only averages can be wrong, a common bug may fit by chance: there the rare ones are tried in any case.
    """
    by_score = score_bug(agent)
    if _explains(by_score, told):
        return [by_score]
    is_of_averages = _is_of_averages(agent, told)
    fitting = [bug for bug in common_bugs(agent) if _explains(bug, told)]
    if is_of_averages or not fitting:
        names = {bug.name for bug in fitting}
        fitting += [bug for bug in known_bugs(agent) if bug.name not in names and _explains(bug, told)]
    pairs = pairs_of_bugs(agent, LAST_TIE if is_of_averages else "")
    return fitting or list(islice((bug for bug in pairs if _explains(bug, told)), 1))


def _seen_bug(agent: str, heard: Sequence[Heard]) -> Named | None:
    """What can be seen of a search of which no known bug explains all: of its trees, or of what it asks for."""
    told = _evidence(heard)
    if not _is_enough(told, heard):
        return None
    if _is_of_averages(agent, told):
        return Named(WRONG_WEIGHTS, ("weighted wrongly in no way we know",))
    if named := name_sign(agent, told):
        return named
    trees = [each for each in told if isinstance(each.case, TreeCase)]
    for bug in known_bugs(agent):
        if _explains(bug, trees):
            return Named(bug.name, bug.names)
    if named := name_agents(told):
        return named
    if any(_lacks_score(each.result.failure) for each in told):
        return Named(WRONG_NODES, (WRONG_NODES,))
    return name_difference(agent, told)


def _is_of_averages(agent: str, told: Sequence[Heard]) -> bool:
    """Only the averages can be wrong. There pairs of bugs have too many ways to fit by chance."""
    return agent == "ExpectimaxAgent" and all(map(_looks_at_the_right_states, told))


def _quickest_first(heard: Heard) -> tuple[bool, bool]:
    """Trees before games, and what failed before what passed: that excludes most bugs soonest."""
    return isinstance(heard.case, CountedCase), heard.result.passed


def _is_evidence(each: Heard, heard: Sequence[Heard]) -> bool:
    """Whether a case says something of the search.

    One whose crash, or whose answer that is none, has a name of its own does not. Nor does a game that is judged by
    score and was played by another evaluation, or one in which the moves that are looked at are right.
    """
    if each.result.bug is not None:
        return False
    if each.result.passed or isinstance(each.case, TreeCase):
        return True
    is_by_score = all(other.result.bug != OWN_EVALUATION for other in heard)
    return is_by_score and not _fits(each, RIGHT[each.case.agent])


def _crashed(result: CaseResult) -> bool:
    """Something of its own went wrong. A search that is too slow may be so by any bug."""
    return result.failure is not None and not result.failure.is_late


def _lacks_score(failure: Failure | None) -> bool:
    return failure is not None and NO_SCORE in failure.text


def _looks_at_the_right_states(heard: Heard) -> bool:
    answer = heard.result.answer
    if isinstance(heard.case, TreeCase):
        if not isinstance(answer, TreeAnswer) or answer.failure is not None:
            return False
        return answer.generated == heard.case.expected_of(answer).generated
    return not any("states expanded" in reason for reason in heard.result.reasons)


# -- does a search with these rules answer as the student's does? ------------------------------------------------------


def _explains(bug: Bug, told: Sequence[Heard]) -> bool:
    return any(map(_can_be_explained, told)) and any(_explains_all(rules, told) for rules in bug.searches)


def _can_be_explained(heard: Heard) -> bool:
    """Failed in a way that a search can have: none keeps a file from being loaded, or ends its process."""
    failure = heard.result.failure
    is_of_code = failure is not None and failure.kind is not FailureKind.CRASHED
    return not heard.result.passed and not (is_of_code and isinstance(heard.case, TreeCase))


def _fits(heard: Heard, rules: Rules, memory: Memory | None = None) -> bool | None:
    """None where nothing can be said. memory: what the cases before this one have left behind."""
    case, answer = heard.case, heard.result.answer
    memory = memory or Memory()
    memory.nodes.clear()  # no state of another case is one of this
    if isinstance(case, TreeCase):
        assert isinstance(answer, TreeAnswer)
        return _fits_tree(case, answer, rules, memory, heard.budget)
    return any(_plays(heard, case, rules, stop, replace(memory, nodes={})) for stop in (True, False))


def _fits_either_way(heard: Heard, rules: Rules, memory: Memory) -> bool | None:
    """As `_fits`; an agent that is given another evaluation may have gone by the score besides.

    So a search with a bug has the same name whether or not it looks at its evaluation.
    """
    window = memory.window
    fits = _fits(heard, rules, memory)
    if fits is not False or not heard.is_negated:
        return fits
    memory.window = window
    return _fits(heard, replace(rules, by_score=True), memory)


def _explains_all(rules: Rules, told: Sequence[Heard], fits: FitsCase = _fits_either_way) -> bool:
    """No answer is another one, and some failed case is as it must be; `fits` says of a case whether its answer is."""
    shows = False
    memory = Memory()
    for each in sorted(told, key=lambda each: each.place) if rules.carries_window else told:
        answer = fits(each, rules, memory)
        if answer is False:
            return False
        shows = shows or (answer is True and not each.result.passed)
    return shows


def _plays(heard: Heard, case: CountedCase, rules: Rules, with_stop: bool, memory: Memory) -> bool:
    """Would a search with these rules decide so, move by move?"""
    return all(_decides(case, move, rules, with_stop, heard.budget, memory) for move in heard.moves)


def _fits_tree(case: TreeCase, answer: TreeAnswer, rules: Rules, memory: Memory, budget: NodeBudget) -> bool | None:
    crashed = answer.failure is not None and answer.failure.kind is FailureKind.CRASHED
    lacks_score = _lacks_score(answer.failure)
    world = _BoundedTree(case.tree if answer.is_negated else case.tree.by_score, budget)
    try:
        actions = search(world, case.tree.start, case.depth, rules, memory)
    except NoScoreError as error:
        return lacks_score and answer.scored_last in (None, error.state) and world.generated <= answer.generated
    except WouldCrash:
        return crashed and not lacks_score and world.generated <= answer.generated
    if answer.failure is not None:  # of such a crash this search knows nothing, unless it has its own
        return None if not lacks_score and rules.empty != "crash" else False
    possible = actions if "any" in (case.ties, rules.tie) else actions[:1]
    return answer.action in (possible or (None,)) and world.generated == answer.generated


def _decides(
    case: CountedCase,
    answer: MoveAnswer,
    rules: Rules,
    with_stop: bool,
    budget: NodeBudget,
    memory: Memory | None = None,
) -> bool:
    """Would a search with these rules decide so, and look at as many states?"""
    world = _BoundedGame(answer, with_stop, budget)
    try:
        actions = search(world, answer.state, case.depth, rules, memory)
    except (WouldCrash, _MoreStates):
        return False
    return (not actions or answer.action in actions) and len(world.generated) == answer.explored


class _MoreStates(Exception):
    """A search looks at more states than the one that it is to explain: it does not explain it, whatever follows."""


class _BoundedGame(PacmanWorld):
    """A game for a search that may generate as many states as an answer; all requests are taken from a budget."""

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


class _BoundedTree(TreeWorld):
    """A fixed tree for a search whose requests are taken from a budget."""

    def __init__(self, tree: FixedTree, budget: NodeBudget) -> None:
        super().__init__(tree)
        self._budget = budget

    def successor(self, state: str, agent: int, action: str) -> str:
        self._budget.spend()
        return super().successor(state, agent, action)
