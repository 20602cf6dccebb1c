"""`--dice original`: one random stream for ghosts and submission, across two processes."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.assignment import OUR_OWN, Assignment, Question
from autograder.assignment.questions import QuestionConfig
from autograder.case_types.case import Case
from autograder.case_types.game_case import GameCase
from autograder.channel import STREAM_WORDS, ProtocolError, decode_words, encode_words
from autograder.child.student_stream import StudentStream
from autograder.results import Grade
from autograder.sandbox.child_messages import Answer, parse_message
from autograder.student.dice_key import ORIGINAL_DICE
from autograder.student.limits import Limits
from autograder.student.stream_rng import StreamRng
from tests.conftest import a_third

from .conftest import SUBMISSIONS
from .test_game_cases import NEVER_LOST, changed, without

Grader = Callable[..., Grade]

# Draws by the given statement wherever its code runs, and prints the state of the generator there.
DRAWING = """
import random
from game import Agent

state_of_old = random.getstate()
number = 0

def draw():
    global number, state_of_old
    number += 1
    {draw}

def show(where):
    state = random.getstate()
    print(where, hash(state[1]), state[2])

show("loading")
draw()

class ReflexAgent(Agent):
    def __init__(self, depth="2"):
        show("making")
        draw()

    def registerInitialState(self, state):
        show("starting")
        draw()

    def getAction(self, state):
        show("deciding")
        draw()
        return state.getLegalActions(0)[0] if {is_first} else random.choice(state.getLegalActions(0))

    def final(self, state):
        show("ending")
        draw()

class MinimaxAgent(ReflexAgent):
    pass
"""
WAYS = {
    "nothing": "pass",
    "random": "random.random()",
    "choice": "random.choice('abc')",
    "shuffle": "random.shuffle(list(range(10)))",
    "randint": "random.randint(1, 6)",
    "sample": "random.sample(range(100), 7)",
    "gauss": "random.gauss(0, 1)",
    "normal": "random.normalvariate(0, 1)",
    "bits": "random.getrandbits(1), random.getrandbits(65)",
    "bytes": "random.randbytes(5)",
    "many": "[random.random() for _ in range(1000)]",
    "seeds itself": "random.seed(number)",
    "seeds itself once": "random.seed(5) if number == 9 else random.gauss(0, 1)",
    "rewinds": "old, state_of_old = state_of_old, random.getstate(); number % 3 or random.setstate(old)",
    "looks ahead": "old = random.getstate(); random.random(); random.setstate(old)",
    "goes back two words": "old = random.getstate(); random.random(); random.random(); random.setstate(old)",
    "own": "random.Random(7).random(), random.Random().random(), random.SystemRandom().random()",
    "numpy": "import numpy; numpy.random.seed(number); numpy.random.random()",
    "raises now and then": "if random.random() < 0.02 and number > 20: raise ValueError",
}


def written(tmp_path: Path, way: str, is_first: bool = False) -> Path:
    path = tmp_path / "multiAgents.py"
    path.write_text(DRAWING.format(draw=WAYS[way], is_first=is_first))
    return path


def assignment_with(*questions: tuple[Case, ...]) -> Assignment:
    configs = [QuestionConfig(f"q{number}", "PartialCreditQuestion", 4, 0, ()) for number in range(1, 9)]
    return Assignment(OUR_OWN, tuple(map(Question, configs, questions)))


def games(seed: str | None = "0", **changes: str) -> GameCase:
    case = changed("q1", {"numGames": "2", **NEVER_LOST, **changes})
    return without(case, "randomSeed") if seed is None else case


def hidden(case: Case) -> Case:
    case.visibility = "hidden"
    return case


def mixed(assignment: Assignment) -> Assignment:
    """Trees, a counted game, and games with and without a seed, in an order that none of our questions has."""
    tree, *_, counted = next(each for each in assignment.questions if each.name == "q2").cases
    first = (tree, games(None), games(), tree, counted, games(None))
    return assignment_with(first, (games(None), hidden(games(None)), hidden(games())), (tree, games()))


def facts(graded: Grade) -> list[list[Any]]:
    return [
        [case.points, case.reasons, case.ended_by, case.output]
        for question in graded.questions
        for case in question.cases
    ]


QUICK = ("gauss", "many", "seeds itself once", "raises now and then")


@pytest.mark.parametrize(
    "way", [way if way in QUICK else pytest.param(way, marks=pytest.mark.thorough) for way in WAYS]
)
def test_games_are_those_of_one_process(
    way: str, tmp_path: Path, our_assignment: Assignment, grade_in_process: Grader, grade_isolated: Grader
) -> None:
    path = written(tmp_path, way)
    assignment = mixed(our_assignment)
    limits = Limits(pacman_moves=60)
    one = grade_in_process(path, assignment, limits)
    two = grade_isolated(path, assignment, limits, ORIGINAL_DICE)
    assert "deciding" in one.questions[0].cases[0].output
    assert facts(two) == facts(one)


def test_what_is_drawn_while_loading_is_the_same_in_every_process(
    tmp_path: Path, grade_in_process: Grader, grade_isolated: Grader
) -> None:
    """The stream starts as in the original, with the seed 0."""
    path = tmp_path / "multiAgents.py"
    path.write_text("import random\nLUCK = random.random()\n" + DRAWING.format(draw="print(LUCK)", is_first=True))
    assignment = assignment_with((games(),))
    one = grade_in_process(path, assignment, Limits(pacman_moves=3))
    two = grade_isolated(path, assignment, Limits(pacman_moves=3), ORIGINAL_DICE)
    assert facts(one) == facts(two)
    assert str(random.Random(0).random()) in one.questions[0].cases[0].output


@pytest.mark.parametrize("question", ["q1", "q5"])
@pytest.mark.parametrize(
    "name",
    a_third(
        [
            "right_filled_template.py",
            "lazy.py",
            "play_styles.py",
            "bug_random_weights.py",
            "template.py",
            "dictionaries.py",
        ]
    ),
)
def test_our_submissions_get_what_they_get_in_one_process(
    name: str,
    question: str,
    our_assignment: Assignment,
    grade_in_process: Grader,
    grade_isolated: Grader,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(GameCase, "_is_lost", lambda *_: False)  # compare all games, those that change nothing too
    path, assignment = SUBMISSIONS / name, our_assignment.only(question)
    if name == "play_styles.py":
        case = changed(question, {"agentName": "Reciprocals"} if question == "q1" else {"numGames": "2"})
        assignment = assignment_with((case,))
    limits = Limits()
    one = grade_in_process(path, assignment, limits)
    assert facts(grade_isolated(path, assignment, limits, ORIGINAL_DICE)) == facts(one)


def test_an_agent_that_is_made_again_does_not_shift_the_stream(
    tmp_path: Path, grade_in_process: Grader, grade_isolated: Grader
) -> None:
    """After a process has died, the next one loads the file and creates the agent, which the original does once."""
    seen: list[Any] = []
    ways: list[Any] = [(grade_in_process, [], "raise ValueError"), (grade_isolated, [ORIGINAL_DICE], "os._exit(1)")]
    for graded, dice, end in ways:
        path = tmp_path / f"{len(seen)}.py"
        # It ends before it draws: the number of draws of a process that has ended is unknown.
        look = f"next = random.Random(); next.setstate(random.getstate())\n        if next.random() < 0.02: {end}"
        text = DRAWING.format(draw="random.random()", is_first=False)
        path.write_text("import os\n" + text.replace('show("deciding")', f'show("deciding")\n        {look}'))
        limits, assignment = Limits(pacman_moves=300), assignment_with((games(None, numGames="6"),))
        case = graded(path, assignment, limits, *dice).questions[0].cases[0]
        assert case.ended_by.count("crashed") > 1
        lines = [line for line in case.output.splitlines() if line.startswith(("starting", "deciding"))]
        seen.append([case.reasons[:5], lines])
    assert seen[0] == seen[1]


def test_ghosts_and_submission_draw_in_turn() -> None:
    """The two copies of the stream stay in step over many refills of the generator."""
    grader, student = StreamRng(1), StudentStream()
    whole = random.Random(1)
    chances = random.Random(2)
    callers = random.getstate()
    try:
        student.follow(grader.report(is_new=True))
        for turn in range(2000):
            ghosts, draws = chances.randrange(4), chances.choice([0, 1, 1, 2, 700])
            assert [grader.random() for _ in range(ghosts)] == [whole.random() for _ in range(ghosts)]
            if turn % 100 == 50:
                grader.start(turn)
                whole.seed(turn)
            student.follow(grader.report(is_new=False))
            assert [random.getrandbits(32) for _ in range(draws)] == [whole.getrandbits(32) for _ in range(draws)]
            assert random.gauss(0, 1) == whole.gauss(0, 1)
            answer = parse_message({"id": 1, "action": "North", **student.report()})
            assert isinstance(answer, Answer)
            if answer.drawn:
                grader.follow(answer.drawn)
            assert grader.getstate()[1] == whole.getstate()[1] == random.getstate()[1]
            assert random.getstate()[2] == whole.getstate()[2]
    finally:
        random.setstate(callers)


def test_ghosts_that_draw_in_other_ways_are_followed() -> None:
    grader, student = StreamRng(3), StudentStream()
    callers = random.getstate()
    try:
        student.follow(grader.report(is_new=True))
        grader.shuffle([1, 2, 3])
        assert [grader.choice("abc"), grader.gauss(0, 1), grader.getrandbits(65), grader.randbytes(9)]
        student.follow(grader.report(is_new=False))
        assert random.getstate()[1] == grader.getstate()[1]
    finally:
        random.setstate(callers)


STATE = random.Random(1).getstate()[1]


@pytest.mark.parametrize(
    "report",
    [
        {"drawn": -1},
        {"drawn": STREAM_WORDS + 1},
        {"drawn": 2**40},
        {"drawn": 1.0},
        {"drawn": True},
        {"drawn": "1"},
        {"drawn": [1]},
        {"drawn": None},
        {"stream": 1},
        {"stream": None},
        {"stream": ""},
        {"stream": list(STATE)},
        {"stream": encode_words(STATE)[:-2]},
        {"stream": encode_words(STATE) + "00"},
        {"stream": encode_words(STATE)[:-2] + "  "},
        {"stream": encode_words(STATE)[:-2] + "zz"},
        {"stream": encode_words((*STATE[:-1], STREAM_WORDS + 1))},
        {"stream": encode_words(STATE), "drawn": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize(
    "answer", [{"action": "North"}, {"action": None, "remark": None}, {}], ids=["move", "none", "bare"]
)
def test_a_report_that_is_none_is_refused(report: dict[str, Any], answer: dict[str, Any]) -> None:
    with pytest.raises(ProtocolError):
        parse_message({"id": 1, **answer, **report})


def test_only_answers_report_draws() -> None:
    assert parse_message({"edges": []})
    with pytest.raises(ProtocolError):
        parse_message({"edges": [], "drawn": 1})


def test_a_state_travels_as_text() -> None:
    assert decode_words(encode_words(STATE)) == STATE
