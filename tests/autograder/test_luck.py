"""The influence of chance on the points of games: several keys, near thresholds, and games that change nothing."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

import pytest

from autograder.assignment.assignment import OUR_OWN, Assignment
from autograder.assignment.selection import Selection
from autograder.case_types.game_case import GameCase
from autograder.classroom.settings import ClassSettings
from autograder.failures import Failure, FailureKind, StudentFailure
from autograder.reporters.grade_page import draw_grade_page
from autograder.reporters.gradescope import draw_gradescope
from autograder.reporters.json_report import draw_json, grade_data, read_grade
from autograder.reporters.junit import draw_junit
from autograder.reporters.student_view import student_view
from autograder.results import NEAR_THRESHOLD, VISIBILITIES, CaseResult, Grade, Luck, QuestionResult, Status, Visibility
from autograder.student.dice_key import ORIGINAL_DICE, PUBLIC_KEY, DiceKey
from autograder.student.isolated import IsolatedStudent
from autograder.student.limits import Limits
from pacman.record import EndReason, Outcome
from tests.wording import Naming

from .test_game_cases import NEVER_LOST, assignment_of, changed, submission, without
from .test_original_dice import assignment_with

Grader = Callable[..., Grade]
LIMITS = Limits()

# Wins some games and loses others, by chance.
CARELESS = """
import random
from game import Agent
from util import manhattanDistance

loaded = []

class ReflexAgent(Agent):
    def registerInitialState(self, state):
        loaded.append(state)
        print("game", len(loaded))

    def getAction(self, state):
        def value(action):
            after = state.generatePacmanSuccessor(action)
            here = after.getPacmanPosition()
            food = [manhattanDistance(here, cell) for cell in after.getFood().asList()]
            return after.getScore() - min(food, default=0) / 100
        legal = state.getLegalActions(0)
        return random.choice(legal) if random.random() < 0.4 else max(legal, key=value)
"""


@pytest.fixture
def careless(tmp_path: Path) -> Path:
    return submission(tmp_path, CARELESS)


def only_case(graded: Grade) -> CaseResult:
    return graded.questions[0].cases[0]


def test_points_are_the_median_under_several_keys(careless: Path, grade_isolated: Grader) -> None:
    """The first key is the given one; each key has a process of its own."""
    assignment = assignment_of(measured(4, winsThresholds="1 2 3 4"))
    key = DiceKey("a class", keys=3)
    alone = [
        only_case(grade_isolated(careless, assignment, LIMITS, replace(key.numbered(number), keys=0)))
        for number in range(1, 4)
    ]
    points = [case.points for case in alone]
    assert len(set(points)) > 1, "chance decides"
    graded = grade_isolated(careless, assignment, LIMITS, key)
    case = only_case(graded)
    assert case.luck == graded.questions[0].luck == graded.luck == Luck(3, min(points), max(points))
    assert case.points == graded.points == median(points)
    middle = sorted(alone, key=lambda each: each.points)[1]
    assert (case.reasons, case.ended_by, case.output) == (middle.reasons, middle.ended_by, middle.output)
    assert case.output.split() == " ".join(f"game {number}" for number in range(1, 5)).split()
    assert f"luck: {min(points)} to {max(points)} points under 3 keys; the median counts" in case.lines


def test_the_luck_of_a_question_is_that_of_its_cases_together(careless: Path, grade_isolated: Grader) -> None:
    cases = [measured(3, winsThresholds="1 2 3") for _ in range(2)]
    cases[1].id = "q1/others"
    graded = grade_isolated(careless, assignment_with(tuple(cases), (cases[0],)), LIMITS, DiceKey("a", keys=3))
    for question in graded.questions:
        lucks = [case.luck for case in question.cases if case.luck]
        assert question.luck == Luck(3, sum(luck.low for luck in lucks), sum(luck.high for luck in lucks))
    assert graded.luck is not None
    assert graded.luck.low == sum(question.luck.low for question in graded.questions if question.luck)
    assert graded.luck.high > graded.luck.low
    read = read_grade(json.loads(json.dumps(grade_data(graded))))
    assert (read.luck, read.questions[0].cases[0].luck) == (graded.luck, graded.questions[0].cases[0].luck)
    data = json.loads(draw_json(graded))
    first = data["questions"][0]
    assert data["luck"] == {"keys": 3, "low": graded.luck.low, "high": graded.luck.high}
    assert first["luck"].keys() == first["cases"][0]["luck"].keys() == {"keys", "low", "high"}


def test_a_key_that_ends_the_question_is_the_worst(careless: Path, grade_isolated: Grader) -> None:
    """Under two of three keys all games are played: the exit under the third costs nothing, and shows in the luck."""
    code = CARELESS.replace('print("game", len(loaded))', "random.random() < 0.05 and exit()")
    path = careless.with_name("exits.py")
    path.write_text(code)
    assignment = assignment_of(changed("q1", {"scoreThresholds": "-100000", "winsMinimum": "0", "winsThresholds": ""}))
    seen = set()
    for number in range(12):
        graded = grade_isolated(path, assignment, LIMITS, DiceKey(f"key {number}", keys=3))
        assert graded.luck is not None
        seen.add((graded.points, graded.luck.low, graded.luck.high))
        if seen >= {(1, 0, 1)}:
            break
    assert (1, 0, 1) in seen
    assert seen <= {(0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1)}


def test_every_key_has_the_time_of_the_question(
    careless: Path, grade_isolated: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the slowest key counts against the time of later cases."""
    limits: list[float] = []
    wait = [3.0, 30.0, 7.0]
    clock = [0.0]
    ends = [0.0]
    monkeypatch.setattr("autograder.grading.monotonic", lambda: clock[0])

    def note(student: IsolatedStudent, seconds: float) -> None:
        limits.append(seconds)
        ends.append(clock[0] + seconds)

    def run(case: GameCase, student: IsolatedStudent, limits: Limits) -> CaseResult:
        clock[0] += wait.pop(0) if wait else 0
        return CaseResult("games", "games", Status.PASSED)

    monkeypatch.setattr(IsolatedStudent, "limit_time", note)
    monkeypatch.setattr(IsolatedStudent, "question_seconds_left", lambda student: ends[-1] - clock[0])
    monkeypatch.setattr(GameCase, "run", run)
    graded = grade_isolated(careless, assignment_of(changed("q1", {})), Limits(question=100), DiceKey("a", keys=3))
    assert limits == [100, 100, 100, 100, 70]
    assert only_case(graded).seconds == 40


def test_trees_are_run_once(careless: Path, our_assignment: Assignment, grade_isolated: Grader) -> None:
    question = our_assignment.only("q2").questions[0]
    tree = replace(our_assignment, questions=(replace(question, cases=question.cases[:1]),))
    graded = grade_isolated(careless, tree, LIMITS, DiceKey("a", keys=3))
    assert (only_case(graded).luck, graded.luck) == (None, None)


def test_keys_are_derived() -> None:
    key = DiceKey("a", keys=3)
    keys = [key.numbered(number) for number in (1, 2, 3)]
    assert keys[0] == key
    assert len({each.seed("ghosts", "q1/games", 1) for each in keys}) == 3
    assert len({each.fingerprint for each in (key, DiceKey("b"), ORIGINAL_DICE)}) == 3
    assert DiceKey("original").fingerprint != DiceKey.read("original").fingerprint == ORIGINAL_DICE.fingerprint
    assert key.fingerprint == DiceKey("a", "another name").fingerprint


def test_a_class_is_marked_by_its_luck() -> None:
    keys = [DiceKey("a"), DiceKey("a", keys=3), DiceKey("a", keys=5), ORIGINAL_DICE]
    settings = [ClassSettings(Selection(OUR_OWN), "auto", LIMITS, key) for key in keys]
    assert len({each.digest() for each in settings}) == 4
    assert [each.compared()["--luck"] for each in settings] == [None, 3, 5, None]


# -- near thresholds --------------------------------------------------------------------------------------------------


def outcomes(*scores: int, cut: int = 0) -> list[Outcome]:
    """Won games with positive scores, lost ones with negative scores, and some out of time."""
    late = StudentFailure(Failure(FailureKind.TIMED_OUT, "out of time"))
    ended = [Outcome(EndReason.WON if score > 0 else EndReason.LOST, score=score, moves=9) for score in scores]
    return ended + [Outcome(EndReason.CRASHED, score=0, moves=9, exception=late)] * cut


def measured(games: int = 10, **properties: str) -> GameCase:
    nothing = {"scoreThresholds": "", "nonTimeoutMinimum": "0", "winsMinimum": "0", "winsThresholds": ""}
    return changed("q1", {"numGames": str(games), **nothing, **properties})


@pytest.mark.parametrize(
    ("properties", "games", "is_near"),
    [
        ({"winsThresholds": "5 8"}, outcomes(*[1] * 10), False),
        ({"winsThresholds": "5 10"}, outcomes(*[1] * 10), True),  # one win fewer
        ({"winsThresholds": "5 10"}, outcomes(*[1] * 9, -1), True),  # one win more
        ({"winsThresholds": "5"}, outcomes(*[1] * 7, *[-1] * 3), False),
        ({"winsThresholds": "5"}, outcomes(*[1] * 5, *[-1] * 5), True),
        ({"winsThresholds": "5"}, outcomes(*[1] * 4, *[-1] * 6), True),
        ({"winsThresholds": "5"}, outcomes(*[1] * 3, *[-1] * 7), False),
        ({"winsMinimum": "1", "scoreThresholds": "-10"}, outcomes(*[-1] * 9, 5), True),
        ({"scoreThresholds": "1000"}, outcomes(*[1000] * 10), False),  # whichever is left out
        ({"scoreThresholds": "1000"}, outcomes(*[1000] * 8, 1200, 900), True),
        ({"scoreThresholds": "1000"}, outcomes(*[1000] * 9, 999), True),  # without the last one
        ({"scoreThresholds": "1000"}, outcomes(*[1000] * 8, 999, 999), False),
        ({"scoreThresholds": "500"}, outcomes(1), False),  # a single game cannot be left out
        ({"nonTimeoutMinimum": "10", "scoreThresholds": "0"}, outcomes(*[1] * 10), False),
        ({"nonTimeoutMinimum": "10", "scoreThresholds": "0"}, outcomes(*[1] * 9, cut=1), True),  # without that one
        ({"nonTimeoutMinimum": "10", "scoreThresholds": "0"}, outcomes(*[1] * 8, cut=2), False),
        ({"nonTimeoutThresholds": "5"}, outcomes(*[1] * 5, cut=5), True),
        ({}, outcomes(*[1] * 5, *[-1] * 5), False),
    ],
)
def test_near_a_threshold(properties: dict[str, str], games: Sequence[Outcome], is_near: bool) -> None:
    case = measured(len(games), **properties)
    assert case._is_near_threshold(games) is is_near


def test_a_case_near_a_threshold_says_so(careless: Path, grade_isolated: Grader, grade_in_process: Grader) -> None:
    for grade in (grade_isolated, grade_in_process):
        wins = only_case(grade(careless, assignment_of(measured(6, winsThresholds="1")), LIMITS)).ended_by.count("won")
        for threshold, is_near in ((wins, True), (wins + 1, True), (wins + 3, False)):
            graded = grade(careless, assignment_of(measured(6, winsThresholds=f"1 {threshold}")), LIMITS)
            case = only_case(graded)
            assert case.near_threshold is is_near
            assert (NEAR_THRESHOLD in case.lines) is is_near
            assert (NEAR_THRESHOLD in draw_grade_page(graded)) is is_near
            data = json.loads(draw_json(graded))["questions"][0]["cases"][0]
            assert (data["near_threshold"], data["games_played"]) == (is_near, 6)
            read = only_case(read_grade(json.loads(json.dumps(grade_data(graded)))))
            assert (read.near_threshold, read.message) == (is_near, case.message)


# -- what students see ------------------------------------------------------------------------------------------------


def chancy(visibility: Visibility, question_visibility: Visibility = "visible") -> Grade:
    case = CaseResult(
        "games",
        "q1/games",
        Status.FAILED,
        1,
        4,
        adds_points=True,
        luck=Luck(3, 0, 2),
        near_threshold=True,
        games_played=9,
    )
    case.visibility = visibility
    seen = CaseResult("shown", "q1/shown", Status.FAILED, 1, 4, adds_points=True, reasons=["a reason"])
    question = QuestionResult("q1", 2, 8, [case, seen], visibility=question_visibility, luck=Luck(3, 1, 3))
    return Grade("multiAgents.py", "strict", [question], is_complete=True, dice=PUBLIC_KEY.text)


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("question", ["visible", "hidden"])
def test_students_see_the_luck_of_visible_cases_alone(visibility: Visibility, question: Visibility) -> None:
    graded = chancy(visibility if question == "visible" else "hidden", question)
    seen = student_view(graded)
    is_shown = visibility == question == "visible"
    texts = [draw_grade_page(graded), draw_gradescope(graded), draw_junit(graded)]
    for text in (*texts, str(seen)):
        assert ("luck: " in text or "Luck(" in text) is is_shown
        assert (NEAR_THRESHOLD in text or "near_threshold=True" in text) is is_shown
    assert (seen.luck is not None) is is_shown
    assert NEAR_THRESHOLD in draw_json(graded), "the teacher's file has everything"
    assert json.loads(draw_json(graded))["luck"] == {"keys": 3, "low": 1, "high": 3}


# -- games that change nothing ----------------------------------------------------------------------------------------

WAITING = """
from game import Agent

class ReflexAgent(Agent):
    def getAction(self, state):
        return "Stop"
"""


def played(graded: Grade) -> tuple[float, int | None, list[str]]:
    case = only_case(graded)
    return case.points, case.games_played, case.ended_by


def test_a_case_that_is_lost_is_not_played_on(tmp_path: Path, grade_isolated: Grader, grade_in_process: Grader) -> None:
    path, limits = submission(tmp_path, WAITING), Limits(pacman_moves=5)
    assignment = assignment_of(changed("q1", {"nonTimeoutMinimum": "10"}))
    graded = grade_isolated(path, assignment, limits)
    assert played(graded) == (0, 1, ["move limit"])
    case = only_case(graded)
    assert case.reasons[:3] == [
        Naming("0 points are certain", "1 of 10 games"),
        *case.reasons[1:2],
        Naming("games not timed out at most 9", "minimum 10"),
    ]
    assert case.near_threshold is None
    assert json.loads(draw_json(graded))["questions"][0]["cases"][0]["games_played"] == 1
    assert played(grade_in_process(path, assignment, limits)) == (0, 10, ["move limit"] * 10)
    assert played(grade_isolated(path, assignment, limits, ORIGINAL_DICE)) == (0, 1, ["move limit"])


def test_the_stream_of_later_cases_does_not_depend_on_a_lost_one(
    tmp_path: Path, grade_isolated: Grader, grade_in_process: Grader
) -> None:
    """With the original's stream, the games are played if a later case may draw from the stream."""
    path, limits = submission(tmp_path, CARELESS), Limits(pacman_moves=300)
    lost, after = (
        changed("q1", {"winsMinimum": "10"}),
        without(changed("q1", {"numGames": "2", **NEVER_LOST}), "randomSeed"),
    )
    assignment = assignment_with((lost, after), (lost,))
    one = grade_in_process(path, assignment, limits)
    two = grade_isolated(path, assignment, limits, ORIGINAL_DICE)
    assert one.questions[0].cases[0].points == 0
    assert one.questions[0].cases[0].ended_by.count("won") < 10
    games = [case.games_played for case in two.cases]
    assert games[:2] == [10, 2]
    assert games[2] is not None
    assert games[2] < 10
    for mine, other in zip(one.questions[0].cases, two.questions[0].cases, strict=True):
        assert (mine.points, mine.reasons) == (other.points, other.reasons)


@pytest.mark.parametrize(
    ("properties", "games", "is_lost"),
    [
        ({"winsThresholds": "1"}, outcomes(*[-1] * 9), False),
        ({"winsThresholds": "2"}, outcomes(*[-1] * 8), False),
        ({"winsThresholds": "2"}, outcomes(*[-1] * 9), True),
        ({"winsThresholds": "2", "scoreThresholds": "0"}, outcomes(*[-1] * 9), False),  # a high score in the last game
        ({"winsMinimum": "2", "scoreThresholds": "0"}, outcomes(*[-1] * 9), True),
        ({"winsMinimum": "1", "scoreThresholds": "0"}, outcomes(*[-1] * 9), False),
        ({"nonTimeoutMinimum": "10", "winsThresholds": "1"}, outcomes(1, cut=1), True),
        ({"nonTimeoutMinimum": "9", "winsThresholds": "1"}, outcomes(1, cut=1), False),
        ({"nonTimeoutMinimum": "0", "nonTimeoutThresholds": "10"}, outcomes(cut=1), True),
        ({"nonTimeoutMinimum": "0"}, outcomes(cut=9), False),  # a case without points is never stopped
        ({"winsThresholds": "1", "nonTimeoutMinimum": "11"}, outcomes(1), True),  # no game could ever change that
    ],
)
def test_a_case_is_lost_when_no_game_can_save_it(
    properties: dict[str, str], games: Sequence[Outcome], is_lost: bool
) -> None:
    assert measured(10, **properties)._is_lost(games) is is_lost


def test_the_highest_score_is_a_bound() -> None:
    """A pellet gives 10 points and costs a move. Both games must reach the highest score of the layout."""
    case = measured(2, scoreThresholds="0")
    layout = case.series.layout
    most = 9 * len(layout.food_cells) + 500 + 200 * len(layout.capsule_cells)
    assert measured(2, scoreThresholds=str(most))._is_lost(outcomes(most)) is False
    assert measured(2, scoreThresholds=str(most))._is_lost(outcomes(most - 1)) is True


def test_stopping_never_changes_the_points(
    careless: Path, grade_isolated: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    assignments = [assignment_of(measured(6, winsMinimum=least, winsThresholds="2 5")) for least in ("1", "4", "6")]
    stopped = [grade_isolated(careless, each, LIMITS, DiceKey("some")) for each in assignments]
    monkeypatch.setattr(GameCase, "_is_lost", lambda *_: False)
    whole = [grade_isolated(careless, each, LIMITS, DiceKey("some")) for each in assignments]
    assert [graded.points for graded in stopped] == [graded.points for graded in whole]
    assert any((only_case(graded).games_played or 0) < 6 for graded in stopped)
    assert any(graded.points for graded in whole)
