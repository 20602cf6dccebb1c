"""Provenance: files describe the run that made them, without keys and paths of the machine."""

import json
from pathlib import Path

import pytest

from autograder.assignment.assignment import OUR_OWN
from commands.cli import main
from commands.shared.provenance import keep_made_by, shown_command
from pacman import GameState, load_layout, load_replay, play
from pacman.display.web.page import render
from pacman.errors import PacmanError
from pacman.made_by import add_facts, described_by, made_by
from tests.wording import Naming, facts

FIELDS = {"version", "command", "code", "plugins", "python", "compiler", "platform", "date"}


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("grade class --dice s3cret --csv g.csv", "grade class --dice … --csv g.csv"),
        ("grade class --dice=s3cret", "grade class --dice=…"),
        ("grade class --dic s3cret", "grade class --dic …"),
        ("grade class --dice --dice", "grade class --dice …"),
        ("grade /home/ada/class --due x", "grade class --due x"),
        ("grade class --html=/tmp/pages/", "grade class --html=pages"),
        ("batch -p /home/ada/my agents.py:Mine", "batch -p my agents.py:Mine"),
        ("batch -p ~ada/a.py:Mine,weights=/srv/w.json", "batch -p a.py:Mine,weights=w.json"),
        (r"grade C:\Users\ada\class", "grade class"),
        ("grade class --report mine=/srv/out.txt", "grade class --report mine=out.txt"),
        ("grade a/b/class --cluster tcp://host:8786", "grade a/b/class --cluster tcp://host:8786"),
    ],
)
def test_the_command_has_neither_keys_nor_paths(words: str, shown: str) -> None:
    assert shown_command(words.split(" ")) == shown


def test_only_the_command_line_describes_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["-q", "-l", "trap", "--max-moves", "5", "--seed", "3", "-r", str(tmp_path / "by-command.json")]) == 0
    contents = json.loads((tmp_path / "by-command.json").read_text())
    assert contents["made_by"].keys() == FIELDS | {"seed"}
    assert contents["made_by"]["command"] == "run.py play -q -l trap --max-moves 5 --seed 3 -r by-command.json"
    assert made_by() is None, "the description ends with the command"
    replay = load_replay("by-command.json")
    replay.verify()
    assert replay.made_by == contents["made_by"]
    replay.save("again.json")
    assert "made_by" not in json.loads(Path("again.json").read_text())
    assert {**json.loads(Path("again.json").read_text()), "made_by": replay.made_by} == contents


def test_replay_shows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    assert main(["-q", "-l", "trap", "--max-moves", "5", "-r", str(path)]) == 0
    capsys.readouterr()
    assert main(["replay", "--verify", str(path)]) == 0
    assert "\nmade by pacman-search " in capsys.readouterr().out
    contents = json.loads(path.read_text())
    path.write_text(json.dumps({**contents, "made_by": "a\x1b[31m"}))
    assert main(["replay", "--verify", str(path)]) == 0, "nothing depends on it"
    assert "made by" not in capsys.readouterr().out


def test_a_file_beside_json_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, beside = tmp_path / "g.jsonl", tmp_path / "g.jsonl.made-by.json"
    with described_by(lambda: {"version": "1", "code": "a", "date": "2026-01-01T00:00:00"}):
        add_facts(seed=7)
        keep_made_by(str(rows))
        first = json.loads(beside.read_text())
        assert first == {"made_by": {"version": "1", "code": "a", "date": "2026-01-01T00:00:00", "seed": 7}}
        keep_made_by(str(rows), resume=True)
        assert capsys.readouterr().err == ""
    with described_by(lambda: {"version": "2", "code": "b"}):
        keep_made_by(str(rows), resume=True)
        [note] = capsys.readouterr().err.splitlines()
        assert note == Naming(f"{rows}:", "earlier rows", "version 1, now 2; code a, now b")
        assert json.loads(beside.read_text())["earlier"] == [first["made_by"]] * 2
        for text in ("{", "[]", '{"made_by": 5}', '{"made_by": {}, "earlier": [5]}'):
            beside.write_text(text)
            with pytest.raises(PacmanError, match=facts("g.jsonl.made-by.json:", "expected an object 'made_by'")):
                keep_made_by(str(rows), resume=True)
            assert beside.read_text() == text
        for place in ("-", "/dev/null", None):
            keep_made_by(place)
    keep_made_by(str(tmp_path / "other.csv"))
    assert capsys.readouterr().err == ""
    assert not (tmp_path / "other.csv.made-by.json").exists(), "calls of the library write no description"


def test_pages_for_students_show_less() -> None:
    def page(is_for_teachers: bool = False) -> str:
        return render("page.html", script="theme", data={}, is_for_teachers=is_for_teachers)

    assert "made-by" not in page().partition("</head>")[2]
    facts = {
        "version": "9",
        "code": "c0de",
        "date": "2026-03-01T00:00:00+00:00",
        "command": "run.py <b>",
        "python": "3",
    }
    with described_by(lambda: facts):
        add_facts(cases="ca5e5", dice="a key")
        seen, whole = page(), page(is_for_teachers=True)
    assert "pacman-search 9 · 2026-03-01 · code c0de · cases ca5e5" in seen
    assert "run.py" not in seen
    assert "a key" not in seen
    assert r'"command":"run.py \u003cb>"' in whole


def test_two_games_by_the_library_are_equal_files(tmp_path: Path) -> None:
    class West:
        def getAction(self, state: GameState) -> str:
            return state.legal_actions(0)[0]

    for name in ("one", "two"):
        play(load_layout("trap"), West(), [], seed=1, max_moves=3).save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_nothing_for_students_has_a_key_or_a_path(tmp_path: Path) -> None:
    """Grade a class with absolute paths and a key; only files for the teacher may describe the command."""
    folder, cases = tmp_path / "class", tmp_path / "test_cases"
    (folder / "ada").mkdir(parents=True)
    (folder / "ada" / "multiAgents.py").write_text("from game import Agent\nclass MinimaxAgent(Agent):\n    pass\n")
    (cases / "q2").mkdir(parents=True)
    for name in ("CONFIG", "01-lecture-three-by-three.test", "01-lecture-three-by-three.solution"):
        (cases / "q2" / name).write_bytes((OUR_OWN / "q2" / name).read_bytes())
    files = {"--jsonl": "g.jsonl", "--csv": "g.csv", "--json": "g.json", "--html": "pages"}
    options = [word for option, name in files.items() for word in (option, str(tmp_path / name))]
    assert main(["grade", str(folder), "--cases", str(cases), "--dice", "s3cret", "--workers", "1", *options]) == 0
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.rglob("*") if path.is_file()}
    description = json.loads(written["g.jsonl.made-by.json"])["made_by"]
    assert description["command"].startswith(
        "run.py grade class --cases test_cases --dice … --workers 1 --jsonl g.jsonl"
    )
    assert description.keys() == FIELDS | {"cases", "dice"}
    assert json.loads(written["g.json"])["made_by"] == description
    assert description["cases"] in written["ada.html"]
    for name in ("ada.html", "index.html", "g.csv", "g.json", "g.jsonl.made-by.json", "g.csv.made-by.json"):
        assert "s3cret" not in written[name], name
        assert str(tmp_path) not in written[name], name
    assert "--dice" not in written["ada.html"]
