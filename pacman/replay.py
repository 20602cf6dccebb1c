"""Reading, validating, verifying and replaying recorded games."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pacman.directions import ACTIONS
from pacman.errors import PacmanError, ReplayError, some_of
from pacman.files import read_text
from pacman.layout import Layout
from pacman.made_by import MADE_BY, without_made_by
from pacman.record import (
    FORMAT,
    VERSION,
    EndReason,
    GameRecord,
    Move,
    Outcome,
    Player,
    digest,
    digests,
    fingerprinted,
    place_below,
)
from pacman.state import GameState

LARGEST_FILE: Final = 64 * 2**20
UNSEEN_IN_VERSION_1: Final = (
    "layout.name",
    "the walls in layout.text",
    "seed",
    "agents",
    "outcome.reason where the game was neither won nor lost",
    "outcome.moves",
    "outcome.agent",
    "outcome.error",
)


@dataclass(frozen=True, kw_only=True, repr=False)
class Replay(GameRecord):
    """A recorded game read from a file, with the data to verify it.

    fingerprints: running fingerprints of the states.
    changes: the places where the file differs from what was saved, such as "agents[1].name"; always empty for version
        1 of the format, which has no digests.
    made_by: the run that saved the file, if it was one of the command line; digests do not cover it.
    """

    source: str
    version: int
    fingerprints: tuple[str, ...]
    changes: tuple[str, ...] = ()
    made_by: Mapping[str, Any] | None = None

    @property
    def unseen(self) -> tuple[str, ...]:
        """Places where `verify` cannot detect a change."""
        return UNSEEN_IN_VERSION_1 if self.version == 1 else ()

    def states(self) -> Iterator[GameState]:
        """Yield every state of the game; raise ReplayError, naming the move, at one that the rules do not allow."""
        state = GameState.initial(self.layout, self.ghosts)
        yield state
        for number, (agent, action) in enumerate(self.moves, start=1):
            try:
                state = state.successor(agent, action)
            except PacmanError as error:
                raise ReplayError(f"{self.source}: move {number}: {error} ({_place_of(number)})") from error
            yield state

    def verify(self) -> None:
        """Compare the file with its digests and replay the game by the rules.

        Raise ReplayError at a difference; it names the field, or the first move whose state differs.
        """
        changed = [place for place in self.changes if place != "moves"]  # replaying finds out which move changed
        if changed:
            raise ReplayError(f"{self.source}: {_not_as_saved(changed)}")
        self._verify_game()
        if self.changes:
            raise ReplayError(f"{self.source}: {_not_as_saved(self.changes)}")

    def _verify_game(self) -> None:
        end = GameState.initial(self.layout, self.ghosts)
        for number, (state, mark) in enumerate(fingerprinted(self.states())):
            if mark != self.fingerprints[number]:
                after = f"after move {number}, {describe(self.moves[number - 1])}," if number else "at the start"
                place = f" ({_place_of(number)})" if number else ""
                raise ReplayError(f"{self.source}: {after} the state is not the recorded one{place}")
            end = state
        self._verify_end(end)

    def _verify_end(self, state: GameState) -> None:
        actual = EndReason.WON if state.is_win else EndReason.LOST if state.is_lose else None
        recorded = self.outcome.reason if self.outcome.reason in (EndReason.WON, EndReason.LOST) else None
        if actual != recorded:
            found = actual.value if actual else "not decided"
            raise ReplayError(f"{self.source}: the game ends {found}, but {self.outcome.reason.value} is recorded")
        if state.score != self.outcome.score:
            raise ReplayError(f"{self.source}: the game ends at {state.score}, but {self.outcome.score} is recorded")


def describe(move: Move) -> str:
    agent, action = move
    return f"{'Pacman' if agent == 0 else f'ghost {agent}'} {action}"


def _place_of(number: int) -> str:
    """Return the place of a move's action in the file; moves are counted from 1."""
    return f"moves[{number - 1}][1]"


def _not_as_saved(places: Sequence[str]) -> str:
    return f"{some_of(places, 3)}: not as it was saved"


# -- reading ----------------------------------------------------------------------------------------------------------


def load_replay(path: str | Path) -> Replay:
    """Read a game from a file; `states()` replays it, `verify()` checks it. Raise ReplayError if that fails."""
    if _is_pickle(Path(path)):
        pickled = "a pickle, as Berkeley's program records games, and pickles are not opened: one can run any code"
        raise ReplayError(f"{path}: {pickled}; record the game again")
    if Path(path).suffix.lower() == ".py":
        raise ReplayError(f"{path}: a Python file, not a recorded game; expected a file that `play --record` has saved")
    text = read_text(Path(path), LARGEST_FILE, ReplayError, "a replay file")
    try:
        contents = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{path}: not a replay file: {error}") from error
    return read_contents(contents, str(path))


def read_contents(contents: Any, source: str) -> Replay:
    """Read a game from the contents of a file, as `GameRecord.contents` returns them; errors call it `source`."""
    try:
        return _Reader(source, contents).replay()
    except (PacmanError, RecursionError) as error:
        raise ReplayError(f"{source}: {error}") from error


def _is_pickle(path: Path) -> bool:
    """True if a file begins like a pickle: protocols from 2 on, or a dictionary in protocol 0, which is text."""
    try:
        with path.open("rb") as file:
            return path.is_file() and file.read(3).startswith((b"\x80", b"(dp"))
    except OSError:
        return False


class _Reader:
    """Parser and validator of a replay file's contents; errors name the place and what was expected."""

    def __init__(self, source: str, contents: Any) -> None:
        if not isinstance(contents, dict) or contents.get("format") != FORMAT:
            raise ReplayError(f'not a replay file; expected "format": "{FORMAT}"')
        self.source = source
        self.contents = contents
        self.version: Any = contents.get("version")
        if self.version not in (1, VERSION):
            raise ReplayError(f"replay version {self.version!r}; this program reads 1 and {VERSION}")
        if self.version == 1 and "digest" in contents:
            raise self._error("version", f"{VERSION}, as for every file with a digest")

    def replay(self) -> Replay:
        """Return the game. If it cannot be read, the error names changes of the file first: they are the reason."""
        changes = () if self.version == 1 else self._changes()
        try:
            return self._replay(changes)
        except PacmanError as error:
            if not changes:
                raise
            raise ReplayError(f"{_not_as_saved(changes)}; {error}") from error

    def _changes(self) -> tuple[str, ...]:
        recorded_digest, recorded = self._take("digest", str), self._take("digests", dict)
        saved = without_made_by(self.contents)
        contents = {key: value for key, value in saved.items() if key not in ("digest", "digests")}
        found = digests(contents)
        places = [place for place in {**found, **recorded} if found.get(place) != recorded.get(place)]
        if digest(contents) == recorded_digest:
            return tuple(f"digests{place_below(place)}" for place in places)
        return tuple(places) or ("digest",)

    def _replay(self, changes: tuple[str, ...]) -> Replay:
        layout = self._layout()
        ghosts = self._take("ghosts", int)
        if not 0 <= ghosts <= len(layout.ghost_starts):
            raise self._error("ghosts", f"a number from 0 to {len(layout.ghost_starts)}, the ghosts of the layout")
        moves = self._moves(ghosts)
        marks = self._take("fingerprints", str)
        if len(marks) != 8 * (len(moves) + 1):
            raise self._error("fingerprints", f"{len(moves) + 1} fingerprints of 8 digits")
        names, players = self._agents()
        return Replay(
            layout=layout,
            ghosts=ghosts,
            seed=self._take("seed", int | float | str | None),
            agents=names,
            moves=moves,
            outcome=self._outcome(),
            players=players,
            source=self.source,
            version=int(self.version),
            fingerprints=tuple(marks[i : i + 8] for i in range(0, len(marks), 8)),
            changes=changes,
            made_by=described if isinstance(described := self.contents.get(MADE_BY), dict) else None,
        )

    def _layout(self) -> Layout:
        rows = self._take("layout.text", list)
        if not all(isinstance(row, str) for row in rows):
            raise self._error("layout.text", "a list of strings")
        name = self._take("layout.name", str)
        return Layout.from_text(rows, name=name, source=f"layout {name}")

    def _agents(self) -> tuple[tuple[str, ...], tuple[Player, ...]]:
        """Return the names of the agents, as displays show them, and the players; version 1 has only names."""
        if self.version == 1:
            names = self._take("agents", list)
            if not all(isinstance(name, str) for name in names):
                raise self._error("agents", "a list of names")
            return tuple(names), ()
        players = tuple(self._player(number, entry) for number, entry in enumerate(self._take("agents", list)))
        return tuple(player.name.rpartition(":")[2] for player in players), players

    def _player(self, number: int, entry: Any) -> Player:
        match entry:
            case {"name": str(name), "arguments": dict(arguments)}:
                return Player(name, arguments)
        raise self._error(f"agents[{number}]", "a name and arguments")

    def _moves(self, ghosts: int) -> list[Move]:
        moves = self._take("moves", list)
        return [self._move(number, number % (ghosts + 1), move) for number, move in enumerate(moves)]

    def _move(self, number: int, turn: int, move: Any) -> Move:
        if not isinstance(move, list) or len(move) != 2:
            raise self._error(f"moves[{number}]", f"[{turn}, action]")
        agent, action = move
        if agent != turn or isinstance(agent, bool | float):
            raise self._error(f"moves[{number}][0]", f"{turn}, whose turn it is")
        if action not in ACTIONS:
            raise self._error(f"moves[{number}][1]", f"one of {', '.join(ACTIONS)}")
        return turn, str(action)

    def _outcome(self) -> Outcome:
        reasons = [reason.value for reason in EndReason]
        reason = self._take("outcome.reason", str)
        if reason not in reasons:
            raise self._error("outcome.reason", f"one of {', '.join(reasons)}")
        return Outcome(
            EndReason(reason),
            self._take("outcome.score", int),
            self._take("outcome.moves", int),
            self._take("outcome.agent", int | None),
            self._take("outcome.error", str | None),
        )

    def _take(self, place: str, kind: Any) -> Any:
        value: Any = self.contents
        for key in place.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        # bool is a subclass of int in Python, but true and false are not numbers in JSON.
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self._error(place, getattr(kind, "__name__", str(kind)))
        return value

    def _error(self, place: str, expected: str) -> ReplayError:
        return ReplayError(f"{place!r} is missing or wrong; expected {expected}")
