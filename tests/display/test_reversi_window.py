"""The Reversi window of the examples: clicks make moves, the computer replies, and clocks are kept."""

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


def test_stones_turn_one_after_another(example: Any) -> None:
    now = 0.0
    window = example.MatchWindow(example.Match({0, 1}, 1, None, random.Random(1)), clock=lambda: now)
    pg.event.clear()
    window.frame()
    d3, d4, d5 = 19, 27, 35  # d4 is white, and d5 is black
    assert window.stones.look(d4, now) == (1, 1.0)
    click(window, d3)
    assert window.stones.look(d4, now) == (1, 1.0)
    sides, shares = [], []
    while now < 0.3:
        now += 0.01
        window.frame()
        side, share = window.stones.look(d4, now)
        sides.append(side)
        shares.append(share)
    assert sides == sorted(sides, reverse=True)  # white, then black
    assert min(shares) < 0.1
    assert window.stones.look(d4, now) == (0, 1.0)
    assert window.stones.look(d5, now) == (0, 1.0)  # it was black before

    stones = example.Stones()
    stones.show({0: 0, 1: 0, 2: 0}, 63, 0.0)
    stones.show({0: 0, 1: 1, 2: 1}, 0, 0.0)
    assert stones.look(1, 0.1)[1] < stones.look(2, 0.1)[1]  # the nearer one is ahead


def test_the_board_has_letters_and_numbers(example: Any) -> None:
    window = example.MatchWindow(example.Match({0}, 1, None, random.Random(1)))
    for size in ((320, 400), (560, 700), (1400, 900)):
        window._window.size = size
        window.frame()
        surface, board = window._window.get_surface(), window._board
        cell = board.width // 8
        assert board.right <= size[0]
        assert board.bottom <= size[1]
        for number in range(8):
            for area in (
                (board.x + number * cell, board.y - 12, cell, 10),
                (board.x - 14, board.y + number * cell, 12, cell),
            ):
                part = surface.subsurface(area)
                spots = ((x, y) for x in range(part.get_width()) for y in range(part.get_height()))
                assert any(part.get_at(spot)[:3] != window.theme.floor for spot in spots)


def test_no_screen_is_one_line(
    example: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(example, "screen_problem", lambda: "no screen")
    assert example.main([]) == 2
    assert capsys.readouterr().err == "no window: no screen; examples/reversi.py plays in the terminal\n"
