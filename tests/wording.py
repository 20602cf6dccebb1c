"""Checks of messages that do not pin their sentences: by key and values, or by the facts that they name."""

import re
from collections.abc import Iterable, Mapping

from pacman.display.messages import ENGLISH, LANGUAGES, Catalogue


def read_message(
    text: str,
    catalogue: Catalogue,
    keys: Iterable[str] = (),
    language: str = ENGLISH,
    patterns: Mapping[str, str] | None = None,
) -> tuple[str, dict[str, str]]:
    """Return the key of the only message of the catalogue that reads like the text, and its values.

    keys: those in question; by default all. patterns: regular expressions of values, by their names.
    """
    column = LANGUAGES.index(language)
    [(key, match)] = [
        (key, match)
        for key in keys or catalogue
        if (match := re.fullmatch(_pattern(catalogue[key][column], patterns or {}), text))
    ]
    return key, match.groupdict()


def _pattern(template: str, patterns: Mapping[str, str]) -> str:
    """Return a regular expression with a named group for each placeholder; a repeated one has the same value."""
    seen: set[str] = set()

    def group(placeholder: re.Match[str]) -> str:
        name = placeholder[1]
        is_repeated = name in seen
        seen.add(name)
        return f"(?P={name})" if is_repeated else f"(?P<{name}>{patterns.get(name, '.+?')})"

    return re.sub(r"\\{(\w+)\\}", group, re.escape(template))


def facts(*found: str) -> str:
    """Return a regular expression of a line that names these facts in this order, for `pytest.raises(match=...)`.

    Facts are places and values, such as a file with a line, an option or a wrong word. A fact is found only as a
    whole: 'tree:1' is not in 'tree:15', nor 'mall' in 'small'.
    """
    return ".*".join(map(_whole, found))


def _whole(fact: str) -> str:
    before, after = (r"\b" if fact[end].isalnum() else "" for end in (0, -1))
    return before + re.escape(fact) + after


class Naming(str):
    """Equal to a text of one line that begins with the first fact and names the others in this order."""

    def __new__(cls, *found: str) -> "Naming":
        return super().__new__(cls, facts(*found))

    def __eq__(self, text: object) -> bool:
        return isinstance(text, str) and "\n" not in text and bool(re.match(str(self), text))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Naming({str(self)!r})"


def assert_refusal(printed: str, *found: str) -> None:
    """Check that a message is one line that begins with the first fact and names the others in this order."""
    (line,) = printed.splitlines()
    assert line == Naming(*found)
