"""How we answer to a name we do not know."""

import difflib
from collections.abc import Iterable


def unknown(kind: str, name: str, known: Iterable[str]) -> str:
    """One line that names the stranger and the nearest thing we have, or all of them."""
    return f"unknown {kind} {name!r}; {hint(name, known)}"


def hint(name: str, known: Iterable[str]) -> str:
    """The nearest thing we have, or all of them."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names) or 'none'}"
