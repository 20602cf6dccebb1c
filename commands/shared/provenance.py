"""Description of a run for the files that it writes: version, command, digests, Python and platform."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, Final

from commands.shared.output import note, write_text
from pacman.errors import PacmanError, one_line
from pacman.files import is_device, read_text, write_whole
from pacman.made_by import MADE_BY, made_by

SUFFIX: Final = ".made-by.json"
LARGEST_FILE: Final = 2**22
MOST_RUNS: Final = 50  # earlier runs that are kept
HIDDEN: Final = "…"
EARLIER: Final = "earlier"
COMPARED: Final = ("version", "code", "plugins", "python", "compiler", "platform")
_SECRETS: Final = "--dice"
_ABSOLUTE: Final = re.compile(r"(?:(?<=^)|(?<=[=,:@]))(?:~[^/\\=,:]*)?(?:[A-Za-z]:)?(?:/(?!/)|\\)[^=,]*")


def version() -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed_version

    try:
        return installed_version("pacman-search")
    except PackageNotFoundError:
        return "(a checkout that is not installed)"


def describe(words: Sequence[str]) -> dict[str, Any]:
    """Return the description of a run of these words of the command line."""
    import platform  # slow to import
    from datetime import UTC, datetime

    from agents.kernel.machine import compiler_version
    from jobs.provenance import code_hash
    from pacman.plugins import plugins_digest

    return {
        "version": version(),
        "command": shown_command(words),
        "code": code_hash(),
        "plugins": plugins_digest() or None,
        "python": platform.python_version(),
        "compiler": compiler_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def shown_command(words: Sequence[str]) -> str:
    """Return a command line without the key of the dice, and with the last parts of absolute paths."""
    shown, is_secret = [], False
    for word in words:
        option, equals, _ = word.partition("=")
        is_dice = len(option) > len("--d") and _SECRETS.startswith(option)  # options can be abbreviated
        if is_secret:
            shown.append(HIDDEN)
        elif is_dice and equals:
            shown.append(f"{option}={HIDDEN}")
        else:
            shown.append(one_line(_ABSOLUTE.sub(lambda match: _last_part(match[0]), word)))
        is_secret = is_dice and not equals and not is_secret
    return " ".join(shown)


def _last_part(path: str) -> str:
    flavour = PureWindowsPath if "\\" in path else PurePosixPath
    return flavour(path).name or HIDDEN


def keep_made_by(destination: str | None, *, resume: bool = False) -> None:
    """Write the description to a file beside a table or JSON lines; note if the run before was made by other code.

    resume: the file beside continues that of earlier runs. Standard output and devices have no file beside them.
    """
    present = made_by()
    if not destination or destination == "-" or present is None or is_device(Path(destination)):
        return
    path = Path(f"{destination}{SUFFIX}")
    earlier = _earlier_runs(path) if resume and path.exists() else []
    contents = {MADE_BY: present, **({EARLIER: earlier[-MOST_RUNS:]} if earlier else {})}
    write_whole(path, json.dumps(contents, indent=2) + "\n", PacmanError)
    if earlier and (texts := _differences(earlier[-1], present)):
        note(f"{destination}: earlier rows were made by another run: {'; '.join(texts)}")


def write_csv(destination: str, header: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write a table, and the description of the run beside it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    write_text(destination, text.getvalue())
    keep_made_by(destination)


def _earlier_runs(path: Path) -> list[dict[str, Any]]:
    text = read_text(path, LARGEST_FILE, PacmanError, "a description of runs")
    try:
        contents = json.loads(text)
        runs = [*contents.get(EARLIER, []), contents[MADE_BY]]
        if not all(isinstance(run, dict) for run in runs):
            raise TypeError
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise PacmanError(f"{path}: not the description of a run; expected an object {MADE_BY!r}") from None
    return runs


def _differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    changed = [name for name in COMPARED if old.get(name) != new.get(name)]
    return [f"{name} {one_line(str(old.get(name)))}, now {new.get(name)}" for name in changed]
