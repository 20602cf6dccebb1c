"""Playlist: games that are watched one after another."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from pacman.display.messages import Words
from pacman.display.watch.session import GameMaker, Session
from pacman.errors import PacmanError
from pacman.record import GameRecord, Seed

SECONDS_BETWEEN_GAMES: Final = 2.0


class Playlist:
    """Sequence of games: those of the first `games` seeds follow each other automatically, further ones on demand.

    make_sessions: creates the session of a seed, or several to be watched in step.
    """

    def __init__(
        self, make_sessions: Callable[[Seed], Sequence[Session]], seeds: Iterator[Seed], games: int = 1
    ) -> None:
        self._make_sessions = make_sessions
        self._seeds = seeds
        self.games = games  # number of games that follow each other
        self.number = 1  # of the game shown
        self._past: list[GameRecord] = []
        self._finished_at: float | None = None
        self.sessions = make_sessions(next(seeds))

    @property
    def session(self) -> Session:
        """The session shown, or the first one of those in step."""
        return self.sessions[0]

    @property
    def records(self) -> list[GameRecord]:
        """Records of all games that were begun, as first played: branches are left out."""
        return [record for record in (*self._past, *self._main_records()) if record.moves or record.outcome.error]

    @property
    def is_done(self) -> bool:
        """True if the end of the last game is shown."""
        return self.number >= self.games and self.session.playback.is_finished

    def place(self, words: Words) -> str:
        """Return a text with the number of this game, if there are several."""
        if max(self.number, self.games) == 1:
            return ""
        is_one_of = self.number <= self.games
        return words("game-of" if is_one_of else "game-number", number=self.number, games=self.games)

    def restart(self) -> None:
        """Play the same seed again."""
        self._begin(self.session.seed)

    def next_game(self) -> bool:
        """Play the next seed; return False after the last one."""
        for seed in self._seeds:
            self._begin(seed)
            self.number += 1
            return True
        return False

    def play_instead(self, make_game: GameMaker) -> None:
        """Play other games from now on, beginning with the same seed."""
        old, worker = self._make_sessions, self.session.worker
        # `_begin` keeps the speed of the old session, so the frame time given here does not matter.
        self._make_sessions = lambda seed: [Session.live(make_game, seed, worker, frame_time=0.0)]
        try:
            self._begin(self.session.seed)
        except PacmanError:
            self._make_sessions = old
            raise

    def tick(self, now: float) -> None:
        for session in self.sessions:
            session.tick(now)
        playback = self.session.playback
        if playback.is_held or not (playback.is_finished and playback.is_playing):
            self._finished_at = None
        elif self._finished_at is None:
            self._finished_at = now
        elif now >= self._finished_at + SECONDS_BETWEEN_GAMES and self.number < self.games:
            self.next_game()

    def _main_records(self) -> list[GameRecord]:
        return [session.record(session.timeline.lines[0]) for session in self.sessions]

    def _begin(self, seed: Seed) -> None:
        old, new = self.session, self._make_sessions(seed)
        self._past += self._main_records()
        self._finished_at = None
        self.sessions = new
        self.session.playback.speed = old.playback.speed
        for session in new:
            session.shows_thoughts, session.watch_pacman = old.shows_thoughts, old.watch_pacman
