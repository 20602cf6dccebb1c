"""The commands of experiments, end to end."""

import argparse
import csv
import io
import json
import os
import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from commands import batch as batch_command
from commands.cli import main
from commands.shared.output import kept_text
from commands.shared.running import open_runner
from experiments.batch.matchup import Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.batch.rows import Row
from experiments.batch.runner import Runner
from experiments.lecture import BOARDS, lecture_matchups
from experiments.output.batch_report import batch_text
from experiments.output.picture import SvgPicture
from experiments.statistics.comparison import Comparison, compare
from experiments.statistics.tally import Summary, Tally
from pacman.errors import PacmanError
from pacman.layout import load_layout
from tests.wording import assert_refusal

Command = Callable[..., "subprocess.CompletedProcess[str]"]
SMALL = ["-l", "lecture", "-n", "10", "--workers", "1"]


def test_batch_writes_all_it_is_asked_for(call: Command, tmp_path: Path, student: Path) -> None:
    result = call(
        "batch", "-p", "GreedyAgent", "-p", f"{student}:Chatty", *SMALL, "--json", "-", "--csv", tmp_path / "b.csv",
        "--plot", tmp_path / "b.svg", "--out", tmp_path / "b.jsonl",
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")
    matchups = json.loads(result.stdout)["cells"]
    assert [matchup["agent"] for matchup in matchups] == ["GreedyAgent", "students.py:Chatty"]
    assert all(
        matchup["win_rate_interval"][0] <= matchup["win_rate"] <= matchup["win_rate_interval"][1]
        for matchup in matchups
    )
    table = list(csv.DictReader(io.StringIO((tmp_path / "b.csv").read_text())))
    assert [float(line["mean_score"]) for line in table] == [matchup["mean_score"] for matchup in matchups]
    drawing = ElementTree.parse(tmp_path / "b.svg").getroot()
    words = [element.text for element in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert "GreedyAgent" in words
    assert f"{matchups[0]['win_rate']:.1%}" in words


def test_a_picture_names_every_cell_in_full(call: Command, tmp_path: Path) -> None:
    ghost = "DirectionalGhost,prob_attack=0.9"
    picture = tmp_path / "b.svg"
    call("batch", "-p", "GreedyAgent", "-g", ghost, *SMALL, "--plot", picture)
    texts = list(ElementTree.parse(picture).getroot().iter("{http://www.w3.org/2000/svg}text"))
    label = f"lecture, 1 {ghost}, 10 games"
    (places,) = [float(text.attrib["x"]) for text in texts if text.text == label]
    (scores,) = [float(text.attrib["x"]) for text in texts if (text.text or "").startswith("scores")]
    assert scores - places > 5 * len(label), "the bars begin beyond it"


def test_a_plain_batch_is_flat_json_and_a_table_for_people(call: Command, tmp_path: Path) -> None:
    picture = tmp_path / "b.png"
    result = call("batch", "-p", "GreedyAgent", *SMALL, "--json", tmp_path / "b.json", "--plot", picture)
    summary = json.loads((tmp_path / "b.json").read_text())
    assert summary["games"] == 10
    assert {"wins", "win_rate", "win_rate_interval", "mean_score", "mean_score_interval"} <= set(summary)
    assert "GreedyAgent" in result.stdout
    assert "Assumed: no game scores outside the bounds" in result.stdout
    low, high = summary["score_bounds"]
    assert f"{low} to {high}" in result.stdout
    assert (
        low <= summary["mean_score_interval"][0] <= summary["mean_score"] <= summary["mean_score_interval"][1] <= high
    )
    assert picture.read_bytes().startswith(b"\x89PNG")


def summary_of(agent: str, layout: str, scores: Sequence[int], moves: int = 250) -> Summary:
    tally = Tally(Matchup.on(load_layout(layout), PlayerSpec.parse(agent), PlayerSpec("RandomGhost")))
    for game, score in enumerate(scores):
        tally.add(Row(game, game, score, "won" if score > 0 else "lost", moves, 0.1))
    return tally.summary()


def test_long_names_give_way_to_numbers() -> None:
    agents = ("ExpectimaxAgent,depth=3,evaluation=better", "MinimaxAgent,depth=3,evaluation=better")
    summaries = [summary_of(agent, layout, [1758, -1050] * 5) for layout in ("small", "medium") for agent in agents]
    lines = batch_text(summaries).splitlines()
    assert max(map(len, lines[:-2])) <= 80
    assert lines[0] == "ghosts: 2 RandomGhost; games: 10"
    assert lines[2] == "1: ExpectimaxAgent,depth=3,evaluation=better, small"
    assert [sum(line.startswith(f"{number}  ") for line in lines) for number in (1, 2, 3, 4)] == [2] * 4


def test_the_table_fits_a_terminal_and_says_once_what_all_share() -> None:
    scores = [1758, 1728, -1050, 1612] * 5
    agents, layouts = ("ExpectimaxAgent", "MinimaxAgent,depth=2", "ReflexAgent"), ("small", "medium")
    for chosen in (layouts[:1], layouts):
        lines = batch_text([summary_of(agent, layout, scores) for layout in chosen for agent in agents]).splitlines()
        heading, tables = lines[0], lines[1:-2]
        assert max(map(len, tables)) <= 80
        assert "ghosts: 2 RandomGhost; games: 20" in heading
        assert ("layout: small" in heading) == (len(chosen) == 1)
        assert all(sum(line.startswith(agent) for line in tables) == 2 * len(chosen) for agent in agents)
    results, details = [line for line in tables if line.startswith("ReflexAgent") and "medium" in line]
    assert re.search(r"75\.0% +50\.9–91\.3 +1012\.0 +\d+\.\d to \d+\.\d$", results)
    assert re.search(r"-1167 to 2191 +946 / 1670 / 1736 +250\.0 +0\.4$", details)


def test_games_without_a_move_have_no_time_a_move() -> None:
    text = batch_text([summary_of("GreedyAgent", "lecture", [0, 0], moves=0)])
    assert "nan" not in text
    assert re.search(r"^GreedyAgent .* 0\.0 +–$", text, re.MULTILINE)


def test_an_interrupt_without_a_file_says_that_nothing_was_kept() -> None:
    options = argparse.Namespace(workers=1, progress=False, cluster=None)
    matchup = Matchup.on(load_layout("lecture"), PlayerSpec("GreedyAgent"), PlayerSpec("RandomGhost"))
    message = "^interrupted; nothing was kept$"
    with pytest.raises(KeyboardInterrupt, match=message), open_runner(options, [matchup], 1, 0):
        raise KeyboardInterrupt


def test_an_interrupt_before_the_first_result_names_no_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert kept_text(path, "finished games") == "nothing was kept"
    path.touch()
    assert kept_text(path, "finished games") == f"{path} holds the finished games; continue with --resume"


def test_words_of_a_picture_may_be_any_text(tmp_path: Path) -> None:
    picture, label = SvgPicture(100, 50, "white"), 'a < b & "c"'
    picture.words(0, 0, label, "black")
    picture.save(tmp_path / "words.svg")
    texts = ElementTree.parse(tmp_path / "words.svg").getroot().iter("{http://www.w3.org/2000/svg}text")
    assert [text.text for text in texts] == [label]


def test_a_matrix_from_a_file(call: Command, tmp_path: Path) -> None:
    path = tmp_path / "matrix.toml"
    path.write_text(
        'games = 3\nlayouts = ["lecture", "corridor"]\n'
        'agents = ["GreedyAgent", { name = "MinimaxAgent", arguments = { depth = 1 }, label = "mini" }]\n'
        'ghosts = ["RandomGhost", { name = "DirectionalGhost", count = 1 }]\n'
    )
    result = call("batch", "--matrix", path, "--workers", 1, "--json", "-")
    matchups = json.loads(result.stdout)["cells"]
    assert len(matchups) == 8
    assert {matchup["agent"] for matchup in matchups} == {"GreedyAgent", "mini"}
    assert all(matchup["games"] == 3 for matchup in matchups)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("layouts = [", "not TOML"),
        ('layouts = ["lecture"]', "'agents' is missing or wrong"),
        ('layouts = ["lecture"]\nagents = [3]', "'agents[0]' is missing or wrong"),
        ('layouts = ["lecture"]\nagents = ["GreedyAgent"]\ngames = 0', "'games' is missing or wrong"),
        ('layouts = ["lecture"]\nagents = ["GreedyAgent"]\ngame = 1', "unknown key 'game'"),
        ('layouts = ["lecturn"]\nagents = ["GreedyAgent"]', "did you mean 'lecture'"),
        ('layouts = ["lecture"]\nagents = ["GreedyAgent", "Nobody"]', "unknown agent 'Nobody'"),
    ],
)
def test_a_wrong_matrix_is_one_line(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "matrix.toml"
    path.write_text(text)
    assert problem in refusal("--matrix", str(path), "--workers", "1")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--resume"], "--out FILE"),
        (["--json", "-", "--csv", "-"], "one of them"),
        (["--plot", "scores.gif"], "ends in .svg or .png"),
        (["--json", "nowhere/b.json"], "no folder"),
        (["--matrix", "m.toml"], "leave out"),
    ],
)
def test_wrong_options_are_one_line(arguments: list[str], problem: str) -> None:
    assert problem in refusal("-p", "GreedyAgent", *SMALL, *arguments)


def refusal(*arguments: str) -> str:
    """Return the one-line error with which a batch is refused."""
    parser = argparse.ArgumentParser()
    batch_command.add_arguments(parser)
    with pytest.raises(PacmanError) as caught:
        batch_command.run(parser.parse_args(arguments))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_reader_that_goes_away_is_one_line(start: Callable[..., "subprocess.Popen[str]"]) -> None:
    with start("solve", "-l", "corridor") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert_refusal(process.stderr.read(), "run.py solve:", "standard output", "closed")
        assert process.wait() == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device")
def test_a_full_disk_is_one_line_and_stays_a_device(call: Command, command: Command) -> None:
    for run, option in ((command, "--out"), (call, "--json"), (call, "--csv")):
        result = run("batch", "-p", "GreedyAgent", *SMALL, option, "/dev/full")
        assert (result.returncode, result.stdout) == (2, "")
        assert_refusal(result.stderr, "run.py batch: /dev/full:", "written", "No space left on device")
    assert Path("/dev/full").is_char_device()


@pytest.mark.skipif(os.name == "nt", reason="how shells close files")
def test_closed_standard_files_do_no_harm(tmp_path: Path, start: Callable[..., "subprocess.Popen[str]"]) -> None:
    def close_all() -> None:
        os.closerange(0, 3)

    plain = ["batch", "-p", "GreedyAgent", *SMALL, "--out"]
    for name, closing in (("open", None), ("closed", close_all)):
        process = start(*plain, tmp_path / name, preexec_fn=closing)
        process.communicate(timeout=60)
        assert process.returncode == (2 if closing else 0), "there is nowhere to put the table"
    rows = [[json.loads(line) for line in (tmp_path / name).read_text().splitlines()] for name in ("open", "closed")]
    assert [(row["game"], row["score"]) for row in rows[0]] == [(row["game"], row["score"]) for row in rows[1]]


def test_troubles_name_the_cell(call: Command, student: Path) -> None:
    ghosts = ("-g", "RandomGhost", "-g", "DirectionalGhost")
    result = call("batch", "-p", f"{student}:Quiet", *ghosts, *SMALL, "--max-moves", 1)
    assert result.stderr.splitlines() == [
        f"students.py:Quiet on lecture against 1 {ghost}: 10 move limit" for ghost in ghosts[1::2]
    ]


def test_compare(call: Command) -> None:
    result = call("compare", "GreedyAgent", "ReflexAgent", "-l", "lecture", "-n", 100, "--workers", 1, "--json", "-")
    found = json.loads(result.stdout)
    assert (found["verdict"], found["looks"], found["games"]) == ("better", 1, 25)
    assert found["score_difference"]["interval"][0] > 0
    assert found["score_bounds"][1] == 509
    same = call("compare", "GreedyAgent", "GreedyAgent", "-l", "lecture", "-n", 50, "--workers", 1)
    assert "no difference in mean score was found" in same.stdout
    assert "At most 5 %" in same.stdout
    assert " is better by " not in same.stdout
    assert re.search(r"Assumed: no game scores outside the bounds.* Here: -\d+ to 509\.", same.stdout)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_better_agent_is_found(call: Command, seed: int) -> None:
    result = call("compare", "ExpectimaxAgent", "ReflexAgent", "-l", "small", "-n", 100, "--seed", seed)
    assert "A is better by mean score" in result.stdout


@pytest.mark.parametrize("seed", [8, 10, 12])
def test_steady_gains_do_not_outweigh_a_rare_loss(seed: int) -> None:
    """On `lecture` expectimax gains a little in most games and loses one in a hundred: minimax is better by 6.7.

    With these seeds expectimax leads by a few points in every one of the first 25 games, which convinces Student's t.
    """
    matchups = [replace(matchup, side=matchup.pacman.name) for matchup in lecture_matchups(BOARDS["lecture"])[1::2]]
    seen: list[Comparison] = []
    with Runner(matchups, 200, seed, 1, shown=False) as runner:
        compare(runner, on_look=seen.append)
    assert 2 < seen[0].score.mean < 5
    assert all(comparison.verdict != "better" for comparison in seen)


def test_a_table_of_more_games_says_what_its_intervals_assume(call: Command) -> None:
    lines = call("table", "--games", 30, "-l", "lecture", "--workers", 1).stdout.splitlines()
    (row,) = [line for line in lines if line.startswith("minimax/random")]
    assert re.search(r"30/30 \(88\.4–100\.0 %\) +50\d\.\d \(3\d\d\.\d to 50\d\.\d\) +-5\d\d to 509$", row)
    assert any("Assumed: no game scores outside the bounds" in line for line in lines)


def test_table(call: Command, command: Command, student: Path) -> None:
    result = call("table", "--exact", "--workers", 1, "--json", "-")
    table = json.loads(result.stdout)
    assert result.stderr == ""
    assert [table["cells"][name]["wins"] for name in table["published"]] == [5, 5, 1, 5]
    assert table["exact"]["expectimax/adversarial"]["win_probability"] == pytest.approx(5 / 24)
    assert table["seed_is_selected"]
    own = command("table", "--minimax", f"{student}:MinimaxAgent", "--workers", 1, "--max-moves", 50)
    assert own.returncode == 0
    assert "not the lecture's own" in own.stdout
    assert "students.py:MinimaxAgent, with its own evaluation" in own.stdout
    assert "selected" not in own.stdout
    assert "crashed" not in own.stderr


def test_solve(call: Command) -> None:
    found = json.loads(call("solve", "-l", "lecture", "--json", "-").stdout)
    assert found["states"] == 7115
    assert found["solutions"]["adversarial"]["value"] == 502
    assert found["solutions"]["random"]["value"] == pytest.approx(504.75)
    refused = call("solve", "-l", "duel", "--max-states", 500)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert_refusal(refused.stderr, "run.py solve: duel: ", "500 states", "too large")


def test_the_optimal_agent_plays_in_batches(call: Command) -> None:
    result = call("batch", "-p", "OptimalAgent", *SMALL, "--json", "-")
    assert json.loads(result.stdout)["win_rate"] == 1


@pytest.mark.parametrize(
    "arguments",
    ["-p ReflexAgent -l small", "-p ExpectimaxAgent -l small -k 1 -g DirectionalGhost", "-p PathAgent -l crowd"],
)
def test_play_plays_the_game_of_a_row_again(call: Command, tmp_path: Path, arguments: str) -> None:
    words = [*arguments.split(), "--max-moves", "300"]
    call("batch", *words, "-n", 2, "--workers", 1, "--out", tmp_path / "games.jsonl")
    for number, line in enumerate((tmp_path / "games.jsonl").read_text().splitlines()):
        row = json.loads(line)
        game = tmp_path / f"{number}.json"
        call("play", "-q", *words, "--seed", row["seed"], "-r", game)
        outcome = json.loads(game.read_text())["outcome"]
        assert (outcome["score"], outcome["reason"], outcome["moves"]) == (row["score"], row["reason"], row["moves"])


@pytest.mark.parametrize(
    ("arguments", "facts"),
    [
        ("batch --ghosts 2", ["-g/--ghosts: '2'", "number", "-k", "--num-ghosts"]),
        ("compare ReflexAgent GreedyAgent --ghosts 2", ["-g/--ghosts: '2'", "number", "-k", "--num-ghosts"]),
        ("play --ghosts 2", ["-g/--ghosts: '2'", "number", "-k", "--num-ghosts"]),
        ("solve --ghosts 2", ["option '--ghosts'", "'--num-ghosts'?"]),
        ("batch -p KeyboardAgent", ["KeyboardAgent: ", "keyboard", "`play`"]),
        ("compare ReflexAgent KeyboardAgent", ["KeyboardAgent: ", "keyboard", "`play`"]),
        ("batch -a depth", ["argument 'depth'", "depth=VALUE"]),
        ("compare ReflexAgent MinimaxAgent,depth", ["argument 'depth'", "depth=VALUE"]),
    ],
)
def test_unsupported_options_are_refused(call: Command, arguments: str, facts: list[str]) -> None:
    result = call(*arguments.split())
    assert (result.returncode, result.stdout) == (2, "")
    assert_refusal(result.stderr, f"run.py {arguments.split()[0]}: ", *facts)


@pytest.mark.parametrize("kind", ["-g", "--ghost", "--ghosts"])
@pytest.mark.parametrize("number", ["-k", "--num-ghosts"])
def test_ghosts_are_a_kind_and_a_number(kind: str, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [kind, "DirectionalGhost", number, "1", "-l", "crowd", "-p", "GreedyAgent"]
    main(["batch", *arguments, "-n", "1", "--workers", "1", "--max-moves", "5"])
    assert "ghosts: 1 DirectionalGhost" in capsys.readouterr().out


def test_games_without_a_move_have_no_time_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    main(["batch", "-p", "GreedyAgent", "-n", "2", "--workers", "1", "--max-moves", "0"])
    assert "nan" not in capsys.readouterr().out
