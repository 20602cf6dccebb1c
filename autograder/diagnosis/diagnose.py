"""From wrong answers to the name of the bug.

Every bug that we know of is tried on the same cases. A bug is named only if it explains all answers of the question,
the right ones too.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from autograder.case_types.case import Case
from autograder.case_types.counted_case import CountedCase, MoveAnswer
from autograder.case_types.tree_case import TreeCase
from autograder.case_types.worlds import NoScoreError, PacmanWorld, TreeWorld
from autograder.child.tree_states import NO_SCORE
from autograder.diagnosis.bugs import RIGHT, Bug, known_bugs
from autograder.diagnosis.wrong_searches import Rules, search
from autograder.results import CaseResult
from autograder.student.student import TreeAnswer

MOVES: Final = 12  # of a game that are looked at
WRONG_NODES: Final = "evaluation at the wrong nodes"


def bugs_shown(case: TreeCase) -> int:
    """How many of the known bugs would give themselves away in this case."""
    return sum(not passes(case, rules) for bug in known_bugs(case.agent) for rules in bug.searches)


def passes(case: TreeCase, rules: Rules) -> bool:
    """Is the answer of a search with these rules right?"""
    world = TreeWorld(case.tree)
    try:
        action = search(world, case.tree.start, case.depth, rules)[0]
    except NoScoreError:
        return False
    return case.accepts(action, world.generated)


def diagnose(cases: Sequence[Case], results: Sequence[CaseResult]) -> None:
    """Add the name of the bug to the failed cases, agent by agent."""
    for agent in RIGHT:
        heard = [
            (case, result)
            for case, result in zip(cases, results, strict=True)
            if isinstance(case, TreeCase | CountedCase) and case.agent == agent and result.answer is not None
        ]
        failed = [result for _, result in heard if not result.passed]
        if not failed:
            continue
        fitting = [bug for bug in known_bugs(agent) if _explains(bug, heard)]
        if fitting:
            names = " or ".join(bug.name for bug in fitting[:2])
            _tell(failed, fitting[0].name, f"{names} ({fitting[0].advice})")
        else:
            lost = [result for result in failed if result.failure is not None and NO_SCORE in result.failure.text]
            advice = "evaluate only where the game is over or the depth is reached"
            _tell(lost, WRONG_NODES, f"{WRONG_NODES} ({advice})")


def _tell(results: Iterable[CaseResult], bug: str, advice: str) -> None:
    for result in results:
        result.bug = bug
        result.advice = advice


def _explains(bug: Bug, heard: Sequence[tuple[TreeCase | CountedCase, CaseResult]]) -> bool:
    """Trees first: they are quick, and a bug that they exclude need not play a game."""
    in_order = sorted(heard, key=lambda pair: isinstance(pair[0], CountedCase))
    return any(all(_fits(case, result.answer, rules) for case, result in in_order) for rules in bug.searches)


def _fits(case: TreeCase | CountedCase, answer: Any, rules: Rules) -> bool:
    if isinstance(case, TreeCase):
        return _fits_tree(case, answer, rules)
    return _fits_game(case, answer, rules)


def _fits_tree(case: TreeCase, answer: TreeAnswer, rules: Rules) -> bool:
    world = TreeWorld(case.tree)
    try:
        actions = search(world, case.tree.start, case.depth, rules)
    except NoScoreError:
        return answer.failure is not None and NO_SCORE in answer.failure.text
    possible = actions if case.ties == "any" else actions[:1]
    return answer.failure is None and answer.action in possible and world.generated == answer.generated


def _fits_game(case: CountedCase, answers: Sequence[MoveAnswer], rules: Rules) -> bool:
    def decides(answer: MoveAnswer, with_stop: bool) -> bool:
        world = PacmanWorld(answer.state.num_agents, with_stop)
        actions = search(world, answer.state, case.depth, rules)
        return answer.action in actions and len(world.generated) == len(answer.explored)

    return any(all(decides(answer, with_stop) for answer in answers[:MOVES]) for with_stop in (True, False))
