"""Mistyped commands of the README and of the help texts give one helpful line and exit code 2."""

import re
import shlex
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from commands.cli import COMMANDS, main
from pacman import load_layout, play

ROOT = Path(__file__).parent.parent

FILES = ("--out", "--json", "-r", "--gif", "--png", "--gradescope", "--junit", "--csv", "--jsonl")
NUMBERS = ("-n", "-k", "-z", "--games", "--max-moves", "--frame-time")
NAMES = ("-p", "-l", "-g", "-q")


def commands() -> list[str]:
    """Return the arguments of `run.py` in the README and in the help texts, with files that exist."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    helps = "\n".join(getattr(import_module(f"commands.{name}"), "EPILOG", "") for name in COMMANDS)
    found = {*re.findall(r"^python run\.py (.+)$", readme, re.M), *re.findall(r"^ +run\.py (.+)$", helps, re.M)}
    present = {"grade multiAgents.py": "grade examples/student/multiAgents.py", "=weights.json": "=better"}
    for own, ours in present.items():
        found = {command.replace(own, ours) for command in found}
    return sorted(found)


def typo(name: str) -> str:
    """Return the name without its second letter, or with its last one doubled if it is short."""
    place = len(name) - len(name.lstrip("-")) + 1
    return name[:place] + name[place + 1 :] if len(name) > 2 else name + name[-1]


def mistake_at(words: list[str], place: int, mistake: str) -> str:
    return shlex.join([*words[:place], mistake, *words[place + 1 :]])


def mistyped(command: str) -> Iterator[tuple[str, str]]:
    """Yield the command with each possible mistake, and the text that the error message must contain."""
    words = shlex.split(command)
    is_play = words[0].startswith("-")
    if not is_play:
        yield mistake_at(words, 0, typo(words[0])), f"did you mean {words[0]!r}?"
    for place, word in enumerate(words):
        before = words[place - 1] if place else ""
        if word.startswith("--"):
            yield mistake_at(words, place, typo(word)), f"did you mean {word!r}?"
        elif before == "-a":
            name, value = word.split(",")[0].split("=")
            yield mistake_at(words, place, f"{typo(name)}={value}"), f"unknown argument {typo(name)!r}; did you mean"
            yield mistake_at(words, place, name), f"argument {name!r} has no value"
            if value.isdecimal():
                yield mistake_at(words, place, f"{name}=many"), "'many'"
        elif before in NUMBERS or (before == "--seed" and not is_play):
            yield mistake_at(words, place, "many"), "many"
            yield mistake_at(words, place, "-1.5"), ""
        elif before in FILES:
            yield mistake_at(words, place, f"missing/{word}"), f"missing/{word}: cannot be written: there is no folder"
        elif ".py" in word or word.endswith(".json"):
            yield mistake_at(words, place, f"missing/{word}"), "cannot be read: No such file or directory"
        elif before == "-t" and words[0] == "grade":
            yield mistake_at(words, place, word[:-1]), f"did you mean {word!r}?"
        elif before == "-l" and words[0] == "table":
            yield mistake_at(words, place, typo(word)), "choose from"
        elif before in NAMES and not word.startswith("-"):
            yield mistake_at(words, place, typo(word)), f"did you mean {word!r}?"
        elif words[0] == "compare" and place in (1, 2):
            name = word.split(",")[0]
            yield mistake_at(words, place, typo(word)), f"did you mean {name!r}?"


def mistakes() -> list[tuple[str, str]]:
    return sorted({mistake for command in commands() for mistake in mistyped(command)})


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder like a fresh clone, with a recorded game and a class."""
    folder = tmp_path_factory.mktemp("clone")
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "class" / "ann").mkdir(parents=True)
    play(load_layout("small"), Still(), seed=1, max_moves=3).save(folder / "game.json")
    return folder


class Still:
    def getAction(self, state: object) -> str:
        return "Stop"


@pytest.mark.parametrize(("command", "help_"), mistakes(), ids=[command for command, _ in mistakes()])
def test_a_mistake_gets_a_line_that_helps(
    command: str,
    help_: str,
    clone: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(clone)
    assert exit_code(lambda: main(shlex.split(command))) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.count("\n") == 1, written.err
    assert written.err.startswith("run.py")
    assert help_ in written.err


def exit_code(run: Callable[[], int]) -> int:
    try:
        return run()
    except SystemExit as end:
        assert isinstance(end.code, int)
        return end.code


def test_the_table_covers_the_readme() -> None:
    assert len(commands()) > 15
    assert len(mistakes()) > 3 * len(commands())
