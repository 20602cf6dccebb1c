"""Cases of whole games: how a game without end is cut, and which dice are thrown."""

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from autograder.assignment.assignment import OUR_OWN, Assignment, Question
from autograder.assignment.case_files import CaseFile, properties_text
from autograder.assignment.questions import QuestionConfig
from autograder.case_types.game_case import GameCase
from autograder.reporters.json_report import draw_json
from autograder.results import Grade
from autograder.student import in_process
from autograder.student.dice_key import PUBLIC_KEY
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits

STYLES = Path(__file__).parent / "submissions" / "play_styles.py"
Grader = Callable[..., Grade]

# Waits for ever, and says which die it sees first in each game.
WAITING = """
import random
from game import Agent

class ReflexAgent(Agent):
    def registerInitialState(self, state):
        print(random.random())

    def getAction(self, state):
        return "Stop"
"""

# Every search says which die it sees; one of them throws more.
DICING = """
import random
from game import Agent

class MinimaxAgent(Agent):
    def __init__(self, depth="2", evalFn="score"):
        pass

    def getAction(self, state):
        print(random.random())
        return state.getLegalActions(0)[0]

class AlphaBetaAgent(MinimaxAgent):
    pass

class ExpectimaxAgent(MinimaxAgent):
    pass
"""


def changed(question: str, changes: Mapping[str, str]) -> GameCase:
    """The games of one of our questions with some properties changed."""
    file = CaseFile.read(OUR_OWN / question / "games.test")
    return GameCase(CaseFile.from_text(properties_text({**file.values, **changes}), file.path), OUR_OWN)


def assignment_of(case: GameCase) -> Assignment:
    config = QuestionConfig("q1", "PartialCreditQuestion", 4, 0, ())
    return Assignment(OUR_OWN, (Question(config, (case,)),))


def submission(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "multiAgents.py"
    path.write_text(text)
    return path


@pytest.mark.parametrize("way", ["grade_in_process", "grade_isolated"])
def test_a_cut_by_moves_is_told_and_leaves_no_trace_in_the_dice(
    way: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    grade: Grader = request.getfixturevalue(way)
    path = submission(tmp_path, WAITING)
    assignment = assignment_of(changed("q1", {"numGames": "3", "randomSeed": "5"}))
    seen = []
    for moves in (3, 7):  # Pacman's; the ghost is farther away than that
        graded = grade(path, assignment, Limits(pacman_moves=moves))
        case = graded.questions[0].cases[0]
        assert case.ended_by == ["move limit"] * 3
        assert "ended by: move limit, move limit, move limit" in case.lines
        assert f"game 1: does not end: stopped after {2 * moves} moves; counted as timed out" in case.lines
        assert json.loads(draw_json(graded))["questions"][0]["cases"][0]["ended_by"] == case.ended_by
        seen.append([float(line) for line in case.output.split()])
    originals = [random.Random(seed).random() for seed in (5, "5/2", "5/3")]
    by_key = [random.Random(PUBLIC_KEY.seed("student", "q1/games", number)).random() for number in (1, 2, 3)]
    assert seen[0] == seen[1] == (originals if way == "grade_in_process" else by_key)


def test_a_cut_by_time_is_told_and_leaves_no_trace_in_the_dice(
    tmp_path: Path, grade_in_process: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = submission(tmp_path, WAITING)
    seen = []
    for seconds in ("3", "7"):
        clock = count()
        monkeypatch.setattr(in_process, "perf_counter", lambda clock=clock: next(clock))  # a second for every move
        assignment = assignment_of(changed("q1", {"numGames": "3", "randomSeed": "5", "maxTime": seconds}))
        case = grade_in_process(path, assignment, Limits()).questions[0].cases[0]
        assert case.ended_by == ["timed out"] * 3
        seen.append([float(line) for line in case.output.split()])
    assert seen[0] == seen[1] == [random.Random(seed).random() for seed in (5, "5/2", "5/3")]


def test_an_isolated_cut_by_time_is_told(tmp_path: Path, grade_isolated: Grader) -> None:
    path = submission(tmp_path, WAITING.replace('return "Stop"', "while True: pass"))
    assignment = assignment_of(changed("q1", {"numGames": "2", "randomSeed": "5", "maxTime": "0.1"}))
    case = grade_isolated(path, assignment).questions[0].cases[0]
    assert case.ended_by == ["timed out"] * 2
    assert len(case.output.split()) == 1, "what hangs once is not played again"
    assert "game 2: not played after a decision that took too long; counted as timed out" in case.lines


def test_a_cut_game_without_a_seed_of_the_case() -> None:
    values = {**CaseFile.read(OUR_OWN / "q1" / "games.test").values, "numGames": "2", "agentName": "WaitingReflex"}
    del values["randomSeed"]
    case = GameCase(CaseFile.from_text(properties_text(values), Path("q1/games.test")), OUR_OWN)
    limits = Limits(pacman_moves=5)
    assert case.run(InProcessStudent(STYLES, limits), limits).ended_by == ["move limit"] * 2


def test_games_that_end_share_one_stream(tmp_path: Path, grade_in_process: Grader) -> None:
    text = WAITING.replace('return "Stop"', "return state.getLegalPacmanActions()[0]")
    text = text.replace("print(random.random())", "print(hash(random.getstate()))")
    case = changed("q1", {"numGames": "2", "randomSeed": "5"})
    graded = grade_in_process(submission(tmp_path, text), assignment_of(case), Limits(pacman_moves=20_000))
    result = graded.questions[0].cases[0]
    assert set(result.ended_by) == {"lost"}
    random.seed(5)
    assert result.output.split()[0] == str(hash(random.getstate()))
    assert len(set(result.output.split())) == 2, "the second game goes on where the first has ended"


@pytest.mark.parametrize("way", ["grade_in_process", "grade_isolated"])
def test_a_question_alone_has_the_dice_that_it_has_among_others(
    way: str, tmp_path: Path, short_assignment: Assignment, request: pytest.FixtureRequest
) -> None:
    grade: Grader = request.getfixturevalue(way)
    path = submission(tmp_path, DICING)
    trees = tuple(replace(question, cases=question.cases[:2]) for question in short_assignment.questions)
    together = grade(path, replace(short_assignment, questions=trees))
    for question, answered in zip(trees, together.questions, strict=True):
        alone = grade(path, replace(short_assignment, questions=(question,))).questions[0]
        assert [case.output for case in alone.cases] == [case.output for case in answered.cases]
        assert alone.cases[0].output.split()[0] == str(random.Random(0).random())
