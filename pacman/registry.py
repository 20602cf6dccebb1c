"""Registries: named objects that users extend, one registry for each kind (agents, ghosts, evaluations, …).

Errors and plugins are imported on use, so that `import agents` stays light.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")
E = TypeVar("E")


class Registry(Mapping[str, T]):
    """Objects of one kind by name: the built-in ones, and those that plugins register.

    A built-in entry is the object itself, or a reference `"module:attribute"` that is imported on use. An unknown name
    makes the registry load the plugins of installed packages and look again.
    """

    def __init__(self, kind: str, builtin: Mapping[str, T | str], *, hyphenated: bool = False) -> None:
        """Create the registry of a `kind`, a noun for messages; `hyphenated`: names have `-` where Python has `_`."""
        self.kind = kind
        self.builtin = tuple(builtin)  # in the order in which menus show them
        self._entries: dict[str, Any] = dict(builtin)
        self._hyphenated = hyphenated

    def register(self, entry: E, name: str | None = None) -> E:
        """Add a user's object under its own name, or another, and return it; usable as a decorator.

        Raise PacmanError if the name is taken: a plugin cannot replace what others rely on.
        """
        from pacman.errors import PacmanError

        name = name or self._own_name(entry)
        if name in self._entries:
            raise PacmanError(f"{self.kind} {name!r} is registered twice; expected a unique name")
        self._entries[name] = entry
        return entry

    def _own_name(self, entry: object) -> str:
        from pacman.errors import PacmanError

        name = getattr(entry, "__name__", None)
        if not isinstance(name, str):
            raise PacmanError(f"{self.kind} {entry!r} has no name; expected register(…, name)")
        return name.replace("_", "-") if self._hyphenated else name

    def loaded(self, name: str) -> T | None:
        """Return the entry of this name, or None; plugins of installed packages are not loaded for it."""
        entry = self._entries.get(name)
        if isinstance(entry, str):
            module, _, attribute = entry.partition(":")
            entry = self._entries[name] = getattr(import_module(module), attribute)
        found: T | None = entry
        return found

    def is_builtin(self, entry: type) -> bool:
        """True if this very class, no subclass of it, is a built-in entry under its own name."""
        return entry.__name__ in self.builtin and self.loaded(entry.__name__) is entry

    def message(self, name: str) -> str:
        """Return the message for an unknown name."""
        from pacman.errors import unknown

        return unknown(self.kind, name, self)

    def __getitem__(self, name: str) -> T:
        if name not in self:
            raise KeyError(name)
        entry = self.loaded(name)
        assert entry is not None
        return entry

    def __contains__(self, name: object) -> bool:
        if name not in self._entries:
            from pacman.plugins import load_entry_points

            load_entry_points()
        return name in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
