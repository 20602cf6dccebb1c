"""The file of a tuning: its settings and every candidate scored so far, rewritten atomically after each one."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from jobs.errors import ResultsError
from pacman.files import read_text, write_whole

_LARGEST: Final = 2**26


class TuningFile:
    """Candidates with their values, in the order in which they were scored.

    The searches draw from a seed and see only values, so a tuning that was killed is resumed by running it again:
    candidates whose values are in the file are not played again.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any], *, resume: bool) -> None:
        self.path = path
        self._settings = dict(settings)
        self._candidates: list[dict[str, Any]] = []
        self._values: dict[str, float] = {}
        self._to_replay: set[str] = set()
        if not path.exists():
            return
        if not resume:
            raise ResultsError(f"{path}: already exists; resume it with --resume, or choose another file")
        for candidate in self._read():
            self._add(candidate)
        self._to_replay.update(self._values)

    def value(self, weights: Mapping[str, float]) -> float | None:
        return self._values.get(_key(weights))

    def replay(self, weights: Mapping[str, float]) -> None:
        """Note that the search has proposed this candidate again."""
        self._to_replay.discard(_key(weights))

    @property
    def is_replayed(self) -> bool:
        """True if the search has proposed every candidate that was in the file."""
        return not self._to_replay

    def add(self, weights: Mapping[str, float], value: float) -> None:
        self._add({"value": value, "weights": dict(weights)})
        contents = {"tuning": self._settings, "candidates": self._candidates}
        write_whole(self.path, json.dumps(contents, indent=1) + "\n", ResultsError)

    def _add(self, candidate: dict[str, Any]) -> None:
        self._candidates.append(candidate)
        self._values[_key(candidate["weights"])] = candidate["value"]

    def _read(self) -> list[dict[str, Any]]:
        expected = "the file of a tuning"
        text = read_text(self.path, _LARGEST, ResultsError, expected)
        try:
            contents = json.loads(text)
            settings, candidates = contents["tuning"], contents["candidates"]
            differing = [key for key, value in self._settings.items() if settings.get(key) != _as_read(value)]
            found = [
                {"value": _number(entry["value"]), "weights": {str(f): _number(w) for f, w in entry["weights"].items()}}
                for entry in candidates
            ]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise ResultsError(f"{self.path}: not {expected}") from error
        if differing:
            raise ResultsError(f"{self.path}: belongs to another tuning: {differing[0]} differs; choose another file")
        return found


def _number(value: float) -> float:
    if not abs(value) <= sys.float_info.max:  # NaN, infinite, or too large an integer
        raise ValueError(value)
    return value


def _as_read(value: Any) -> Any:
    """Return the value as JSON reads it back: tuples become lists, keys become strings."""
    return json.loads(json.dumps(value))


def _key(weights: Mapping[str, float]) -> str:
    return json.dumps(sorted((feature, float(weight)) for feature, weight in weights.items()))
