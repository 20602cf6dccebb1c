"""Standard output in any encoding: a sign that it lacks is written in plain letters, and nothing is lost for it."""

import codecs
import io
import sys
from typing import Final

_PLAIN: Final = {
    **{"…": "...", "·": ".", "–": "-", "−": "-", "×": "x", "≤": "<=", "≥": ">=", "µ": "u", "∞": "inf", "→": "->"},
    **{"●": "X", "○": "O", "─": "-", "╴": "-", "│": "|", "├": "|", "└": "`"},
}


def accept_any_encoding() -> None:
    """Let standard output and standard error write any text; on Windows, a file or a pipe often has 256 signs only."""
    codecs.register_error("plain", _written_plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def _written_plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end
