"""Two agents side by side on one seed: in step, with one cursor, and a mark at the first difference."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.batch.game_task import game_seed, new_game, play_game
from experiments.batch.matchup import Matchup
from experiments.batch.player_spec import PlayerSpec
from pacman import EndReason, Layout, load_layout
from pacman.display.draw import pg
from pacman.display.draw.view import status
from pacman.display.messages import IN_ENGLISH
from pacman.display.watch.captions import describe_parting, parting_move
from pacman.display.watch.controls import controls, remarks
from pacman.record import Move
from pacman.state import GameState
from tests.display.conftest import First, Walker

ROOT = Path(__file__).parents[2]
QUICKLY = ("-l", "corner", "--watch", "--frame-time", "0")
ROUND = 3  # moves: Pacman and two ghosts
EAST = ("East", "East", "East", "West", "East", "West", "East", "West")
LATER_SOUTH = ("East", "East", "West", "West", "South", "South", "North", "North")  # differs in round 3


class Crashing(First):
    """Agent that moves three times, then fails."""

    def __init__(self) -> None:
        super().__init__(0)
        self._left = 3

    def getAction(self, state: GameState) -> str:
        self._left -= 1
        if self._left < 0:
            raise RuntimeError("no idea")
        return super().getAction(state)


@pytest.fixture
def pair(windows: Any, room: Layout) -> Any:
    return windows.in_step(room, lambda: Walker(EAST), lambda: Walker(LATER_SOUTH), max_moves=8 * ROUND)


def cursors(rig: Any) -> list[int]:
    return [session.timeline.cursor for session in rig.window.sessions]


def test_both_games_are_shown_at_the_same_move_at_any_time(pair: Any) -> None:
    for _ in range(90):
        pair.run(1 / 60)
        one, other = cursors(pair)
        assert one == other
    assert one == 8 * ROUND
    assert [session.names[0] for session in pair.window.sessions] == ["A", "B"]
    assert pair.window.sessions[0].scene.state != pair.window.sessions[1].scene.state


@pytest.mark.parametrize("slow", [0, 1])
def test_the_one_that_thinks_faster_waits(pair: Any, slow: int) -> None:
    """With the results of one worker only, no game moves until those of the other arrive, too."""
    fast = pair.window.sessions[1 - slow]
    late = pair.window.sessions[slow].worker
    poll, late.poll = late.poll, lambda wait=0.0: None
    pair.window.frame()
    while fast.worker.is_busy:
        fast.worker.poll(wait=1)
    for _ in range(30):
        pair.now += 1 / 60
        pair.window.frame()
    assert len(fast.line.moves) == ROUND  # known, and not shown
    assert cursors(pair) == [0, 0]
    pair.press(pg.K_RIGHT)
    assert cursors(pair) == [0, 0]
    late.poll = poll
    pair.run(0.1)
    assert cursors(pair) == [1, 1]


def test_keys_move_both(pair: Any) -> None:
    pair.run(0.35)
    pair.press(pg.K_SPACE, pg.K_HOME)
    assert cursors(pair) == [0, 0]
    for move in range(1, 15):  # on what was shown, and beyond it
        pair.press(pg.K_RIGHT)
        pair.run(0.05)
        assert cursors(pair) == [move, move]
    pair.press(pg.K_LEFT)
    assert cursors(pair) == [13, 13]
    pair.post(pg.KEYDOWN, key=pg.K_LSHIFT)
    pair.press(pg.K_LEFT)
    assert cursors(pair) == [12, 12]
    pair.press(pg.K_RIGHT)
    pair.run(0.2)
    assert cursors(pair) == [15, 15]
    pair.post(pg.KEYUP, key=pg.K_LSHIFT)
    pair.press(pg.K_END, pg.K_PLUS)
    assert cursors(pair) == [15, 15]
    assert {session.playback.speed for session in pair.window.sessions} == {15}


def test_playing_on_from_the_past_goes_the_same_way(pair: Any) -> None:
    pair.run(0.5)
    pair.press(pg.K_SPACE, pg.K_HOME, pg.K_SPACE)
    pair.run_until(lambda: pair.session.playback.is_finished)
    assert [len(session.timeline.lines) for session in pair.window.sessions] == [1, 1]
    assert cursors(pair) == [24, 24]


@pytest.mark.parametrize("ends_first", [0, 1])
def test_a_game_that_is_over_stays_at_its_end_while_the_other_goes_on(
    windows: Any, room: Layout, ends_first: int
) -> None:
    pacmen = [lambda: Walker(EAST), Crashing]
    rig = windows.in_step(room, *(pacmen if ends_first else reversed(pacmen)), max_moves=8 * ROUND)
    rig.run_until(lambda: rig.session.playback.is_finished)
    crashed = rig.window.sessions[ends_first]
    expected = [24, 24]
    expected[ends_first] = 9
    assert cursors(rig) == expected
    assert crashed.line.outcome.reason is EndReason.CRASHED
    assert "no idea" in crashed.line.outcome.error
    for steps in range(1, 20):
        rig.press(pg.K_LEFT)
        expected = [24 - steps, 24 - steps]
        expected[ends_first] = min(9, 24 - steps)
        assert cursors(rig) == expected
    rig.press(pg.K_SPACE)
    rig.run_until(lambda: rig.session.playback.is_finished)
    assert [record.outcome.reason for record in rig.window.playlist.records].count(EndReason.CRASHED) == 1


def test_whoever_is_caught_is_seen_dying_while_the_other_goes_on(windows: Any, room: Layout) -> None:
    rig = windows.in_step(room, lambda: Walker(["South", "South", *["East"] * 6]), lambda: Walker([]), frame_time=0.5)
    one, other = rig.window.sessions
    rig.run_until(lambda: one.line.is_over)
    assert one.line.outcome.reason is EndReason.LOST
    rig.run_until(lambda: one.scene.is_dying)
    deaths, move = [], other.timeline.cursor
    while one.scene.is_dying:
        deaths.append(one.scene.death)
        rig.run(1 / 60)
    assert deaths == sorted(deaths)
    assert deaths[-1] > 0.5
    assert one.is_finished
    assert other.timeline.cursor > move


def test_only_the_agent_that_thinks_is_said_to_think(pair: Any) -> None:
    slow, quick = pair.window.sessions
    slow.worker._started = -1e9
    assert "thinking" in status(slow)
    assert "thinking" not in status(quick)


def test_where_they_part_is_told_once_and_marked(pair: Any) -> None:
    pair.run_until(lambda: pair.session.playback.parting is not None)
    assert pair.session.playback.parting == 2 * ROUND + 1
    words = "The games first differ in round 3: Pacman goes East in A, West in B."
    assert pair.window.notice == words
    pair.run(6)
    assert not pair.window.notice
    pair.press(pg.K_p)
    assert cursors(pair) == [7, 7]
    assert pair.window.notice == words
    pair.press(pg.K_HOME)
    bar = pair.window.view.timeline_bar
    mark = (bar._x(7, pair.session.playback.shown), bar.track.y + bar.track.height // 2)
    assert pair.window.surface.get_at(mark)[:3] == pair.window.view.theme.bad


def test_games_that_have_not_parted(windows: Any, room: Layout) -> None:
    rig = windows.in_step(room, First, First, max_moves=12)
    rig.run_until(lambda: rig.session.playback.is_finished)
    rig.press(pg.K_p)
    assert "not differed" in rig.window.notice
    assert rig.session.playback.parting is None


MOVES = st.lists(st.tuples(st.just(0), st.sampled_from(["West", "East"])), max_size=8)


@given(MOVES, MOVES)
def test_the_parting_is_the_end_of_what_is_shared(one: list[Move], other: list[Move]) -> None:
    parting = parting_move(one, other)
    shared = max(count for count in range(len(one) + 1) if one[:count] == other[:count])
    assert parting == (None if shared == min(len(one), len(other)) else shared + 1)
    assert bool(describe_parting(one, other, 1)) == (parting is not None)


def test_the_next_seed_and_the_same_again(windows: Any, room: Layout) -> None:
    rig = windows.in_step(room, windows.Drawing, lambda: Walker(EAST), max_moves=12, seeds=[7, 8])
    rig.run_until(lambda: rig.session.playback.is_finished)
    moves = list(rig.session.line.moves)
    rig.press(pg.K_r)
    rig.run_until(lambda: rig.session.playback.is_finished)
    assert rig.session.line.moves == moves
    rig.press(pg.K_n)
    assert [session.seed for session in rig.window.sessions] == [8, 8]
    rig.run(5)  # until the notice about the first difference is gone
    rig.press(pg.K_n)
    assert "no more seeds" in rig.window.notice


def test_the_mouse_scrubs_both(pair: Any) -> None:
    pair.run_until(lambda: pair.session.playback.is_finished)
    track = pair.window.view.timeline_bar.track
    pair.post(pg.MOUSEBUTTONDOWN, button=1, pos=(track.x + track.width // 2, track.y + 3))
    assert cursors(pair) == [12, 12]


def test_thoughts_of_both_or_a_word_why_not(windows: Any) -> None:
    rig = windows.in_step(load_layout("arcade"), First, First)
    rig.window._make_room_for_panel = lambda size: None  # the screen is no larger
    rig.window.resize((1400, 700))
    rig.press(pg.K_t)
    assert [session.shows_thoughts for session in rig.window.sessions] == [True, True]
    rig.press(pg.K_t)
    rig.window.resize((640, 400))
    rig.press(pg.K_t)
    assert "too small for both searches" in rig.window.notice
    assert [session.shows_thoughts for session in rig.window.sessions] == [False, False]


def test_the_help_lists_what_works(pair: Any) -> None:
    pair.run(0.2)
    listed = {key for control in controls(pair.session, has_menu=False) for key in control.keys.split()}
    assert {"P", "N", "R", "T", "S", "Space"} <= listed
    assert not {"G", "M", "Tab"} & listed
    assert remarks(pair.session) == [IN_ENGLISH("about-pairs")]
    for key in (pg.K_g, pg.K_m, pg.K_e, pg.K_TAB):
        pair.press(key)
    assert pair.window.is_open


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [(640, 400), (1327, 480), (700, 1200), (2400, 700)])
def test_each_board_shows_its_own_game(windows: Any, room: Layout, theme: str, size: tuple[int, int]) -> None:
    rig = windows.in_step(room, lambda: Walker(EAST), lambda: Walker(["South"] * 2), theme=theme)
    rig.window.resize(size)
    rig.run(0.15)
    rig.press(pg.K_SPACE)
    rig.run(0.3)
    assert rig.window.surface.get_size() == size
    for session, parts in zip(rig.window.sessions, rig.window.view._parts.games, strict=True):
        x, y = parts.painter.centre(session.timeline.state.pacman_position)
        behind = round(x), round(y - 0.25 * parts.painter.cell)  # above the middle, outside the mouth
        assert parts.board.surface.get_at(behind)[:3] == rig.window.view.theme.pacman


def test_the_games_are_those_of_the_comparison(windows: Any) -> None:
    """Games 0 and 1 are the same in the window of --watch and in a batch."""
    layout, ghost = load_layout("small"), PlayerSpec("RandomGhost")
    matchups = [Matchup.on(layout, PlayerSpec.parse(text), ghost) for text in ("ReflexAgent", "MinimaxAgent,depth=1")]
    seeds = [game_seed(3, number) for number in range(2)]
    makers = {side: partial(new_game, matchup) for side, matchup in zip("AB", matchups, strict=True)}
    rig = windows.opened_in_step(makers, seeds, frame_time=0)
    for number in range(2):
        rig.run_until(lambda: rig.session.playback.is_finished)
        for session, matchup in zip(rig.window.sessions, matchups, strict=True):
            row = play_game(matchup, 3, number)
            outcome = session.line.outcome
            assert (outcome.score, outcome.moves, outcome.reason.value) == (row.score, row.moves, row.reason)
        rig.press(pg.K_n)


# -- the command ------------------------------------------------------------------------------------------------------


def compare(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    known = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    known.pop("SDL_VIDEODRIVER", None)
    command = [sys.executable, str(ROOT / "run.py"), "compare", *arguments]
    return subprocess.run(command, env={**known, **environment}, capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
def test_without_a_screen_one_line_says_what_else_there_is() -> None:
    done = compare("ReflexAgent", "MinimaxAgent", "--watch")
    assert done.returncode == 2
    assert not done.stdout
    assert done.stderr.count("\n") == 1
    assert "no screen" in done.stderr
    assert "--html" in done.stderr


@pytest.mark.parametrize("more", [("--json", "-"), ("--html", "both.html"), ("--resume",), ("--game-time", "3")])
def test_what_watching_cannot_do_is_said(more: tuple[str, ...]) -> None:
    done = compare("ReflexAgent", "MinimaxAgent", "--watch", *more, SDL_VIDEODRIVER="dummy")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert more[0] in done.stderr


def test_the_command_plays_both_and_tells_how_they_ended() -> None:
    same = "tests/data/does_not_exist.py:Nobody"
    done = compare("ReflexAgent", same, "--watch", SDL_VIDEODRIVER="dummy")
    assert done.returncode == 2
    done = compare(
        "ReflexAgent", "MinimaxAgent", "-l", "corner", "--watch", "--frame-time", "0", SDL_VIDEODRIVER="dummy"
    )
    assert done.returncode == 0, done.stderr
    assert f"A ReflexAgent, seed {game_seed(0, 0)}:" in done.stdout
    assert f"B MinimaxAgent, seed {game_seed(0, 0)}:" in done.stdout
    assert done.stdout.count("Score:") == 2


def test_a_crash_is_told_and_the_other_game_goes_on(tmp_path: Path) -> None:
    agent = tmp_path / "mine.py"
    agent.write_text(
        "from game import Agent\nclass Mine(Agent):\n    def getAction(self, state):\n        return 1 / 0\n"
    )
    done = compare(
        f"{agent}:Mine", "ReflexAgent", "-l", "corner", "--watch", "--frame-time", "0", SDL_VIDEODRIVER="dummy"
    )
    assert done.returncode == 1, done.stderr
    assert "division by zero" in done.stdout
    assert "crashed in 1 of 2 games" in done.stderr
