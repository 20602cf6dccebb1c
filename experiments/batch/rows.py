"""A row: the outcome of one game of a batch, as a line of JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from pacman.record import EndReason

Engine = Literal["python", "kernel", "both"]  # both: some searches of the game ran in each
ENGINES: Final[tuple[Engine, ...]] = get_args(Engine)

_REASONS: Final = frozenset(reason.value for reason in EndReason)
_FIELDS: Final = {"game": int, "seed": int, "score": int, "reason": str, "moves": int, "seconds": int | float}
_LARGEST: Final = 2**63 - 1  # of the arrays that hold the figures of many games
_LEAST: Final = {"game": 0, "score": -_LARGEST, "moves": 0, "seconds": 0}


@dataclass(frozen=True, slots=True)
class Row:
    """Outcome of one game. `moves` counts all agents' moves; `error` is the message of a crash or timeout.

    nodes: states that Pacman's searches generated; None if they are not known, as for agents that are not ours.
    engine: that of Pacman's searches; times of different engines are not comparable. None in older files.
    """

    game: int
    seed: int
    score: int
    reason: str  # the value of an EndReason
    moves: int
    seconds: float
    error: str | None = None
    nodes: int | None = None
    engine: Engine | None = None

    @property
    def is_win(self) -> bool:
        return self.reason == EndReason.WON.value

    def line(self, marks: Mapping[str, Any]) -> str:
        """Return the row as a line of JSON, with the marks of its batch."""
        contents: dict[str, Any] = {key: getattr(self, key) for key in _FIELDS}
        contents["seconds"] = round(self.seconds, 6)
        contents |= {"nodes": self.nodes, "engine": self.engine}
        if self.error:
            contents["error"] = self.error
        return json.dumps({**contents, **marks}) + "\n"


def read_row(line: str) -> tuple[Row, str]:
    """Return a row and the fingerprint of its batch; raise ValueError that names the fault of the line."""
    try:
        contents = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError("not JSON") from None
    if not isinstance(contents, dict):
        raise ValueError("not a JSON object")
    for key, kind in _FIELDS.items():
        value = contents.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise ValueError(f"{key!r} is missing or wrong")
    for key, least in _LEAST.items():
        if not least <= contents[key] <= _LARGEST:  # NaN is in no range
            raise ValueError(f"{key!r} is out of range")
    if contents["reason"] not in _REASONS:
        raise ValueError("'reason' is unknown")
    error = contents.get("error")
    figures = {key: contents[key] for key in _FIELDS}
    nodes, engine = contents.get("nodes"), contents.get("engine")
    if type(nodes) not in (int, type(None)) or engine not in (*ENGINES, None):
        raise ValueError("'nodes' or 'engine' is wrong")
    row = Row(**figures, error=error if isinstance(error, str) else None, nodes=nodes, engine=engine)
    return row, str(contents.get("batch", ""))
