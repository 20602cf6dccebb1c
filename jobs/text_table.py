"""Tables as text for the terminal."""

from collections.abc import Sequence


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return aligned columns for the terminal: the first one flush left, figures flush right."""
    widths = [max(len(line[column]) for line in (header, *rows)) for column in range(len(header))]
    lines = []
    for first, *figures in (header, ["─" * width for width in widths], *rows):
        columns = [first.ljust(widths[0]), *(text.rjust(w) for text, w in zip(figures, widths[1:], strict=True))]
        lines.append("  ".join(columns).rstrip())
    return "\n".join(lines)
