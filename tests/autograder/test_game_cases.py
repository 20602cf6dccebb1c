"""Cases of whole games: endless games, and the seeds of games."""

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
from autograder.errors import GradingError
from autograder.reporters.json_report import draw_json
from autograder.results import Grade
from autograder.student import in_process
from autograder.student.dice_key import PUBLIC_KEY, DiceKey
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from pacman.state import GameState
from tests.wording import Naming

STYLES = Path(__file__).parent / "submissions" / "play_styles.py"
Grader = Callable[..., Grade]

# Waits for ever, and prints its first random number in each game.
WAITING = """
import random
from game import Agent

class ReflexAgent(Agent):
    def registerInitialState(self, state):
        print(random.random())

    def getAction(self, state):
        return "Stop"
"""

# Every search prints a random number; one of them draws more.
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

NEVER_LOST = {"scoreThresholds": "-100000", "nonTimeoutMinimum": "0", "winsMinimum": "0"}  # all games are played


def changed(question: str, changes: Mapping[str, str]) -> GameCase:
    """Return the games of one of our questions with some properties changed."""
    file = CaseFile.read(OUR_OWN / question / "games.test")
    return GameCase(CaseFile.from_text(properties_text({**file.values, **changes}), file.path), OUR_OWN)


def without(case: GameCase, key: str) -> GameCase:
    """Return the same case without a key in its file."""
    values = {name: value for name, value in case.file.values.items() if name != key}
    return GameCase(CaseFile.from_text(properties_text(values), case.file.path), OUR_OWN)


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
    assignment = assignment_of(changed("q1", {"numGames": "3", "randomSeed": "5", **NEVER_LOST}))
    seen = []
    for moves in (3, 7):  # Pacman's; the ghost is farther away than that
        graded = grade(path, assignment, Limits(pacman_moves=moves))
        case = graded.questions[0].cases[0]
        assert case.ended_by == ["move limit"] * 3
        assert "ended by: move limit, move limit, move limit" in case.lines
        assert Naming("game 1:", f"{2 * moves} moves", "timed out") in case.lines
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
        monkeypatch.setattr(in_process, "perf_counter", lambda clock=clock: next(clock))  # a second for every call
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
    assert Naming("game 2:", "not played", "timed out") in case.lines


@pytest.mark.parametrize("way", ["grade_in_process", "grade_isolated"])
def test_an_action_may_be_a_member_of_an_enum(way: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """As in the original, an action is compared with the legal ones, whatever class of strings it is of."""
    grade: Grader = request.getfixturevalue(way)
    text = WAITING.replace('return "Stop"', 'return Way("Stop")')
    assert text != WAITING
    path = submission(tmp_path, f'import enum\n\nclass Way(str, enum.Enum):\n    STAY = "Stop"\n\n{text}')
    graded = grade(path, assignment_of(changed("q1", {"numGames": "1", **NEVER_LOST})), Limits(pacman_moves=3))
    assert graded.questions[0].cases[0].ended_by == ["move limit"]


def test_an_illegal_answer_that_comes_too_late_is_too_late(
    tmp_path: Path, grade_in_process: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count()
    monkeypatch.setattr(in_process, "perf_counter", lambda: next(clock))  # a second for every call
    path = submission(tmp_path, WAITING.replace('return "Stop"', "return None"))
    assignment = assignment_of(changed("q1", {"numGames": "1", "maxTime": "1.5"}))
    assert grade_in_process(path, assignment, Limits()).questions[0].cases[0].ended_by == ["timed out"]


def test_a_file_without_a_limit_for_one_decision_plays_all_its_games(tmp_path: Path, grade_isolated: Grader) -> None:
    """The original limits only the time of a game."""
    path = submission(tmp_path, WAITING.replace('return "Stop"', "while True: pass"))
    case = without(changed("q1", {"numGames": "2", "maxTime": "0.1", **NEVER_LOST}), "decisionTime")
    result = grade_isolated(path, assignment_of(case)).questions[0].cases[0]
    assert result.ended_by == ["timed out"] * 2
    assert len(result.output.split()) == 2


def test_who_waits_within_the_time_of_the_case_is_not_out_of_time(tmp_path: Path, grade_isolated: Grader) -> None:
    """The original uses the wall clock: sleeping counts, and is allowed within the time of the case."""
    nap = "import time\n" + WAITING.replace('return "Stop"', "time.sleep(0.3); return 'nowhere'")
    path = submission(tmp_path, nap)
    results = []
    for seconds in ("20", "0.1"):
        case = without(changed("q1", {"numGames": "1", "maxTime": seconds}), "decisionTime")
        results.append(grade_isolated(path, assignment_of(case), Limits()).questions[0].cases[0].ended_by)
    assert results == [["crashed"], ["timed out"]]


def foreseen(output: str) -> tuple[int, int]:
    words = output.split()
    return sum(map(int, words[1::4])), sum(map(int, words[3::4]))


@pytest.mark.parametrize("key", ["", "exam"])
def test_the_ghosts_dice_are_not_to_be_foreseen(key: str, grade_isolated: Grader, grade_in_process: Grader) -> None:
    """The rng state of the child process reveals nothing about the ghosts' rng; in a common process, it reveals all."""
    path = STYLES.with_name("hostile_foresees.py")
    assignment = assignment_of(changed("q1", {"numGames": "10"}))
    hits, moves = foreseen(grade_in_process(path, assignment, Limits()).questions[0].cases[0].output)
    assert hits == moves > 100
    dice = {"dice_key": DiceKey(key)} if key else {}
    hits, moves = foreseen(grade_isolated(path, assignment, Limits(), **dice).questions[0].cases[0].output)
    assert moves > 100
    assert hits < 0.6 * moves


def test_the_dice_are_those_of_the_key_the_case_and_the_game() -> None:
    seeds = {
        DiceKey(secret).seed(whose, case, game)
        for secret in ("a", "b", "\udcff")
        for whose in ("ghosts", "student")
        for case in ("q1/games", "q5/games")
        for game in (1, 2, 11)
    }
    assert len(seeds) == 3 * 2 * 2 * 3
    assert DiceKey("a").seed("ghosts", "q1/games", 1) == DiceKey("a", "another name").seed("ghosts", "q1/games", 1)


def test_the_same_key_gives_the_same_games(tmp_path: Path, grade_isolated: Grader) -> None:
    path = submission(tmp_path, WAITING.replace('return "Stop"', "return random.choice(state.getLegalActions())"))

    def scores(key: str, seed: str = "0") -> str:
        case = changed("q1", {"numGames": "3", "randomSeed": seed})
        graded = grade_isolated(path, assignment_of(case), dice_key=DiceKey(key))
        return next(line for line in graded.questions[0].cases[0].lines if line.startswith("scores"))

    assert scores("one") == scores("one") == scores("one", seed="7")
    assert scores("one") != scores("two")


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


def test_what_is_not_the_students_doing_ends_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Example: a process cannot be started in the middle of a series because the disk is full."""

    class Unstarted:
        def getAction(self, state: GameState) -> str:
            raise GradingError("/tmp: cannot be written: No space left on device")

    monkeypatch.setattr(InProcessStudent, "agent", lambda *_, **__: Unstarted())
    with pytest.raises(GradingError, match="No space left"):
        changed("q1", {}).run(InProcessStudent(STYLES, Limits()), Limits())
