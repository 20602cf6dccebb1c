"""Make a student's folder: the template, the two programs of the handout, and Berkeley's modules for editors."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Final

from commands.shared.output import say
from pacman.berkeley import STUDENTS_FILE
from pacman.berkeley.submission import BERKELEY_MODULES
from pacman.errors import PacmanError
from pacman.files import read_text, write_files
from pacman.packages import ROOT

PROGRAMS: Final = ("pacman.py", "autograder.py")
_LAUNCHER: Final = Path(__file__).with_name("launcher.py")
_LARGEST: Final = 2**20
_MODULE: Final = '''"""Berkeley's module `{name}`: what the installed package pacman-search has under this name."""

from pacman.berkeley.modules.{name} import *  # noqa: F403  # pyright: ignore[reportWildcardImportFromLibrary]
'''
_IN_A_KIT: Final = {  # commands in the template's first lines: in this project, and in a kit
    r"python run\.py -p \S*multiAgents\.py:(\w+)": r"python pacman.py -p \1",
    r"python run\.py grade \S*multiAgents\.py": r"python autograder.py",
}


def make_kit(folder: Path) -> None:
    """Make a student's folder, complete or not at all. Raises PacmanError if it cannot be made."""
    with new_folder(folder) as draft:
        write_files(draft, {STUDENTS_FILE: _template(), **course_files()})
    say(f"{folder}: a student's folder. In it:")
    say("  python pacman.py -p MinimaxAgent -l mediumClassic -a depth=2")
    say("  python autograder.py -q q2")


def course_files() -> dict[str, str]:
    """Return the files that every kit has besides the template, by name."""
    launcher = _LAUNCHER.read_text(encoding="utf-8")
    modules = {f"{name}.py": _MODULE.format(name=name) for name in BERKELEY_MODULES}
    return {**modules, **dict.fromkeys(PROGRAMS, launcher)}


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder to fill; move it to `folder`, which must be new or empty, or remove it on error."""
    try:
        check_new(folder)
        target = folder.resolve()
        draft = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
        try:
            yield draft
            draft.chmod(0o755)
            if target.exists():  # keep the folder itself: it may be the working folder of a shell
                for part in draft.iterdir():
                    part.rename(target / part.name)
            else:
                draft.rename(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except OSError as problem:
        raise PacmanError(f"{folder}: cannot be made: {problem.strerror or problem}") from problem


def check_new(folder: Path) -> None:
    """Raise PacmanError unless the folder is empty or can be made."""
    if folder.exists() and not folder.is_dir():
        raise PacmanError(f"{folder}: a file; expected a folder that is new or empty")
    if folder.is_dir() and any(folder.iterdir()):
        raise PacmanError(f"{folder}: not empty; nothing was written. Expected a folder that is new or empty")
    if not folder.resolve().parent.is_dir():
        raise PacmanError(f"{folder}: cannot be made: there is no folder {folder.parent}")


def _template() -> str:
    """Return the template with the commands in its first lines as they are typed in a kit."""
    text = read_text(template_file(), _LARGEST, PacmanError, "the template")
    for here, there in _IN_A_KIT.items():
        text = re.sub(here, there, text)
    return text


def template_file() -> Path:
    """Return the path of the template, in the examples of a checkout or in the installed package."""
    example = ROOT / "examples" / "student" / STUDENTS_FILE
    if example.is_file():
        return example
    try:
        installed = [file for file in files("pacman-search") or () if file.name == STUDENTS_FILE]
    except PackageNotFoundError:
        installed = []
    if not installed:
        raise PacmanError(f"{example}: cannot be read: the template is missing")
    return Path(str(installed[0].locate()))
