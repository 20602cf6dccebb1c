"""Provenance of files: the program, the command and the digests that they were made by.

The command line registers a description, which is computed when the first file needs it. Files that are written by
calls of the library have none, so that equal games are equal files.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

MADE_BY: Final = "made_by"  # key in JSON files; comparisons of files leave it out
PUBLIC: Final = ("version", "date", "code", "cases", "plugins")  # fields that students may see

Description = Mapping[str, Any]

_describe: Callable[[], Description] | None = None
_description: Description | None = None
_facts: dict[str, Any] = {}


@contextmanager
def described_by(describe: Callable[[], Description]) -> Iterator[None]:
    """Use a description for all files that are written in this context."""
    global _describe, _description
    before = _describe, _description, dict(_facts)
    _describe, _description = describe, None
    _facts.clear()
    try:
        yield
    finally:
        _describe, _description = before[:2]
        _facts.clear()
        _facts.update(before[2])


def add_facts(**facts: Any) -> None:
    """Add facts that are known only while a command runs, such as the digest of its cases."""
    _facts.update(facts)


def made_by() -> dict[str, Any] | None:
    """Return the description of the present run; None if it is not one of the command line."""
    global _description
    if _describe is None:
        return None
    if _description is None:
        _description = _describe()
    return {**_description, **_facts}


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
