"""The window of Reversi and Gomoku: clicks make moves, the computer replies, and clocks are kept."""

import importlib
import random
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image

from pacman.display.draw import pg

EXAMPLES = str(Path(__file__).parents[2] / "examples")


class Examples(NamedTuple):
    """The modules of the examples."""

    board_game: Any
    board_window: Any
    reversi: Any
    reversi_window: Any
    gomoku: Any
    gomoku_window: Any

    def reversi_match(self, people: set[int], iterations: int = 1) -> Any:
        computer = self.board_game.MonteCarloPlayer(iterations, None, random.Random(1))
        sides = tuple(None if side in people else computer for side in (0, 1))
        return self.board_window.Match(self.reversi.Reversi(), sides)

    def reversi_shown(self, match: Any, **options: Any) -> Any:
        return self.board_window.MatchWindow(match, self.reversi_window.LOOK, **options)

    def gomoku_shown(self, *sides: Any, **options: Any) -> Any:
        match = self.board_window.Match(self.gomoku.Gomoku(), sides)
        return self.board_window.MatchWindow(match, self.gomoku_window.LOOK, **options)


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Examples:
    monkeypatch.syspath_prepend(EXAMPLES)
    return Examples(*map(importlib.import_module, Examples._fields))


def place_of(window: Any, square: int) -> tuple[int, int]:
    x, y = window._middle(square)
    return round(x), round(y)


def click(window: Any, square: int) -> None:
    pg.event.post(pg.event.Event(pg.MOUSEBUTTONDOWN, button=1, pos=place_of(window, square)))
    window.frame()


def press(window: Any, key: int) -> None:
    pg.event.post(pg.event.Event(pg.KEYDOWN, key=key))
    window.frame()


def let_it_answer(window: Any) -> None:
    window.frame()
    while window.match.worker.is_busy:
        window.match.worker.poll(wait=5)
    window.frame()


def test_a_person_against_the_computer(example: Examples) -> None:
    match = example.reversi_match({0}, iterations=5)
    window = example.reversi_shown(match)
    pg.event.clear()
    window.frame()
    click(window, 0)  # no legal square
    assert not match.entries
    d3 = 19
    click(window, d3)
    assert (match.entries[0].side, match.entries[0].action) == (0, d3)
    let_it_answer(window)
    assert [entry.side for entry in match.entries] == [0, 1]
    assert ", 5 play-outs, expects " in window._last_move()
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


def test_the_computer_against_itself_to_the_end(example: Examples) -> None:
    match = example.reversi_match(set())
    window = example.reversi_shown(match)
    for _ in range(70):
        let_it_answer(window)
    assert match.is_over
    assert sum(match.position.discs) > 30
    assert "N begins a new game" in window._last_move()


def test_a_person_who_cannot_move_passes(example: Examples, monkeypatch: pytest.MonkeyPatch) -> None:
    match = example.reversi_match({0, 1})
    window = example.reversi_shown(match)
    passing = example.reversi.Position.of(own=1 << 6, other=1 << 7, player=0)  # black on g1, white on h1
    assert passing.moves == 1 << example.reversi.PASS
    match.positions = [passing]
    window.frame()
    assert match.must_pass
    assert window._last_move() == "You cannot move and pass."
    click(window, 10)
    assert not match.entries
    monkeypatch.setattr(example.board_window, "PASS_SECONDS", 0.0)
    window.frame()
    assert [match.game.name_of(entry.action) for entry in match.entries] == ["pass"]


def test_stones_turn_one_after_another(example: Examples) -> None:
    now = 0.0
    window = example.reversi_shown(example.reversi_match({0, 1}), clock=lambda: now)
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

    stones = example.board_window.Stones()
    stones.show({0: 0, 1: 0, 2: 0}, lambda square: 0, 0.0)
    stones.show({0: 0, 1: 1, 2: 1}, lambda square: square - 1, 0.0)
    assert stones.look(1, 0.1)[1] < stones.look(2, 0.1)[1]  # the nearer one is ahead


@pytest.mark.parametrize("name", ["reversi", "gomoku"])
def test_the_board_has_letters_and_numbers(example: Examples, name: str) -> None:
    is_reversi = name == "reversi"
    window = example.reversi_shown(example.reversi_match({0})) if is_reversi else example.gomoku_shown(None, None)
    game = window.match.game
    for size in ((320, 400), (560, 700), (1400, 900)):
        window._window.size = size
        window.frame()
        surface, board, cell = window._window.get_surface(), window._board, window._cell
        assert board.right <= size[0]
        assert board.bottom <= size[1]
        areas = [(board.x + number * cell, board.y - 12, cell, 10) for number in range(game.columns)]
        areas += [(board.x - 14, board.y + number * cell, 12, cell) for number in range(game.rows)]
        for area in areas:
            part = surface.subsurface(area)
            spots = ((x, y) for x in range(part.get_width()) for y in range(part.get_height()))
            assert any(part.get_at(spot)[:3] != window.theme.floor for spot in spots)


def test_a_person_wins_gomoku_against_the_random_player_by_clicks(example: Examples) -> None:
    window = example.gomoku_shown(None, example.board_game.RandomPlayer(random.Random(5)))
    match = window.match
    pg.event.clear()
    window.frame()
    row = [7 * 15 + column for column in range(15)]
    while not match.is_over:
        stones = match.game.stones(match.position)
        free = next(start for start in range(11) if all(stones.get(cell, 0) == 0 for cell in row[start : start + 5]))
        click(window, next(cell for cell in row[free : free + 5] if cell not in stones))
        let_it_answer(window)
    assert match.position.winner == 1
    assert window._last_move() == f"Black wins after {len(match.entries)} moves. N begins a new game."
    accent = window.theme.accent
    surface, cell = window._window.get_surface(), window._cell
    for square in match.game.winning_squares(match.position):
        x, y = place_of(window, square)
        ring = [surface.get_at((x + reach, y))[:3] for reach in range(round(cell * 0.38), round(cell * 0.5))]
        assert accent in ring
    press(window, pg.K_u)
    assert not match.is_over
    assert match.is_persons_turn


def test_a_person_who_ignores_a_threat_loses_gomoku_against_alpha_beta(example: Examples) -> None:
    window = example.gomoku_shown(None, example.gomoku.AlphaBetaPlayer(2, 1.0))
    pg.event.clear()
    window.frame()
    for cell in (0, 14, 210, 224, 7, 217, 105, 119):  # along the edges
        if not window.match.is_over:
            click(window, cell)
            let_it_answer(window)
    assert window.match.position.winner == -1
    assert window.match.entries[1].remark.key == "depth"
    assert window.match.seconds(1) == pytest.approx(sum(e.seconds for e in window.match.entries if e.side == 1))


def test_the_point_under_the_mouse_shows_a_stone(example: Examples) -> None:
    window = example.gomoku_shown(None, None)
    pg.event.clear()
    pg.event.post(
        pg.event.Event(pg.MOUSEMOTION, pos=(300, 300), rel=(0, 0), buttons=(0, 0, 0))
    )  # before the first frame
    window.frame()
    place = place_of(window, 112)
    beside = place[0] + 5, place[1] + 5  # not on the lines
    before = window._window.get_surface().get_at(beside)
    pg.event.post(pg.event.Event(pg.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
    window.frame()
    hovered = window._window.get_surface().get_at(beside)
    assert hovered != before
    click(window, 112)
    placed = window._window.get_surface().get_at(beside)
    assert placed not in (before, hovered)


def test_the_window_speaks_chinese(example: Examples) -> None:
    words = example.board_window.Words("zh", example.board_game.MESSAGES)
    window = example.gomoku_shown(None, example.board_game.RandomPlayer(random.Random(1)), words=words)
    pg.event.clear()
    window.frame()
    assert window._last_move() == "点击交叉点。"
    assert (window._window.title, window._name("Random"), window._name("Mine")) == (
        "五子棋",
        "随机",
        "Mine",
    )
    while not window.match.is_over:
        click(window, next(iter(window.match.legal())))
        assert window.match.is_over or window._last_move().startswith("黑方：")
        let_it_answer(window)
    assert window._last_move().endswith(" 步。按 N 开始新的一局。")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("reversi_window", ["--iterations", "1"]),
        ("gomoku_window", ["--depth", "1", "--second", "random", "--board", "6", "4", "3", "--lang", "zh"]),
    ],
)
def test_a_picture_of_a_finished_game(example: Examples, name: str, options: list[str], tmp_path: Path) -> None:
    path = tmp_path / "end.png"
    assert getattr(example, name).main(["--demo", "--seed", "1", *options, "--picture", str(path)]) == 0
    with Image.open(path) as picture:
        assert picture.size == (560, 700)
        assert len(picture.convert("RGB").getcolors(100_000) or ()) > 50


@pytest.mark.parametrize("name", ["reversi", "gomoku"])
def test_no_screen_is_one_line(
    example: Examples, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(example.board_window, "screen_problem", lambda: "no screen")
    assert getattr(example, f"{name}_window").main([]) == 2
    assert capsys.readouterr().err == f"no window: no screen; examples/{name}.py plays in the terminal\n"
    with pytest.raises(SystemExit) as end:
        getattr(example, f"{name}_window").main(["--picture", "end.png"])
    assert end.value.code == 2
    assert "--picture needs --demo" in capsys.readouterr().err
