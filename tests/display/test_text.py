"""The text display."""

import io
import os
import re
import sys

import pytest

from commands.cli import main
from pacman import GameState, Layout, play
from pacman.display import TextDisplay
from tests.wording import assert_refusal


class Stay:
    def __init__(self, index: int) -> None:
        self.index = index

    def getAction(self, state: GameState) -> str:
        return state.legal_actions(self.index)[0]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


def shown(layout: Layout, stream: io.StringIO, max_moves: int = 6, **options: object) -> tuple[str, list[float]]:
    naps: list[float] = []
    display = TextDisplay(stream, sleep=naps.append, **options)  # type: ignore[arg-type]
    play(layout, Stay(0), [Stay(1), Stay(2)], seed=1, max_moves=max_moves, display=display)
    return stream.getvalue(), naps


def test_plain_frames_when_piped(room: Layout) -> None:
    text, naps = shown(room, io.StringIO())
    assert not naps
    assert "\x1b" not in text
    frames = text.rstrip("\n").split("\n\n")
    assert len(frames) == 3  # the start and two rounds
    assert frames[0].splitlines()[0] == "%" * 10
    assert frames[0].endswith("Score 0   Round 0")
    assert frames[2].endswith("Score -2   Round 2")


def test_in_place_and_in_colour_on_a_terminal(room: Layout) -> None:
    text, naps = shown(room, Terminal(), frame_time=0.25)
    assert naps == [0.25] * 3
    assert text.count("\x1b[6F\x1b[J") == 2  # back to the top of the board
    assert text.count("\x1b[?7l") == text.count("\x1b[?7h") == 3  # lines are cut at the edge, not wrapped
    assert "\x1b[1;93m< " in text
    assert "\x1b[1;91mG " in text
    assert "\x1b[1;96mG " in text
    assert text.count("\n") == 3 * 6


@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()])
def test_below_0_enter_is_waited_for(room: Layout, stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = Terminal("\n" * 5)
    monkeypatch.setattr(sys, "stdin", typed)
    text, naps = shown(room, stream, frame_time=-1)
    assert not naps
    assert typed.tell() == 3  # the start and two rounds
    assert text.count("\x1b[7F\x1b[J") == (2 if stream.isatty() else 0)  # over the line that Enter began, too


def test_text_is_stepped_through_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["-t", "-l", "trap", "--seed", "1", "--max-moves", "4", "--frameTime", "-1"]
    typed = Terminal("\n" * 9)
    monkeypatch.setattr(sys, "stdin", typed)
    assert main(words) == 0
    assert typed.tell() > 1
    capsys.readouterr()
    for piped in (io.StringIO("\n" * 9), None):
        monkeypatch.setattr(sys, "stdin", piped)
        assert main(words) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert_refusal(said.err, "run.py play: --frame-time -1:", "standard input", "expected seconds from 0")


def test_colours_aside_the_board_is_the_same(room: Layout) -> None:
    narrow = {"COLUMNS": "15"}
    os.environ.update(narrow)
    plain = re.sub(r"\x1b\[\??[\d;]*[mFJlh]", "", shown(room, Terminal())[0])
    assert plain.split("\n")[:5] == shown(room, io.StringIO())[0].split("\n")[:5]


def test_no_color_is_honoured(room: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    text, _ = shown(room, Terminal())
    assert not re.search(r"\x1b\[[\d;]*m", text)
    assert "\x1b[6F" in text


def test_a_dumb_terminal_gets_plain_frames(room: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in shown(room, Terminal())[0]


def frames(text: str) -> list[list[str]]:
    """The lines of each frame on a terminal, without colours."""
    parts = text.split("\x1b[?7l")[1:]
    return [re.sub(r"\x1b\[\??[\d;]*[mFJlh]", "", part).rstrip("\n").split("\n") for part in parts]


@pytest.mark.parametrize(("lines", "columns"), [(5, 80), (6, 80), (3, 4), (24, 7), (2, 2)])
@pytest.mark.parametrize("colour", ["", "1"])
def test_a_terminal_smaller_than_the_maze_shows_what_is_around_pacman(
    monkeypatch: pytest.MonkeyPatch, lines: int, columns: int, colour: str
) -> None:
    monkeypatch.setenv("LINES", str(lines))
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", colour)
    layout = Layout.from_text("%%%%%%%%%%%%\n%.  G     .%\n%  %%%%%%  %\n%      G   %\n%   P      %\n%%%%%%%%%%%%")
    text, _ = shown(layout, Terminal())
    assert "F\x1b[J" in text  # drawn in place all the same
    for frame in frames(text):
        assert len(frame) <= max(2, lines - 1)  # the cursor needs one
        assert any(sign in "".join(frame[:-1]) for sign in "<>^v")
        assert all(len(line) <= columns for line in frame[:-1])
        assert (f"{layout.height + 2} rows" in frame[-1]) == (lines < layout.height + 2)
        assert (f"{layout.width} columns" in frame[-1]) == (columns < layout.width)


def test_a_terminal_just_large_enough_shows_all(room: Layout, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", str(room.height + 2))
    monkeypatch.setenv("COLUMNS", str(room.width))
    assert frames(shown(room, Terminal())[0])[0] == [
        *shown(room, io.StringIO())[0].split("\n")[:5],
        "Score 0   Round 0",
    ]


def test_animation_can_be_chosen(room: Layout) -> None:
    assert "\x1b[6F" in shown(room, io.StringIO(), animate=True)[0]
    assert "\x1b" not in shown(room, Terminal(), animate=False)[0]


def test_a_game_that_ends_within_a_round_is_shown_to_the_end(room: Layout) -> None:
    text, _ = shown(room, io.StringIO(), max_moves=4)
    assert text.count("Score") == 3
    assert "Score -2   Round 1" in text
