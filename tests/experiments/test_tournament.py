"""Tournaments: honest ranks, in which neither the order of games nor a hostile submission changes anything."""

import csv
import io
import json
import random
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.classroom.intake import Submission
from benchmarks.tournaments import BOUNDS, game_scores, num_orders, ranked
from commands.contest_games import SubmittedPlayer
from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.batch.rows import Row
from experiments.statistics.sequential import planned_looks
from experiments.statistics.tally import Tally
from experiments.tournament.ranking import Ranking
from experiments.tournament.tournament import contest_scores
from pacman.errors import InternalError
from pacman.layout import load_layout
from tests.wording import facts

Command = Callable[..., "subprocess.CompletedProcess[str]"]
QUICK = ("-l", "trap", "-l", "lecture", "--workers", "1", "--max-moves", "120")


@pytest.mark.parametrize("common", [0, 300], ids=["independent", "with a common effect of the seed"])
@pytest.mark.parametrize("tournaments", [6, pytest.param(200, marks=pytest.mark.thorough)])
def test_equal_players_are_rarely_put_into_an_order(tournaments: int, common: float) -> None:
    assert num_orders(tournaments, 50, common) <= 0.09 * tournaments


def test_different_players_are_put_into_the_right_order() -> None:
    scores = game_scores(random.Random(1), 100, 300, [0, -900, 0, -450])
    ranking = ranked(scores, 100)
    assert [ranking.rank(player) for player in range(4)] == [(1, 2), (4, 4), (1, 2), (3, 3)]
    assert ranking.is_settled(1)
    assert not ranking.is_settled(0)
    assert ranking.in_order()[2:] == [3, 1]
    assert all(BOUNDS[0] <= mean.interval[0] < mean.mean < mean.interval[1] for mean in ranking.means.values())


def test_a_player_that_is_excluded_has_no_influence_on_ranks() -> None:
    ranking = Ranking(3)
    ranking.exclude([1])
    look = planned_looks(40)[-1]
    ranking.look(look, {0: [0.0] * 40, 2: [1500.0] * 40}, BOUNDS)
    assert (ranking.rank(0), ranking.rank(2), ranking.in_order()) == ((2, 2), (1, 1), [2, 0])


def test_more_players_need_more_evidence() -> None:
    """The error is divided among all statements, so that the same results decide less among more players."""
    scores = game_scores(random.Random(3), 60, 0, [0, -400])
    few, many = Ranking(2), Ranking(200)
    for ranking in (few, many):
        ranking.look(planned_looks(60)[-1], dict(enumerate(scores)), BOUNDS)
    assert many.differences[0, 1].interval[0] < few.differences[0, 1].interval[0]
    assert many.means[0].interval[1] > few.means[0].interval[1]


def test_a_game_that_does_not_end_counts_as_lost() -> None:
    tally = Tally(Matchup.on(load_layout("trap"), PlayerSpec("GreedyAgent"), PlayerSpec("RandomGhost")))
    for game, reason in enumerate(("won", "lost", "crashed", "timed out", "move limit")):
        tally.add(Row(game, game, 100, reason, 10, 0.1))
    assert contest_scores(tally) == [100, 100, -400, -400, -400]


def results(call: Command, *words: object) -> dict[str, object]:
    result = call("tournament", *words, "--json", "-")
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found.pop("made_by")["command"].startswith("run.py tournament")
    return dict(found)


PLAYERS = ("LeftTurnAgent", "GreedyAgent", "PathAgent")


def test_the_order_of_games_changes_nothing(call: Command, tmp_path: Path) -> None:
    rows = tmp_path / "games.jsonl"
    words = (*PLAYERS, *QUICK, "-n", "60")
    table = results(call, *words, "--out", rows)
    lines = rows.read_text().splitlines(keepends=True)
    assert table["looks"] == 2
    random.Random(1).shuffle(lines)
    rows.write_text("".join(lines))
    assert results(call, *words, "--out", rows, "--resume") == table
    rows.write_text("".join(lines[: len(lines) // 2]))
    assert results(call, *words, "--out", rows, "--resume") == table
    assert sorted(map(mask, rows.read_text().splitlines())) == sorted(map(mask, lines))


def mask(line: str) -> str:
    return json.dumps({**json.loads(line), "seconds": 0})


def test_a_player_that_is_settled_plays_no_more(call: Command) -> None:
    table = results(call, *PLAYERS, "ReflexAgent,engine=python", "-l", "lecture", "-n", "100", *QUICK[4:])
    games = {player["player"]: player["games"] for player in table["players"]}  # type: ignore[attr-defined]
    assert games == {"ReflexAgent,engine=python": 100, "PathAgent": 100, "GreedyAgent": 50, "LeftTurnAgent": 50}


def test_all_reports_agree(call: Command, tmp_path: Path) -> None:
    paths = [tmp_path / f"t.{kind}" for kind in ("json", "csv", "html")]
    words = (*PLAYERS, *QUICK, "-n", "4", "--json", paths[0], "--csv", paths[1], "--html", paths[2])
    text = call("tournament", *words, "--lang", "zh").stdout
    table, page = json.loads(paths[0].read_text()), paths[2].read_text()
    lines = list(csv.DictReader(io.StringIO(paths[1].read_text())))
    beside = json.loads((tmp_path / "t.csv.made-by.json").read_text())
    assert beside["made_by"]["command"] == table["made_by"]["command"]
    assert sorted(player["player"] for player in table["players"]) == sorted(PLAYERS)
    assert [board["layout"] for board in table["boards"]] == ["trap", "lecture"]
    for player, line in zip(table["players"], lines, strict=True):
        low, high = player["result_interval"]
        assert low <= player["mean_score"] <= high
        assert [int(line["rank_best"]), int(line["rank_worst"])] == player["rank"]
        assert float(line["mean_score"]) == player["mean_score"]
        assert [float(line["trap, 2 RandomGhost"]), float(line["lecture, 1 RandomGhost"])] == [
            board["mean_score"] for board in player["boards"]
        ]
        assert f"{player['mean_score']:.1f}" in text
        assert f"{player['mean_score']:.1f}" in page
    assert "锦标赛" in page
    assert page.count("data-games=") >= 2


GOOD = """
from game import Agent

class Contender(Agent):
    def getAction(self, state):
        legal = state.getLegalActions(0)
        return max(legal, key=lambda action: state.generateSuccessor(0, action).getScore())
"""
CLASS = {
    "ann": GOOD,
    "bob": GOOD,  # the same file: both play
    "hung": GOOD.replace("legal = state", "while True: pass\n        legal = state"),
    "exits": GOOD.replace("legal = state", "import os; os._exit(0)\n        legal = state"),
    "broken": "def (",
}


def write_class(folder: Path, *names: str) -> Path:
    folder.mkdir()
    for name in names or CLASS:
        (folder / f"{name}.py").write_text(CLASS[name])
    return folder


CONTEST = ("-p", "Contender", "-l", "trap", "-n", "2", "--move-time", "1", "--seed", "5", "--workers", "1")


def test_a_hostile_submission_costs_its_own_games_only(call: Command, tmp_path: Path) -> None:
    """The others get the same games and figures as without it; a copy of a file is a player of its own."""
    good = results(call, write_class(tmp_path / "good", "ann", "bob"), *CONTEST)
    mixed = results(call, write_class(tmp_path / "mixed"), *CONTEST, "--out", tmp_path / "games.jsonl")
    figures = [
        {player["player"]: player["boards"] for player in table["players"] if player["rank"]}  # type: ignore[attr-defined]
        for table in (good, mixed)
    ]
    assert figures[0] == figures[1]
    assert figures[0].keys() == {"ann", "bob"}
    out = {player["player"]: player for player in mixed["players"] if not player["rank"]}  # type: ignore[attr-defined]
    assert out.keys() == {"hung", "exits", "broken"}
    assert all(player["unfinished"] == player["games"] == 2 for player in out.values())
    reasons = {
        (row["agent"], row["reason"]) for row in map(json.loads, (tmp_path / "games.jsonl").read_text().splitlines())
    }
    assert {("hung", "timed out"), ("exits", "crashed"), ("broken", "crashed")} < reasons


def test_a_secret_seed_is_resumed(call: Command, tmp_path: Path) -> None:
    """Submissions cannot guess the seed, because a new one is drawn unless it is given."""
    folder = write_class(tmp_path / "class", "ann")
    words = (folder, "PathAgent", *CONTEST[:6], "--workers", "1", "--out", tmp_path / "games.jsonl")
    first = results(call, *words)
    assert first["seed"] != 0
    (tmp_path / "games.jsonl").write_text((tmp_path / "games.jsonl").read_text().partition("\n")[0] + "\n")
    assert results(call, *words, "--resume") == first


def test_a_submission_is_never_loaded_outside_its_sandbox() -> None:
    player = SubmittedPlayer("ReflexAgent", {}, "ann", submission=Submission("ann", files={"multiAgents.py": b""}))
    with pytest.raises(InternalError, match="sandbox"):
        player.make_pacman()
    matchup = Matchup.on(load_layout("trap"), player, PlayerSpec("RandomGhost"), limits=GameLimits())
    assert matchup.relocated(lambda path: "elsewhere").pacman is player


MISTAKES = {
    "one player": (["GreedyAgent"], "GreedyAgent: expected at least two players"),
    "the same player twice": (["GreedyAgent", "GreedyAgent"], "GreedyAgent: two players of this name"),
    "an unknown agent": (["GredyAgent", "PathAgent"], "did you mean 'GreedyAgent'?"),
    "an unknown class": (["{class}/ann.py:Contendr", "PathAgent"], "did you mean 'Contender'?"),
    "an unknown class in a folder": (["class", "PathAgent", "-p", "Contendr"], "did you mean 'Contender'?"),
    "a missing file": (["missing.py:Contender", "PathAgent"], "missing.py: cannot be read"),
    "no folder": (["missing/", "PathAgent"], "missing"),
    "an empty folder": (["{empty}"], "no submission"),
    "an unknown layout": (["GreedyAgent", "PathAgent", "-l", "smal"], "did you mean 'small'?"),
    "a layout twice": (["GreedyAgent", "PathAgent", "-l", "trap", "-l", "trap"], "appears twice"),
    "too few games": (["GreedyAgent", "PathAgent", "-n", "1"], "'1' is not a whole number from 2 up"),
    "resuming nothing": (["GreedyAgent", "PathAgent", "--resume"], "name it with --out FILE"),
    "two reports to one place": (["GreedyAgent", "PathAgent", "--json", "-", "--csv", "-"], "standard output"),
    "no place for a report": (["GreedyAgent", "PathAgent", "--html", "missing/t.html"], "cannot be written"),
}


@pytest.mark.parametrize(("words", "expected"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_line(
    words: list[str], expected: str, call: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    write_class(tmp_path / "class", "ann")
    result = call("tournament", *(word.format(**{"class": "class", "empty": "empty"}) for word in words))
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert expected in result.stderr


def test_no_ranks_if_every_player_fails(call: Command, tmp_path: Path) -> None:
    folder = write_class(tmp_path / "class", "exits", "broken")
    result = call("tournament", folder, *CONTEST)
    assert result.returncode == 2
    assert re.search(facts("every player", "game 0: crashed: "), result.stderr.splitlines()[-1]), result.stderr
