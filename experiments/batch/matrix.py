"""The matchups of a batch: agents × layouts × ghosts, from flags or from a TOML file."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.errors import ExperimentError
from pacman.files import read_text
from pacman.layout import load_layout

_LARGEST_FILE: Final = 2**20


@dataclass(frozen=True)
class Matrix:
    """Players and layouts to combine. Each ghost has its number of copies; None: as many as the layout allows."""

    agents: tuple[PlayerSpec, ...]
    layouts: tuple[str, ...]
    ghosts: tuple[tuple[PlayerSpec, int | None], ...]
    games: int | None = None
    seed: int | None = None

    def matchups(self, limits: GameLimits) -> list[Matchup]:
        """Return every combination, in the order given."""
        mazes = [load_layout(name) for name in self.layouts]
        return [
            Matchup.on(maze, agent, ghost, count, limits)
            for maze in mazes
            for ghost, count in self.ghosts
            for agent in self.agents
        ]


def read_matrix(path: str) -> Matrix:
    """Read a matrix from a TOML file; raise ExperimentError with the file, the key and what was expected."""
    text = read_text(Path(path), _LARGEST_FILE, ExperimentError, "a TOML file")
    try:
        contents = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ExperimentError(f"{path}: not TOML: {error}") from error
    return _Reader(path, contents).matrix()


class _Reader:
    """Validates the contents of the file; its errors name the key and what was expected."""

    def __init__(self, path: str, contents: Mapping[str, Any]) -> None:
        self.path = path
        self.contents = contents
        self._check_keys("", contents, ("agents", "layouts", "ghosts", "games", "seed"))

    def matrix(self) -> Matrix:
        layouts = self._list("layouts")
        for number, name in enumerate(layouts):
            if not isinstance(name, str):
                raise self._error(f"layouts[{number}]", "the name of a layout")
        return Matrix(
            agents=tuple(self._player(f"agents[{n}]", entry)[0] for n, entry in enumerate(self._list("agents"))),
            layouts=tuple(layouts),
            ghosts=tuple(
                self._player(f"ghosts[{n}]", entry, ("count",))
                for n, entry in enumerate(self._list("ghosts", ["RandomGhost"]))
            ),
            games=self._number("games", self.contents.get("games"), least=1),
            seed=self._number("seed", self.contents.get("seed")),
        )

    def _list(self, key: str, default: list[Any] | None = None) -> list[Any]:
        value = self.contents.get(key, default)
        if not isinstance(value, list) or not value:
            raise self._error(key, "a list with at least one entry")
        return value

    def _player(self, where: str, entry: Any, more: Sequence[str] = ()) -> tuple[PlayerSpec, int | None]:
        if isinstance(entry, str):
            return PlayerSpec.parse(entry), None
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            raise self._error(where, 'a name, or a table with "name"')
        self._check_keys(f"{where}.", entry, ("name", "arguments", "label", *more))
        arguments, label = entry.get("arguments", {}), entry.get("label", "")
        if not isinstance(arguments, dict):
            raise self._error(f"{where}.arguments", "a table")
        if not isinstance(label, str):
            raise self._error(f"{where}.label", "text")
        return PlayerSpec(entry["name"], arguments, label), self._number(f"{where}.count", entry.get("count"), least=0)

    def _number(self, where: str, value: Any, least: int | None = None) -> int | None:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if value is not None and (not is_number or (least is not None and value < least)):
            raise self._error(where, "a whole number" + ("" if least is None else f" from {least} up"))
        return value if is_number else None

    def _check_keys(self, where: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in table:
            if key not in known:
                raise ExperimentError(f"{self.path}: unknown key {where + key!r}; expected {', '.join(known)}")

    def _error(self, where: str, expected: str) -> ExperimentError:
        return ExperimentError(f"{self.path}: {where!r} is missing or wrong; expected {expected}")
