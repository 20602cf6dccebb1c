"""Games watched one after another."""

from collections.abc import Callable, Iterator
from typing import Final

from pacman.display.watch.session import GameMaker, Session
from pacman.errors import PacmanError
from pacman.record import GameRecord, Seed

SECONDS_BETWEEN_GAMES: Final = 2.0


class Playlist:
    """The games of the first `games` seeds follow each other by themselves; further ones are played on demand."""

    def __init__(self, make_session: Callable[[Seed], Session], seeds: Iterator[Seed], games: int = 1) -> None:
        self._make_session = make_session
        self._seeds = seeds
        self.games = games  # that follow each other
        self.number = 1  # of the game on show
        self._past: list[GameRecord] = []
        self._finished_at: float | None = None
        self.session = make_session(next(seeds))

    @property
    def records(self) -> list[GameRecord]:
        """Every game that was begun, as it was first played: branches are left out."""
        return [record for record in (*self._past, self._main_record()) if record.moves or record.outcome.error]

    @property
    def is_done(self) -> bool:
        """Whether the end of the last game asked for is on show."""
        return self.number >= self.games and self.session.is_finished

    @property
    def place(self) -> str:
        """Which game this is, if there are several."""
        if max(self.number, self.games) == 1:
            return ""
        return f"game {self.number} of {self.games}" if self.number <= self.games else f"game {self.number}"

    def restart(self) -> None:
        """Play the same seed again."""
        self._begin(self.session.seed)

    def next_game(self) -> bool:
        """Play the next seed; False if there is none."""
        for seed in self._seeds:
            self._begin(seed)
            self.number += 1
            return True
        return False

    def play_instead(self, make_game: GameMaker) -> None:
        """Play other games from now on, beginning with the same seed."""
        old, worker = self._make_session, self.session.worker
        self._make_session = lambda seed: Session.live(make_game, seed, worker, frame_time=0.0)  # the speed is kept
        try:
            self._begin(self.session.seed)
        except PacmanError:
            self._make_session = old
            raise

    def tick(self, now: float) -> None:
        self.session.tick(now)
        if not (self.session.is_finished and self.session.playback.is_playing):
            self._finished_at = None
        elif self._finished_at is None:
            self._finished_at = now
        elif now >= self._finished_at + SECONDS_BETWEEN_GAMES and self.number < self.games:
            self.next_game()

    def _main_record(self) -> GameRecord:
        return self.session.record(self.session.timeline.lines[0])

    def _begin(self, seed: Seed) -> None:
        old, new = self.session, self._make_session(seed)
        self._past.append(self._main_record())
        self._finished_at = None
        self.session = new
        self.session.playback.speed = old.playback.speed
        self.session.shows_thoughts = old.shows_thoughts
