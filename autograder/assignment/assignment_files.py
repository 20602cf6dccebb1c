"""The files that an assignment is made of: what must go along if it is to be graded elsewhere."""

from collections.abc import Iterator
from pathlib import Path


def assignment_files(folder: Path) -> dict[str, Path]:
    """The cases under their folder's name, and the layouts that lie beside, where `find_layout` looks for them."""
    cases = folder.resolve()
    files = {f"{cases.name}/{path.relative_to(cases).as_posix()}": path for path in plain_files(cases)}
    for beside in (cases.parent, cases.parent / "layouts"):  # the latter come first
        files |= {f"layouts/{path.name}": path for path in sorted(beside.glob("*.lay"))}
    return files


def plain_files(folder: Path) -> Iterator[Path]:
    """All files below a folder that somebody wrote, in order: neither byte code nor what is hidden."""
    for path in sorted(folder.rglob("*")):
        below = path.relative_to(folder).parts
        if path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in below):
            yield path
