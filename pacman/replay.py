"""A game as a file: JSON, to be saved, shared, checked and played again."""

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pacman.directions import ACTIONS
from pacman.errors import LayoutError, PacmanError, ReplayError
from pacman.files import read_text, write_whole
from pacman.game import EndReason, GameRecord, Move, Outcome
from pacman.layout import Layout
from pacman.state import GameState

FORMAT: Final = "pacman-replay"
VERSION: Final = 1
LARGEST_FILE: Final = 64 * 2**20


@dataclass(frozen=True)
class Replay(GameRecord):
    """A recorded game read from a file, with a running fingerprint of its states to check it by."""

    source: str
    fingerprints: tuple[str, ...]

    def states(self) -> Iterator[GameState]:
        """Every state of the game; a move that the rules do not allow is an error that names it."""
        state = GameState.initial(self.layout, self.ghosts)
        yield state
        for number, (agent, action) in enumerate(self.moves, start=1):
            try:
                state = state.successor(agent, action)
            except PacmanError as error:
                raise ReplayError(f"{self.source}: move {number}: {error}") from error
            yield state

    def verify(self) -> None:
        """Play the game again by the rules; a difference is an error that names the first move where it shows."""
        end = GameState.initial(self.layout, self.ghosts)
        for number, (state, mark) in enumerate(_marked(self.states())):
            if mark != self.fingerprints[number]:
                after = f"after move {number}, {describe(self.moves[number - 1])}," if number else "at the start"
                raise ReplayError(f"{self.source}: {after} the state is not the recorded one")
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


def save_replay(record: GameRecord, path: str | Path) -> None:
    """Write a game to a file, whole or not at all."""
    outcome = record.outcome
    contents = {
        "format": FORMAT,
        "version": VERSION,
        "layout": {"name": record.layout.name, "text": list(record.layout.rows)},
        "ghosts": record.ghosts,
        "seed": record.seed if isinstance(record.seed, int | float | str | None) else repr(record.seed),
        "agents": list(record.agents),
        "moves": record.moves,
        "outcome": {
            "reason": outcome.reason.value,
            "score": outcome.score,
            "moves": outcome.moves,
            "agent": outcome.agent,
            "error": outcome.error,
        },
        "fingerprints": "".join(mark for _, mark in _marked(record.states())),
    }
    write_whole(path, json.dumps(contents) + "\n", ReplayError)


def load_replay(path: str | Path) -> Replay:
    """Read a game from a file. `states()` plays it again, `verify()` checks it."""
    text = read_text(Path(path), LARGEST_FILE, ReplayError, "a replay file")
    try:
        contents = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReplayError(f"{path}: not a replay file: {error}") from error
    reader = _Reader(str(path), contents)
    try:
        return reader.replay()
    except LayoutError as error:
        raise ReplayError(f"{path}: {error}") from error


def _marked(states: Iterator[GameState]) -> Iterator[tuple[GameState, str]]:
    """Each state with a running fingerprint: it depends on all states so far and is the same on every machine."""
    mark = 0
    for state in states:
        agents = [(state.position(i), state.direction(i), state.scared_timer(i)) for i in range(state.num_agents)]
        # Positions as whole numbers of half cells: whether they read as integers or floats is no matter.
        placed = [(int(2 * x), int(2 * y), heading, timer) for (x, y), heading, timer in agents]
        facts = (placed, state.food_mask, state.capsules, state.score, state.is_win, state.is_lose)
        mark = zlib.crc32(repr(facts).encode(), mark)
        yield state, f"{mark:08x}"


class _Reader:
    """Takes a replay file's contents apart, saying what was expected where."""

    def __init__(self, source: str, contents: Any) -> None:
        self.source = source
        if not isinstance(contents, dict) or contents.get("format") != FORMAT:
            raise ReplayError(f'{source}: not a replay file; expected "format": "{FORMAT}"')
        if contents.get("version") != VERSION:
            raise ReplayError(f"{source}: replay version {contents.get('version')!r}; this program reads {VERSION}")
        self.contents = contents

    def replay(self) -> Replay:
        layout = self._layout()
        ghosts = self._take(self.contents, "ghosts", int)
        if not 0 <= ghosts <= len(layout.ghost_starts):
            raise self._error("ghosts", f"a number from 0 to {len(layout.ghost_starts)}, the ghosts of the layout")
        moves = self._moves(ghosts)
        marks = self._take(self.contents, "fingerprints", str)
        if len(marks) != 8 * (len(moves) + 1):
            raise self._error("fingerprints", f"{len(moves) + 1} fingerprints of 8 digits")
        return Replay(
            layout=layout,
            ghosts=ghosts,
            seed=self._take(self.contents, "seed", int | float | str | None),
            agents=self._names(),
            moves=moves,
            outcome=self._outcome(),
            source=self.source,
            fingerprints=tuple(marks[i : i + 8] for i in range(0, len(marks), 8)),
        )

    def _layout(self) -> Layout:
        layout = self._take(self.contents, "layout", dict)
        rows = self._take(layout, "text", list)
        if not all(isinstance(row, str) for row in rows):
            raise self._error("text", "a list of strings")
        name = self._take(layout, "name", str)
        return Layout.from_text(rows, name=name, source=f"layout {name}")

    def _names(self) -> tuple[str, ...]:
        names = self._take(self.contents, "agents", list)
        if not all(isinstance(name, str) for name in names):
            raise self._error("agents", "a list of names")
        return tuple(names)

    def _moves(self, ghosts: int) -> list[Move]:
        moves = []
        for number, move in enumerate(self._take(self.contents, "moves", list)):
            turn = number % (ghosts + 1)
            if move not in [[turn, action] for action in ACTIONS] or isinstance(move[0], bool | float):
                raise self._error(f"moves[{number}]", f"[{turn}, action] with one of {', '.join(ACTIONS)}")
            moves.append((turn, str(move[1])))
        return moves

    def _outcome(self) -> Outcome:
        outcome = self._take(self.contents, "outcome", dict)
        reasons = [reason.value for reason in EndReason]
        reason = self._take(outcome, "reason", str)
        if reason not in reasons:
            raise self._error("reason", f"one of {', '.join(reasons)}")
        return Outcome(
            EndReason(reason),
            self._take(outcome, "score", int),
            self._take(outcome, "moves", int),
            self._take(outcome, "agent", int | None),
            self._take(outcome, "error", str | None),
        )

    def _take(self, contents: dict[str, Any], key: str, kind: Any) -> Any:
        value = contents.get(key)
        # JSON's true and false are whole numbers to Python, but not to us.
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self._error(key, getattr(kind, "__name__", str(kind)))
        return value

    def _error(self, key: str, expected: str) -> ReplayError:
        return ReplayError(f"{self.source}: {key!r} is missing or wrong; expected {expected}")
