"""Fixtures: a window on an invisible screen, a clock under control, and agents with fixed actions."""

import itertools
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"

from pacman import Game, GameRecord, Layout, play
from pacman.display.draw import pg
from pacman.display.watch.background_worker import BackgroundWorker
from pacman.display.watch.playlist import Playlist
from pacman.display.watch.session import Session
from pacman.display.window import Window
from pacman.record import Seed
from pacman.state import GameState

# Room to walk, a capsule on the way, and ghosts that start far away.
ROOM = """\
%%%%%%%%%%
%P.o....G%
%.%%%%%%.%
%.......G%
%%%%%%%%%%
"""


class First:
    """Agent that takes the first legal action other than Stop; it has no memory."""

    def __init__(self, index: int = 0) -> None:
        self.index = index

    def getAction(self, state: GameState) -> str:
        legal = state.legal_actions(self.index)
        return next((action for action in legal if action != "Stop"), "Stop")


class Walker(First):
    """Agent that follows a list of actions, then stops."""

    def __init__(self, actions: Sequence[str]) -> None:
        super().__init__(0)
        self._actions = iter(actions)

    def getAction(self, state: GameState) -> str:
        return next(self._actions, "Stop")


class Drawing(First):
    """Agent that draws its actions from the game's random stream."""

    def getAction(self, state: GameState) -> str:
        return random.choice(state.legal_actions(self.index))


@dataclass
class Rig:
    """A window with its clock. No call sleeps: the test advances the time."""

    window: Window
    now: float = 0.0

    @property
    def session(self) -> Session:
        return self.window.session

    @property
    def cursor(self) -> int:
        return self.session.timeline.cursor

    def press(self, *keys: int) -> None:
        """Press and release each key, and let the window handle the events."""
        for key in keys:
            pg.event.post(pg.event.Event(pg.KEYDOWN, key=key))
            pg.event.post(pg.event.Event(pg.KEYUP, key=key))
            self.window.frame()

    def post(self, kind: int, **details: Any) -> None:
        pg.event.post(pg.event.Event(kind, **details))
        self.window.frame()

    def let_agents_answer(self) -> None:
        """Wait for the workers and deliver their results."""
        for session in self.window.sessions:
            _finish(session.worker)

    def let_pictures_be_written(self) -> None:
        _finish(self.window.saver)

    def run(self, seconds: float) -> None:
        """Advance the time frame by frame, waiting for the agents in between."""
        for _ in range(round(60 * seconds)):
            self.now += 1 / 60
            self.let_agents_answer()
            self.window.frame()

    def run_until(self, is_so: Callable[[], bool], seconds: float = 60) -> None:
        for _ in range(round(60 * seconds)):
            if is_so():
                return
            self.run(1 / 60)
        raise AssertionError("it never came to that")


def _finish(worker: BackgroundWorker) -> None:
    deadline = time.perf_counter() + 60
    while worker.is_busy:
        assert time.perf_counter() < deadline, "it takes too long"
        worker.poll(wait=1)


class Openers:
    """Factory of windows, which are closed after the test, and of agents."""

    First = First
    Drawing = Drawing

    def __init__(self) -> None:
        self.rigs: list[Rig] = []

    def live(
        self,
        layout: Layout,
        make_pacman: Callable[[], Any] = First,
        make_ghost: Callable[[int], Any] = First,
        *,
        ghosts: int | None = None,
        max_moves: int | None = None,
        total_time: float | None = None,
        games: int = 1,
        seeds: Sequence[Seed] | None = None,
        frame_time: float = 0.1,
        **options: Any,
    ) -> Rig:
        """Return a window on live games."""

        def make_game(seed: Seed) -> Game:
            count = len(layout.ghost_starts) if ghosts is None else ghosts
            minds = [make_ghost(index + 1) for index in range(count)]
            return Game(layout, make_pacman(), minds, seed=seed, max_moves=max_moves, total_time=total_time)

        worker = BackgroundWorker()
        chosen: Iterator[Seed] = itertools.count(7) if seeds is None else iter(seeds)
        return self._opened(
            Playlist(lambda seed: [Session.live(make_game, seed, worker, frame_time)], chosen, games), **options
        )

    def in_step(
        self,
        layout: Layout,
        *make_pacmen: Callable[[], Any],
        max_moves: int | None = None,
        seeds: Sequence[Seed] | None = None,
        **options: Any,
    ) -> Rig:
        """Return a window on two games in step, called A and B."""

        def maker(make_pacman: Callable[[], Any]) -> Callable[[Seed], Game]:
            return lambda seed: Game(layout, make_pacman(), [First(1), First(2)], seed=seed, max_moves=max_moves)

        makers = dict(zip("AB", map(maker, make_pacmen), strict=True))
        return self.opened_in_step(makers, itertools.count(7) if seeds is None else seeds, **options)

    def opened_in_step(
        self, makers: dict[str, Callable[[Seed], Game]], seeds: Iterable[Seed], frame_time: float = 0.1, **options: Any
    ) -> Rig:
        turns = Lock()
        workers = [BackgroundWorker(turns) for _ in makers]
        make = partial(Session.in_step, makers, workers=workers, frame_time=frame_time)
        return self._opened(Playlist(make, iter(seeds)), **options)

    def recorded(self, record: GameRecord, agents: Sequence[Any] = (), **options: Any) -> Rig:
        """Return a window on a recorded game."""
        worker = BackgroundWorker()
        playlist = Playlist(lambda seed: [Session.recorded(record, worker, 0.1, agents)], iter([record.seed]))
        return self._opened(playlist, **options)

    def _opened(self, playlist: Playlist, **options: Any) -> Rig:
        rig = Rig(Window(playlist, clock=lambda: rig.now, **{"stays_open": True, **options}))
        self.rigs.append(rig)
        pg.event.clear()
        return rig


@pytest.fixture
def windows() -> Iterator[Openers]:
    openers = Openers()
    yield openers
    for rig in openers.rigs:
        rig.window.close()


@pytest.fixture
def room() -> Layout:
    return Layout.from_text(ROOM, name="room")


@pytest.fixture
def record(room: Layout) -> GameRecord:
    """Return a game in which Pacman eats the capsule and turns round, so that ghosts move at half speed."""
    return play(room, Walker(["East", "East", "East", "West", "East"]), [First(1), First(2)], seed=7, max_moves=18)
