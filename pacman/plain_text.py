"""Text that others wrote, fit to be shown: it steers no terminal, and a line of it stays one line."""

from typing import Final

STRANGE: Final = "�"  # in the place of a sign that nobody could see


def one_line(text: str) -> str:
    """Only signs that print: whoever chose a file's name or an error's words cannot add lines to a report."""
    return text if text.isprintable() else "".join(" " if sign.isspace() else _visible(sign) for sign in text)


def plain_text(text: str) -> str:
    """Only signs that print, line breaks and tabs."""
    if text.isprintable():
        return text
    return "".join(sign if sign in "\n\t" else _visible(sign) for sign in text)


def _visible(sign: str) -> str:
    return sign if sign.isprintable() else STRANGE
