"""Wrong agents in many styles get the name of their bug, or none; right ones get none. With our cases and others."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.assignment import Assignment
from autograder.case_types.counted_case import CountedCase, MoveAnswer
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis import bug_names
from autograder.diagnosis.advice import OBSERVATIONS
from autograder.results import CaseResult, Grade
from autograder.student.student import TreeAnswer
from tests.autograder.small_cases import small_assignment
from tests.autograder.wrong_agents import KNOWN, NOT_SHOWN, RIGHT_STYLES, UNKNOWN, WrongAgent
from tests.wording import read_message

Grader = Callable[..., Grade]
SETS = ("own", "small")
COUNTS = ("failed", "trees", "same", "missing", "surplus", "other", "right", "moves", "unscored")


def some(names: Iterable[str]) -> list[Any]:
    """Return each agent with each set of cases. By default every third agent runs, with one of the sets in turn."""
    return [
        pytest.param(cases, name, marks=() if number % 6 == 3 * which else pytest.mark.thorough)
        for number, name in enumerate(names)
        for which, cases in enumerate(SETS)
    ]


@pytest.fixture(scope="module")
def assignments(our_assignment: Assignment, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Assignment]:
    return {"own": our_assignment, "small": small_assignment(tmp_path_factory.mktemp("cases") / "test_cases")}


def failed_cases(
    agent: WrongAgent, assignment: Assignment, grade: Grader, folder: Path
) -> list[tuple[TreeCase | CountedCase, CaseResult]]:
    path = folder / "multiAgents.py"
    path.write_text(agent.source)
    only = assignment.only(agent.question)
    cases, results = only.questions[-1].cases, grade(path, only).questions[-1].cases
    pairs = zip(cases, results, strict=True)
    return [(case, result) for case, result in pairs if isinstance(case, TreeCase | CountedCase) and not result.passed]


@pytest.mark.usefixtures("without_pictures")
@pytest.mark.parametrize(("cases", "name"), some(KNOWN))
def test_a_known_bug_has_its_name(
    cases: str, name: str, assignments: dict[str, Assignment], grade_in_process: Grader, tmp_path: Path
) -> None:
    agent = KNOWN[name]
    names = {result.bug for _, result in failed_cases(agent, assignments[cases], grade_in_process, tmp_path)}
    assert names - {agent.also} == (set() if cases == "small" and name in NOT_SHOWN else {agent.bug})


@pytest.mark.parametrize(("cases", "name"), some(UNKNOWN))
def test_an_unknown_bug_has_no_name_and_true_observations(
    cases: str, name: str, assignments: dict[str, Assignment], grade_in_process: Grader, tmp_path: Path
) -> None:
    failed = failed_cases(UNKNOWN[name], assignments[cases], grade_in_process, tmp_path)
    assert failed or cases == "small"
    for case, result in failed:
        is_inner = lacks_score(case, result, is_above=True)
        assert result.bug == (bug_names.WRONG_NODES if is_inner else None)  # a fact, not a guess
        assert result.seen
        for text in result.seen:
            assert f"\nSeen: {text}\n" in f"\n{result.message}\n"
            check_observation(text, failed)


def check_observation(text: str, failed: list[tuple[TreeCase | CountedCase, CaseResult]]) -> None:
    """Compare an observation with the answers it speaks of."""
    trees = [
        (case.expected_of(result.answer).generated, result.answer.generated)
        for case, result in failed
        if isinstance(case, TreeCase) and isinstance(result.answer, TreeAnswer) and result.failure is None
    ]
    key, values = read_message(text, OBSERVATIONS, patterns=dict.fromkeys(COUNTS, r"\d+"))
    if key == "right states":
        assert int(values["failed"]) == len(trees)
        assert all(right == other for right, other in trees)
    elif key in ("states", "states of alpha-beta"):
        assert [int(values[name]) for name in ("failed", "same", "missing", "surplus", "other")] == [
            len(trees),
            sum(right == other for right, other in trees),
            sum(right > other for right, other in trees),
            sum(right < other for right, other in trees),
            sum(bool(right - other) and bool(other - right) for right, other in trees),
        ]
    elif key == "decisions":
        (game,) = [(case, result) for case, result in failed if case.name == values["name"]]
        assert [int(values["right"]), int(values["moves"])] == right_decisions(*game)
    elif key in ("no score", "no score below the limit"):
        is_above = key == "no score"
        assert int(values["unscored"]) == sum(lacks_score(case, result, is_above=is_above) for case, result in failed)
    elif key == "trees right":
        assert all(isinstance(case, CountedCase) for case, _ in failed)
    else:  # what differs from run to run
        assert key == "answers differ"


def lacks_score(case: TreeCase | CountedCase, result: CaseResult, *, is_above: bool) -> bool:
    """True if the search asked for the score of a state that has none, above the depth limit or below it."""
    if not isinstance(case, TreeCase) or not isinstance(result.answer, TreeAnswer) or not result.answer.lacks_score:
        return False
    plies = {case.tree.start: 0}
    for state, successors in case.tree.successors.items():  # written from the root down
        plies |= dict.fromkeys(successors.values(), plies[state] + 1)
    limit = case.depth * case.tree.num_agents
    ply = plies[str(result.answer.scored_last)]
    return ply < limit if is_above else ply > limit


def right_decisions(case: TreeCase | CountedCase, result: CaseResult) -> list[int]:
    """The number of right decisions in a game, and of all."""
    assert isinstance(case, CountedCase)
    assert isinstance(result.answer, tuple)
    moves = list(zip(result.answer, case.solution.optimal, strict=True))

    def is_right(move: MoveAnswer, index: int) -> bool:
        return any(move.action in each.actions and move.explored == each.explored for each in moves[index][1])

    return [sum(is_right(move, index) for index, (move, _) in enumerate(moves)), len(moves)]


@pytest.mark.parametrize(("cases", "style"), some(RIGHT_STYLES))
def test_a_right_agent_is_right_in_every_style(
    cases: str, style: str, assignments: dict[str, Assignment], grade_in_process: Grader, tmp_path: Path
) -> None:
    assert failed_cases(WrongAgent(style, {}), assignments[cases], grade_in_process, tmp_path) == []


def test_how_many_agents_there_are() -> None:
    """Two edits of one style must not be the same agent."""
    agents = [*KNOWN.values(), *UNKNOWN.values()]
    assert (len(KNOWN), len(UNKNOWN), len(RIGHT_STYLES)) == (63, 19, 30)
    assert len({agent.source for agent in agents}) == len(agents)
    assert all(agent.bug for agent in KNOWN.values())
