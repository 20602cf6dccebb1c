"""Cases with another evaluation than the score: agents that use the score fail them, all others pass."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.assignment import OUR_OWN, Assignment, read_case
from autograder.assignment.case_files import CaseFile, properties_text
from autograder.assignment.fresh_games import shows_score_search
from autograder.assignment.fresh_instances import freshen
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.evaluation_key import BY_SCORE
from autograder.case_types.reference import solve_tree
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis import bug_names
from autograder.diagnosis.case_explanation import explain_case
from autograder.errors import GradingError
from autograder.results import CaseResult, Grade
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from tests.conftest import a_third

Grader = Callable[..., Grade]

SUBMISSIONS = Path(__file__).parent / "submissions"
TREE, GAME = "90-evaluation-function", "91-evaluation-function-in-a-game"
BUG = bug_names.BY_SCORE

CORE = """
import functools
import util
from game import Agent

def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()

class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

class Searching(MultiAgentSearchAgent):
    cuts = False

    def getAction(self, gameState):
        return self.search(gameState, 0, float("-inf"), float("inf"))[1]

    def search(self, state, ply, alpha, beta):
        rounds, agent = divmod(ply, state.getNumAgents())
        if state.isWin() or state.isLose():
            return self.atTheEnd(state), None
        if rounds == self.depth:
            return self.atTheDepth(state), None
        found = []
        for action in state.getLegalActions(agent):
            value = self.search(state.generateSuccessor(agent, action), ply + 1, alpha, beta)[0]
            found.append((value, action))
            if self.cuts and (value < alpha if agent else value > beta):
                break
            if agent:
                beta = min(beta, value)
            else:
                alpha = max(alpha, value)
        return self.pick(found) if agent else max(found, key=lambda pair: pair[0])

    def pick(self, found):
        return min(found, key=lambda pair: pair[0])

    def atTheEnd(self, state):
        return self.evaluationFunction(state)

    def atTheDepth(self, state):
        return self.evaluationFunction(state)

class MinimaxAgent(Searching):
    pass

class AlphaBetaAgent(Searching):
    cuts = True

class ExpectimaxAgent(Searching):
    def pick(self, found):
        return sum(value for value, _ in found) / len(found), None
"""
CONSTRUCTOR = """(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)
"""
LOOKUP = "self.evaluationFunction = util.lookup(evalFn, globals())\n"
LEAF = "return self.evaluationFunction(state)\n"
SEARCHING = "class Searching(MultiAgentSearchAgent):\n"
KEPT = f"{LOOKUP}        self.leaf = "
OWN_CONSTRUCTOR = f'{SEARCHING}    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):\n'

Changes = dict[str, str]

# Right: what is written in place of something else.
RIGHT: dict[str, Changes] = {
    "plain": {},
    "kept by the constructor": {LOOKUP: f"{KEPT}self.evaluationFunction\n", LEAF: "return self.leaf(state)\n"},
    "kept by a constructor of its own": {
        SEARCHING: f"{OWN_CONSTRUCTOR}        super().__init__(evalFn, depth)\n"
        "        self.leaf = self.evaluationFunction\n\n",
        LEAF: "return self.leaf(state)\n",
    },
    "any arguments": {
        SEARCHING: f"{SEARCHING}    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)\n\n"
    },
    "a partial": {
        LOOKUP: f"{KEPT}functools.partial(self.evaluationFunction)\n",
        LEAF: "return self.leaf(state)\n",
    },
    "a cache of its own": {
        LOOKUP: f"{KEPT}functools.lru_cache(None)(self.evaluationFunction)\n",
        LEAF: "return self.leaf(state)\n",
    },
    "a cache in the class": {
        SEARCHING: f"{SEARCHING}    known = {{}}\n\n",
        LEAF: "return self.known.setdefault(state, self.evaluationFunction(state))\n",
    },
    "a property": {
        LOOKUP: "self._evaluate = util.lookup(evalFn, globals())\n",
        SEARCHING: f"{SEARCHING}    @property\n    def evaluationFunction(self):\n        return self._evaluate\n\n",
    },
    "slots": {SEARCHING: f'{SEARCHING}    __slots__ = ("evaluationFunction", "depth", "index")\n\n'},
    "a lambda": {LEAF: "return (lambda each: self.evaluationFunction(each))(state)\n"},
    "a helper that takes the agent": {
        SEARCHING: "class Leaves:\n    def __init__(self, agent):\n        self.agent = agent\n\n"
        f"    def value(self, state):\n        return self.agent.evaluationFunction(state)\n\n{SEARCHING}",
        LEAF: "return Leaves(self).value(state)\n",
    },
    "a global that getAction sets": {
        "return self.search(gameState": "global evaluate\n        evaluate = self.evaluationFunction\n"
        "        return self.search(gameState",
        LEAF: "return evaluate(state)\n",
    },
    "by keyword": {LEAF: "return self.evaluationFunction(currentGameState=state)\n"},
    "other arguments": {
        "Function(currentGameState)": "Function(state, action=None)",
        LEAF: 'return self.evaluationFunction(state, "Stop")\n',
        "currentGameState.getScore": "state.getScore",
    },
    "found in globals": {LOOKUP: "self.evaluationFunction = globals()[evalFn]\n"},
    "eval": {LOOKUP: "self.evaluationFunction = eval(evalFn)\n"},
    "in snake_case": {
        'evalFn="scoreEvaluationFunction"': 'eval_fn="scoreEvaluationFunction"',
        "lookup(evalFn": "lookup(eval_fn",
    },
    "the score of games that are over": {
        "atTheEnd(self, state):\n        " + LEAF: "atTheEnd(self, state):\n        return state.getScore()\n"
    },
}
# Right, but not testable with another evaluation, because theirs does not come from evalFn.
NOT_NEGATED: dict[str, Changes] = {
    "no evalFn": {
        CONSTRUCTOR: CONSTRUCTOR.replace('evalFn="scoreEvaluationFunction", ', "").replace(
            "util.lookup(evalFn, globals())", "scoreEvaluationFunction"
        )
    },
    "kept without evalFn": {
        SEARCHING: f'{SEARCHING}    def __init__(self, depth="2"):\n        super().__init__(depth=depth)\n'
        "        self.leaf = functools.partial(self.evaluationFunction)\n\n",
        LEAF: "return self.leaf(state)\n",
    },
    "a constant property": {
        LOOKUP: "self.evalFn = evalFn\n",
        SEARCHING: f"{SEARCHING}    @property\n    def evaluationFunction(self):\n"
        "        return scoreEvaluationFunction\n\n",
    },
    "a method": {
        LOOKUP: "self.function = util.lookup(evalFn, globals())\n",
        SEARCHING: f"{SEARCHING}    def evaluationFunction(self, state):\n        return self.function(state)\n\n",
    },
    "wrapped by the constructor": {
        LOOKUP: "self.evaluationFunction = functools.cache(util.lookup(evalFn, globals()))\n"
    },
    "only names that it knows": {
        LOOKUP: 'self.evaluationFunction = {"scoreEvaluationFunction": scoreEvaluationFunction}[evalFn]\n'
    },
    "a global that is kept": {
        LOOKUP: "self.evaluationFunction = lambda state: evaluate(state)\n        global evaluate\n"
        "        evaluate = util.lookup(evalFn, globals())\n",
        LEAF: "return evaluate(state)\n",
    },
}
WRONG: dict[str, Changes] = {
    "by name": {LEAF: "return scoreEvaluationFunction(state)\n"},
    "getScore": {LEAF: "return state.getScore()\n"},
    "a function of the file": {
        SEARCHING: f"evaluate = scoreEvaluationFunction\n\n{SEARCHING}",
        LEAF: "return evaluate(state)\n",
    },
    "a function of the class": {
        SEARCHING: f"{SEARCHING}    evaluate = staticmethod(scoreEvaluationFunction)\n\n",
        LEAF: "return self.evaluate(state)\n",
    },
    "kept by the constructor": {LOOKUP: f"{KEPT}scoreEvaluationFunction\n", LEAF: "return self.leaf(state)\n"},
    "set in getAction": {
        "return self.search(gameState": "self.evaluationFunction = scoreEvaluationFunction\n"
        "        return self.search(gameState"
    },
    "a default argument": {
        "def atTheDepth(self, state)": "def atTheDepth(self, state, evaluate=scoreEvaluationFunction)",
        "evaluate=scoreEvaluationFunction):\n        "
        + LEAF: "evaluate=scoreEvaluationFunction):\n        return evaluate(state)\n",
    },
    "at the depth alone": {
        "def atTheDepth(self, state):\n        "
        + LEAF: "def atTheDepth(self, state):\n        return state.getScore()\n"
    },
    "looked up by name": {LEAF: 'return util.lookup("scoreEvaluationFunction", globals())(state)\n'},
}


def write(changes: Changes, folder: Path) -> Path:
    text = CORE
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    path = folder / "multiAgents.py"
    path.write_text(text)
    return path


@pytest.fixture(scope="session")
def searches(our_assignment: Assignment) -> Assignment:
    """The questions about searches."""
    return replace(our_assignment, questions=tuple(q for q in our_assignment.questions if q.name in ("q2", "q3", "q4")))


@pytest.fixture(scope="session")
def negated(searches: Assignment) -> Assignment:
    """Only the cases with another evaluation."""
    questions = (replace(q, cases=tuple(c for c in q.cases if c.name in (TREE, GAME))) for q in searches.questions)
    return replace(searches, questions=tuple(questions))


def results(graded: Grade) -> list[CaseResult]:
    return graded.cases


def wrong(graded: Grade) -> list[str]:
    return [case.message for case in results(graded) if not case.passed]


def test_our_cases_show_a_search_by_the_score(negated: Assignment) -> None:
    cases = negated.cases
    assert [type(case) for case in cases] == [TreeCase, CountedCase] * 3
    for case in cases:
        if isinstance(case, CountedCase):
            assert shows_score_search(case), case.path
        else:
            assert isinstance(case, TreeCase)
            searched = solve_tree(case.tree, "MinimaxAgent", case.depth).generated
            by_score = solve_tree(case.tree.by_score, case.agent, case.depth).actions
            assert searched.isdisjoint(case.tree.wins | case.tree.losses), case.path
            assert set(by_score).isdisjoint(case.expected.actions), case.path


@pytest.mark.parametrize("name", RIGHT)
def test_right_searches_of_every_style(
    name: str, negated: Assignment, grade_isolated: Grader, grade_in_process: Grader, tmp_path: Path
) -> None:
    path = write(RIGHT[name], tmp_path)
    for grade in (grade_isolated, grade_in_process):
        graded = grade(path, negated)
        assert wrong(graded) == []
        assert not any(BY_SCORE in case.reasons for case in results(graded))  # they had the other evaluation


@pytest.mark.parametrize("name", NOT_NEGATED)
def test_where_an_evaluation_cannot_be_given_the_score_is_right(
    name: str, negated: Assignment, grade_isolated: Grader, grade_in_process: Grader, tmp_path: Path
) -> None:
    path = write(NOT_NEGATED[name], tmp_path)
    for grade in (grade_isolated, grade_in_process):
        graded = grade(path, negated)
        assert wrong(graded) == []
        assert all(BY_SCORE in case.reasons for case in results(graded))


@pytest.mark.thorough
@pytest.mark.parametrize("name", [*RIGHT, *NOT_NEGATED])
def test_right_searches_keep_full_marks(
    name: str, search_assignments: list[Assignment], grade_in_process: Grader, tmp_path: Path
) -> None:
    path = write({**RIGHT, **NOT_NEGATED}[name], tmp_path)
    for assignment in search_assignments:
        assert wrong(grade_in_process(path, assignment)) == []


@pytest.mark.parametrize("name", a_third(WRONG))
def test_searches_by_the_score(
    name: str,
    searches: Assignment,
    negated: Assignment,
    grade_isolated: Grader,
    grade_in_process: Grader,
    tmp_path: Path,
) -> None:
    path = write(WRONG[name], tmp_path)
    plain, isolated = grade_in_process(path, searches), grade_isolated(path, negated)
    for graded in (plain, isolated):
        failed = [case for case in results(graded) if not case.passed]
        assert [case.name for case in failed] == [TREE, GAME] * 3
        assert {case.bug for case in failed} == {BUG}
        assert all("self.evaluationFunction(state)" in case.advice for case in failed)
        assert {question.points for question in graded.questions} == {0}


def test_a_max_function_of_its_own_by_the_score(negated: Assignment, grade_in_process: Grader, tmp_path: Path) -> None:
    """States at the depth are Pacman's nodes, so the min function may be right."""
    text = (SUBMISSIONS / "separate_functions.py").read_text()
    text = re.sub(r"(if depth == 0.*\n +return )self\.evaluationFunction\(state\)", r"\1state.getScore()", text)
    (tmp_path / "recursive_pairs.py").write_text((SUBMISSIONS / "recursive_pairs.py").read_text())
    (tmp_path / "multiAgents.py").write_text(text)
    failed = [case for case in results(grade_in_process(tmp_path / "multiAgents.py", negated)) if not case.passed]
    assert {"q2", "q3"} <= {case.path.split("/")[1] for case in failed}
    assert {case.bug for case in failed} == {BUG}


@pytest.mark.parametrize("imported", ["", "import base\n"])
def test_a_constructor_in_a_file_beside(
    imported: str, negated: Assignment, grade_isolated: Grader, tmp_path: Path
) -> None:
    path = write({}, tmp_path).rename(tmp_path / "base.py")
    names = "MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent"
    (tmp_path / "multiAgents.py").write_text(f"{imported}from base import {names}\n")
    right = grade_isolated(tmp_path / "multiAgents.py", negated)
    assert wrong(right) == []
    assert not any(BY_SCORE in case.reasons for case in results(right))
    path.write_text(path.read_text().replace(LEAF, "return state.getScore()\n"))
    assert {case.bug for case in results(grade_isolated(tmp_path / "multiAgents.py", negated))} == {BUG}


@pytest.mark.usefixtures("without_pictures")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_fresh_cases_show_it_too(seed: int, negated: Assignment, grade_in_process: Grader, tmp_path: Path) -> None:
    fresh = freshen(negated, seed)
    assert [case.file.values for q in freshen(negated, seed).questions for case in q.cases] == [
        case.file.values for q in fresh.questions for case in q.cases
    ]
    assert wrong(grade_in_process(write(RIGHT["plain"], tmp_path), fresh)) == []
    assert len(wrong(grade_in_process(write(WRONG["by name"], tmp_path), fresh))) == 6


@pytest.mark.usefixtures("without_pictures")
def test_another_bug_keeps_its_name(searches: Assignment, grade_in_process: Grader, tmp_path: Path) -> None:
    """A search that uses the score and has a second bug gets both names where both are visible."""
    minimax = replace(searches, questions=searches.questions[:1])
    deeper = {"if rounds == self.depth": "if rounds == self.depth + 1"}
    for changes, others in ((deeper, ()), ({**deeper, **WRONG["by name"]}, (BUG,))):
        graded = grade_in_process(write(changes, tmp_path), minimax)
        names = {case.name: case.bug for case in graded.questions[0].cases if not case.passed}
        assert {names.pop(each, None) for each in (TREE, GAME)} <= {
            bug_names.all_of(bug_names.DEPTH_OFF_BY_ONE, *others),
            None,
        }
        assert set(names.values()) == {bug_names.DEPTH_OFF_BY_ONE}


def test_a_search_by_the_score_beside_the_right_one(tmp_path: Path) -> None:
    limits = Limits()
    student = InProcessStudent(write(WRONG["by name"], tmp_path), limits)
    for name in (TREE, GAME):
        case = read_case(OUR_OWN / "q2" / f"{name}.test", OUR_OWN)
        assert isinstance(case, TreeCase | CountedCase)
        explanation = explain_case(case, student, limits)
        assert explanation.result is not None
        assert explanation.result.bug == BUG
        parting = explanation.trees.divergence
        assert parting is not None
        assert parting.kind == "value"
        assert parting.found is not None
        assert parting.expected is not None
        mine = explanation.trees.found.nodes[parting.found].value
        right = explanation.trees.reference.nodes[parting.expected].value
        assert mine is not None
        assert mine == -(right or 0) != 0


# Code of a submission that falsely reports whether its agents have the requested evaluation.
CLAIM = """
import sys
frame = sys._getframe()
while frame is not None:
    service = frame.f_locals.get("self")
    if type(service).__name__ == "Service":
        made = service._made
        service._made = lambda message, arguments: (made(message, arguments)[0], CLAIM)
        break
    frame = frame.f_back
"""


@pytest.mark.parametrize("claim", [True, False, "yes"])
def test_a_false_claim_gains_nothing(
    claim: object, short_assignment: Assignment, negated: Assignment, grade_isolated: Grader, tmp_path: Path
) -> None:
    """Without another evaluation a search must be right by the score, and a false claim changes no other case."""
    path = write({"import functools\n": CLAIM.replace("CLAIM", repr(claim)) + "import functools\n"}, tmp_path)
    by_evaluation = [case.passed for case in results(grade_isolated(path, negated))]
    assert by_evaluation == [claim is True] * 6
    path.write_text(path.read_text().replace(LEAF, "return state.getScore()\n"))
    assert [case.passed for case in results(grade_isolated(path, negated))] == [claim is False] * 6
    others = short_assignment.only("q2")
    assert all(case.passed for case in results(grade_isolated(path, others))) == (claim != "yes")


@pytest.mark.parametrize(
    ("file", "changes", "problem"),
    [
        (TREE, {"evaluationFunction": "score negated"}, "unknown evaluation 'score negated'"),
        (TREE, {"alg": "MyAgent"}, "evaluationFunction is for MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent, not for"),
        (GAME, {"evaluationFunction": "better"}, "unknown evaluation 'better'"),
        (GAME, {"alg": "MyAgent"}, "evaluationFunction is for MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent, not for"),
        (GAME, {"decisions": "0"}, "decisions is '0'; expected a whole number from 1"),
        (GAME, {"decisions": "one"}, "decisions is 'one'; expected a whole number"),
    ],
)
def test_keys_that_cannot_be_read(file: str, changes: dict[str, str], problem: str, tmp_path: Path) -> None:
    values = CaseFile.read(OUR_OWN / "q2" / f"{file}.test").values
    path = tmp_path / "case.test"
    path.write_text(properties_text({**values, **changes}))
    with pytest.raises(GradingError, match=re.escape(problem)) as error:
        read_case(path, tmp_path, with_solution=False)
    assert re.match(rf"{re.escape(str(path))}:\d+: ", str(error.value))
