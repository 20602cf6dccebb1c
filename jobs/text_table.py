"""Tables and lists as text for the terminal."""

from collections.abc import Sequence
from typing import Final

MOST_LINES: Final = 20  # of a list


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return aligned columns for the terminal: the first one flush left, figures flush right."""
    widths = [max(len(line[column]) for line in (header, *rows)) for column in range(len(header))]
    lines = []
    for first, *figures in (header, ["─" * width for width in widths], *rows):
        columns = [first.ljust(widths[0]), *(text.rjust(w) for text, w in zip(figures, widths[1:], strict=True))]
        lines.append("  ".join(columns).rstrip())
    return "\n".join(lines)


def text_list(title: str, lines: Sequence[tuple[str, str]]) -> str:
    """Return a titled list of names, each with a text that may be empty; an empty string if there are none."""
    if not lines:
        return ""
    shown = [f"  {name}: {text}" if text else f"  {name}" for name, text in lines[:MOST_LINES]]
    more = [f"  and {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
    return "\n".join([f"{title} ({len(lines)})", *shown, *more])
