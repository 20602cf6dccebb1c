"""Plugins: a user's own Python files and packages, which register agents, ghosts, evaluations, cases and reports.

A plugin is trusted code: it runs with the rights of the user who loads it. It comes from `--plugin FILE.py`, or from an
installed package with an entry point in the group `pacman_search`; never from a submission, a recording or a folder of
cases, and it is never loaded in the process that runs a student's code.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from pacman.errors import PacmanError, describe_crash

ENTRY_POINTS: Final = "pacman_search"


@dataclass(frozen=True)
class Plugin:
    """A loaded plugin.

    files: its file, then the modules beside it that it imported; empty for one of an installed package.
    digest: of its code.
    """

    files: tuple[Path, ...]
    digest: str


_loaded: dict[str, Plugin] = {}


def loaded_plugins() -> tuple[Plugin, ...]:
    """Return the plugins of this process, in the order in which they were loaded."""
    return tuple(_loaded.values())


def plugin_files() -> tuple[tuple[Path, ...], ...]:
    """Return the absolute paths of plugins that are files, each with the modules that it needs beside it."""
    return tuple(plugin.files for plugin in _loaded.values() if plugin.files)


def plugins_digest() -> str:
    """Return a digest of the code of all plugins; the empty string if there are none."""
    digests = sorted(plugin.digest for plugin in _loaded.values())
    return sha256("\n".join(digests).encode()).hexdigest()[:12] if digests else ""


def load_plugins(paths: Iterable[Path]) -> None:
    """Load plugin files that are not loaded yet; raise PacmanError, in one line, if one fails."""
    for path in paths:
        if str(path) not in _loaded:
            files = _run(path)
            _loaded[str(path)] = Plugin(files, sha256(b"".join(file.read_bytes() for file in files)).hexdigest())


def _run(path: Path) -> tuple[Path, ...]:
    """Execute a plugin as a module; return its file and those of the modules beside it that it imported."""
    if not path.is_file():
        raise PacmanError(f"--plugin {path}: no such file; expected a Python file")
    folder = path.resolve().parent
    if str(folder) not in sys.path:
        sys.path.append(str(folder))  # last, so that files beside a plugin cannot replace installed modules
    before = set(sys.modules)
    spec = spec_from_file_location(f"pacman_plugin_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise PacmanError(f"--plugin {path}: expected a Python file, NAME.py")
    module = module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[module.__name__]
        raise PacmanError(f"--plugin {path}: {describe_crash(error)}") from error
    imported = (sys.modules[name] for name in sorted(sys.modules.keys() - before))
    beside = {file for file in map(_file_of, imported) if file and file.parent == folder}
    return path.resolve(), *sorted(beside - {path.resolve()})


def _file_of(module: ModuleType) -> Path | None:
    file = getattr(module, "__file__", None)
    return Path(file).resolve() if isinstance(file, str) else None


@cache
def load_entry_points() -> None:
    """Import the plugins of installed packages, once in a process."""
    from importlib.metadata import entry_points  # slow to import

    for entry in entry_points(group=ENTRY_POINTS):
        release = f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
        try:
            entry.load()
        except Exception as error:
            raise PacmanError(f"plugin {entry.name} ({release or entry.value}): {describe_crash(error)}") from error
        _loaded[entry.value] = Plugin((), f"{entry.value} {release}")
