"""Find and read the submissions of a class: one for each Python file, folder and zip file in a folder.

This covers folders that people create by hand, and exports of Gradescope (`submission_123/`, with a
`submission_metadata.yml` beside) and of Moodle (`Ann Lee_123_assignsubmission_file_/`). Inside a folder or a zip file,
the graded file is the multiAgents.py that is nearest to the top, or else the only Python file.
"""

import os
import stat
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

from autograder.classroom.archives import FileSource, FolderSource, RefusedError, kind_of_file, read_archive
from autograder.errors import GradingError
from autograder.student.submission_files import (
    LARGEST_FILE,
    MOST_FILES,
    UnreadableError,
    check_text,
    read_regular_file,
)
from pacman.berkeley.submission import BERKELEY_MODULES
from pacman.errors import one_line

MAIN: Final = "multiAgents.py"
GRADESCOPE_METADATA: Final = "submission_metadata.yml"
MOST_NAMES: Final = 5  # in a message
MOST_SIGNS: Final = 40  # of a name in a message
LONGEST_NAME: Final = 255  # bytes, the limit of common file systems
MOODLE_FILE: Final = "_assignsubmission_file_"
MOODLE_TEXT: Final = "_assignsubmission_onlinetext_"
OTHER_WORK: Final = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".ipynb")  # submissions that we cannot read
CLASS_PAGE: Final = "index.html"  # of a folder that `--html` has written to
CLASS_PAGE_MARKS: Final = tuple(f"<title>{beginning}".encode() for beginning in ("A class: ", "班级："))
LARGEST_PAGE: Final = 2**24
_LITTER: Final = ("__MACOSX", "__pycache__", "site-packages", "node_modules")


@dataclass(frozen=True)
class ClassEntry:
    """An entry in the folder of a class that is one submission, with its id."""

    id: str
    path: Path


@dataclass(frozen=True)
class Submission:
    """The work of a student, as it was submitted.

    name: of the file that is graded. files: that file and the Python files beside it, by name.
    problem: the reason why nothing can be graded; is_unread if that is not the student's fault.
    notes: lines about files that were left out.
    """

    id: str
    name: str = MAIN
    files: Mapping[str, bytes] = field(default_factory=dict)
    problem: str = ""
    is_unread: bool = False
    notes: tuple[str, ...] = ()

    @property
    def sha256(self) -> str:
        """Digest of the file if there is only one, as `sha256sum` prints it; else of all names, digests and problem."""
        if list(self.files) == [self.name]:
            return sha256(self.files[self.name]).hexdigest()
        lines = [f"{name} {sha256(content).hexdigest()}" for name, content in sorted(self.files.items())]
        return sha256("\n".join([self.name, self.problem, *lines]).encode("utf-8", "surrogateescape")).hexdigest()


def find_submissions(folder: Path, pages: Path | None = None) -> tuple[list[ClassEntry], list[str]]:
    """Return the submissions in a folder, in the order of their ids, and lines about entries that are not submissions.

    pages: the folder to which pages will be written, which may be among the submissions. Raise GradingError if the
    folder cannot be read or contains no submission.
    """
    try:
        return _find(_export_inside(folder), pages)
    except OSError as error:
        raise GradingError(f"{one_line(str(folder))}: cannot be read: {error.strerror or error}") from error


def _find(folder: Path, pages: Path | None) -> tuple[list[ClassEntry], list[str]]:
    paths = sorted(path for path in folder.iterdir() if not _is_litter(path.name))
    names = {path.name for path in paths}
    if MAIN in names and names & {f"{module}.py" for module in BERKELEY_MODULES}:
        place, file = one_line(str(folder)), one_line(str(folder / MAIN))
        raise GradingError(
            f"{place}: the folder of one submission; expected {file}, or a folder with a file, a folder or a zip file "
            "for each student"
        )
    left_out = {path: why for path in paths if (why := _why_left_out(path, names, pages))}
    taken = [path for path in paths if path not in left_out]
    notes = [
        f"{_clean(path.name)}: left out; {why}" for path, why in left_out.items() if path.name != GRADESCOPE_METADATA
    ]
    if not taken:
        raise GradingError(
            f"{one_line(str(folder))}: no submission; expected a file, folder or zip file for each student"
        )
    entries, more = _with_ids(taken)
    return sorted(entries, key=lambda entry: entry.id), notes + more


def _export_inside(folder: Path) -> Path:
    """Return the folder itself, or the only folder in it if that is an export of Gradescope."""
    inside = [path for path in folder.glob("*") if not _is_litter(path.name)]
    return inside[0] if len(inside) == 1 and os.path.isfile(inside[0] / GRADESCOPE_METADATA) else folder


def _why_left_out(path: Path, names: Iterable[str], pages: Path | None) -> str:
    """Return the reason why an entry is not a submission; empty if it is one."""
    if _is_text_beside_a_file(path.name, names):
        return "the student's file is graded"
    if _holds_class_pages(path, pages):
        return "pages of a class"
    return "" if _is_submission(path) else "neither a Python file nor a folder nor a zip file"


def _holds_class_pages(folder: Path, pages: Path | None) -> bool:
    """True if the folder contains only our HTML output, present or future. With any other file it is a submission."""
    try:
        names = [name for name in os.listdir(folder) if not _is_litter(name)]
        if any(not name.endswith(".html") for name in names):
            return False
        if pages is not None and folder.resolve() == pages.resolve():
            return True
        page = read_regular_file(folder / CLASS_PAGE, LARGEST_PAGE, RefusedError, follow=False)
        return any(mark in page for mark in CLASS_PAGE_MARKS)
    except (OSError, GradingError):
        return False


def _is_text_beside_a_file(name: str, names: Iterable[str]) -> bool:
    """True for the text that a student typed into Moodle's page in addition to a submitted file."""
    student, word, _ = name.partition(MOODLE_TEXT)
    return bool(word) and any(other.startswith(f"{student}{MOODLE_FILE}") for other in names)


def _is_submission(path: Path) -> bool:
    is_work = path.suffix.lower() in (".py", ".zip", *OTHER_WORK)
    return is_work or stat.S_ISDIR(path.lstat().st_mode) or path.is_symlink()


def _with_ids(paths: Sequence[Path]) -> tuple[list[ClassEntry], list[str]]:
    """Give each submission a unique id: the name of a folder, or of a file without its suffix.

    A submission whose short name equals the short or the full name of another one gets its full name as its id. Full
    names differ, unless unprintable characters were replaced: such ids end with `/`, which no name contains, and a
    digest. An id therefore depends only on the submissions that share its name.
    """
    whole = {path: _clean(path.name) for path in paths}
    short = {path: whole[path] if path.is_dir() else _clean(path.stem) for path in paths}
    num_short, num_whole = Counter(short.values()), Counter(whole.values())
    ids = {}
    for path in paths:
        others = num_short[short[path]] - 1 + num_whole[short[path]] - (short[path] == whole[path])
        ids[path] = whole[path] if others else short[path]
        if num_whole[whole[path]] > 1:
            ids[path] = f"{whole[path]}/{sha256(os.fsencode(path.name)).hexdigest()[:16]}"
    notes = []
    for name in sorted({short[path] for path in paths if num_short[short[path]] > 1 or ids[path] != short[path]}):
        several = [ids[path] for path in paths if short[path] == name]
        if len(several) > 1:
            note = f"there are {len(several)} submissions of this id; they are graded as {', '.join(several)}"
        else:
            note = f"also the full name of another submission; {several[0]} is graded under its full name"
        notes.append(f"{name}: {note}")
    entries = [ClassEntry(id, path) for path, id in ids.items()]
    return entries, notes + _notes_of_look_alikes(entries)


def _notes_of_look_alikes(entries: Iterable[ClassEntry]) -> list[str]:
    """Return lines about ids that spreadsheets, and people, take for the same."""
    alike: dict[str, list[str]] = {}
    for entry in entries:
        alike.setdefault(unicodedata.normalize("NFKC", entry.id).casefold(), []).append(entry.id)
    return [
        f"{', '.join(ids)}: ids that look alike; each is graded as a student" for ids in alike.values() if len(ids) > 1
    ]


def _clean(name: str) -> str:
    """Return a name with printable characters only: names come from students, in any script and encoding."""
    return one_line(os.fsencode(name).decode("utf-8", "backslashreplace"))


def read_entry(entry: ClassEntry) -> Submission:
    """Read a submission; errors are returned as its `problem`, not raised."""
    try:
        return _read(entry)
    except (UnreadableError, OSError) as error:
        return Submission(entry.id, problem=_error_line(error), is_unread=True)
    except GradingError as error:
        return Submission(entry.id, problem=_error_line(error))
    except Exception as error:  # a bug in the grader must not end the grading of the class
        reason = one_line(f"the grader failed: {type(error).__name__}: {error}")
        return Submission(entry.id, problem=reason, is_unread=True)


def read_folder(id: str, folder: Path) -> Submission:
    """Read the submission in a folder; errors are returned as its `problem`, not raised."""
    return read_entry(ClassEntry(id, folder))


def _error_line(error: Exception) -> str:
    if isinstance(error, OSError):
        return one_line(f"{Path(str(error.filename)).name}: cannot be read: {error.strerror}")
    return one_line(str(error))


def _read(entry: ClassEntry) -> Submission:
    path, mode = entry.path, entry.path.lstat().st_mode
    if stat.S_ISDIR(mode):
        return _from_source(entry.id, FolderSource(path), path)
    if not stat.S_ISREG(mode):
        raise RefusedError(f"{path.name}: {kind_of_file(mode)}; expected a Python file, a folder or a zip file")
    if path.suffix.lower() == ".zip":
        return _from_source(entry.id, read_archive(path))
    if path.suffix.lower() in OTHER_WORK:
        raise RefusedError(f"{path.name}: neither a Python file nor a zip file; expected one of them")
    content = read_regular_file(path, LARGEST_FILE, RefusedError, name=path.name, follow=False)
    return _checked(Submission(entry.id, _loadable(path.name), {_loadable(path.name): content}))


def _from_source(id: str, source: FileSource, folder: Path | None = None) -> Submission:
    names = [name for name in source.names if not _is_litter(name)]
    refused = {name: kind for name, kind in source.refused.items() if not _is_litter(name)}
    python = [name for name in names if name.lower().endswith(".py")]
    zipped = [name for name in names if name.lower().endswith(".zip")]
    if zipped and not python and folder is not None and len(zipped) == 1:
        return _from_source(id, read_archive(folder / zipped[0]))
    main = PurePosixPath(_main([*python, *(name for name in refused if _is_main(name))], zipped))
    if str(main) in refused:
        raise RefusedError(f"{main}: {refused[str(main)]}; expected a Python file")
    beside = [name for name in python if PurePosixPath(name).parent == main.parent]
    below = {PurePosixPath(name).parent for name in python if main.parent in PurePosixPath(name).parents[1:]}
    notes = [f"{name}: {kind}; left out" for name, kind in sorted(refused.items())]
    if below:
        notes.append(f"Python files in {_some(sorted(map(str, below)))}: not beside {main.name}; left out")
    for name in beside:
        _check_length(PurePosixPath(name).name)
    loaded_as = main.name if main.suffix == ".py" else MAIN
    files = {loaded_as: source.read(str(main))}
    for name in [name for name in beside if name != str(main)][:MOST_FILES]:
        try:
            files[PurePosixPath(name).name] = source.read(name)
        except RefusedError as error:  # it may not be needed; if it is, the import fails with a clear message
            notes.append(f"{error}; left out")
    return _checked(Submission(id, loaded_as, files, notes=tuple(map(one_line, notes))))


def _check_length(name: str) -> None:
    """Raise RefusedError for the name of a file that cannot be written where the submission runs."""
    size = len(name.encode("utf-8", "surrogateescape"))
    if size > LONGEST_NAME:
        raise RefusedError(f"{name[:MOST_SIGNS]}…: a file name of {size} bytes; at most {LONGEST_NAME} are allowed")


def _is_litter(name: str) -> bool:
    return any(part in _LITTER or part.startswith(".") for part in PurePosixPath(name).parts)


def _is_main(name: str) -> bool:
    return PurePosixPath(name).name.lower() == MAIN.lower()


def _main(python: Sequence[str], zipped: Sequence[str]) -> str:
    """Return the file to be graded, of all Python files of a submission; raise RefusedError if it is not clear."""
    called = [name for name in python if _is_main(name)]
    depth = min((name.count("/") for name in called), default=0)
    nearest = [name for name in called if name.count("/") == depth]
    found = nearest or python
    if len(found) == 1:
        return found[0]
    if len(nearest) > 1:
        raise RefusedError(f"{len(nearest)} files are called {MAIN}: {_some(nearest)}; expected one")
    if python:
        raise RefusedError(f"no {MAIN}; there are {_some(python)}")
    if len(zipped) > 1:
        raise RefusedError(f"no {MAIN}; there are {len(zipped)} zip files in it")
    raise RefusedError(f"no {MAIN}; there is {'a zip file in it' if zipped else 'no Python file'}")


def _some(names: Iterable[str]) -> str:
    shown = list(names)
    more = f" and {len(shown) - MOST_NAMES} more" if len(shown) > MOST_NAMES else ""
    return ", ".join(shown[:MOST_NAMES]) + more


def _loadable(name: str) -> str:
    """Return the name under which a file is loaded.

    It is the file's own name, or MAIN if that is not a valid name or would hide a module that submissions import.
    """
    stem = name.removesuffix(".py")
    is_taken = stem in sys.stdlib_module_names or stem in BERKELEY_MODULES or stem == "numpy"
    return MAIN if is_taken or not name.isprintable() or not name.endswith(".py") else name


def _checked(submission: Submission) -> Submission:
    content = submission.files[submission.name]
    if not content.strip():
        raise RefusedError(f"{submission.name}: empty; expected a Python file")
    check_text(content, submission.name, RefusedError)
    return submission
