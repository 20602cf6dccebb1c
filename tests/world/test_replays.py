"""Games as files: saved, loaded, checked; broken ones refused by name and place."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import pacman
from agents import DirectionalGhost, PathAgent
from pacman import LayoutError, PacmanError, ReplayError, load_layout, load_replay


@pytest.fixture(scope="module")
def record() -> pacman.GameRecord:
    ghosts = [DirectionalGhost(1), DirectionalGhost(2)]
    return pacman.play(load_layout("small"), PathAgent(), ghosts, seed="cs188", max_moves=60)


@pytest.fixture
def saved(record: pacman.GameRecord, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    record.save(path)
    return path


def edit(path: Path, **changes: Any) -> None:
    contents = json.loads(path.read_text())
    contents.update(changes)
    path.write_text(json.dumps(contents))


def test_a_saved_game_comes_back(record: pacman.GameRecord, saved: Path) -> None:
    replay = load_replay(saved)
    assert (replay.moves, replay.outcome, replay.seed, replay.agents) == (
        record.moves,
        record.outcome,
        "cs188",
        ("PathAgent", "DirectionalGhost", "DirectionalGhost"),
    )
    assert list(replay.states()) == list(record.states())
    replay.verify()


def test_every_kind_of_end_can_be_saved(tmp_path: Path) -> None:
    class Broken:
        def getAction(self, state: pacman.GameState) -> str:
            raise RuntimeError('with "quotes" and ümlauts')

    record = pacman.play(load_layout("small"), Broken(), seed=b"bytes")
    record.save(tmp_path / "crash.json")
    replay = load_replay(tmp_path / "crash.json")
    replay.verify()
    assert replay.outcome == record.outcome


def test_the_first_move_that_differs_is_named(saved: Path) -> None:
    contents = json.loads(saved.read_text())
    moves = contents["moves"]
    legal = {"East": "West", "West": "East", "North": "South", "South": "North", "Stop": "Stop"}
    number = next(n for n, (agent, action) in enumerate(moves) if agent == 0 and n > 10)
    moves[number] = [0, legal[moves[number][1]]]
    edit(saved, moves=moves)
    with pytest.raises(ReplayError, match=rf"game.json: (after )?move {number + 1}"):
        load_replay(saved).verify()


def test_an_illegal_move_is_named(saved: Path) -> None:
    contents = json.loads(saved.read_text())
    contents["moves"][3] = [0, "North"]
    edit(saved, moves=contents["moves"])
    with pytest.raises(ReplayError, match="game.json: move 4: Illegal action North"):
        load_replay(saved).verify()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"outcome": {"reason": "won", "score": 1, "moves": 1, "agent": None, "error": None}}, "but won is recorded"),
        (
            {"outcome": {"reason": "move limit", "score": 1, "moves": 1, "agent": None, "error": None}},
            "but 1 is recorded",
        ),
    ],
)
def test_another_end_is_noticed(saved: Path, change: dict[str, Any], complaint: str) -> None:
    edit(saved, **change)
    with pytest.raises(ReplayError, match=complaint):
        load_replay(saved).verify()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "chess"}, 'not a replay file; expected "format": "pacman-replay"'),
        ({"version": 2}, "replay version 2; this program reads 1"),
        ({"layout": None}, "'layout' is missing or wrong"),
        ({"layout": {"name": "x", "text": [1]}}, "'text' is missing or wrong; expected a list of strings"),
        ({"layout": {"name": "x", "text": ["%%%"]}}, "layout x: no Pacman"),
        ({"ghosts": 10**30}, "'ghosts' is missing or wrong; expected a number from 0 to 2"),
        ({"ghosts": True}, "'ghosts' is missing or wrong"),
        ({"seed": [1]}, "'seed' is missing or wrong"),
        ({"agents": [1]}, "'agents' is missing or wrong; expected a list of names"),
        ({"moves": [[0, "West"], [7, "West"]]}, r"'moves\[1\]' is missing or wrong; expected \[1, action\]"),
        ({"moves": [[0, "Up"]]}, r"'moves\[0\]'"),
        ({"moves": [[False, "West"]]}, r"'moves\[0\]'"),
        ({"moves": "WEST"}, "'moves' is missing or wrong; expected list"),
        ({"fingerprints": "abc"}, "'fingerprints' is missing or wrong; expected 61 fingerprints of 8 digits"),
        ({"outcome": {"reason": "bored"}}, "'reason' is missing or wrong; expected one of won, lost"),
        ({"outcome": {"reason": "won", "score": 1.5}}, "'score' is missing or wrong; expected int"),
    ],
)
def test_a_wrong_field_is_named(saved: Path, change: dict[str, Any], complaint: str) -> None:
    edit(saved, **change)
    with pytest.raises(ReplayError, match=complaint) as error:
        load_replay(saved)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "[" * 100_000, '{"format":' + "9" * 10_000 + "}", "\0"])
def test_what_is_no_replay_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(ReplayError, match="not a replay file"):
        load_replay(path)


def test_files_that_cannot_be_used(record: pacman.GameRecord, tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match=r"nothing.json: cannot be read: No such file"):
        load_replay(tmp_path / "nothing.json")
    with pytest.raises(ReplayError, match="not a file"):
        load_replay(tmp_path)
    with pytest.raises(ReplayError, match=r"missing/game.json: cannot be written: No such file"):
        record.save(tmp_path / "missing" / "game.json")


def test_a_failed_save_leaves_the_old_file_whole(
    record: pacman.GameRecord, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = saved.read_text()

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        record.save(saved)
    assert saved.read_text() == before
    assert [path.name for path in saved.parent.iterdir()] == ["game.json"]


FUZZED = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@FUZZED
@given(data=st.data())
def test_fuzzed_replays_are_refused_in_one_line_or_verify(saved: Path, data: st.DataObject) -> None:
    """Cut files, changed bytes and wrong types: a clear error or a good game, nothing else."""
    contents = json.loads(saved.read_text())
    kind = data.draw(st.sampled_from(["cut", "byte", "field"]))
    text = json.dumps(contents).encode()
    if kind == "cut":
        text = text[: data.draw(st.integers(0, len(text)))]
    elif kind == "byte":
        place = data.draw(st.integers(0, len(text) - 1))
        text = text[:place] + data.draw(st.binary(min_size=1, max_size=3)) + text[place + 1 :]
    else:
        contents[data.draw(st.sampled_from(sorted(contents)))] = data.draw(JSON)
        text = json.dumps(contents).encode()
    path = saved.with_name("fuzzed.json")
    path.write_bytes(text)
    try:
        load_replay(path).verify()
    except PacmanError as error:
        assert "\n" not in str(error)
        assert str(error).startswith(str(path))


@FUZZED
@given(st.binary(max_size=300) | st.text("%.oPG1 \nx", max_size=200).map(str.encode))
@example(b"%%%\n%P%\n%%%")
def test_fuzzed_layouts_are_refused_in_one_line_or_played(tmp_path: Path, contents: bytes) -> None:
    path = tmp_path / "fuzzed.lay"
    path.write_bytes(contents)
    try:
        layout = load_layout(path)
    except LayoutError as error:
        assert "\n" not in str(error)
        assert str(error).startswith(str(path))
    else:
        pacman.play(layout, PathAgent(), [], max_moves=5)
