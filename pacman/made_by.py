"""Provenance of files: the program, the command and the digests that they were made by.

The command line registers a description, which is computed when the first file needs it. Files that are written by
calls of the library have none, so that equal games are equal files.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

MADE_BY: Final = "made_by"  # key in JSON files; comparisons of files leave it out
PUBLIC: Final = ("version", "date", "code", "cases", "plugins")  # fields that students may see

Description = Mapping[str, Any]


class _Run:
    """The run of a command: its description, computed when it is first needed, and facts that are added to it."""

    def __init__(self, describe: Callable[[], Description]) -> None:
        self.description = cache(describe)
        self.facts: dict[str, Any] = {}


_run: _Run | None = None


@contextmanager
def described_by(describe: Callable[[], Description]) -> Iterator[None]:
    """Use a description for all files that are written in this context."""
    global _run
    before, _run = _run, _Run(describe)
    try:
        yield
    finally:
        _run = before


def add_facts(**facts: Any) -> None:
    """Add facts that are known only while a command runs, such as the digest of its cases."""
    if _run is not None:
        _run.facts.update(facts)


def made_by() -> dict[str, Any] | None:
    """Return the description of the present run; None if it is not one of the command line."""
    return None if _run is None else {**_run.description(), **_run.facts}


def public_made_by() -> dict[str, Any] | None:
    """Return the part of the description that students may see: it has neither a command nor a machine."""
    full = made_by()
    return None if full is None else {key: full[key] for key in PUBLIC if full.get(key) is not None}


def with_made_by(contents: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contents of a JSON file with the description, if there is one."""
    full = made_by()
    return {**contents, MADE_BY: full} if full is not None else dict(contents)


def without_made_by(contents: Mapping[str, Any]) -> dict[str, Any]:
    """Return the contents of a JSON file for a comparison."""
    return {key: value for key, value in contents.items() if key != MADE_BY}


def made_by_line(description: Description) -> str:
    """Return a description as one line: the version, the date and the digests, as far as they are known."""
    digests = [f"{key} {description[key]}" for key in PUBLIC[2:] if description.get(key)]
    date = str(description.get("date", ""))[: len("2026-01-01")]
    return " · ".join(filter(None, [f"pacman-search {description.get('version', '')}".strip(), date, *digests]))
