"""Replay files: saving, loading and verifying; broken ones are refused by name and place."""

import copy
import json
import random
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import pacman
from agents import AlphaBetaAgent, DirectionalGhost, ExpectimaxAgent, LinearEvaluation, PathAgent, RandomGhost
from agents.loading import load_agent, load_ghosts
from pacman import LayoutError, PacmanError, ReplayError, load_layout, load_replay
from pacman.directions import ACTIONS
from pacman.record import Player
from tests.wording import Naming, facts

DATA: Final = Path(__file__).parents[1] / "data" / "replays"
ROOT: Final = Path(__file__).parents[2]
GOLDEN: Final = {version: DATA / f"version-{version}.json" for version in (1, 2)}


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


def as_version_1(path: Path) -> None:
    contents = json.loads(path.read_text())
    del contents["digest"], contents["digests"]
    contents |= {"version": 1, "agents": [agent["name"] for agent in contents["agents"]]}
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
def test_another_end_is_noticed_without_digests(saved: Path, change: dict[str, Any], complaint: str) -> None:
    as_version_1(saved)
    edit(saved, **change)
    with pytest.raises(ReplayError, match=complaint):
        load_replay(saved).verify()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "chess"}, ("expected", '"format": "pacman-replay"')),
        ({"version": 3}, ("version 3", "1 and 2")),
        ({"version": 1}, ("'version'", "expected 2")),
        ({"digest": None}, ("'digest'",)),
        ({"digests": []}, ("'digests'", "expected dict")),
        ({"layout": None}, ("'layout.text'", "expected")),
        ({"layout": {"name": "x", "text": [1]}}, ("'layout.text'", "expected a list of strings")),
        ({"layout": {"name": "x", "text": ["%%%"]}}, ("layout x:", "Pacman", "expected one P")),
        ({"ghosts": 10**30}, ("'ghosts'", "expected a number from 0 to 2")),
        ({"ghosts": True}, ("'ghosts'", "expected")),
        ({"seed": [1]}, ("'seed'", "expected")),
        ({"agents": [1]}, ("'agents[0]'", "expected a name and arguments")),
        ({"moves": [[0, "West"], [7, "West"]]}, ("'moves[1][0]'", "expected 1")),
        ({"moves": [[0, "Up"]]}, ("'moves[0][1]'", "expected one of", "West")),
        ({"moves": [[False, "West"]]}, ("'moves[0][0]'", "expected 0")),
        ({"moves": [[0, "West", 1]]}, ("'moves[0]'", "expected [0, action]")),
        ({"moves": "WEST"}, ("'moves'", "expected list")),
        ({"fingerprints": "abc"}, ("'fingerprints'", "expected 61", "8 digits")),
        ({"outcome": {"reason": "bored"}}, ("'outcome.reason'", "expected one of won, lost")),
        ({"outcome": {"reason": "won", "score": 1.5}}, ("'outcome.score'", "expected int")),
    ],
)
def test_a_wrong_field_is_named(saved: Path, change: dict[str, Any], complaint: tuple[str, ...]) -> None:
    edit(saved, **change)
    with pytest.raises(ReplayError, match=facts(saved.name, *complaint)) as error:
        load_replay(saved)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "[" * 100_000, '{"format":' + "9" * 10_000 + "}", "\0"])
def test_what_is_no_replay_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    with pytest.raises(ReplayError, match="not a replay file"):
        load_replay(path)


def test_files_that_cannot_be_used(record: pacman.GameRecord, tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match=facts("nothing.json:", "No such file")):
        load_replay(tmp_path / "nothing.json")
    with pytest.raises(ReplayError, match="not a file"):
        load_replay(tmp_path)
    with pytest.raises(ReplayError, match=facts("missing/game.json:", "written", "No such file")):
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


# -- agents and their arguments ---------------------------------------------------------------------------------------


class Stubborn:
    """A user's own agent, which has no `made_as`."""

    __slots__ = ()

    def getAction(self, state: pacman.GameState) -> str:
        return "Stop"


def players_of(path: Path, pacman_agent: Any, ghosts: Any = ()) -> list[dict[str, Any]]:
    """Return the agents in a file, after checking that loading preserves them."""
    pacman.play(load_layout("small"), pacman_agent, ghosts, seed=1, max_moves=4).save(path)
    agents: list[dict[str, Any]] = json.loads(path.read_text())["agents"]
    replay = load_replay(path)
    replay.verify()
    assert replay.players == tuple(Player(agent["name"], agent["arguments"]) for agent in agents)
    return agents


def test_agents_are_saved_with_their_arguments(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    loaded = load_agent("AlphaBetaAgent", depth="3"), load_ghosts("DirectionalGhost", 2, prob_attack="0.9")
    directional = {"name": "DirectionalGhost", "arguments": {"prob_attack": "0.9"}}
    assert players_of(path, *loaded) == [{"name": "AlphaBetaAgent", "arguments": {"depth": "3"}}, *[directional] * 2]
    made = AlphaBetaAgent(1, "score", ties="random"), [RandomGhost(1), DirectionalGhost(2, 0.5)]
    assert players_of(path, *made) == [
        {"name": "AlphaBetaAgent", "arguments": {"depth": 1, "evaluation": "score", "ties": "random"}},
        {"name": "RandomGhost", "arguments": {}},
        {"name": "DirectionalGhost", "arguments": {"prob_attack": 0.5}},
    ]
    assert players_of(path, Stubborn()) == [{"name": "Stubborn", "arguments": {}}]


def test_arguments_that_are_no_json_are_named(tmp_path: Path) -> None:
    agent = ExpectimaxAgent(1, lambda state: 0.0, rng=random.Random(1))
    (named,) = players_of(tmp_path / "game.json", agent)
    assert named["arguments"] == {"depth": 1, "evaluation": "<<lambda>>", "rng": "<Random>"}
    (weighed,) = players_of(tmp_path / "game.json", AlphaBetaAgent(1, {"score": 2, "danger-3": -1.5}))
    assert weighed["arguments"]["evaluation"] == {"score": 2, "danger-3": -1.5}
    (linear,) = players_of(tmp_path / "game.json", AlphaBetaAgent(1, LinearEvaluation({"score": 1}, "mine")))
    assert linear["arguments"]["evaluation"] == "<mine>"


def test_a_built_in_agent_can_be_made_again_from_the_file(tmp_path: Path) -> None:
    layout, path = load_layout("small"), tmp_path / "game.json"
    pacman_agent = load_agent("ExpectimaxAgent", depth="1", model="directional", evaluation="score")
    first = pacman.play(layout, pacman_agent, load_ghosts("MixedGhost", 2, skill="0.5", depth="1"), seed=4)
    first.save(path)
    replay = load_replay(path)
    player, *ghosts = replay.players
    again = load_agent(player.name, **player.arguments)
    others = [load_ghosts(ghost.name, n + 1, **ghost.arguments)[n] for n, ghost in enumerate(ghosts)]
    assert pacman.play(replay.layout, again, others, seed=replay.seed) == first


def test_a_file_of_ones_own_is_named_by_its_text_and_never_run(tmp_path: Path) -> None:
    source = tmp_path / "mine.py"
    source.write_text(
        "from game import Agent\n"
        "class Mine(Agent):\n"
        "    def __init__(self, wish='Stop', **more):\n"
        "        self.wish = wish\n"
        "    def getAction(self, state):\n"
        "        return self.wish\n"
    )
    agent = load_agent(f"{source}:Mine", wish="West", index="0")
    path = tmp_path / "game.json"
    assert players_of(path, agent) == [{"name": f"{source}:Mine", "arguments": {"wish": "West", "index": "0"}}]
    source.write_text("raise SystemExit('run')")
    replay = load_replay(path)
    replay.verify()
    assert replay.agents == ("Mine",)


def test_copies_of_agents_know_their_arguments() -> None:
    assert copy.copy(DirectionalGhost(1, "0.3")).made_as == Player("DirectionalGhost", {"prob_attack": "0.3"})


def test_every_seed_can_be_saved(tmp_path: Path) -> None:
    seeds: list[Any] = [None, 0, -(2**200), 1.5, float("inf"), "", "ümlaut", b"bytes", True]
    for seed in seeds:
        pacman.play(load_layout("small"), PathAgent(), seed=seed, max_moves=2).save(tmp_path / "game.json")
        load_replay(tmp_path / "game.json").verify()


# -- both versions of the format, as originally written ---------------------------------------------------------------


@pytest.mark.parametrize("version", GOLDEN)
def test_files_of_both_versions_verify(version: int) -> None:
    replay = load_replay(GOLDEN[version])
    replay.verify()
    assert replay.version == version
    assert (len(replay.moves), replay.outcome.score, replay.fingerprints[-1]) == (325, 2491, "d724845d")
    assert replay.agents == ("AlphaBetaAgent", "DirectionalGhost", "DirectionalGhost")
    states = list(replay.states())
    assert {len(state.capsules) for state in states} == {5, 4, 3, 2, 1, 0}


def test_both_versions_have_the_same_game_and_the_same_fingerprints() -> None:
    old, new = load_replay(GOLDEN[1]), load_replay(GOLDEN[2])
    assert (old.moves, old.outcome, old.fingerprints) == (new.moves, new.outcome, new.fingerprints)
    assert (old.players, len(new.players)) == ((), 3)


def test_a_fingerprint_is_a_running_sum_of_all_that_is_true_of_a_state() -> None:
    """Independent implementation of fingerprints: positions in half cells, food, capsules, score, previous sum."""
    replay = load_replay(GOLDEN[2])
    running = 0
    for state, recorded in zip(replay.states(), replay.fingerprints, strict=True):
        agents = []
        for agent in range(3):
            x, y = state.position(agent)
            agents.append((round(x * 2), round(y * 2), state.direction(agent), state.scared_timer(agent)))
        text = f"({agents}, {state.food_mask}, {state.capsules}, {state.score}, {state.is_win}, {state.is_lose})"
        running = zlib.crc32(text.encode("ascii"), running)
        assert recorded == format(running, "08x")


def test_a_game_saved_again_is_the_same_file(tmp_path: Path) -> None:
    """Saving again gives the same file, so the digests are pinned, too."""
    load_replay(GOLDEN[2]).save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_text() == GOLDEN[2].read_text()


def test_verify_says_what_version_1_does_not_cover(tmp_path: Path) -> None:
    contents = json.loads(GOLDEN[1].read_text())
    contents["seed"] = 15
    (tmp_path / "old.json").write_text(json.dumps(contents))
    old, new = (verified(path) for path in (tmp_path / "old.json", GOLDEN[2]))
    assert (old.returncode, new.returncode) == (0, 0)
    assert Naming("version 1", "layout.name", "layout.text", "seed") in old.stdout.splitlines()
    assert "325 moves verified" in old.stdout
    assert new.stdout.splitlines() == [f"{GOLDEN[2]}: 325 moves verified, score 2491"]


def verified(path: Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(ROOT / "run.py"), "replay", str(path), "--verify"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


# -- every change is detected and located -----------------------------------------------------------------------------

Keys = tuple[str | int, ...]


def places(value: Any, keys: Keys = ()) -> Iterator[Keys]:
    """Yield the path to every leaf of a file; an empty container is a leaf."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    below = [place for key, item in items for place in places(item, (*keys, key))]
    yield from below or [keys]


def spelled(keys: Keys) -> str:
    """Return a place as a JSON path, by an independent implementation."""
    words = [key if isinstance(key, str) and re.fullmatch(r"\w+", key) else None for key in keys]
    steps = zip(keys, words, strict=True)
    return "".join(f".{word}" if word else f"[{json.dumps(key)}]" for key, word in steps).removeprefix(".")


def other_values(value: Any) -> list[Any]:
    """Return other values: of the same type, which a reader would accept, and of other types."""
    if isinstance(value, str):
        alike = [value + " ", value[:-1], *(action for action in ACTIONS if value in ACTIONS and action != value)]
        walls = [value.replace("%", " ", 1), value.replace(" ", "%", 1), value.replace(".", " ", 1)]
        marks = [value[:-1] + ("0" if value[-1:] != "0" else "1")]
        return [other for other in {*alike, *walls, *marks} if other != value] + [None, 0, [], {}]
    if isinstance(value, int):
        return [value + 1, value - 1, float(value), str(value), None, not value]
    return [0, 1, "", "x", [1], {"a": 1}, False]


def put(contents: Any, keys: Keys, value: Any) -> Any:
    changed = copy.deepcopy(contents)
    holder = changed
    for key in keys[:-1]:
        holder = holder[key]
    holder[keys[-1]] = value
    return changed


def take_away(contents: Any, keys: Keys) -> Any:
    changed = copy.deepcopy(contents)
    holder = changed
    for key in keys[:-1]:
        holder = holder[key]
    del holder[keys[-1]]
    return changed


def complaint_about(contents: Any, path: Path) -> str:
    path.write_text(json.dumps(contents))
    with pytest.raises(ReplayError) as error:
        load_replay(path).verify()
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)
    return str(error.value).removeprefix(f"{path}: ")


def names(complaint: str, keys: Keys) -> bool:
    """True if the message names the leaf itself, not only its container."""
    word = '"format"' if keys == ("format",) else "version" if keys == ("version",) else spelled(keys)
    return re.search(rf"(^|[ '(]){re.escape(word)}($|[ '),:])", complaint) is not None


@pytest.fixture(scope="module")
def small_game() -> Any:
    """Return a file with every kind of leaf: numbers, text, null, an empty object, a key that is no identifier."""
    ghosts = [DirectionalGhost(1, "0.7"), RandomGhost(2)]
    agent = AlphaBetaAgent(1, {"score": 1, "nearest-food": -1})
    return pacman.play(load_layout("small"), agent, ghosts, seed="cs188", max_moves=12)


@pytest.fixture
def contents(small_game: pacman.GameRecord, tmp_path: Path) -> Any:
    small_game.save(tmp_path / "whole.json")
    load_replay(tmp_path / "whole.json").verify()
    return json.loads((tmp_path / "whole.json").read_text())


def test_every_changed_leaf_is_named(contents: Any, tmp_path: Path) -> None:
    leaves = list(places(contents))
    assert len(leaves) > 70
    for keys in leaves:
        value = contents
        for key in keys:
            value = value[key]
        for other in other_values(value):
            complaint = complaint_about(put(contents, keys, other), tmp_path / "changed.json")
            assert names(complaint, keys), (spelled(keys), other, complaint)


def test_every_leaf_taken_away_is_named(contents: Any, tmp_path: Path) -> None:
    for keys in places(contents):
        complaint = complaint_about(take_away(contents, keys), tmp_path / "changed.json")
        if keys[0] == "moves":
            assert re.search(rf"moves\[{keys[1]}\]", complaint), complaint
        elif isinstance(keys[-1], int):  # the rows below it have moved up, and the last is missing
            assert names(complaint, ("layout", "text", len(contents["layout"]["text"]) - 1)) or "more" in complaint
        else:
            assert names(complaint, keys), (spelled(keys), complaint)


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (("comment",), "comment"),
        (("layout", "author"), "layout.author"),
        (("agents", 0, "arguments", "depth of search"), 'agents[0].arguments["depth of search"]'),
        (("agents", 2, "arguments", "depth"), "agents[2].arguments.depth"),
        (("outcome", "winner"), "outcome.winner"),
        (("digests", "comment"), "digests.comment"),
    ],
)
def test_every_leaf_added_is_named(contents: Any, tmp_path: Path, keys: Keys, place: str) -> None:
    complaint = complaint_about(put(contents, keys, "new"), tmp_path / "changed.json")
    assert complaint.startswith((f"{place}: ", f"{place}, ")), complaint


def test_moves_and_agents_added_are_named(contents: Any, tmp_path: Path) -> None:
    path = tmp_path / "changed.json"
    more = put(contents, ("moves",), [*contents["moves"], [0, "West"]])
    assert complaint_about(more, path).startswith("moves: ")
    fewer = put(contents, ("moves",), contents["moves"][:-1])
    assert complaint_about(fewer, path).startswith("moves: ")
    agents = put(contents, ("agents",), [*contents["agents"], {"name": "x", "arguments": {}}])
    assert complaint_about(agents, path).startswith("agents[3].name, agents[3].arguments: ")


def test_the_command_exits_with_2_and_names_the_place(contents: Any, tmp_path: Path) -> None:
    path = tmp_path / "changed.json"
    for keys, value in (
        (("agents", 1, "name"), "RandomGhost"),
        (("layout", "text", 1), None),
        (("moves", 3, 1), "Stop"),
    ):
        path.write_text(json.dumps(put(contents, keys, value)))
        done = verified(path)
        assert done.returncode == 2
        assert spelled(keys) in done.stderr
        assert done.stderr.count("\n") == 1


def test_layout_and_order_of_the_json_are_no_change(contents: Any, tmp_path: Path) -> None:
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(contents, indent=4, sort_keys=True))
    load_replay(path).verify()


FUZZED = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@FUZZED
@given(data=st.data())
def test_fuzzed_replays_are_refused_in_one_line_or_verify(saved: Path, data: st.DataObject) -> None:
    """Truncated files, changed bytes and wrong types give a clear error or a valid game, nothing else."""
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
