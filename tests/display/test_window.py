"""Every control of the window, as real events, under a driver without a screen."""

import argparse
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents import KeyboardAgent
from pacman import AgentError, EndReason, Game, GameRecord, Layout
from pacman.decision_case import decision_cases
from pacman.display.draw import pg
from pacman.display.draw.sprites import icon
from pacman.display.draw.view import status
from pacman.display.theme import DARK, LIGHT
from pacman.display.viewer import watch, watch_replay
from pacman.display.watch.controls import controls
from pacman.display.watch.menu import Choices
from pacman.display.window import REPEATING_KEYS, SESSION_KEYS, WINDOW_KEYS, Window

ROUND = 3  # moves: Pacman and two ghosts


def test_a_game_plays_by_itself_at_the_speed_of_the_frame_time(windows: Any, room: Layout) -> None:
    rig = windows.live(room, frame_time=0.1)
    rig.run(0.5)
    assert rig.session.timeline.round in (4, 5, 6)
    assert rig.session.playback.is_playing


def test_a_frame_time_below_0_is_stepped_through_by_key(windows: Any, room: Layout) -> None:
    rig = windows.live(room, frame_time=-1)
    rig.run(0.5)
    assert rig.cursor == 0
    assert status(rig.session) == "paused"
    rig.press(pg.K_RIGHT)
    rig.run(0.5)
    assert rig.cursor == 1
    rig.press(pg.K_SPACE)
    rig.run(0.55)
    assert rig.session.timeline.round in (4, 5, 6)  # at the usual speed
    rig.press(pg.K_n)
    rig.run(0.5)
    assert rig.cursor == 0


def test_space_pauses_and_plays_on(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.run(0.15)
    rig.press(pg.K_SPACE)
    rig.run(0.5)
    cursor = rig.cursor
    rig.run(1)
    assert rig.cursor == cursor
    assert not rig.session.playback.is_playing
    rig.press(pg.K_SPACE)
    rig.run(0.3)
    assert rig.cursor > cursor


def test_the_arrows_step_one_move_on_and_back(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.press(pg.K_HOME, pg.K_RIGHT, pg.K_RIGHT, pg.K_RIGHT)
    assert rig.cursor == 3
    rig.press(pg.K_LEFT)
    assert rig.cursor == 2
    assert not rig.session.playback.is_playing
    rig.press(pg.K_LEFT, pg.K_LEFT, pg.K_LEFT)
    assert rig.cursor == 0


def test_a_step_at_the_end_of_a_live_game_asks_the_agent(windows: Any, room: Layout) -> None:
    rig = windows.live(room)
    rig.run(0.25)
    rig.press(pg.K_SPACE, pg.K_END)
    seen = rig.cursor
    for number in range(1, 5):
        rig.press(pg.K_RIGHT)
        rig.run(0.05)
        assert rig.cursor == seen + number
    assert len(rig.session.timeline.lines) == 1
    assert rig.session.line.shown == rig.cursor


def test_home_and_end(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.press(pg.K_END)
    assert rig.cursor == len(record.moves)
    rig.press(pg.K_HOME)
    assert rig.cursor == 0


def test_dragging_on_the_timeline_scrubs(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.window.frame()
    width, height = rig.window.surface.get_size()
    track = rig.window.view.timeline_bar.track
    rig.post(pg.MOUSEBUTTONDOWN, button=1, pos=(track.x + track.width // 2, height - 10))
    assert rig.cursor == len(record.moves) // 2
    rig.post(pg.MOUSEMOTION, pos=(track.right + 50, 10), rel=(1, 0), buttons=(1, 0, 0))
    assert rig.cursor == len(record.moves)
    rig.post(pg.MOUSEMOTION, pos=(0, height - 10), rel=(1, 0), buttons=(1, 0, 0))
    assert rig.cursor == 0
    rig.post(pg.MOUSEBUTTONUP, button=1, pos=(0, height - 10))
    rig.post(pg.MOUSEMOTION, pos=(track.right, height - 10), rel=(1, 0), buttons=(0, 0, 0))
    assert rig.cursor == 0
    rig.post(pg.MOUSEBUTTONDOWN, button=1, pos=(width // 2, height // 2))  # on the board: nothing to drag
    rig.post(pg.MOUSEMOTION, pos=(track.right, height - 10), rel=(1, 0), buttons=(1, 0, 0))
    assert rig.cursor == 0


def test_a_click_on_the_play_button_pauses(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.window.frame()
    place = (5, rig.window.surface.get_height() - 10)
    rig.post(pg.MOUSEBUTTONDOWN, button=1, pos=place)
    assert not rig.session.playback.is_playing
    rig.post(pg.MOUSEBUTTONDOWN, button=1, pos=place)
    assert rig.session.playback.is_playing


def test_plus_and_minus_change_the_speed(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.press(*[pg.K_MINUS] * 20)
    assert rig.session.playback.speed == 1
    rig.press(pg.K_HOME, pg.K_SPACE)
    rig.run(1.5)
    assert rig.cursor == 2 * ROUND  # the second round has begun
    rig.press(*[pg.K_PLUS] * 20)
    assert rig.session.playback.speed == math.inf
    rig.run(1)
    assert rig.session.is_finished
    rig.press(pg.K_KP_MINUS, pg.K_KP_MINUS, pg.K_KP_PLUS)
    assert rig.session.playback.speed == 60


def test_space_in_the_past_replays_the_moves_that_were_made(windows: Any, room: Layout) -> None:
    """After a drag back as after keys; then the game plays on where it was."""
    rig = windows.live(room, make_ghost=windows.Drawing, make_pacman=windows.Drawing)
    rig.run(0.55)
    rig.press(pg.K_SPACE)
    rig.run(0.2)
    moves = list(rig.session.line.moves)
    track, height = rig.window.view.timeline_bar.track, rig.window.surface.get_height()
    rig.post(pg.MOUSEBUTTONDOWN, button=1, pos=(track.x + 1, height - 10))
    rig.post(pg.MOUSEBUTTONUP, button=1, pos=(track.x + 1, height - 10))
    assert rig.cursor == 0
    rig.press(pg.K_SPACE)
    rig.run_until(lambda: rig.cursor > len(moves))
    assert len(rig.session.timeline.lines) == 1
    assert rig.session.line.moves[: len(moves)] == moves


def test_the_branch_button_starts_a_branch_at_an_earlier_move_only(windows: Any, room: Layout) -> None:
    rig = windows.live(room)
    rig.run(0.55)
    rig.press(pg.K_SPACE)
    button = rig.window.view.timeline_bar.branch_button
    middle = (button.x + button.width // 2, button.y + button.height // 2)
    rig.post(pg.MOUSEBUTTONDOWN, button=1, pos=middle)
    assert len(rig.session.timeline.lines) == 1
    assert "earlier move" in rig.window.notice
    assert "branch" in rig.window.notice
    rig.press(pg.K_LEFT)
    rig.post(pg.MOUSEBUTTONDOWN, button=1, pos=middle)
    assert len(rig.session.timeline.lines) == 2
    assert rig.session.playback.is_playing


def test_a_recording_has_no_branches(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.press(pg.K_HOME, pg.K_b)
    assert len(rig.session.timeline.lines) == 1
    assert rig.window.view.timeline_bar.branch_button is None
    assert "single live game" in rig.window.notice
    assert "B" not in {control.keys for control in controls(rig.session, has_menu=False)}


def test_the_button_shows_what_a_click_does(windows: Any, record: GameRecord) -> None:
    """Two bars, pause, while the game plays; a triangle, play, while it is paused or something covers it."""
    rig = windows.recorded(record)
    rig.run(0.1)

    def has_two_bars() -> bool:
        """True if the middle of the button is empty, beside its left part that is not."""
        surface, bar = rig.window.surface, rig.window.view.timeline_bar
        y, size = bar.track.y + bar.track.height // 2, bar._canvas.px(14)
        left, middle = bar._canvas.px(24) - round(0.25 * size), bar._canvas.px(24)
        assert surface.get_at((left, y))[:3] == DARK.accent
        return bool(surface.get_at((middle, y))[:3] != DARK.accent)

    assert has_two_bars()
    rig.press(pg.K_SPACE)
    assert not has_two_bars()
    rig.press(pg.K_SPACE, pg.K_h)
    assert not has_two_bars()
    rig.press(pg.K_h)
    assert has_two_bars()


def test_a_branch_starts_in_the_past_and_loses_nothing(windows: Any, room: Layout) -> None:
    rig = windows.live(room)
    rig.run(0.55)
    rig.press(pg.K_SPACE)
    rig.run(0.2)
    main = rig.session.line
    moves = list(main.moves)
    rig.press(*[pg.K_LEFT] * 4)
    fork = rig.cursor
    rig.press(pg.K_b)
    rig.run(0.5)
    branch = rig.session.line
    assert branch is not main
    assert branch.fork == fork
    assert branch.moves[:fork] == moves[:fork]
    assert rig.cursor > fork
    assert main.moves[: len(moves)] == moves
    rig.press(pg.K_TAB)
    assert rig.session.line is main
    assert rig.window.playlist.records[0].moves == main.moves[: main.shown]


def test_a_branch_may_go_another_way(windows: Any, room: Layout) -> None:
    rig = windows.live(room, make_ghost=windows.Drawing, make_pacman=windows.Drawing)
    rig.run_until(lambda: rig.session.is_finished)
    lines = set()
    for back in (12, 9, 6):
        rig.press(pg.K_HOME, *[pg.K_RIGHT] * back, pg.K_b)
        rig.run_until(lambda: rig.session.is_finished)
        lines.add(tuple(rig.session.line.moves))
        rig.press(pg.K_TAB)
    assert len(lines | {tuple(rig.session.timeline.lines[0].moves)}) > 1
    for line in rig.session.timeline.lines:
        assert list(rig.session.record(line).states()) == line.states


def test_space_at_the_end_shows_the_game_again(windows: Any, room: Layout) -> None:
    rig = windows.live(room, max_moves=18)
    rig.run_until(lambda: rig.session.is_finished)
    rig.press(pg.K_SPACE)
    assert rig.cursor < 18
    rig.run_until(lambda: rig.session.is_finished)
    assert len(rig.session.timeline.lines) == 1


@pytest.mark.parametrize("key", [pg.K_h, pg.K_m])
def test_nothing_moves_while_something_covers_the_board(menu_rig: Any, key: int) -> None:
    rig = menu_rig
    rig.run(0.33)  # in the middle of a motion
    rig.press(key)
    cursor, places = rig.cursor, [figure.place for figure in rig.session.scene.figures]
    rig.run(3)
    assert rig.cursor == cursor
    assert [pytest.approx(figure.place) for figure in rig.session.scene.figures] == places
    assert status(rig.session) == "paused"
    rig.press(pg.K_ESCAPE)
    rig.run(0.5)
    assert rig.cursor > cursor


def test_the_next_game_waits_for_the_help_to_be_closed(windows: Any, room: Layout) -> None:
    rig = windows.live(room, max_moves=6, games=2)
    rig.run_until(lambda: rig.session.is_finished)
    rig.press(pg.K_h)
    rig.run(5)
    assert rig.window.playlist.number == 1
    rig.press(pg.K_h)
    rig.run(3)
    assert rig.window.playlist.number == 2


def test_restart_plays_the_same_seed_again(windows: Any, room: Layout) -> None:
    rig = windows.live(room, make_ghost=windows.Drawing, max_moves=30)
    rig.run_until(lambda: rig.session.is_finished)
    first = list(rig.session.line.moves)
    rig.press(pg.K_r)
    assert rig.cursor == 0
    rig.run_until(lambda: rig.session.is_finished)
    assert rig.session.line.moves == first
    assert [record.seed for record in rig.window.playlist.records] == [7, 7]


def test_next_seed(windows: Any, room: Layout) -> None:
    rig = windows.live(room, seeds=[7, 8])
    rig.run(0.3)
    rig.press(pg.K_PLUS, pg.K_n)
    assert rig.session.seed == 8
    rig.run(0.3)
    speed = rig.session.playback.speed
    rig.press(pg.K_n)
    assert "no more seeds" in rig.window.notice
    assert rig.session.seed == 8
    records = rig.window.playlist.records
    assert [(record.seed, record.outcome.reason) for record in records] == [
        (7, EndReason.INTERRUPTED),
        (8, EndReason.INTERRUPTED),
    ]
    assert speed == 15  # settings carry over


def test_the_games_asked_for_follow_by_themselves_and_no_more(windows: Any, room: Layout) -> None:
    rig = windows.live(room, max_moves=6, games=2)
    rig.run(12)
    assert [record.seed for record in rig.window.playlist.records] == [7, 8]
    assert rig.window.is_open


def test_who_looks_back_is_not_torn_away(windows: Any, room: Layout) -> None:
    rig = windows.live(room, max_moves=6, games=2)
    rig.run_until(lambda: rig.session.is_finished)
    rig.press(pg.K_LEFT)
    rig.run(5)
    assert rig.session.seed == 7


def test_a_screenshot(windows: Any, record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rig = windows.recorded(record)
    rig.press(pg.K_SPACE, pg.K_s, pg.K_s)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["room-1.png", "room-2.png"]
    assert pg.image.load(tmp_path / "room-1.png").get_size() == rig.window.surface.get_size()
    assert rig.window.notice == f"Saved {tmp_path / 'room-2.png'}"


def test_a_gif(windows: Any, record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from PIL import Image

    monkeypatch.chdir(tmp_path)
    rig = windows.recorded(record)
    rig.press(pg.K_g)
    rig.let_pictures_be_written()
    assert rig.window.notice == f"Saved {tmp_path / 'room-1.gif'}"
    with Image.open(tmp_path / "room-1.gif") as gif:
        assert getattr(gif, "n_frames", 1) > 6


def test_a_decision_is_saved_as_a_case(
    windows: Any, record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rig = windows.recorded(record)
    rig.press(pg.K_SPACE)
    rig.session.seek(ROUND + 1)  # a ghost has moved: Pacman's decision before it
    rig.press(pg.K_c)
    (path,) = tmp_path.glob("*.test")
    assert str(path) in rig.window.notice
    states = [*record.states()]
    assert path.read_text() == decision_cases(states[ROUND])[-1]
    if states[-1].is_over and not len(record.moves) % ROUND:
        rig.session.seek(len(record.moves))
        rig.press(pg.K_c)
        assert len([*tmp_path.glob("*.test")]) == 1


@pytest.mark.parametrize("key", [pg.K_s, pg.K_g])
def test_a_picture_that_cannot_be_written_is_a_remark(
    windows: Any, record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: int
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    rig = windows.recorded(record)
    rig.press(key)
    rig.let_pictures_be_written()
    assert "cannot be written" in rig.window.notice
    assert rig.window.is_open


def test_remarks_pass(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.press(pg.K_n)
    assert rig.window.notice
    rig.run(5)
    assert not rig.window.notice


def test_help_theme_and_full_screen(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.press(pg.K_h)
    assert rig.window.shows_help
    rig.press(pg.K_h, pg.K_l)
    assert not rig.window.shows_help
    assert rig.window.view.theme is LIGHT
    rig.press(pg.K_l, pg.K_f)
    assert rig.window.view.theme is DARK
    assert rig.window.is_full_screen
    rig.press(pg.K_f)
    assert not rig.window.is_full_screen


def test_a_held_key_acts_once_unless_it_steps(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    for _ in range(3):  # as a keyboard repeats it
        rig.post(pg.KEYDOWN, key=pg.K_h)
    assert rig.window.shows_help
    rig.press(pg.K_HOME)
    for _ in range(3):
        rig.post(pg.KEYDOWN, key=pg.K_RIGHT)
    assert rig.cursor == 3


@pytest.mark.parametrize("event", [{"kind": pg.QUIT}, {"kind": pg.KEYDOWN, "key": pg.K_q}])
def test_closing(windows: Any, record: GameRecord, event: dict[str, int]) -> None:
    rig = windows.recorded(record)
    rig.post(**event)
    assert not rig.window.is_open


def test_every_control_is_on_the_help(windows: Any, room: Layout) -> None:
    rig = windows.live(room)
    rig.run(0.3)
    rig.press(pg.K_SPACE, pg.K_LEFT, pg.K_b)
    listed = controls(rig.session, has_menu=True)
    named = {key for control in listed for key in control.keys.lower().split()}
    for key in (*WINDOW_KEYS, *SESSION_KEYS, *REPEATING_KEYS):
        name = pg.key.name(key).strip("[]")
        assert {"=": "+", "-": "−", "escape": "esc"}.get(name, name) in named


@pytest.mark.parametrize("kind", ["live", "finished", "steered", "recorded"])
def test_the_help_lists_the_keys_that_work_now(windows: Any, room: Layout, record: GameRecord, kind: str) -> None:
    rig = {
        "live": lambda: windows.live(room),
        "finished": lambda: windows.live(room, max_moves=6),
        "steered": lambda: windows.live(room, KeyboardAgent),
        "recorded": lambda: windows.recorded(record),
    }[kind]()
    rig.run(3 if kind == "finished" else 0.3)
    keys = {key for control in controls(rig.session, has_menu=False) for key in control.keys.split()}
    assert {"T", "G", "H", "Esc", "Q", "R", "+", "−"} <= keys
    assert ("Right" in keys) == (kind in ("live", "recorded"))
    screenshot = "save a screenshot" in {control.meaning for control in controls(rig.session, has_menu=False)}
    assert screenshot == (kind != "steered")  # where S steers
    assert ("Arrows" in keys) == (kind == "steered")
    assert ("N" in keys) == (kind != "recorded")
    assert "M" not in keys
    assert "Tab" not in keys  # there are no branches


def test_escape_closes_the_help_and_leaves_the_full_screen(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.press(pg.K_f, pg.K_h, pg.K_ESCAPE)
    assert not rig.window.shows_help
    assert rig.window.is_full_screen
    rig.press(pg.K_ESCAPE)
    assert not rig.window.is_full_screen
    rig.press(pg.K_ESCAPE)
    assert rig.window.is_open


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [(640, 480), (982, 431), (1600, 900)])
def test_the_help_has_a_legend_of_the_signs(
    windows: Any, record: GameRecord, theme: str, size: tuple[int, int]
) -> None:
    rig = windows.recorded(record, theme=theme)
    rig.window.resize(size)
    rig.press(pg.K_SPACE)
    colours = rig.window.view.theme
    plain = {ink: _count(rig.window.surface, ink) for ink in (colours.bad, colours.good)}
    rig.press(pg.K_h)
    assert all(_count(rig.window.surface, ink) > before for ink, before in plain.items())


def _count(surface: pg.Surface, colour: tuple[int, int, int]) -> int:
    pixels = np.frombuffer(pg.image.tobytes(surface, "RGB"), np.uint8).reshape(-1, 3)
    return int((pixels == colour).all(axis=1).sum())


def test_the_title_says_who_plays_where_and_which_game(windows: Any, room: Layout) -> None:
    rig = windows.live(room, max_moves=3, games=2)
    rig.window.frame()
    assert rig.window._window.title == "First · room · game 1 of 2 – Pacman"
    rig.press(pg.K_n)
    assert rig.window._window.title == "First · room · game 2 of 2 – Pacman"
    rig.press(pg.K_n)
    assert rig.window._window.title == "First · room · game 3 – Pacman"
    alone = windows.live(room)
    assert alone.window.title == "First · room – Pacman"


def test_the_icon_is_pacman() -> None:
    picture = icon(64)
    assert picture.get_size() == (64, 64)
    assert picture.get_at((20, 32))[:3] == DARK.pacman
    assert picture.get_at((0, 0)).a == 0


def test_the_board_keeps_its_size_when_thoughts_come_and_go_in_the_full_screen(windows: Any, room: Layout) -> None:
    rig = windows.live(room)
    size, cell = rig.window.surface.get_size(), _cell(rig)
    rig.press(pg.K_f, pg.K_t, pg.K_f)
    assert _cell(rig) == cell
    assert rig.window.surface.get_width() > size[0]
    rig.press(pg.K_f, pg.K_t, pg.K_f)
    assert (rig.window.surface.get_size(), _cell(rig)) == (size, cell)
    rig.press(pg.K_t, pg.K_f, pg.K_f)
    assert _cell(rig) == cell


def _cell(rig: Any) -> int:
    rig.window.frame()
    return int(rig.window.view._parts.games[0].painter.cell)


def test_branches_have_one_name(windows: Any, room: Layout) -> None:
    rig = windows.live(room)
    rig.run(0.5)
    rig.press(pg.K_SPACE, pg.K_LEFT, pg.K_LEFT, pg.K_b)
    rig.run(0.1)
    assert "branch 2 of 2" in status(rig.session)
    rig.press(pg.K_TAB)
    assert "branch 1 of 2" in status(rig.session)


# -- the menu ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def menu_rig(windows: Any, room: Layout) -> Any:
    hall = Layout.from_text("%%%%%%%%%%%%%%\n%P..........G%\n%............%\n%%%%%%%%%%%%%%", name="hall")
    mazes = {"room": room, "hall": hall}

    def make_game(maze: str, pacman: str, ghosts: str) -> Any:
        if pacman == "Broken":
            raise AgentError("Broken: cannot be made")
        minds = [windows.First(index + 1) for index in range(2)]
        return lambda seed: Game(mazes[maze], windows.First(), minds, seed=seed)

    options = {"Maze": ["room", "hall"], "Pacman": ["First", "Broken"], "Ghosts": ["First"]}
    return windows.live(room, choices=Choices(options, ["room", "First", "First"], make_game))


def test_another_maze_can_be_chosen(menu_rig: Any) -> None:
    menu_rig.run(0.3)
    size, speed = menu_rig.window.surface.get_size(), menu_rig.session.playback.speed
    menu_rig.press(pg.K_m)
    cursor = menu_rig.cursor
    menu_rig.run(1)
    assert menu_rig.cursor <= cursor + ROUND  # the game waits
    menu_rig.press(pg.K_DOWN, pg.K_RETURN)
    assert not menu_rig.window.shows_menu
    assert menu_rig.session.timeline.state.layout.name == "hall"
    assert menu_rig.window.surface.get_size() != size
    assert menu_rig.session.playback.speed == speed
    menu_rig.run(0.3)
    assert menu_rig.cursor > 0
    menu_rig.press(pg.K_n)  # further games are of the new kind, too
    assert menu_rig.session.timeline.state.layout.name == "hall"
    assert [record.layout.name for record in menu_rig.window.playlist.records][:2] == ["room", "hall"]


def test_what_cannot_be_played_is_told_and_the_game_goes_on(menu_rig: Any) -> None:
    menu_rig.run(0.3)
    session = menu_rig.session
    menu_rig.press(pg.K_m, pg.K_RIGHT, pg.K_UP, pg.K_RETURN)
    assert menu_rig.window.notice == "Broken: cannot be made"
    assert menu_rig.session is session
    assert session.playback.is_playing
    menu_rig.press(pg.K_n)  # with the same agents as before
    assert menu_rig.session is not session


@pytest.mark.parametrize("key", [pg.K_m, pg.K_ESCAPE])
def test_the_menu_can_be_left(menu_rig: Any, key: int) -> None:
    session = menu_rig.session
    menu_rig.press(pg.K_m, pg.K_LEFT, pg.K_SPACE, key)
    assert not menu_rig.window.shows_menu
    assert menu_rig.session is session
    assert session.playback.is_playing


def test_a_click_chooses(menu_rig: Any) -> None:
    menu_rig.press(pg.K_m)
    areas = menu_rig.window.view.menu_box._areas
    assert set(areas) == {(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)}
    for option in ((0, 1), (1, 1)):
        area = areas[option]
        menu_rig.post(pg.MOUSEBUTTONDOWN, button=1, pos=(area.x + 2, area.y + 2))
    assert menu_rig.window.menu.chosen == ["hall", "Broken", "First"]


def test_a_recording_has_no_menu(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.press(pg.K_m)
    assert not rig.window.shows_menu
    assert rig.window.notice


def test_every_choice_of_the_command_can_be_played() -> None:
    from commands import play

    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    options = parser.parse_args(["-p", "MinimaxAgent", "-a", "depth=3", "-l", "small"])
    offered = play.choices(options)
    assert list(offered.chosen) == ["small", "MinimaxAgent", "RandomGhost"]
    assert {"medium", "small"} <= set(offered.options["Maze"])
    for pacman in offered.options["Pacman"]:
        for ghost in offered.options["Ghosts"]:
            game = offered.make_game("medium", pacman, ghost)(1)
            assert game.names[:2] == (pacman, ghost)
    assert offered.make_game("small", "MinimaxAgent", "RandomGhost")(1).agents[0].depth == 3


# -- the end ----------------------------------------------------------------------------------------------------------


def test_the_program_ends_with_its_window() -> None:
    """Python does not collect garbage when it exits, which would take a third of a second."""
    code = (
        "import atexit, gc\n"
        "atexit.register(lambda: print('frozen' if gc.get_freeze_count() else 'not'))\n"
        "from commands.cli import main\n"
        "main(['-l', 'small', '--max-moves', '4', '--frame-time', '0'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "frozen"


def test_the_window_can_be_any_size(windows: Any, record: GameRecord) -> None:
    rig = windows.recorded(record)
    rig.press(pg.K_h)
    for size in ((400, 300), (1600, 320), (420, 1000), (60, 40), (1200, 900)):
        rig.window.resize(size)
        rig.press(pg.K_t)
        rig.press(pg.K_h)
        assert rig.window.surface.get_at((0, 0))[:3] == DARK.floor


def test_watch_returns_the_records_and_closes_where_nobody_sees_it(room: Layout) -> None:
    from pacman import Game

    class First:
        def __init__(self, index: int = 0) -> None:
            self.index = index

        def getAction(self, state: Any) -> str:
            return str(state.legal_actions(self.index)[0])

    records = watch(
        lambda seed: Game(room, First(), [First(1)], seed=seed, max_moves=4), [1, 2, 3], games=1, frame_time=0
    )
    assert [(record.seed, record.outcome.reason) for record in records] == [(1, EndReason.MOVE_LIMIT)]
    watch_replay(records[0], frame_time=0, theme="light", zoom=0.5)


@pytest.mark.parametrize(("option", "message"), [({"zoom": 99}, "the zoom is 99"), ({"theme": "neon"}, "neon")])
def test_bad_options_are_one_line(record: GameRecord, option: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        watch_replay(record, **option)


def test_ctrl_c_ends_it_with_the_game_so_far(windows: Any, record: GameRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    from pacman import GameInterrupted

    def interrupt(self: Window) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Window, "frame", interrupt)
    with pytest.raises(GameInterrupted) as interrupted:
        watch_replay(record)
    assert interrupted.value.record.layout == record.layout
