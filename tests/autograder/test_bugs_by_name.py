"""Wrong searches in the styles that students write are told the name of their bug; right ones are told nothing."""

import copy
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.assignment import Assignment
from autograder.case_types.case import Case
from autograder.case_types.reference import TreeSolution
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis import bug_names, simulation
from autograder.diagnosis.advice import ADVICE
from autograder.diagnosis.crashes import name_failure, name_mistake
from autograder.failures import Cause, CauseKind, Failure, FailureKind
from autograder.reporters.json_report import draw_json
from autograder.reporters.terminal import TerminalReporter
from autograder.results import CaseResult, Grade
from pacman.display.messages import ENGLISH, Words
from tests.conftest import a_third
from tests.wording import Naming, read_message

SUBMISSIONS = Path(__file__).parent / "submissions"
Grader = Callable[..., Grade]
advice_text = Words(ENGLISH, ADVICE)

# A wrong submission, the question that it loses, and what its bug is called.
BUGS = {
    "own_evaluation": ("q2", bug_names.OWN_EVALUATION),
    "evaluation_in_constructor": ("q4", bug_names.OWN_EVALUATION),
    "depth_after_every_ghost": ("q2", bug_names.DEPTH_LOWERED_AFTER_GHOSTS),
    "depth_at_pacman": ("q3", bug_names.DEPTH_LOWERED_AT_PACMAN),
    "root_evaluated": ("q4", bug_names.ROOT_EVALUATED),
    "returns_alpha": ("q3", bug_names.BOUND_RETURNED),
    "expectimax_prunes": ("q4", bug_names.MINIMUM_FOR_AVERAGE),
    "random_weights": ("q4", bug_names.WRONG_WEIGHTS),
    "wrong_weights": ("q4", bug_names.WRONG_WEIGHTS),
    "equality_and_root": ("q3", bug_names.all_of(bug_names.PRUNED_ON_EQUALITY, bug_names.ROOT_ALPHA_NOT_KEPT)),
    "shared_bounds": ("q3", bug_names.SHARED_BOUNDS),
    "starts_at_zero": ("q2", bug_names.STARTS_AT_ZERO),
}
RIGHT = ["right_stack_of_frames", "right_textbook_functions", "right_one_sign", "right_remembered_choice"]


# What turns an agent of a right submission into a wrong one, and what the bug is called.
INDENT = "\n            "
AVERAGED = "self.search(state.generateSuccessor(agent, a), depth, agent + 1)[0]"
EACH = "for action in actions:\n            value, _ = self.search(state.generateSuccessor(agent, action)"
CHILDREN = "[(a, state.generateSuccessor(agent, a)) for a in state.getLegalActions(agent)]"
ALL_FIRST = f"for action, child in {CHILDREN}:{INDENT}value, _ = self.search(child"
ROOT = "self.search(gameState, 0, 0"
CHANGES: dict[str, tuple[str, str, dict[str, str]]] = {
    "no round at all": ("q2", bug_names.DEPTH_OFF_BY_ONE, {ROOT: "self.search(gameState, 1, 0"}),
    "two rounds too many": ("q2", bug_names.TOO_DEEP, {"== self.depth": "== self.depth + 2"}),
    "a depth of its own": ("q2", bug_names.FIXED_DEPTH, {"== self.depth": "== 2"}),
    "all ghosts but the last": (
        "q2",
        bug_names.GHOST_MISSING,
        {"if agent == state.getNumAgents()": "if agent and agent == max(state.getNumAgents() - 1, 2)"},
    ),
    "the minimum at the root": ("q2", bug_names.MIN_MAX_SWAPPED, {"if agent == 0": "if agent == 0 and depth > 0"}),
    "a loss is no end": (
        "q2",
        bug_names.one_of(bug_names.IGNORES_WIN_AND_LOSE, bug_names.OWN_EVALUATION),
        {" or state.isLose()": "", "self.evaluationFunction(state), None\n        pick": "-1e9, None\n        pick"},
    ),
    "endings of its own": (
        "q2",
        bug_names.OWN_EVALUATION,
        {
            "(state), None\n        choices": "(state) if depth == self.depth else 9999 * (-1) ** state.isLose(), None"
            "\n        choices"
        },
    ),
    "points for an early end": (
        "q2",
        bug_names.one_of(bug_names.STEP_COSTS, bug_names.EARLY_END_EARNS),
        {"(state), None": "(state) + self.depth - depth, None"},
    ),
    "points for a late end": (
        "q2",
        bug_names.one_of(bug_names.STEP_EARNS, bug_names.EARLY_END_COSTS),
        {"(state), None": "(state) - 10 * (self.depth - depth), None"},
    ),
    "points for the agent": ("q2", bug_names.AGENT_COUNTS, {"(state), None": "(state) + agent, None"}),
    "a thousandth better": (
        "q2",
        bug_names.one_of(bug_names.VALUES_ROUNDED, bug_names.NEEDS_MARGIN),
        {
            "return pick(": f"if depth + agent == 0:{INDENT}best = choices[0]{INDENT}for each in choices:{INDENT}"
            f"    best = each if each[0] > best[0] + 0.001 else best{INDENT}return best\n        return pick("
        },
    ),
    "the loop ends too early": (
        "q2",
        bug_names.FIRST_ACTION_ONLY,
        {"(value, action))": f"(value, action)){INDENT}if depth or agent:{INDENT}    break"},
    ),
    "the last value": (
        "q2",
        bug_names.LAST_VALUE,
        {"if not choices": "if depth or agent:\n            choices = choices[-1:]\n        if not choices"},
    ),
    "Stop at the root": (
        "q2",
        bug_names.STOP_LEFT_OUT,
        {"(agent):": f"(agent):{INDENT}if (depth, agent, action) == (0, 0, Directions.STOP):{INDENT}    continue"},
    ),
    "Pacman's actions for ghosts": (
        "q2",
        bug_names.ILLEGAL_ACTION,
        {"getLegalActions(agent)": "getLegalActions()"},
    ),
    "Pacman in place of ghosts": (
        "q2",
        bug_names.WRONG_AGENT_MOVED,
        {"getLegalActions(agent)": "getLegalActions(0)", "generateSuccessor(agent": "generateSuccessor(0"},
    ),
    "one depth for all": (
        "q2",
        bug_names.SHARED_DEPTH,
        {
            "depth, agent = depth + 1, 0": "self.depth, agent = self.depth - 1, 0",
            "depth == self.depth": "self.depth < 1",
        },
    ),
    "an action from below": (
        "q2",
        bug_names.ACTION_OVERWRITTEN,
        {
            "choices.append((value, action))": f"choices.append((value, action)){INDENT}"
            f"if agent == 0 and all(value > other for other, _ in choices[:-1]):{INDENT}    self.kept = action",
            f"return {ROOT})[1]": f"{ROOT})\n        return self.kept",
        },
    ),
    "names compared": (
        "q2",
        bug_names.NAME_DECIDES,
        {"choice: choice[0]": "choice: choice[1]"},
    ),
    "leaves expanded": (
        "q2",
        bug_names.LEAVES_EXPANDED,
        {"if state.isWin()": f"made = {CHILDREN}\n        if state.isWin()"},
    ),
    "whose turn is next": (
        "q2",
        bug_names.MIN_MAX_SWAPPED,
        {"max if agent == 0": "max if agent == state.getNumAgents() - 1 or not depth + agent"},
    ),
    "the sign at every move": (
        "q2",
        bug_names.MIN_MAX_SWAPPED,
        {"max if agent == 0": "max if (depth * state.getNumAgents() + agent) % 2 == 0"},
    ),
    "the last ghost alone takes the smallest": (
        "q2",
        bug_names.MIN_MAX_SWAPPED,
        {"max if agent == 0 else min": "min if agent == state.getNumAgents() - 1 else max"},
    ),
    "the first of several ghosts takes the largest": (
        "q2",
        bug_names.MIN_MAX_SWAPPED,
        {"agent == 0 else": "agent == 0 or (agent == 1 and state.getNumAgents() > 2) else"},
    ),
    "the last ghost alone takes the smallest, with cuts": (
        "q3",
        bug_names.MIN_MAX_SWAPPED,
        {"if agent == 0": "if agent != state.getNumAgents() - 1"},
    ),
    "the first ghost takes the largest, with cuts": (
        "q3",
        bug_names.MIN_MAX_SWAPPED,
        {"if agent == 0": "if agent <= 1"},
    ),
    "one move ahead": (
        "q2",
        bug_names.ONE_MOVE_AHEAD,
        {" or depth == self.depth": " or agent > 0"},
    ),
    "no search": ("q2", bug_names.NO_SEARCH, {f"return {ROOT})[1]": "return gameState.getLegalActions(0)[0]"}),
    "a memory": (
        "q2",
        bug_names.LEFT_BEHIND,
        {
            "getAction(self, gameState)": "getAction(self, gameState, memory={})",
            f"return {ROOT})[1]": f"memory[0] = memory.get(0) or {ROOT})[1]\n        return memory[0]",
        },
    ),
    "values by state, in the agent": (
        "q2",
        bug_names.INCOMPLETE_MEMO_KEY,
        {
            "def getAction(self, gameState):": "def __init__(self, **told):\n        super().__init__(**told)\n"
            "        self.known = {}\n\n    def getAction(self, gameState):",
            "choices = []": f"if state in self.known:{INDENT}return self.known[state]\n        choices = []",
            "return pick(": "self.known[state] = pick(",
            "choice[0])": "choice[0])\n        return self.known[state]",
        },
    ),
    "values by state and agent, in the class": (
        "q2",
        bug_names.INCOMPLETE_MEMO_KEY,
        {
            "    def getAction": "    known = {}\n\n    def getAction",
            "if state.isWin()": f"if (state, agent) in self.known:{INDENT}return self.known[state, agent]\n"
            "        if state.isWin()",
            "return pick(": "self.known[state, agent] = pick(",
            "choice[0])": "choice[0])\n        return self.known[state, agent]",
        },
    ),
    "values by state and depth, anew in each decision": (
        "q2",
        bug_names.INCOMPLETE_MEMO_KEY,
        {
            "    def getAction(self, gameState):": "    def getAction(self, gameState):\n        self.known = {}",
            "choices = []": f"if (state, depth) in self.known:{INDENT}return self.known[state, depth]\n"
            "        choices = []",
            "return pick(": "self.known[state, depth] = pick(",
            "choice[0])": "choice[0])\n        return self.known[state, depth]",
        },
    ),
    "for two ghosts": (
        "q2",
        bug_names.MISSING_KEY,
        {"max if agent == 0 else min": "{0: max, 1: min, 2: min}[agent]"},
    ),
    "Stop is always there": (
        "q2",
        bug_names.MISSING_ITEM,
        {"(agent):": f"(agent):{INDENT}state.getLegalActions(agent).remove('Stop')"},
    ),
    "no parentheses": (
        "q2",
        bug_names.NOT_CALLED,
        {"state.getLegalActions(agent)": "state.getLegalActions[agent]"},
    ),
    "an unknown crash": ("q2", bug_names.CRASH, {"choices = []": "choices = []\n        assert agent == 0"}),
    "a colon": (
        "q2",
        bug_names.NOT_LOADED,
        {"def getAction(self, gameState):": "def getAction(self, gameState)"},
    ),
    "a stub": ("q2", bug_names.NOT_IMPLEMENTED, {f"return {ROOT})[1]": "util.raiseNotDefined()"}),
    "a misspelt getAction": ("q2", bug_names.UNKNOWN_NAME, {"def getAction": "def getaction"}),
    "a slip": ("q2", bug_names.UNKNOWN_NAME, {"getNumAgents": "getNumAgent"}),
    "arguments": ("q2", bug_names.WRONG_ARGUMENTS, {ROOT: "self.search(gameState, 0"}),
    "a pair and a value": (
        "q2",
        bug_names.VALUE_AND_PAIR,
        {"return self.evaluationFunction(state), None": "return self.evaluationFunction(state)"},
    ),
    "no value": ("q2", bug_names.NOTHING_RETURNED, {"return pick": "pick"}),
    "an import of Python 2": (
        "q3",
        bug_names.PYTHON_2,
        {"def getAction": "from sys import maxint\n\n    def getAction"},
    ),
    "a print of Python 2": (
        "q2",
        bug_names.PYTHON_2,
        {"def search(": "print >>__import__('sys').stderr, 'x'\n\n    def search("},
    ),
    "equality at ghosts": ("q3", bug_names.PRUNED_ON_EQUALITY, {"if value < alpha": "if value <= alpha"}),
    "equality at Pacman": ("q3", bug_names.PRUNED_ON_EQUALITY, {"if value > beta": "if value >= beta"}),
    "bounds where it is cut": (
        "q3",
        bug_names.BOUND_RETURNED,
        {
            "beta:\n                    return best": "beta:\n                    return beta, None",
            "alpha:\n                    return best": "alpha:\n                    return alpha, None",
        },
    ),
    "bounds never move": (
        "q3",
        bug_names.BOUNDS_NOT_UPDATED,
        {
            "beta = min(beta, value)": "pass",
            "alpha = max(alpha, value)": "alpha = alpha if depth else max(alpha, value)",
        },
    ),
    "the wrong bounds": (
        "q3",
        bug_names.one_of(bug_names.BOUNDS_MIXED_UP, bug_names.FIRST_ACTION_ONLY),
        {"value > beta": "value > alpha", "value < alpha": "value < beta"},
    ),
    "bounds the wrong way round": (
        "q3",
        bug_names.BOUNDS_MIXED_UP,
        {"depth, agent + 1, alpha, beta": "depth, agent + 1, *((alpha, beta) if depth or agent else (beta, alpha))"},
    ),
    "all successors first": ("q3", bug_names.GENERATED_BEFORE_CUT, {EACH: ALL_FIRST}),
    "all successors first, and equality": (
        "q3",
        bug_names.all_of(bug_names.GENERATED_BEFORE_CUT, bug_names.PRUNED_ON_EQUALITY),
        {EACH: ALL_FIRST, "if value < alpha": "if value <= alpha", "if value > beta": "if value >= beta"},
    ),
    "bounds not handed on": (
        "q3",
        bug_names.BOUNDS_NOT_PASSED,
        {"agent + 1, alpha, beta": "agent + 1, *((float('-inf'), float('inf')) if agent else (alpha, beta))"},
    ),
    "bounds overwritten": (
        "q3",
        bug_names.BOUNDS_OVERWRITTEN,
        {"alpha = max(alpha, value)": "alpha = best[0]", "beta = min(beta, value)": "beta = best[0]"},
    ),
    "bounds in the class": (
        "q3",
        bug_names.LASTING_BOUNDS,
        {
            "    def getAction": "    alpha, beta = float('-inf'), float('inf')\n\n    def getAction",
            ", alpha, beta)": ")",
            '0, float("-inf"), float("inf"))': "0)",
            "= max(alpha": "= max(AlphaBetaAgent.alpha",
            "= min(beta": "= min(AlphaBetaAgent.beta",
            " alpha = max": " AlphaBetaAgent.alpha = max",
            " beta = min": " AlphaBetaAgent.beta = min",
            "value > beta": "value > AlphaBetaAgent.beta",
            "value < alpha": "value < AlphaBetaAgent.alpha",
        },
    ),
    "the root's alpha is global": (
        "q3",
        bug_names.LASTING_BOUNDS,
        {
            '0, 0, float("-inf"), ': "0, 0, bounds[0], ",
            "class AlphaBetaAgent": "bounds = [float('-inf')]\n\n\nclass AlphaBetaAgent",
            "alpha = max(alpha, value)": "alpha = max(alpha, value)\n                "
            "bounds[0] = bounds[0] if depth else alpha",
        },
    ),
    "bounds from 0": ("q3", bug_names.BOUNDS_START_WRONG, {'0, 0, float("-inf")': "0, 0, 0"}),
    "the last action first": ("q3", bug_names.OTHER_ORDER, {"in actions:": "in actions[::-1]:"}),
    "any action first": ("q3", bug_names.OTHER_ORDER, {"in actions:": "in random.sample(actions, len(actions)):"}),
    "the second ghost cuts nothing": (
        "q3",
        bug_names.SOME_DO_NOT_PRUNE,
        {"value < alpha": "value < alpha and agent == 1"},
    ),
    "ghosts drawn": (
        "q4",
        bug_names.WRONG_WEIGHTS,
        {"for a in actions]": "for a in (random.sample(actions, 1) if agent else actions)]"},
    ),
    "it cuts averages": (
        "q4",
        bug_names.PRUNES_AVERAGES,
        {
            f"values = [{AVERAGED} for a in actions]": "values = []\n        for a in actions:"
            f"{INDENT}values.append({AVERAGED}){INDENT}if agent and sum(values) / len(values) < 3:{INDENT}    break"
        },
    ),
}


def failed(graded: Grade, question: str) -> list[CaseResult]:
    return [case for result in graded.questions if result.name == question for case in result.cases if not case.passed]


@pytest.mark.parametrize("name", BUGS)
def test_every_failed_case_is_told_the_bug(name: str, our_assignment: Assignment, grade_in_process: Grader) -> None:
    question, bug = BUGS[name]
    graded = grade_in_process(SUBMISSIONS / f"bug_{name}.py", our_assignment.only(question))
    cases = failed(graded, question)
    assert cases
    assert {case.bug for case in cases} == {bug}
    for case in json.loads(draw_json(graded))["questions"][0]["cases"]:
        assert bool(re.search(rf"^Likely bug: {re.escape(bug)} \(.+\)$", case["message"], re.M)) is not case["passed"]


@pytest.mark.usefixtures("without_pictures")
@pytest.mark.parametrize("name", a_third(CHANGES))
def test_one_change_to_a_right_search(
    name: str, our_assignment: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    question, bug, changes = CHANGES[name]
    classes = re.split(r"(?=^class |^def |^known)", (SUBMISSIONS / "recursive_pairs.py").read_text(), flags=re.M)
    agent = {"q2": "Minimax", "q3": "AlphaBeta", "q4": "Expectimax"}[question]
    which = next(number for number, text in enumerate(classes) if text.startswith(f"class {agent}Agent"))
    for old, new in changes.items():
        assert old in classes[which]
        classes[which] = classes[which].replace(old, new)
    path = tmp_path / "multiAgents.py"
    path.write_text("".join(classes))
    names = {case.name: case.bug for case in failed(grade_in_process(path, our_assignment.only(question)), question)}
    for game in ("91-evaluation-function-in-a-game", "99-game"):
        if names.get(game) == bug_names.NO_ACTION:  # it comes of the same bug
            del names[game]
    assert set(names.values()) == {bug}


def test_a_file_may_have_blanks_in_its_name(
    short_assignment: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    """The place of an error is the whole name and the line."""
    path = tmp_path / "bob in class 2.py"
    path.write_text((SUBMISSIONS / "bug_own_evaluation.py").read_text())
    for neighbour in SUBMISSIONS.glob("recursive*.py"):
        (tmp_path / neighbour.name).write_text(neighbour.read_text())
    plain = failed(grade_in_process(SUBMISSIONS / "bug_own_evaluation.py", short_assignment.only("q2")), "q2")
    cases = failed(grade_in_process(path, short_assignment.only("q2")), "q2")
    assert [case.message for case in cases] == [
        case.message.replace("bug_own_evaluation.py", "bob in class 2.py") for case in plain
    ]
    assert "(bob in class 2.py:" in cases[0].message


def test_an_agent_that_is_missing(short_assignment: Assignment, grade_in_process: Grader, tmp_path: Path) -> None:
    (tmp_path / "multiAgents.py").write_text("class AlphaBetaAgent: pass\n")
    graded = grade_in_process(tmp_path / "multiAgents.py", short_assignment.only("q2"))
    assert {case.bug for case in failed(graded, "q2")} == {bug_names.AGENT_MISSING}


@pytest.fixture
def exact_assignment(our_assignment: Assignment) -> Assignment:
    """Our cases as the original judges: of equally good actions the first alone is right."""

    def exact(case: Case) -> Case:
        twin = copy.copy(case)
        if isinstance(twin, TreeCase):
            twin.ties = "first"
            twin.expected = TreeSolution(twin.expected.actions[:1], twin.expected.generated)
        return twin

    questions = (replace(each, cases=tuple(map(exact, each.cases))) for each in our_assignment.questions)
    return replace(our_assignment, questions=tuple(questions))


def test_a_known_bug_together_with_the_last_tie(exact_assignment: Assignment, grade_in_process: Grader) -> None:
    graded = grade_in_process(SUBMISSIONS / "bug_last_tie_and_depth.py", exact_assignment.only("q2"))
    both = bug_names.all_of(bug_names.LAST_TIE, bug_names.DEPTH_OFF_BY_ONE)
    assert {case.bug for case in failed(graded, "q2")} == {both}


def test_values_kept_by_all_that_they_depend_on(
    our_assignment: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    path = tmp_path / "multiAgents.py"
    text = (SUBMISSIONS / "recursive_pairs.py").read_text()
    for old, new in {
        "choices = []": f"if (key := (state, depth, agent)) in known:{INDENT}return known[key]\n        choices = []",
        "return pick(": "known[key] = pick(",
        "choice[0])": "choice[0])\n        return known[key]",
    }.items():
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    assert failed(grade_in_process(path, our_assignment.only("q2")), "q2") == []


@pytest.mark.parametrize("name", RIGHT)
def test_right_variants_are_told_nothing(name: str, our_assignment: Assignment, grade_in_process: Grader) -> None:
    for question in ("q2", "q3", "q4"):
        graded = grade_in_process(SUBMISSIONS / f"{name}.py", our_assignment.only(question))
        assert "Likely bug" not in draw_json(graded)
        assert failed(graded, question) == []


def test_a_right_search_is_told_of_an_odd_solution_and_of_no_bug(
    our_assignment: Assignment, grade_in_process: Grader
) -> None:
    question = our_assignment.only("q2").questions[0]
    twin = copy.copy(question.cases[0])
    assert isinstance(twin, TreeCase)
    other = next(action for action in twin.tree.actions(twin.tree.start) if action not in twin.expected.actions)
    twin.expected = TreeSolution((other,), twin.expected.generated)
    assignment = replace(our_assignment, questions=(replace(question, cases=(twin, *question.cases[1:])),))
    case = grade_in_process(SUBMISSIONS / f"{RIGHT[0]}.py", assignment).questions[0].cases[0]
    assert not case.passed
    assert case.bug is None
    assert case.reasons[-1] == Naming("our own search", "solution")


@pytest.mark.parametrize(
    ("question", "advice"),
    [
        ("q2", "answered nothing"),
        ("q3", "answered a value"),
        ("q4", "answered a pair"),
    ],
)
def test_an_answer_that_is_no_action(
    question: str, advice: str, our_assignment: Assignment, grade_in_process: Grader
) -> None:
    graded = grade_in_process(SUBMISSIONS / "bug_no_action.py", our_assignment.only(question))
    cases = failed(graded, question)
    assert len(cases) == len(graded.questions[0].cases)
    for case in cases:
        assert case.bug == bug_names.NO_ACTION
        assert advice_text(advice) in case.message


@pytest.mark.parametrize("question", ["q3", "q4"])
def test_no_search_without_an_action_explains_a_value_in_its_place(
    question: str, our_assignment: Assignment, grade_in_process: Grader
) -> None:
    """In a single case, a search whose best value starts too high generates the same states and finds no action."""
    one = our_assignment.only_cases(f"{question}/01-lecture-three-by-three")
    (case,) = failed(grade_in_process(SUBMISSIONS / "bug_no_action.py", one), question)
    assert case.bug == bug_names.NO_ACTION
    assert not case.seen


@pytest.mark.parametrize(
    ("question", "advice"),
    [
        ("q2", advice_text("maxint")),
        ("q3", advice_text("iterators", name="keys")),
        ("q4", advice_text("renamed", old="xrange", new="range")),
    ],
)
def test_what_is_left_of_python_2(
    question: str, advice: str, our_assignment: Assignment, grade_in_process: Grader
) -> None:
    graded = grade_in_process(SUBMISSIONS / "bug_python_2.py", our_assignment.only(question))
    for case in failed(graded, question):
        assert case.message.split("\n")[1].startswith(f"Likely bug: {bug_names.PYTHON_2} ({advice}")


def read_advice(message: str) -> tuple[str, dict[str, str]]:
    """Return the key and the values of the advice in the line `Likely bug: NAME (advice)` of a message."""
    (line,) = [line for line in message.splitlines() if line.startswith("Likely bug: ")]
    name, advice = line.removeprefix("Likely bug: ").removesuffix(")").split(" (", 1)
    assert name == bug_names.OWN_EVALUATION
    return read_message(advice, ADVICE, [key for key in ADVICE if key.startswith("own evaluation")])


def test_the_line_of_an_evaluation_of_ones_own(our_assignment: Assignment, grade_in_process: Grader) -> None:
    def message(name: str, question: str) -> str:
        graded = grade_in_process(SUBMISSIONS / f"bug_{name}.py", our_assignment.only(question))
        return failed(graded, question)[0].message

    called = message("own_evaluation", "q2")
    key, values = read_advice(called)
    assert key == "own evaluation by name"
    assert (values["caller"], values["function"]) == ("bug_own_evaluation.py:19", "betterEvaluationFunction")
    assert values["place"] == "bug_own_evaluation.py:31"
    key, values = read_advice(message("evaluation_in_constructor", "q4"))
    assert key == "own evaluation by the constructor"
    assert (values["function"], values["caller"]) == ("myEval", "bug_evaluation_in_constructor.py:24")


class Caller:
    def value(self, state: object, depth: int) -> None:
        """A method with two arguments."""


@pytest.mark.parametrize(
    "call",
    [
        lambda: Caller().value(0, depht=2),  # type: ignore[call-arg]
        lambda: Caller().value(0, 1, depth=2),  # type: ignore[misc]
        lambda: Caller().value(0),  # type: ignore[call-arg]
        lambda: Caller().value(0, 1, 2),  # type: ignore[call-arg]
        lambda: Caller(2),  # type: ignore[call-arg]
    ],
    ids=["unexpected keyword", "two values", "too few", "too many", "none taken"],
)
def test_wrong_arguments_are_named_by_what_python_says(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError) as raised:
        call()
    named = name_mistake(Cause(CauseKind.EXCEPTION, f"TypeError: {raised.value}"))
    assert named is not None
    assert named.name == bug_names.WRONG_ARGUMENTS
    assert ("Caller" if "takes no arguments" in str(raised.value) else "value") in named.text()


@pytest.mark.parametrize(
    ("code", "name", "key"),
    [
        ("max(3, None)", bug_names.NO_ORDER, "None compared"),
        ("None < 2.5", bug_names.NO_ORDER, "None compared"),
        ("max(None, None)", bug_names.NO_ORDER, "None compared"),
        ("2.5 > 'West'", bug_names.NO_ORDER, "types compared"),
        ("min([4], {})", bug_names.NO_ORDER, "types compared"),
        ("max({}, {})", bug_names.NO_ORDER, "no order"),
        ("(2.5, 'West') > 2.5", bug_names.VALUE_AND_PAIR, "mixed up"),
        ("max(1, (2, 'West'))", bug_names.VALUE_AND_PAIR, "mixed up"),
        ("list('ab')[1.0]", bug_names.NOT_WHOLE, "fractions"),
        ("str('ab')[1.0]", bug_names.NOT_WHOLE, "fractions"),
        ("range(5 / 2)", bug_names.NOT_WHOLE, "fractions"),
    ],
)
def test_a_type_error_is_no_leftover_of_python_2(code: str, name: str, key: str) -> None:
    """Code that was never meant for Python 2 has these as well: a missing return, the walls at a ghost's position."""
    with pytest.raises(TypeError) as raised:
        eval(code)
    cause = Cause(CauseKind.EXCEPTION, f"TypeError: {raised.value}")
    named = name_failure(Failure(FailureKind.CRASHED, "", cause=cause))
    assert named is not None
    assert (named.name, named.keys) == (name, (key,))
    assert "{" not in named.text()


def test_a_crash_of_one_case_does_not_end_the_diagnosis(our_assignment: Assignment, grade_in_process: Grader) -> None:
    graded = grade_in_process(SUBMISSIONS / "bug_one_case_crashes.py", our_assignment.only("q3"))
    names = {case.name: case.bug for case in failed(graded, "q3")}
    crashed = [name for name, bug in names.items() if bug == bug_names.MISSING_KEY]
    assert crashed
    for case in our_assignment.only("q3").questions[-1].cases:
        assert (case.name in crashed) is (isinstance(case, TreeCase) and case.tree.num_agents > 3)
    for name in crashed:
        del names[name]
    assert names
    assert set(names.values()) == {bug_names.PRUNED_ON_EQUALITY}


def test_an_agent_that_cannot_be_made_has_no_bug_of_a_search(
    short_assignment: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    (tmp_path / "multiAgents.py").write_text("class MinimaxAgent:\n    pass\n")
    graded = grade_in_process(tmp_path / "multiAgents.py", short_assignment.only("q2"))
    assert {case.bug for case in failed(graded, "q2")} == {bug_names.WRONG_ARGUMENTS}


def test_no_search_is_tried_on_a_file_that_cannot_be_loaded(
    short_assignment: Assignment, grade_in_process: Grader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would take longer than the grading of a right one, and explain nothing."""
    tried: list[object] = []
    monkeypatch.setattr(simulation, "explain", lambda rules, *_: tried.append(rules))
    (tmp_path / "multiAgents.py").write_text("import torch_of_another_machine\n")
    graded = grade_in_process(tmp_path / "multiAgents.py", short_assignment.only("q2"))
    assert {case.bug for case in failed(graded, "q2")} == {bug_names.NOT_LOADED}
    assert not tried


@pytest.mark.parametrize("name", a_third(["root_evaluated", "own_evaluation", "equality_and_root"]))
def test_bugs_have_the_same_name_in_the_sandbox(
    name: str, short_assignment: Assignment, grade_isolated: Grader, grade_in_process: Grader
) -> None:
    path = SUBMISSIONS / f"bug_{name}.py"
    question = BUGS[name][0]
    messages = [
        [case.message for case in grade(path, short_assignment.only(question)).questions[0].cases]
        for grade in (grade_isolated, grade_in_process)
    ]
    assert messages[0] == messages[1]
    assert BUGS[name][1] in "".join(messages[0])


def test_a_file_of_python_2_is_told_as_such(
    our_assignment: Assignment, grade_in_process: Grader, tmp_path: Path
) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text("class MinimaxAgent:\n    def getAction(self, gameState):\n        print 'thinking'\n")
    stream = io.StringIO()
    graded = grade_in_process(path, our_assignment.only("q2"))
    TerminalReporter(stream).question(graded, graded.questions[0])
    for case in graded.questions[0].cases:
        assert f"Likely bug: {bug_names.PYTHON_2} (print without parentheses: " in case.message
    assert f"*** Likely bug: {bug_names.PYTHON_2}" in stream.getvalue()
    assert "multiAgents.py:3: a file for Python 2" in stream.getvalue()
