"""Code that breaks, loops, floods and forges: it gains nothing, the rest is graded, and no process stays behind.

That none stays is checked by `grade_isolated` after each test.
"""

import io
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.assignment import Assignment
from autograder.channel import decode_words, encode_words
from autograder.failures import FailureKind
from autograder.reporters.gradescope import draw_gradescope
from autograder.reporters.junit import draw_junit
from autograder.reporters.terminal import TerminalReporter
from autograder.results import Grade
from autograder.sandbox.sandbox import MISBEHAVED, WAITS
from autograder.sandbox.scratch_folder import PREFIX
from autograder.student.dice_key import ORIGINAL_DICE, PUBLIC_KEY, DiceKey
from autograder.student.limits import Limits

from .test_game_cases import NEVER_LOST, assignment_of, changed

ROOT = Path(__file__).resolve().parents[2]
SUBMISSIONS = Path(__file__).parent / "submissions"
Grader = Callable[..., Grade]

# The points of the three questions, and the message in the question that is lost.
HOSTILE = {
    "endless": ([0, 5, 5], "out of time: it had 2 s; an endless loop?"),
    "sleeper": ([5, 5, 0], f"out of time: {WAITS}"),
    "crash": ([0, 5, 5], "IndexError: list index out of range (hostile_crash.py:10)"),
    "sys_exit": ([5, 5, 0], "your code ended the program by sys.exit() (hostile_sys_exit.py:11)"),
    "os_exit": ([5, 0, 5], "your code ended its process with status 0"),
    "memory": ([0, 5, 5], "your code asked for more memory than it may have (hostile_memory.py:11)"),
    "fork": ([5, 5, 5], None),
    "flood": ([5, 5, 5], None),
    "forger": ([0, 5, 5], "getAction returned 'Stop', an illegal action here"),
    "patches": ([0, 0, 0], None),
    "garbage": ([0, 5, 5], MISBEHAVED),
    "edges": ([0, 0, 0], MISBEHAVED),
    "edge_flood": ([0, 5, 5], "out of time"),
    "print_file": ([5, 5, 5], None),
    "nested_folders": ([0, 0, 0], "has written more than"),
    "forged_lines": ([0, 0, 0], "no class ExpectimaxAgent in your file"),
    "all_loop": ([0, 0, 0], "out of time: it had 2 s; an endless loop?"),
    "impostor": ([5, 0, 5], MISBEHAVED),
    "alternates": ([0, 5, 5], f"out of time: {WAITS}"),
    "queues": ([0, 5, 5], "out of time"),
    "kills_itself": ([0, 5, 5], "your code's process was ended by a signal: Killed"),
    "failure_kinds": ([0, 0, 0], MISBEHAVED),
}


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="the limits of other systems are fewer")
@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_is_gained(
    name: str,
    short_assignment: Assignment,
    grade_isolated: Grader,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    expected, told = HOSTILE[name]
    started = time.monotonic()
    graded = grade_isolated(SUBMISSIONS / f"hostile_{name}.py", short_assignment)
    assert [question.points for question in graded.questions] == expected
    assert time.monotonic() - started < 120
    own = {path for path in tmp_path.glob(f"{PREFIX}*") if not list(path.iterdir())}  # the grader's, gone when it ends
    assert set(tmp_path.iterdir()) == own, "nothing is left behind"
    assert len(graded.questions) == 3
    if told is not None:
        messages = [case.message for case in graded.cases if not case.passed]
        assert any(told in message for message in messages), messages[0]


# The shapes of `hostile_shapes.py`, and the message about the decision in the game that has this shape.
SHAPES = {
    "chain": "no picture of the search: a search of more than 3,000 states",
    "wide": "no picture of the search: a search of more than 3,000 states",
    "there_and_back": "no picture of the search: a search of more than 3,000 states",
    "deep": "no picture of the search: a search of more than 3,000 states or 100 plies",
    "star": "no picture of the search: a search of more than 3,000 states or 100 plies, or one that repeats",
}


@pytest.mark.parametrize(
    "shape",
    [shape if shape == "deep" else pytest.param(shape, marks=pytest.mark.thorough) for shape in SHAPES],
)
@pytest.mark.parametrize("question", ["q2", pytest.param("q3", marks=pytest.mark.thorough)])
def test_no_shape_of_a_search_holds_up_the_grader(
    shape: str, question: str, our_assignment: Assignment, grade_isolated: Grader, tmp_path: Path
) -> None:
    """Time beyond the student's own is limited by nodes and plies, and costs names and pictures, not points."""
    path = shaped(shape, tmp_path)
    asked = next(each for each in our_assignment.questions if each.name == question)
    short = replace(
        our_assignment, questions=(replace(asked, cases=(asked.cases[0], asked.cases[3], asked.cases[-1])),)
    )
    (graded,) = grade_isolated(path, short, Limits()).questions
    assert (graded.points, len(graded.cases)) == (0, 3)
    game = graded.cases[-1]
    assert any(SHAPES[shape] in line for line in game.lines), game.lines
    assert "trees" not in (game.search or {})


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="the limits of other systems are fewer")
def test_a_chain_of_states_is_graded_in_little_memory(tmp_path: Path) -> None:
    import resource

    def narrow() -> None:
        for limit, most in ((resource.RLIMIT_AS, 2**30), (resource.RLIMIT_CPU, 300)):
            resource.setrlimit(limit, (most, resource.getrlimit(limit)[1]))

    report = tmp_path / "grade.json"
    command = [sys.executable, str(ROOT / "run.py"), "grade", str(shaped("chain", tmp_path)), "-q", "q2"]
    done = subprocess.run([*command, "--json", str(report)], capture_output=True, text=True, preexec_fn=narrow)
    assert done.returncode == 0, done.stderr
    assert [question["points"] for question in json.loads(report.read_text())["questions"]] == [0]


def shaped(shape: str, folder: Path) -> Path:
    """Return a submission whose searches have this shape."""
    path = folder / "multiAgents.py"
    text = (SUBMISSIONS / "hostile_shapes.py").read_text()
    path.write_text(text.replace('SHAPE = "chain"', f'SHAPE = "{shape}"'))
    return path


def test_no_line_of_a_report_is_forged(
    short_assignment: Assignment, grade_isolated: Grader, grade_in_process: Grader
) -> None:
    for grade in (grade_isolated, grade_in_process):
        graded = grade(SUBMISSIONS / "hostile_forged_lines.py", short_assignment)
        stream = io.StringIO()
        reporter = TerminalReporter(stream)
        for question in graded.questions:
            reporter.question(graded, question)
        outputs = [test["output"] for test in json.loads(draw_gradescope(graded))["tests"]]
        for line in "\n".join([stream.getvalue(), draw_junit(graded), *outputs]).splitlines():
            assert not line.startswith(("*** PASS", "PASS", "Total", "### Question q2: 5", "### Question q3: 5")), line
            assert line.isprintable(), line


def test_one_bad_case_costs_no_other(short_assignment: Assignment, grade_isolated: Grader) -> None:
    cases = grade_isolated(SUBMISSIONS / "hostile_crash.py", short_assignment).questions[0].cases
    assert [case.passed for case in cases].count(True) >= 4


def test_after_a_decision_that_hangs_the_rest_is_left_out(short_assignment: Assignment, grade_isolated: Grader) -> None:
    limits = Limits(case=0.5, load=2, memory=2**28)
    cases = grade_isolated(SUBMISSIONS / "hostile_endless.py", short_assignment, limits).questions[0].cases
    assert [case.status.value for case in cases] == ["failed"] + ["not run"] * 5


def test_a_flood_is_cut_and_cannot_steer_the_terminal(short_assignment: Assignment, grade_isolated: Grader) -> None:
    cases = grade_isolated(SUBMISSIONS / "hostile_flood.py", short_assignment).questions[0].cases
    assert 0 < len(cases[0].output) < 70_000
    assert all("\x1b" not in case.output for case in cases)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import nothing_of_the_kind", "your file cannot be loaded: ModuleNotFoundError"),
        ("def f(:\n  pass", "multiAgents.py:1: SyntaxError"),
        ("1/0", "your file cannot be loaded: ZeroDivisionError: division by zero (multiAgents.py:1)"),
        ("while True: pass", "your file cannot be loaded: out of time"),
        ("import sys; sys.exit()", "your file cannot be loaded: your code ended the program"),
        ("from agents.search import minimax", "your file cannot be loaded: ModuleNotFoundError"),
        ("class MinimaxAgent: pass", "TypeError: MinimaxAgent() takes no arguments"),
        ("class MinimaxAgent:\n  def __init__(self, depth): pass", "MinimaxAgent has no method getAction"),
    ],
)
def test_files_that_cannot_be_used(
    code: str, told: str, short_assignment: Assignment, grade_isolated: Grader, tmp_path: Path
) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(code)
    graded = grade_isolated(path, short_assignment)
    assert graded.points == 0
    assert told in graded.questions[0].cases[0].message


def test_answers_that_are_no_actions(
    our_assignment: Assignment, grade_isolated: Grader, grade_in_process: Grader, tmp_path: Path
) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_text(
        "class ReflexAgent:\n  def getAction(self, state):\n    return 'Up'\n"
        "class MinimaxAgent:\n  def __init__(self, depth): pass\n  def getAction(self, state): return None\n"
    )
    for grade in (grade_isolated, grade_in_process):
        q1, q2, *_ = grade(path, our_assignment).questions
        assert (q1.points, q2.points) == (0, 0)
        assert "game 1: getAction returned 'Up', an illegal action here; legal: " in q1.cases[0].message
        assert "expected action left: getAction returned None (is a return missing?)" in q2.cases[0].message


STATE = encode_words(random.Random(1).getstate()[1])
LIES = [
    {"drawn": -1},
    {"drawn": 10**9},
    {"drawn": 10**400},
    {"drawn": 0.5},
    {"drawn": "2"},
    {"drawn": [2] * 100_000},
    {"stream": STATE[:-1]},
    {"stream": "f" * len(STATE)},
    {"stream": "f" * 10**6},
    {"stream": STATE, "drawn": 1},
    {"seed": 0},
]


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: str(lie)[:30])
def test_false_reports_of_draws_end_the_process_that_sends_them(lie: dict[str, Any], grade_isolated: Grader) -> None:
    """No message makes the grader compute for long, or wait."""
    arguments = "lie=" + json.dumps(lie, separators=(";", ":")).replace('"', "'")
    case = changed("q1", {"numGames": "2", "agentArgs": arguments, **NEVER_LOST})
    path = SUBMISSIONS / "hostile_draw_reports.py"
    result = grade_isolated(path, assignment_of(case), Limits(), ORIGINAL_DICE).questions[0].cases[0]
    assert not result.passed
    assert result.failure is not None
    assert result.failure.kind is FailureKind.MISBEHAVED
    assert MISBEHAVED in result.message


@pytest.mark.parametrize("lie", [{"drawn": 7}, {"stream": STATE}, {}], ids=["drawn", "stream", "nothing"])
def test_a_lie_about_draws_gains_no_more_than_drawing(
    lie: dict[str, Any], grade_isolated: Grader, tmp_path: Path
) -> None:
    """Drawing that many words, or setting that state, gives the same games, which the original allows as well."""
    words = decode_words(lie["stream"]) if "stream" in lie else ()
    honest = (SUBMISSIONS / "hostile_draw_reports.py").read_text().replace("thing.report = ", "thing = ")
    does = "random.setstate((3, WORDS, None))" if words else f"random.getrandbits(32 * {lie.get('drawn', 0)})"
    calls = [f"def {name}(self, *_):\n        {does}\n    " for name in ("registerInitialState", "final")]
    honest = honest.replace(
        "def getAction(self, state):", f"{''.join(calls)}def getAction(self, state):\n        {does}"
    )
    path = tmp_path / "honest.py"
    path.write_text(f"import random\nWORDS = {words}\n{honest}")
    arguments = "lie=" + json.dumps(lie, separators=(";", ":")).replace('"', "'")
    case = changed("q1", {"numGames": "2", "agentArgs": arguments, **NEVER_LOST})
    scores = [
        grade_isolated(each, assignment_of(case), Limits(pacman_moves=200), ORIGINAL_DICE).questions[0].cases[0].reasons
        for each in (path, SUBMISSIONS / "hostile_draw_reports.py")
    ]
    assert scores[0] == scores[1]


@pytest.mark.parametrize("key", [ORIGINAL_DICE, PUBLIC_KEY], ids=["original", "key"])
def test_who_patches_random_does_not_move_the_ghosts(key: DiceKey, grade_isolated: Grader, tmp_path: Path) -> None:
    source = (SUBMISSIONS / "hostile_patched_random.py").read_text()
    honest = tmp_path / "honest.py"
    honest.write_text(source[: source.index("for name")] + source[source.index("class Reflex") :])
    case = changed("q1", {"numGames": "3", **NEVER_LOST})
    both = [
        grade_isolated(path, assignment_of(case), Limits(), key).questions[0].cases[0].reasons
        for path in (honest, SUBMISSIONS / "hostile_patched_random.py")
    ]
    assert both[0] == both[1]
    assert "lost" in both[0][-1]
