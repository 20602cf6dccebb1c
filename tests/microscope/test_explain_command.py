"""The command `explain`: correct and incorrect uses."""

import base64
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from autograder.assignment.assignment import load_assignment
from autograder.assignment.fresh_instances import freshen
from autograder.diagnosis import bug_names
from autograder.diagnosis.case_explanation import load_case
from commands.cli import main
from pacman import load_replay
from pacman.display.theme import LIGHT
from pacman.display.web.assets import hexadecimal
from pacman.record import Player
from tests.wording import assert_refusal, facts

SUBMISSIONS = Path(__file__).parents[1] / "autograder" / "submissions"
DOCS = Path(__file__).parents[2] / "docs"
CASES = Path(__file__).parents[2] / "autograder" / "cases"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object) -> tuple[int, str, str]:
        code = main(["explain", *map(str, words)])
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "game.json"
    words = "-q -l trap -p AlphaBetaAgent -a depth=2,evaluation=score -g MinimaxGhost --seed 1 -r"
    main([*words.split(), str(path)])
    capsys.readouterr()
    return path


def test_a_move(run: Run, game: Path) -> None:
    code, out, _ = run(game, "--move", 1)
    assert code == 0
    assert out.startswith(f"AlphaBetaAgent (depth 2, evaluation score) at move 1 of {game}, round 1\n")
    for words in ("Pacman goes West.", "● chosen", "6 plies (2 rounds)", "expected: West g1", "▼ -502  [18, ∞]"):
        assert words in out


def test_a_ghosts_move_shows_pacmans_before_it(run: Run, game: Path) -> None:
    out = run(game, "--move", 6)[1]
    assert "at move 4" in out
    assert "(move 6 is ghost 2's; this is Pacman's before it)" in out


def test_another_agent_on_a_recorded_move(run: Run, game: Path) -> None:
    out = run(game, "--move", 1, "-p", "ExpectimaxAgent", "-a", "depth=1")[1]
    assert out.startswith("ExpectimaxAgent (depth 1)")
    assert "○" in out


def test_a_death(run: Run, game: Path) -> None:
    code, out, _ = run(game, "--death")
    assert code == 0
    assert "Pacman chose West; Stop or East would have saved Pacman, whatever the ghosts did." in out
    assert "Stop   can stay alive for ever or win, whatever the ghosts do" in out
    assert "Moves played: West g1" in out


def test_a_students_agent_beside_ours(run: Run) -> None:
    right = run("-l", "small", "-p", f"{SUBMISSIONS / 'recursive_pairs.py'}:AlphaBetaAgent")[1]
    assert "The reference AlphaBetaAgent: West, 112 states." in right
    assert "Both searches visit the same states" in right
    wrong = run("-l", "small", "-p", f"{SUBMISSIONS / 'bug_returns_alpha.py'}:AlphaBetaAgent")[1]
    assert "The searches first differ after" in wrong
    assert "◀ first difference" in wrong or "… " in wrong


EQUALITY_AND_ROOT = bug_names.all_of(bug_names.PRUNED_ON_EQUALITY, bug_names.ROOT_ALPHA_NOT_KEPT)
NAMED = {
    "wrong_no_pruning.py:AlphaBetaAgent": bug_names.NO_PRUNING,
    "wrong_prunes_on_equality.py:AlphaBetaAgent": bug_names.PRUNED_ON_EQUALITY,
    "bug_returns_alpha.py:AlphaBetaAgent": bug_names.BOUND_RETURNED,
    "bug_equality_and_root.py:AlphaBetaAgent": EQUALITY_AND_ROOT,
    "wrong_swapped.py:MinimaxAgent": bug_names.MIN_MAX_SWAPPED,
    "bug_depth_after_every_ghost.py:MinimaxAgent": bug_names.DEPTH_LOWERED_AFTER_GHOSTS,
    "wrong_unfinished_round.py:ExpectimaxAgent": bug_names.LAST_ROUND_UNFINISHED,
    "bug_expectimax_prunes.py:ExpectimaxAgent": bug_names.MINIMUM_FOR_AVERAGE,
    "bug_own_evaluation.py:MinimaxAgent": bug_names.OWN_EVALUATION,
    "bug_no_action.py:MinimaxAgent": bug_names.NO_ACTION,
    "bug_python_2.py:MinimaxAgent": bug_names.PYTHON_2,
}


@pytest.mark.parametrize("agent", NAMED)
def test_the_likely_bug_where_they_part(agent: str, run: Run) -> None:
    lines = run("-l", "small", "-p", SUBMISSIONS / agent, "--plies", 1)[1].splitlines()
    assert [line for line in lines if line.startswith(f"Likely bug: {NAMED[agent]} (")]


RIGHT = ["right_last_of_equals", "right_random_among_equals", "right_bounds_that_cross", "right_never_stops"]


@pytest.mark.parametrize("name", RIGHT)
def test_no_bug_is_named_where_a_search_is_right(name: str, run: Run) -> None:
    """It may choose a different one of equally good actions."""
    assert "Likely bug" not in run("-l", "small", "-p", f"{SUBMISSIONS / name}.py:AlphaBetaAgent", "--plies", 1)[1]


def test_the_likely_bug_of_a_move_in_a_page(run: Run, game: Path, tmp_path: Path) -> None:
    agent, page = f"{SUBMISSIONS / 'bug_own_evaluation.py'}:MinimaxAgent", tmp_path / "why.html"
    assert run(game, "--move", 1, "-p", agent, "--html", page, "--lang", "zh")[0] == 0
    text = page.read_text(encoding="utf-8")
    assert f"可能的错误：{bug_names.OWN_EVALUATION}（叶节点的值应为" in text
    assert "的第 1 步（第 1 回合）" in text


def test_a_case_beside_the_reference(run: Run) -> None:
    agent = f"{SUBMISSIONS / 'bug_equality_and_root.py'}:AlphaBetaAgent"
    out = run(CASES / "q3" / "01-lecture-three-by-three.test", "-p", agent)[1]
    assert "✂ middle, right: value 2 < alpha 3: MAX has better" in out
    assert "(b5)  over  ◀ first difference" in out
    assert "The searches first differ after middle, middle: the reference cuts here: value 2 < alpha 3" in out
    assert f"Likely bug: {EQUALITY_AND_ROOT} (" in out


STARTS_AT_ZERO = f"{SUBMISSIONS / 'bug_starts_at_zero.py'}:MinimaxAgent"


def test_the_first_wrong_value_is_marked_in_the_text(run: Run) -> None:
    case = CASES / "q2" / "25-nothing-won-nothing-lost-2.test"
    mark = "first wrong value: 0, not -1"
    out = run(case, "-p", STARTS_AT_ZERO)[1]
    assert out.count(f"└─ left  ▲ -1  (b1)  ◀ {mark}\n") == 1
    assert f"├─ left  ▼ -1  (a1)  … 4 states below, with: {mark}\n" in run(case, "-p", STARTS_AT_ZERO, "--plies", 1)[1]
    sources = run("-l", "small", "-p", f"{SUBMISSIONS / 'wrong_swapped.py'}:MinimaxAgent", "--plies", 9)[1]
    assert sources.count("first wrong value: ") == 1


def test_a_case_alone(run: Run) -> None:
    code, out, _ = run(CASES / "q3" / "01-lecture-three-by-three.test")
    assert code == 0
    assert "As it should be: left, 10 states" in out
    assert "first difference" not in out


def test_a_tree_needs_no_solution(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.test"
    path.write_text((CASES / "q3" / "01-lecture-three-by-three.test").read_text())
    assert "As it should be: left, 10 states" in run(path)[1]
    agent = f"{SUBMISSIONS / 'wrong_no_pruning.py'}:AlphaBetaAgent"
    out = run(path, "-p", agent)[1]
    assert re.search(f"^Seen: by this case alone, the answer fits: .*{bug_names.NO_PRUNING}; ", out, re.MULTILINE)


def test_a_fresh_case_is_the_one_that_grading_makes_of_the_seed(run: Run, tmp_path: Path) -> None:
    path, page = CASES / "q3" / "05-all-the-same.test", tmp_path / "quiz.html"
    (question,) = (question for question in load_assignment(CASES).questions if question.name == "q3")
    (number,) = (number for number, case in enumerate(question.cases) if case.name == path.stem)
    graded = freshen(replace(load_assignment(CASES), questions=(question,)), 7).questions[0].cases[number]
    assert load_case(path, 7).file.values == graded.file.values
    assert run(path, "--seed", 7, "--html", page)[:2] == (0, f"Saved {page}\n")
    packed = re.findall('octet-stream" id="page">(.*?)<', page.read_text(encoding="utf-8"))
    shown = json.loads(zlib.decompress(base64.b64decode(packed[0])))
    assert [tree["hasQuiz"] for tree in shown["trees"]] == [True]
    richer = CASES / "q3" / "08-two-ghosts.test"
    assert run(richer, "--seed", 7)[1] != run(richer, "--seed", 8)[1]


def test_the_first_wrong_decision_of_a_judged_game(run: Run) -> None:
    out = run(CASES / "q3" / "99-game.test", "-p", f"{SUBMISSIONS / 'bug_returns_alpha.py'}:AlphaBetaAgent")[1]
    assert "The searches first differ after" in out
    assert f"Likely bug: {bug_names.BOUND_RETURNED} (" in out


def test_a_search_without_end_is_shown_as_far_as_it_is_written_down(run: Run, tmp_path: Path) -> None:
    """A chain of 900 states must not exhaust memory, the stack or the screen."""
    path, page = tmp_path / "mine.py", tmp_path / "page.html"
    path.write_text((SUBMISSIONS / "hostile_shapes.py").read_text().replace('SHAPE = "chain"', 'SHAPE = "deep"'))
    words = "The search generated more than 200,000 states or 200 plies"
    code, out, _ = run(
        CASES / "q2" / "99-game.test", "-p", f"{path}:MinimaxAgent", "--plies", 5000, "--text", "--html", page
    )
    assert code == 0
    assert words in out
    assert "The searches first differ" not in out
    assert "looked at 901 different states" in out
    assert words in page.read_text(encoding="utf-8")
    code, out, _ = run("-l", "small", "-p", f"{path}:MinimaxAgent", "--plies", 5000)
    assert code == 0
    assert "There were too many states or plies to record all of them" in out
    assert "300 states, 300 plies" in out


@pytest.mark.parametrize(
    ("body", "bug"),
    [
        ("return self.getAction(gameState)", bug_names.ENDLESS_RECURSION),
        ("return gameState.generateSuccessor(0, 'Nowhere')", bug_names.ILLEGAL_ACTION),
        ("return 3.5", bug_names.NO_ACTION),
        ("return gameState.getScor()", bug_names.UNKNOWN_NAME),
    ],
)
def test_the_bug_behind_a_decision_without_an_action(run: Run, tmp_path: Path, body: str, bug: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(f"class MinimaxAgent:\n    def getAction(self, gameState):\n        {body}\n")
    out = run("-l", "small", "-p", f"{path}:MinimaxAgent")[1]
    assert f"\nLikely bug: {bug} (" in out


def test_a_tree_of_monte_carlo_search(run: Run, game: Path, tmp_path: Path) -> None:
    """The same from a layout, from a game of this agent, and in the game of another agent."""
    words = ("-l", "small", "-p", "MCTSAgent", "-a", "iterations=60", "--seed", 7)
    code, out, _ = run(*words)
    assert code == 0
    assert "visits       mean   exploration         UCB1" in out
    assert "60 iterations, 60 states" in out
    visits = [int(line.split()[1]) for line in out.splitlines() if re.match(r"  \w+ +\d+ .* = ", line)]
    assert sum(visits) == 60
    steady = re.compile(r", [\d.]+ ms$", re.MULTILINE)
    assert steady.sub("", run(*words)[1]) == steady.sub("", out)
    assert "MCTSAgent (iterations 20) at move 4" in run(game, "--move", 4, "-p", "MCTSAgent", "-a", "iterations=20")[1]
    played, page, drawing = tmp_path / "played.json", tmp_path / "a.html", tmp_path / "a.svg"
    main(["-q", "-l", "trap", "-p", "MCTSAgent", "-a", "iterations=20", "--seed", "1", "-r", str(played)])
    out = run(played, "--move", 1, "--path", "West", "--html", page, "--svg", drawing, "--text")[1]
    assert "MCTSAgent (iterations 20) at move 1" in out
    assert "The tree after West: the mean of n play-outs" in out
    assert "UCB1" in page.read_text()
    assert re.search(r">\w+ n \d+</text>", drawing.read_text())
    assert re.search(r"stroke-width: \d", drawing.read_text())


def test_cuts_are_shown(run: Run) -> None:
    out = run("-l", "small", "-a", "depth=2")[1]
    assert "cuts that skipped" in out
    assert "✂ " in out


def test_narrowing_the_tree(run: Run) -> None:
    one = run("-l", "small", "-a", "depth=2", "--plies", 1)[1]
    assert re.search(facts("--plies N", "--path West,East,…"), one)
    part = run("-l", "small", "-a", "depth=2", "--path", "East,West")[1]
    assert "The tree after East, West: " in part
    assert part.count("\n") > one.count("\n")


def test_an_agent_without_search_and_one_without_answer(run: Run, tmp_path: Path) -> None:
    assert "it does not search" in run("-l", "small", "-p", "LeftTurnAgent")[1]
    path = tmp_path / "slow.py"
    path.write_text(
        "class Slow:\n    def getAction(self, state):\n"
        "        s = state.generateSuccessor(0, 'West')\n        while True: pass\n"
    )
    code, out, _ = run("-l", "small", "-p", f"{path}:Slow", "--timeout", "0.2")
    assert code == 0
    assert "no answer within 0.2 s" in out
    assert "1 state, 1 ply" in out


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ([], ["game", "case", "-l LAYOUT"]),
        (["{game}"], ["{game}: ", "--move N", "--death"]),
        (["{game}", "--move", "999"], ["{game}: ", "move 999", "14"]),
        (["{game}", "-l", "small", "--move", "1"], ["game", "case", "-l LAYOUT"]),
        (["-l", "small", "--death"], ["--move", "--death", "game"]),
        (["-l", "nowhere"], ["layout 'nowhere'"]),
        (["-l", "small", "-p", "KeyboardAgent"], ["KeyboardAgent", "person"]),
        (["-l", "small", "--path", "North"], ["--path: ", "root", "'North'"]),
        (["nothing.json", "--death"], ["nothing.json: "]),
        (["nothing.test"], ["nothing.test: ", "No such file or directory"]),
        ([str(CASES / "q1" / "games.test")], [str(CASES / "q1" / "games.test")]),
        ([str(CASES / "q3" / "99-game.test")], [str(CASES / "q3" / "99-game.test"), "-p FILE.py:AlphaBetaAgent"]),
        ([str(CASES / "q3" / "01-lecture-three-by-three.test"), "-p", "ReflexAgent"], ["agent 'ReflexAgent'"]),
    ],
)
def test_mistakes_get_one_line(run: Run, game: Path, words: list[str], facts: list[str]) -> None:
    code, out, err = run(*(word.format(game=game) for word in words))
    assert (code, out) == (2, "")
    assert_refusal(err, "run.py explain: ", *(fact.format(game=game) for fact in facts))


@pytest.mark.parametrize("player", [Player("{trap}:Trap"), Player("GreedyAgent", {"evalFn": "trap.f"})], ids=str)
def test_a_recording_runs_no_code_that_it_names(
    player: Player, run: Run, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "trap.py").write_text("raise SystemExit('it ran')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    record = load_replay(game)
    hostile = replace(player, name=player.name.format(trap=tmp_path / "trap.py"))
    replace(record, players=(hostile, *record.players[1:])).save(game)
    again = f"-p {hostile.name}" + (" -a evalFn=trap.f" if hostile.arguments else "")
    code, out, safety = run(game, "--move", 1)
    assert (code, out) == (2, "")
    assert_refusal(safety, f"run.py explain: {game}: ", "recording", "not run", again)
    code, out, both = run(game)
    assert (code, out) == (2, "")
    assert_refusal(both, f"run.py explain: {game}: ", "--move N", "--death", "recording", "not run", again)
    assert run(game, "--death")[0] == 0, "no agent is asked there"


# -- pages and drawings ----------------------------------------------------------------------------------------------


def test_a_page_and_a_drawing(run: Run, game: Path, tmp_path: Path) -> None:
    page, drawing = tmp_path / "a.html", tmp_path / "a.svg"
    code, out, _ = run(game, "--move", 1, "--html", page, "--svg", drawing, "--lang", "zh", "--theme", "light")
    assert (code, out) == (0, f"Saved {page}\nSaved {drawing}\n")
    assert '<html lang="zh" data-theme="light">' in page.read_text()
    root = ElementTree.fromstring(drawing.read_text())
    assert root.tag.endswith("svg")
    assert "var(--" not in drawing.read_text()


def test_a_drawing_has_every_node_that_was_asked_for(run: Run, tmp_path: Path) -> None:
    """The lecture's tree has eleven states that are visited, and two that are cut."""
    drawing = tmp_path / "a.svg"
    run(CASES / "q3" / "01-lecture-three-by-three.test", "--svg", drawing)
    text = drawing.read_text()
    assert text.count('class="node') == 13
    assert text.count("unvisited") - text.count(".unvisited") == 6  # two nodes, their edges and the labels of these


@pytest.mark.parametrize("page", ["lectures/trees.md", "student/search.md", "zh/student/search.md"])
def test_the_drawings_of_the_documentation_are_what_the_command_makes(run: Run, tmp_path: Path, page: str) -> None:
    """They are light, because most readers see them on a light page, where the cut branches of a dark one are lost."""
    command = r"^python run.py explain autograder/cases/(\S+) --svg (\S+) --theme light$"
    lines = re.findall(command, (DOCS / page).read_text(), re.MULTILINE)
    assert len(lines) == (4 if "lectures" in page else 2)
    for case, name in lines:
        assert run(CASES / case, "--svg", tmp_path / name, "--theme", "light")[0] == 0
        assert (tmp_path / name).read_text() == (DOCS / "images" / name).read_text()


def test_every_drawing_of_the_documentation_is_light() -> None:
    drawings = sorted((DOCS / "images").glob("*.svg"))
    assert len(drawings) >= 8
    tree, plot = (
        f'style="background: {hexadecimal(LIGHT.floor)}"',
        re.compile(r'<rect width="\d+" height="\d+" fill="#ffffff"/>'),
    )
    texts = {path.name: path.read_text() for path in drawings}
    assert [name for name, text in texts.items() if tree not in text and not plot.search(text)] == []


def test_a_page_of_a_death_and_of_a_part(run: Run, game: Path, tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    assert run(game, "--death", "--html", page)[0] == 0
    assert "Stop or East would have saved Pacman" in page.read_text()
    assert run(game, "--move", 1, "--path", "West", "--html", page)[0] == 0
    assert "after West" in page.read_text()


def test_a_drawing_of_a_death_has_a_board_for_each_action(run: Run, game: Path, tmp_path: Path) -> None:
    drawing = tmp_path / "a.svg"
    assert run(game, "--death", "--svg", drawing)[0] == 0
    text = drawing.read_text()
    root = ElementTree.fromstring(text)
    captions = ["".join(each.itertext()) for each in root if each.tag.endswith("text")]
    assert captions[0].startswith("The last round in which Pacman could be saved is round 1 (move 1):")
    assert captions[1:3] == ["round 1, move 1: before the decision", "the moves that were played"]
    assert captions[3:] == [
        "West ● chosen: can be killed in 6 rounds",
        "Stop: can stay alive for ever or win,whatever the ghosts do",
        "East: can stay alive for ever or win,whatever the ghosts do",
        "South: can be killed in 6 rounds",
    ]
    boards = [each for each in root if each.tag.endswith("svg") and each.get("x")]
    assert len(boards) == len(captions) - 1
    ways = [sum(part.tag.endswith("polyline") for part in board.iter()) for board in boards]
    assert ways == [0, 3, 3, 1, 1, 3]
    assert "var(--" not in text
    assert run(game, "--death", "--svg", drawing, "--lang", "zh")[0] == 0
    assert "实际走法" in drawing.read_text()


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        (["--move", "1", "--html", "a.txt"], ["--html a.txt: ", ".html"]),
        (["--move", "1", "--html", "nowhere/a.html"], ["nowhere/a.html: ", "no folder nowhere"]),
        (["--move", "1", "--svg", "nowhere/a.svg"], ["nowhere/a.svg: ", "no folder nowhere"]),
        (["--move", "1", "--path", "Up", "--html", "a.html"], ["--path: ", "root", "'Up'"]),
        (["--move", "1", "--plies", "6", "--svg", "a.svg"], ["--plies N", "--path A,B,…"]),
        (["--move", "1", "--html", "a.html"], ["-a depth=N", "--path A,B,…"]),
        (["--move", "1", "--html", "a.html", "-p", "MCTSAgent"], ["-a iterations=N"]),
    ],
)
def test_a_file_that_cannot_be_written_is_refused_in_one_line(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str], facts: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("agents.microscope.tree_data.MOST_NODES", 40)
    monkeypatch.setattr("agents.microscope.tree_drawing.MOST_DRAWN", 40)
    code, _, err = run(game, *words)
    assert code == 2
    assert_refusal(err, "run.py explain: ", *facts)
    assert not (tmp_path / "a.html").exists()
    assert not (tmp_path / "a.svg").exists()
