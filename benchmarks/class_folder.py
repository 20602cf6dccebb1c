"""Generator of a class: submissions that are correct in several styles, wrong, unfinished, broken and hostile.

    python benchmarks/class_folder.py FOLDER [COUNT]

The same seed generates the same class. The submissions have the layouts that people and course systems use: files,
folders, Moodle's folders and zip files, with names in several scripts.
"""

import random
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

SUBMISSIONS: Final = Path(__file__).resolve().parent.parent / "tests" / "autograder" / "submissions"
NAMES: Final = ("ann", "Zoë", "张伟", "Иван", "Ægir O'Neill", "محمد", "Li, Wei", "José")
RIGHT: Final = (
    "recursive_pairs",
    "separate_functions",
    "dictionaries",
    "right_filled_template",
    "right_last_of_equals",
)
HOSTILE: Final = (
    "crash",
    "os_exit",
    "sys_exit",
    "answers",
    "garbage",
    "flood",
    "patches",
    "forger",
    "memory",
    "endless",
)
SLIPS: Final = (  # small mistakes: text in correct code, and its replacement
    ("max(", "min("),
    ("min(", "max("),
    (" < ", " <= "),
    (" > ", " >= "),
    ("depth - 1", "depth - 2"),
    ("depth + 1", "depth"),
    ("isWin()", "isLose()"),
    ("== 0", "== 1"),
    ("return best", "return"),
)

Files = Mapping[str, bytes]


def write_class(folder: Path, count: int = 100, seed: int = 1) -> None:
    """Write `count` submissions to a folder."""
    folder.mkdir(parents=True)
    rng = random.Random(seed)
    for number in range(count):
        name = f"{NAMES[number % len(NAMES)]}-{number:03d}"
        kind = KINDS[number % len(KINDS)]
        LAYOUTS[number % len(LAYOUTS)](folder, name, kind(rng, number // len(KINDS)))


def _of(stem: str) -> Files:
    """Return a submission of the tests as multiAgents.py, with the files that it imports."""
    source = (SUBMISSIONS / f"{stem}.py").read_text()
    files = {"multiAgents.py": source.encode()}
    for helper in re.findall(r"^(?:import|from) (recursive_pairs|attacking)\b", source, flags=re.MULTILINE):
        files[f"{helper}.py"] = (SUBMISSIONS / f"{helper}.py").read_bytes()
    if "attacking.py" in files:
        files["recursive_pairs.py"] = (SUBMISSIONS / "recursive_pairs.py").read_bytes()
    return files


def right(rng: random.Random, turn: int) -> Files:
    return _of(rng.choice(RIGHT))


def wrong(rng: random.Random, turn: int) -> Files:
    return _of(rng.choice(sorted(path.stem for path in SUBMISSIONS.glob("wrong_*.py"))))


def slip(rng: random.Random, turn: int) -> Files:
    """Return correct code with one change in one place."""
    source = (SUBMISSIONS / "recursive_pairs.py").read_text()
    old, new = rng.choice([slip for slip in SLIPS if slip[0] in source])
    place = rng.choice([match.start() for match in re.finditer(re.escape(old), source)])
    return {"multiAgents.py": (source[:place] + new + source[place + len(old) :]).encode()}


def stub(rng: random.Random, turn: int) -> Files:
    return _of("template")


def broken(rng: random.Random, turn: int) -> Files:
    whole = (SUBMISSIONS / "recursive_pairs.py").read_bytes()
    half = whole[: rng.randrange(len(whole) // 4, len(whole))] + b"\ndef ("
    return [{"multiAgents.py": half}, {"multiAgents.py": b""}, {}, {"multiAgents.py": b"\xff\xfe"}][turn % 4]


def hostile(rng: random.Random, turn: int) -> Files:
    return _of(f"hostile_{HOSTILE[turn % len(HOSTILE)]}")


KINDS: Final[tuple[Callable[[random.Random, int], Files], ...]] = (
    right,
    wrong,
    right,
    slip,
    right,
    stub,
    right,
    slip,
    broken,
    hostile,
)


def as_folder(folder: Path, name: str, files: Files) -> None:
    (folder / name).mkdir()
    for path, content in files.items():
        (folder / name / path).write_bytes(content)


def as_moodle_does(folder: Path, name: str, files: Files) -> None:
    number = sum(map(ord, name)) * 37
    as_folder(folder, f"{name}_{number}_assignsubmission_file_", files)


def as_zip(folder: Path, name: str, files: Files) -> None:
    with ZipFile(folder / f"{name}.zip", "w", ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(f"project/{path}", content)


def as_file(folder: Path, name: str, files: Files) -> None:
    """Write a single file, if the submission has no other files."""
    if list(files) == ["multiAgents.py"]:
        (folder / f"{name}.py").write_bytes(files["multiAgents.py"])
    else:
        as_folder(folder, name, files)


LAYOUTS: Final = (as_file, as_folder, as_zip, as_file, as_moodle_does, as_file, as_zip)

if __name__ == "__main__":
    write_class(Path(sys.argv[1]), *map(int, sys.argv[2:3]))
