"""Players of an experiment as plain data, from which the process that plays a game creates new agents for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from experiments.errors import ExperimentError
from pacman.errors import AgentError, PacmanError
from pacman.files import read_whole

# Agents of this package, imported on first use.
_OUR_PACMEN: Final = {
    "OptimalAgent": "experiments.exact.optimal_agent",
    "MemoizedPacman": "experiments.exact.memoized_agents",
}
_OUR_GHOSTS: Final = {"MemoizedGhost": "experiments.exact.memoized_agents"}


@dataclass(frozen=True)
class PlayerSpec:
    """An agent by name or as `file.py:Class`, its arguments, and its label in tables."""

    spec: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""

    @classmethod
    def parse(cls, text: str, defaults: Mapping[str, Any] | None = None) -> "PlayerSpec":
        """Parse `NAME` or `NAME,depth=3,ties=random`; arguments in the text override the defaults."""
        from agents.loading import parse_arguments

        spec, _, own = text.partition(",")
        return cls(spec.strip(), {**(defaults or {}), **parse_arguments(own)})

    @property
    def name(self) -> str:
        """Name of this player in tables and rows."""
        if self.label:
            return self.label
        file, colon, kind = self.spec.rpartition(":")
        known_as = f"{Path(file).name}:{kind}" if colon else self.spec
        return ",".join([known_as, *(f"{key}={value}" for key, value in self.arguments.items())])

    def identity(self) -> dict[str, Any]:
        """Return everything that determines how this player plays, including digests of its files."""
        file, _, kind = self.spec.rpartition(":")
        files = [file] if file else []
        files += [value for value in self.arguments.values() if _is_file(value)]
        return {
            "spec": kind if file else self.spec,
            "arguments": {key: _plain(value) for key, value in self.arguments.items()},
            "files": [sha256(read_whole(Path(name), AgentError)).hexdigest() for name in files],
        }

    @property
    def is_built_in(self) -> bool:
        """True if the player is not a file of the user's."""
        return ":" not in self.spec and not self.spec.endswith(".py")

    def relocated(self, carry: Callable[[str], str]) -> "PlayerSpec":
        """Return the same player with its files at the paths that `carry` returns."""
        file, colon, kind = self.spec.rpartition(":")
        spec = carry(file) + colon + kind if file else self.spec
        arguments = {key: carry(value) if _is_file(value) else value for key, value in self.arguments.items()}
        return replace(self, spec=spec, arguments=arguments)

    def make_pacman(self) -> Any:
        from agents.loading import load_agent

        return _make(self, _OUR_PACMEN, load_agent)

    def make_ghosts(self, count: int) -> list[Any]:
        from agents.loading import load_ghosts

        if self.spec in _OUR_GHOSTS:
            return [_make(self, _OUR_GHOSTS, load_ghosts, index=index) for index in range(1, count + 1)]
        return load_ghosts(self.spec, count, **self.arguments)


def _make(player: PlayerSpec, ours: Mapping[str, str], load: Callable[..., Any], **more: Any) -> Any:
    if player.spec not in ours:
        return load(player.spec, **player.arguments)
    kind = getattr(import_module(ours[player.spec]), player.spec)
    try:
        return kind(**more, **player.arguments)
    except (PacmanError, TypeError) as error:
        raise AgentError(f"{player.spec}: {error}") from error


def _is_file(argument: Any) -> bool:
    """True if the argument names a file of weights."""
    return isinstance(argument, str) and argument.endswith((".json", ".npz"))


def _plain(value: Any) -> Any:
    """Return an argument as JSON values. Numbers become text, so that 3 equals the "3" of a command line."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, str | int | float):
        return str(value)
    raise ExperimentError(f"an argument is {value!r}; expected text, a number or a table of them")
