"""Write results to the terminal and to files. The name `-` means standard output, which then holds nothing else."""

import codecs
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from pacman.errors import PacmanError
from pacman.files import check_writable, is_device, write_whole
from pacman.made_by import with_made_by

# Replacements of characters that an encoding lacks.
_PLAIN: Final = {
    **{"…": "...", "·": ".", "–": "-", "−": "-", "×": "x", "≤": "<=", "≥": ">=", "µ": "u", "∞": "inf", "→": "->"},
    **{"●": "X", "○": "O", "─": "-", "╴": "-", "│": "|", "├": "|", "└": "`"},
}


def accept_any_encoding() -> None:
    """Let standard output and standard error accept any text; on Windows, files and pipes often have 256 characters.

    A character that the encoding lacks is replaced by ASCII instead of raising an error.
    """
    codecs.register_error("plain", _written_plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def _written_plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def say(text: str) -> None:
    """Print a line on standard output. Raises PacmanError if that is closed or full."""
    _print(text + "\n")


def note(text: str) -> None:
    """Print a line that is not part of the results, on standard error."""
    if sys.stderr is not None:  # if it is closed, print() would write to standard output
        print(text, file=sys.stderr, flush=True)


def kept_text(path: str | Path | None, content: str, again: str = "--resume") -> str:
    """Return the part of a message that says which results an interrupted run has kept."""
    if path is None or not Path(path).exists():
        return "nothing was kept"
    return f"{path} holds the {content}; continue with {again}"


def write_json(destination: str, contents: Mapping[str, Any]) -> None:
    """Write an object, with the description of the run."""
    write_text(destination, json.dumps(with_made_by(contents), indent=2) + "\n")


def write_text(destination: str, text: str) -> None:
    """Write to a file, completely or not at all, or to standard output if the name is `-`."""
    if destination == "-":
        _print(text)
    else:
        write_whole(destination, text, PacmanError)


def warn(remarks: Iterable[str]) -> None:
    """Print remarks about the input on standard error, each as a warning."""
    for remark in remarks:
        note(f"warning: {remark}")


def write_report(
    destination: str | None, contents: Mapping[str, Any], text: str, table_destination: str | None = None
) -> None:
    """Write JSON to `destination`, if given, and print the text unless the JSON or a table goes to standard output."""
    if destination:
        write_json(destination, contents)
    if "-" not in (destination, table_destination):
        say(text)


def check_destinations(*destinations: str | None, page: str | None = None) -> None:
    """Raise PacmanError if one cannot be written, or two are the same file. None means no file.

    page: the file of --html, whose name must end in .html.
    """
    check_ending("html", page, "--html ")
    taken: set[Path] = set()
    for destination in (*destinations, page):
        if destination and destination != "-":
            check_writable(destination, PacmanError)
            path = Path(destination).resolve()
            if path in taken and not is_device(path):
                raise PacmanError(f"{destination}: named twice; each result needs its own file")
            taken.add(path)


def check_ending(form: str, destination: str | None, option: str) -> None:
    """Raise PacmanError unless a file has the suffix of its format; a device such as /dev/stdout needs none.

    option: the beginning of the message; empty for an argument without an option.
    """
    endings = (".html", ".htm") if form == "html" else (f".{form}",)
    if destination and not destination.lower().endswith(endings) and not is_device(Path(destination)):
        raise PacmanError(f"{option}{destination}: expected a name that ends in {endings[0]}")


def _print(text: str) -> None:
    if sys.stdout is None:
        raise PacmanError("standard output is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        silence_standard_output()  # the reader has closed the pipe
        raise PacmanError("standard output was closed before all of it was written") from None
    except OSError as error:
        raise PacmanError(f"standard output: cannot be written: {error.strerror or error}") from error


def silence_standard_output() -> None:
    """Redirect standard output to the null device, so that the interpreter does not fail when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run_program(main: Callable[[], int]) -> int:
    """Run a program that prints in any encoding, such as an example, and return its exit code.

    It is 0 if the reader leaves early, and 2 after a PacmanError, such as a file that cannot be written.
    """
    accept_any_encoding()
    try:
        code = main()
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        silence_standard_output()
        return 0
    except PacmanError as error:
        note(str(error))
        return 2
