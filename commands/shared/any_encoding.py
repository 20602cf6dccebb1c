"""Output in any encoding: a character that the encoding lacks is replaced by ASCII instead of raising an error."""

import codecs
import io
import sys
from typing import Final

_PLAIN: Final = {
    **{"…": "...", "·": ".", "–": "-", "−": "-", "×": "x", "≤": "<=", "≥": ">=", "µ": "u", "∞": "inf", "→": "->"},
    **{"●": "X", "○": "O", "─": "-", "╴": "-", "│": "|", "├": "|", "└": "`"},
}


def accept_any_encoding() -> None:
    """Let standard output and standard error accept any text; on Windows, files and pipes often have 256 characters."""
    codecs.register_error("plain", _written_plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def _written_plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end
