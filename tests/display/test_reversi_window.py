"""The Reversi window of the examples: a click is a move, the computer answers, times are kept."""

import importlib
import random
from pathlib import Path
from typing import Any

import pytest

from pacman.display.draw import pg


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    return importlib.import_module("reversi_window")


def click(window: Any, square: int) -> None:
    board = window._board
    cell = board.width // 8
    place = (board.x + square % 8 * cell + cell // 2, board.y + square // 8 * cell + cell // 2)
    pg.event.post(pg.event.Event(pg.MOUSEBUTTONDOWN, button=1, pos=place))
    window.frame()


def press(window: Any, key: int) -> None:
    pg.event.post(pg.event.Event(pg.KEYDOWN, key=key))
    window.frame()


def let_it_answer(window: Any) -> None:
    window.frame()
    while window.match.worker.is_busy:
        window.match.worker.poll(wait=5)
    window.frame()


def test_a_person_against_the_computer(example: Any) -> None:
    match = example.Match({0}, 5, None, random.Random(1))
    window = example.MatchWindow(match)
    pg.event.clear()
    window.frame()
    click(window, 0)  # no legal square
    assert not match.entries
    d3 = 19
    click(window, d3)
    assert (match.entries[0].side, match.entries[0].square) == (0, d3)
    let_it_answer(window)
    assert [entry.side for entry in match.entries] == [0, 1]
    assert "5 play-outs" in match.entries[1].remark
    assert match.seconds(0) >= match.entries[0].seconds > 0
    assert match.seconds(1) == match.entries[1].seconds > 0
    press(window, pg.K_u)
    assert not match.entries
    click(window, d3)
    let_it_answer(window)
    press(window, pg.K_n)
    assert not match.entries
    press(window, pg.K_l)
    press(window, pg.K_q)
    assert not window.is_open


def test_the_computer_against_itself_to_the_end(example: Any) -> None:
    match = example.Match(set(), 1, None, random.Random(1))
    window = example.MatchWindow(match)
    for _ in range(70):
        let_it_answer(window)
    assert match.is_over
    assert sum(match.position.discs) > 30
    assert "N begins a new game" in window._last_move()


def test_no_screen_is_one_line(
    example: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(example, "screen_problem", lambda: "no screen")
    assert example.main([]) == 2
    assert capsys.readouterr().err == "no window: no screen; examples/reversi.py plays in the terminal\n"
