"""Diagnoses: names, lists of names, observations, advice, and the checked words of `Rules`."""

import json
import re
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import get_args

import pytest

from autograder.assignment.assignment import Assignment, load_assignment
from autograder.case_types.reference import TreeSolution
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis import bug_names, changes
from autograder.diagnosis.advice import ADVICE, OBSERVATIONS
from autograder.diagnosis.bugs import RIGHT, Change
from autograder.diagnosis.search_rules import Rules, _closed_sets
from autograder.reporters.json_report import draw_json, read_grade
from autograder.results import CaseResult, Grade
from pacman.berkeley.editions import Edition
from tests.autograder.wrong_agents import KNOWN, UNKNOWN, WrongAgent

SUBMISSIONS = Path(__file__).parent / "submissions"
Grader = Callable[..., Grade]


# -- one case --------------------------------------------------------------------------------------------------------


def test_one_case_lists_every_name_that_fits(our_assignment: Assignment, grade_in_process: Grader) -> None:
    """The tree cannot tell a search without pruning from one that prunes on equality and forgets alpha at the root."""
    assignment = our_assignment.only_cases("q3/01-lecture-three-by-three")
    (case,) = grade_in_process(SUBMISSIONS / "bug_equality_and_root.py", assignment).questions[0].cases
    assert case.bug is None
    assert "plain minimax" not in case.message
    (seen,) = case.seen
    assert seen.startswith("by this case alone, the answer fits: ")
    names = seen.removeprefix("by this case alone, the answer fits: ").split("; ")
    assert {bug_names.NO_PRUNING, bug_names.ROOT_ALPHA_NOT_KEPT} <= set(names)
    assert any(name.endswith(" pairs of bugs") for name in names)
    assert bug_names.PRUNED_ON_EQUALITY in names


def test_the_same_on_the_command_line(call: Callable[..., object], capsys: pytest.CaptureFixture[str]) -> None:
    path = SUBMISSIONS / "bug_equality_and_root.py"
    result = call("grade", path, "--isolation", "none", "-t", "q3/01-lecture-three-by-three")
    printed = result.stdout  # type: ignore[attr-defined]
    assert "*** Seen: by this case alone, the answer fits: " in printed
    assert f"; {bug_names.NO_PRUNING}; " in printed
    assert "(-q q3)" in printed
    assert "Likely bug" not in printed


# -- what is not spread, and not guessed ------------------------------------------------------------------------------


def graded(agent: WrongAgent, assignment: Assignment, grade: Grader, folder: Path) -> list[CaseResult]:
    path = folder / "multiAgents.py"
    path.write_text(agent.source)
    return [case for case in grade(path, assignment.only(agent.question)).questions[-1].cases if not case.passed]


def test_a_game_that_goes_wrong_late_is_evidence(
    our_assignment: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    """All trees and the first thirty decisions are right; what then goes wrong is no bug that we know."""
    agent = WrongAgent(
        "minimax_nodes",
        {
            "options = {}": "options = {}\n        self.asked = getattr(self, 'asked', 0) + 1",
            "return max(options": "if self.asked > 30:\n            return min(options, key=options.get)\n"
            "        return max(options",
        },
    )
    cases = graded(agent, our_assignment, grade_in_process, tmp_path)
    assert [case.name for case in cases] == ["99-game"]
    assert cases[0].bug is None
    trees = [case for case in our_assignment.only("q2").questions[0].cases if isinstance(case, TreeCase)]
    assert cases[0].seen[0] == f"all {len(trees)} trees are right; only games are wrong"


def exact(assignment: Assignment) -> Assignment:
    """Our trees as the original judges: of equally good actions the first alone is right."""
    questions = []
    for question in assignment.questions:
        cases = []
        for case in question.cases:
            if isinstance(case, TreeCase):
                case = read_again(case)
            cases.append(case)
        questions.append(replace(question, cases=tuple(cases)))
    return replace(assignment, questions=tuple(questions))


def read_again(case: TreeCase) -> TreeCase:
    twin = TreeCase(case.file, case.folder)
    twin.ties = "first"
    twin.expected = TreeSolution(case.expected.actions[:1], case.expected.generated)
    return twin


TIES = {
    bug_names.RANDOM_TIE: "top = max(ranked)[0]\n        return random.choice([a for v, a in ranked if v == top])",
    bug_names.LAST_TIE: "top = max(ranked)[0]\n        return [a for v, a in ranked if v == top][-1]",
}


@pytest.mark.parametrize("name", TIES)
def test_ties_at_random_are_known_by_asking_again(
    name: str, our_assignment: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    agent = WrongAgent("minimax_generators", {"return max(ranked, key=lambda pair: pair[0])[1]": TIES[name]})
    cases = graded(agent, exact(our_assignment), grade_in_process, tmp_path)
    assert {case.bug for case in cases} == {name}


def test_a_search_that_draws_at_random_is_no_pair_of_bugs(
    our_assignment: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    agent = WrongAgent(
        "minimax_generators",
        {"return self.evaluationFunction(state)": "return self.evaluationFunction(state) + random.choice((0, 0.6))"},
    )
    for assignment in (our_assignment, exact(our_assignment)):
        cases = graded(agent, assignment, grade_in_process, tmp_path)
        assert {case.bug for case in cases} == {None}
        assert all(OBSERVATIONS["answers differ"][0] in case.seen for case in cases)


def test_an_edited_evaluation_has_the_same_name_in_a_process_of_its_own(
    short_assignment: Assignment, grade_in_process: Grader, grade_isolated: Grader, tmp_path: Path
) -> None:
    agent = KNOWN["another scoreEvaluationFunction"]
    for grade in (grade_in_process, grade_isolated):
        cases = graded(agent, short_assignment, grade, tmp_path)
        assert cases
        assert {case.bug for case in cases} == {agent.bug}


def test_an_evaluation_that_is_not_the_score_beside_another_bug_is_not_named(
    our_assignment: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    agent = replace(KNOWN["another scoreEvaluationFunction"], edits={"[largest] +": "[average] +"})
    cases = graded(agent, our_assignment, grade_in_process, tmp_path)
    assert {case.bug for case in cases} == {None}


# -- reports -----------------------------------------------------------------------------------------------------------


def test_observations_are_in_every_report(our_assignment: Assignment, grade_in_process: Grader, tmp_path: Path) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(UNKNOWN["the rest of seven"].source)
    grade = grade_in_process(path, our_assignment.only("q2"))
    data = json.loads(draw_json(grade))
    case = next(case for case in data["questions"][0]["cases"] if not case["passed"])
    assert case["bug"] is None
    assert case["seen"]
    assert all(f"\nSeen: {text}\n" in case["message"] for text in case["seen"])
    read = read_grade(data)
    assert [case.message for case in read.questions[0].cases] == [case.message for case in grade.questions[0].cases]
    del case["seen"]  # as in a file of an older version
    assert read_grade(data).questions[0].cases[0].seen == []


def test_a_line_of_the_students_cannot_look_like_an_observation() -> None:
    result = CaseResult("x", "q/x", status=None, reasons=["Seen: nothing wrong"])  # type: ignore[arg-type]
    assert "  Seen: nothing wrong" in result.lines


# -- the evaluation of the last question -------------------------------------------------------------------------------

BETTER = """
def betterEvaluationFunction(currentGameState):
    return currentGameState.getScore()

better = betterEvaluationFunction
"""


@pytest.fixture
def one_game(our_assignment: Assignment, tmp_path: Path) -> Assignment:
    """The last question, with a single game in a small maze."""
    folder = tmp_path / "cases"
    (folder / "q5").mkdir(parents=True)
    (folder / "q5" / "CONFIG").write_text('class: "PartialCreditQuestion"\nmax_points: "1"\n')
    (folder / "q5" / "game.test").write_text(
        'class: "EvalAgentTest"\nagentName: "ExpectimaxAgent"\nagentArgs: "evalFn=better"\nlayoutName: "testClassic"\n'
        'ghosts: "[RandomGhost(1)]"\nnumGames: "1"\nrandomSeed: "0"\nmaxTime: "30"\nscoreThresholds: "-100000"\n'
    )
    (folder / "testClassic.lay").write_text("%%%%%%\n%P..G%\n%%%%%%\n")
    return load_assignment(folder)


@pytest.mark.parametrize("is_used", [True, False])
@pytest.mark.parametrize("name", ["better", "betterEvaluationFunction"])
def test_better_that_is_never_called(
    is_used: bool, name: str, one_game: Assignment, grade_in_process: Grader, grade_isolated: Grader, tmp_path: Path
) -> None:
    """An agent calls its evaluation by the attribute or by the function's name."""
    edits = {} if is_used else {"self.evaluationFunction(state)": "state.getScore()"}
    if is_used and name != "better":
        edits = {"self.evaluationFunction(state)": "betterEvaluationFunction(state)"}
    path = tmp_path / "multiAgents.py"
    path.write_text(WrongAgent("expectimax_memory", edits).source + BETTER)
    for grade in (grade_in_process, grade_isolated):
        (case,) = grade(path, one_game).questions[0].cases
        assert case.passed
        names = {"name": "better", "agent": "ExpectimaxAgent"}
        unused = f"Seen: {OBSERVATIONS['evaluation never called'][0].format(**names)}"
        assert (unused in case.lines) is not is_used


@pytest.mark.parametrize(
    "constructor",
    [
        "from searches import *\nfrom searches import MultiAgentSearchAgent\n",
        "EVALUATIONS = {'better': better}\n",
        "def chosen(name, known=better):\n    return known\n",
    ],
)
def test_an_evaluation_that_is_taken_from_elsewhere_is_not_called_unused(
    constructor: str, one_game: Assignment, grade_in_process: Grader, grade_isolated: Grader, tmp_path: Path
) -> None:
    """The agent looks its evaluation up in another file, in a table, or in a default value."""
    source = WrongAgent("expectimax_memory", {}).source + BETTER
    lookup = "util.lookup(evalFn, globals())"
    assert lookup in source
    if "searches" in constructor:
        (tmp_path / "searches.py").write_text(source)
        source = constructor
    elif "EVALUATIONS" in constructor:
        source = source.replace(lookup, "EVALUATIONS.get(evalFn)") + constructor
    else:
        source = source.replace(lookup, "chosen(evalFn)") + constructor
    path = tmp_path / "multiAgents.py"
    path.write_text(source)
    for grade in (grade_in_process, grade_isolated):
        (case,) = grade(path, one_game).questions[0].cases
        assert (case.passed, case.seen) == (True, [])


# -- advice that misled ------------------------------------------------------------------------------------------------


def test_a_tab_is_no_leftover_of_python_2(our_assignment: Assignment, grade_in_process: Grader, tmp_path: Path) -> None:
    """Our template has backticks in its docstrings; the first line of a function is indented by a tab."""
    template = (Path(__file__).parents[2] / "examples" / "student" / "multiAgents.py").read_text()
    assert "`" in template
    path = tmp_path / "multiAgents.py"
    path.write_text(re.sub(r"(?m)^ {8}return\b", "\treturn", template, count=1))
    grade = grade_in_process(path, our_assignment.only("q2"))
    message = grade.questions[0].cases[0].message
    assert "TabError: inconsistent use of tabs and spaces in indentation" in message
    assert f"Likely bug: {bug_names.NOT_LOADED} (tabs and spaces are mixed at the beginning of lines" in message
    assert "Python 2" not in message
    assert grade.edition is not Edition.PYTHON_2


NEAR = """
class ReflexAgent(Agent):
    def getAction(self, gameState):
        return max(gameState.getLegalActions(), key=lambda action: self.evaluationFunction(gameState, action))

    def evaluationFunction(self, currentGameState, action):
        successor = currentGameState.generatePacmanSuccessor(action)
        return 1 / (successor.getPacmanPosition()[0] - 1)
"""


def test_a_division_by_zero_in_an_evaluation_is_about_distances(
    one_game: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(WrongAgent("minimax_nodes", {}).source + NEAR)
    (case,) = grade_in_process(path, of_reflex_agent(one_game)).questions[0].cases
    assert case.bug == bug_names.DIVISION_BY_ZERO
    assert case.advice == f"{case.bug} ({ADVICE['zero'][0]})"


def of_reflex_agent(assignment: Assignment) -> Assignment:
    file = assignment.folder / "q5" / "game.test"
    text = file.read_text().replace("ExpectimaxAgent", "ReflexAgent").replace('agentArgs: "evalFn=better"\n', "")
    text = text.replace('"-100000"', '"100000"')
    file.write_text(text)
    return load_assignment(assignment.folder)


def test_a_division_by_zero_in_a_search_is_about_averages(
    our_assignment: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    agent = WrongAgent("expectimax_table", {"sum(values) / len(values)": "sum(values) / (len(values) - 2)"})
    cases = graded(agent, our_assignment, grade_in_process, tmp_path)
    named = [case for case in cases if case.bug == bug_names.DIVISION_BY_ZERO]
    assert named
    assert {case.advice for case in named} == {f"{bug_names.DIVISION_BY_ZERO} ({ADVICE['zero in a search'][0]})"}


# -- the words of rules ------------------------------------------------------------------------------------------------


def test_every_word_of_rules_is_checked() -> None:
    """A misspelt word would be the right search, or fail far away."""
    words = {field.name for field in fields(Rules) if isinstance(field.default, str) or "Literal" in str(field.type)}
    named = {"Place", "Combination", "Side", "Bound", "Tried", "BoundMove", "Spared", "Update", "Choice"}
    words |= {field.name for field in fields(Rules) if any(name in str(field.type) for name in named)}
    assert words <= set(_closed_sets())
    for name in _closed_sets():
        with pytest.raises(ValueError, match=rf"{name} is 'mispelt'; expected one of "):
            changed(name, "mispelt")
        for word in _closed_sets()[name]:
            changed(name, word)


def changed(name: str, word: object) -> Rules:
    change: Change = {name: word}
    return replace(RIGHT["AlphaBetaAgent"], **change)


def test_a_misspelt_word_is_refused_by_the_types_and_when_rules_are_created() -> None:
    """mypy reports an ignored error that does not exist, so each of these lines is an error of types."""
    misspelt: list[Callable[[], Rules]] = [
        lambda: Rules(cut="eqaul"),  # type: ignore[arg-type]
        lambda: Rules(cuts_at="maximum"),  # type: ignore[arg-type]
        lambda: Rules(cuts_against="their"),  # type: ignore[arg-type]
        lambda: Rules(counts="round"),  # type: ignore[arg-type]
        lambda: Rules(order="reverse"),  # type: ignore[arg-type]
        lambda: Rules(generates="all_first"),  # type: ignore[arg-type]
        lambda: Rules(returns="bounded"),  # type: ignore[arg-type]
        lambda: Rules(tie="lsat"),  # type: ignore[arg-type]
        lambda: Rules(stops_at="loss"),  # type: ignore[arg-type]
        lambda: Rules(others="average"),  # type: ignore[arg-type]
        lambda: replace(Rules(), leaf="parents"),  # type: ignore[arg-type]
    ]
    for create in misspelt:
        with pytest.raises(ValueError, match="; expected one of "):
            create()


@pytest.mark.parametrize(
    ("words", "table"),
    [
        (changes.Place, changes.PLACES),
        (changes.Tried, changes.TRIED),
        (changes.LeafChange, changes.LEAF_CHANGES),
        (changes.NodeChange, changes.NODE_CHANGES),
        (changes.Update, changes.UPDATES),
        (changes.BoundMove, changes.BOUND_MOVES),
        (changes.Spared, changes.SPARED),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_every_word_has_its_function(words: object, table: dict[str, object]) -> None:
    assert set(get_args(words)) == set(table)


def test_every_choice_and_statistic_has_its_function() -> None:
    assert set(get_args(changes.Choice)) == {"best", *changes.CHOICES}
    for how in get_args(changes.Statistic):
        assert isinstance(changes.combined(how, [1.0, 2.0, 4.0], 3, 2), int | float)
