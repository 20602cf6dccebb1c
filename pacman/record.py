"""Records of played games and their JSON file format, for saving, sharing, verifying and replaying.

Version 2 of the format has the agents with their arguments, a `digest` of all fields and `digests` of each field, which
locate a change. The digests have no key: they detect accidents and careless edits, not a forger who recomputes them.
"""

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final, TypeAlias

from pacman.directions import Action
from pacman.errors import ReplayError
from pacman.files import write_whole
from pacman.layout import Layout
from pacman.made_by import with_made_by
from pacman.state import GameState

FORMAT: Final = "pacman-replay"
VERSION: Final = 2

Move: TypeAlias = tuple[int, Action]
Seed: TypeAlias = int | float | str | bytes | bytearray | None


class EndReason(Enum):
    """Reasons for the end of a game."""

    WON = "won"
    LOST = "lost"
    TIMED_OUT = "timed out"
    CRASHED = "crashed"
    MOVE_LIMIT = "move limit"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Outcome:
    """Result of a game. `agent` and `error` name the agent that crashed or ran out of time, and the reason."""

    reason: EndReason
    score: int
    moves: int
    agent: int | None = None
    error: str | None = None
    exception: BaseException | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Player:
    """An agent of a game: a built-in name or `file.py:Class`, and the arguments it was created with."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, repr=False)
class GameRecord:
    """A finished game: everything that is needed to replay it move by move."""

    layout: Layout
    ghosts: int
    seed: Seed
    agents: tuple[str, ...]  # their names
    moves: list[Move]  # those that were executed
    outcome: Outcome
    players: tuple[Player, ...] = ()  # the agents with their arguments, where these are known

    def __repr__(self) -> str:
        end = f"{self.outcome.reason.value}, score {self.outcome.score}, {self.outcome.moves} moves"
        return f"<{type(self).__name__} of {self.layout.name}: {', '.join(self.agents)}; seed {self.seed!r}; {end}>"

    def states(self) -> Iterator[GameState]:
        """Yield every state of the game, beginning with the start."""
        state = GameState.initial(self.layout, self.ghosts)
        yield state
        for agent, action in self.moves:
            state = state.successor(agent, action)
            yield state

    def interrupted_at(self, agent: int, place: str | None) -> "GameRecord":
        """Return this game with the agent that was interrupted and the line of its code, if both are known.

        A game that ended for another reason is returned unchanged.
        """
        if place is None or self.outcome.reason is not EndReason.INTERRUPTED:
            return self
        return replace(self, outcome=replace(self.outcome, agent=agent, error=f"in {place}"))

    def contents(self) -> dict[str, Any]:
        """Return the contents of the game's replay file, as plain data."""
        contents = _contents(self)
        return {**contents, "digests": digests(contents), "digest": digest(contents)}

    def save(self, path: str | Path) -> None:
        """Write the game to a replay file atomically; `pacman.load_replay` reads it."""
        write_whole(path, json.dumps(with_made_by(self.contents())) + "\n", ReplayError)


def _contents(record: GameRecord) -> dict[str, Any]:
    outcome = record.outcome
    players = record.players or [Player(name) for name in record.agents]
    return {
        "format": FORMAT,
        "version": VERSION,
        "layout": {"name": record.layout.name, "text": list(record.layout.rows)},
        "ghosts": record.ghosts,
        "seed": record.seed if type(record.seed) in (int, float, str, type(None)) else repr(record.seed),
        "agents": [{"name": player.name, "arguments": _plain(player.arguments)} for player in players],
        "moves": [list(move) for move in record.moves],
        "outcome": {
            "reason": outcome.reason.value,
            "score": outcome.score,
            "moves": outcome.moves,
            "agent": outcome.agent,
            "error": outcome.error,
        },
        "fingerprints": "".join(mark for _, mark in fingerprinted(record.states())),
    }


def _plain(value: Any) -> Any:
    """Return an argument as JSON data; functions and other objects become their names in angle brackets."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if value is None or isinstance(value, str | int | float):
        return value
    return f"<{getattr(value, '__name__', type(value).__name__)}>"


def fingerprinted(states: Iterator[GameState]) -> Iterator[tuple[GameState, str]]:
    """Yield each state with a running fingerprint, which depends on all states so far and not on the machine."""
    mark = 0
    for state in states:
        agents = [(state.position(i), state.direction(i), state.scared_timer(i)) for i in range(state.num_agents)]
        # Positions in half cells, as integers: 3 and 3.0 must have the same fingerprint.
        placed = [(int(2 * x), int(2 * y), heading, timer) for (x, y), heading, timer in agents]
        facts = (placed, state.food_mask, state.capsules, state.score, state.is_win, state.is_lose)
        mark = zlib.crc32(repr(facts).encode(), mark)
        yield state, f"{mark:08x}"


def digest(contents: Any) -> str:
    from hashlib import sha256  # loads OpenSSL, five megabytes that most runs do not need

    return sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()


def digests(contents: dict[str, Any]) -> dict[str, str]:
    """Return a short digest of every value by its place. The moves share one: fingerprints locate a changed move."""
    found = {}
    pending: list[tuple[str, Any]] = [("", contents)]
    while pending:
        place, value = pending.pop()
        if value and isinstance(value, dict):
            pending += [(f"{place}{place_below(key)}", item) for key, item in reversed(value.items())]
        elif value and isinstance(value, list) and place != ".moves":
            pending += [(f"{place}[{index}]", value[index]) for index in reversed(range(len(value)))]
        else:
            found[place.removeprefix(".")] = digest(value)[:8]
    return found


def place_below(key: str) -> str:
    """Return the suffix that extends a place to one of its members."""
    return f".{key}" if key.isidentifier() else f"[{json.dumps(key)}]"
