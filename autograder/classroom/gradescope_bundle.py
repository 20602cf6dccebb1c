"""Create a bundle for Gradescope: a zip file with our code, a teacher's cases and the scripts that Gradescope runs."""

import base64
import json
from dataclasses import asdict
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from autograder.assignment.assignment import assignment_files, plain_files
from autograder.assignment.selection import Selection
from autograder.classroom.on_gradescope import BUNDLE, FRESH, BundleSettings
from autograder.errors import GradingError
from autograder.student.dice_key import DiceKey
from pacman.files import read_whole, whole_file
from pacman.packages import ROOT
from pacman.plugins import plugin_files

PACKAGES: Final = ("pacman", "agents", "jobs", "experiments", "autograder", "commands", "layouts")
# Not part of the wheel: cases are bundled separately, where submissions cannot read them as they could read packages.
OUR_CASES: Final = ROOT / "autograder" / "cases"
NEEDS: Final = ("numpy>=1.26", "tqdm>=4.66")  # those of our requirements that grading and submissions need
OLD_DATE: Final = (1980, 1, 1, 0, 0, 0)  # constant, so that equal content gives an identical file
EXECUTABLE: Final = 0o755
PLAIN: Final = 0o644

SETUP: Final = """\
#!/usr/bin/env bash
# Sets up the grader: a virtual environment beside this folder. Gradescope runs it once, as root.
set -euo pipefail
source="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
[ "$(basename "$source")" = source ] || source="$source/source"
new_enough='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'
for python in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$python" -c "$new_enough" 2>/dev/null; then break; fi
    python=""
done
if [ -z "$python" ]; then
    apt-get update
    if python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=python3  # Debian and Ubuntu have venv in a separate package
        apt-get install -y python3-venv
    else
        python=python3.11
        apt-get install -y python3.11 python3.11-venv
    fi
fi
venv="$(dirname "$source")/venv"
"$python" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check {needs}
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-index "$source"/*.whl
# Only root may read the cases and the grader, even where the kernel has no Landlock.
chmod -R go-rwx "$source"
packages="$("$venv/bin/python" -P -c 'import pacman; print(pacman.__path__[0])')"
for name in agents autograder commands experiments jobs; do chmod -R go-rwx "$packages/../$name"; done
"""
RUN: Final = """\
#!/usr/bin/env bash
# Grades submission/ and writes results/results.json; without that file there is no grade.
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
[ "$(basename "$here")" = source ] && here="$(dirname "$here")"
rm -f "$here/results/results.json"
mkdir -p "$here/results"
# submission_metadata.json contains earlier results, with parts that students may see only later.
chmod -f go-rwx "$here/results" "$here/submission_metadata.json"
exec "$here/venv/bin/python" -P -m autograder.classroom.on_gradescope "$here"
"""


def write_bundle(path: Path, cases: Path, dice_key: DiceKey, seed: int | None, question_time: float) -> list[str]:
    """Write the zip file atomically; return remarks on the cases for the teacher.

    The cases are loaded first, so that a broken case file is reported here and not on Gradescope.
    """
    selection = Selection(cases, seed=seed).with_drawn()
    assignment = selection.load()
    plugins = [{f"plugins/{number}/{file.name}": file for file in files} for number, files in enumerate(plugin_files())]
    settings = BundleSettings(
        f"assignment/{cases.resolve().name}",
        dice_key.secret,
        seed,
        question_time,
        luck=dice_key.keys,
        has_original_dice=dice_key.is_original,
        plugins=tuple(next(iter(files)) for files in plugins),
    )
    wheel_name, wheel = _wheel()
    with whole_file(path, GradingError) as draft, ZipFile(draft, "w", ZIP_DEFLATED) as bundle:
        _add(bundle, "setup.sh", SETUP.replace("{needs}", " ".join(f"'{need}'" for need in NEEDS)).encode(), EXECUTABLE)
        _add(bundle, "run_autograder", RUN.encode(), EXECUTABLE)
        _add(bundle, BUNDLE, json.dumps(asdict(settings)).encode())
        if selection.drawn is not None:
            _add(bundle, FRESH, selection.drawn)
        _add(bundle, wheel_name, wheel)
        for name, file in assignment_files(cases).items():
            _add(bundle, f"assignment/{name}", read_whole(file, GradingError))
        for name, file in (item for files in plugins for item in files.items()):
            _add(bundle, name, read_whole(file, GradingError))
    return assignment.remarks


def _wheel() -> tuple[str, bytes]:
    """Return the name and the content of a wheel with our code as it runs here, from a checkout or installed."""
    try:
        edition = version("pacman-search")
    except PackageNotFoundError:
        edition = "0"
    about = f"pacman_search-{edition}.dist-info"
    paths = (path for package in PACKAGES for path in plain_files(ROOT / package) if OUR_CASES not in path.parents)
    files = {path.relative_to(ROOT).as_posix(): read_whole(path, GradingError) for path in paths}
    files[f"{about}/METADATA"] = f"Metadata-Version: 2.1\nName: pacman-search\nVersion: {edition}\n".encode()
    files[f"{about}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: pacman-search\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    record = "".join(f"{name},sha256={_hash(content)},{len(content)}\n" for name, content in files.items())
    files[f"{about}/RECORD"] = f"{record}{about}/RECORD,,\n".encode()
    wheel = BytesIO()
    with ZipFile(wheel, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            _add(archive, name, content)
    return f"pacman_search-{edition}-py3-none-any.whl", wheel.getvalue()


def _hash(content: bytes) -> str:
    return base64.urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()


def _add(archive: ZipFile, name: str, content: bytes, mode: int = PLAIN) -> None:
    entry = ZipInfo(name, OLD_DATE)
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = ZIP_DEFLATED
    archive.writestr(entry, content)
