"""Games watched one after another."""

from collections.abc import Callable, Iterator
from typing import Final

from pacman.display.watch.session import Session
from pacman.record import GameRecord, Seed

SECONDS_BETWEEN_GAMES: Final = 2.0


class Playlist:
    """The games of the first `games` seeds follow each other by themselves; further ones are played on demand."""

    def __init__(self, make_session: Callable[[Seed], Session], seeds: Iterator[Seed], games: int = 1) -> None:
        self._make_session = make_session
        self._seeds = seeds
        self._games_left = games - 1
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
        return self._games_left <= 0 and self.session.is_finished

    def restart(self) -> None:
        """Play the same seed again."""
        self._begin(self.session.seed)

    def next_game(self) -> bool:
        """Play the next seed; False if there is none."""
        for seed in self._seeds:
            self._games_left -= 1
            self._begin(seed)
            return True
        return False

    def tick(self, now: float) -> None:
        self.session.tick(now)
        if not (self.session.is_finished and self.session.playback.is_playing):
            self._finished_at = None
        elif self._finished_at is None:
            self._finished_at = now
        elif now >= self._finished_at + SECONDS_BETWEEN_GAMES and self._games_left > 0:
            self.next_game()

    def _main_record(self) -> GameRecord:
        return self.session.record(self.session.timeline.lines[0])

    def _begin(self, seed: Seed) -> None:
        old = self.session
        self._past.append(self._main_record())
        self._finished_at = None
        self.session = self._make_session(seed)
        self.session.playback.speed = old.playback.speed
        self.session.shows_thoughts = old.shows_thoughts
