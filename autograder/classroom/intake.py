"""Find and read the submissions of a class: one for each Python file, folder and zip file in a folder.

This covers folders that people create by hand, and the exports of Moodle, Canvas and Gradescope (see `exports`). Inside
a folder or a zip file, the graded file is the multiAgents.py that is nearest to the top, or else the only Python file.
"""

import os
import stat
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

from autograder.classroom.archives import (
    DiskSource,
    FileSource,
    RefusedError,
    files_below,
    kind_of_file,
    read_archive,
)
from autograder.classroom.exports import (
    GRADESCOPE_METADATA,
    MOODLE_FILE,
    MOODLE_TEXT,
    ExportedEntry,
    exported_entries,
)
from autograder.classroom.students import Student, folded
from autograder.errors import GradingError
from autograder.student.submission_files import (
    EXAMPLES,
    LARGEST_FILE,
    MOST_FILES,
    UnreadableError,
    check_text,
    examples_in,
    read_regular_file,
)
from pacman.berkeley.submission import BERKELEY_MODULES
from pacman.errors import one_line, some_of

MAIN: Final = "multiAgents.py"
MOST_NAMES: Final = 5  # in a message
MOST_SIGNS: Final = 40  # of a name in a message
LONGEST_NAME: Final = 255  # bytes, the limit of common file systems
OTHER_WORK: Final = (".rar", ".7z", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".ipynb")  # submissions that we cannot read
CLASS_PAGE: Final = "index.html"  # of a folder that `--html` has written to
CLASS_PAGE_MARKS: Final = tuple(f"<title>{beginning}".encode() for beginning in ("A class: ", "班级："))
LARGEST_PAGE: Final = 2**24
_LITTER: Final = ("__MACOSX", "__pycache__", "site-packages", "node_modules")


@dataclass(frozen=True)
class ClassEntry:
    """An entry in the folder of a class that is one submission, with its id.

    files: its loose files, with the names that their author gave them; empty for a folder or a single file.
    full_name: its name in the folder, which was its id before exports were recognised.
    students, submitted, late_mark: as far as the export of a system contains them; see `ExportedEntry`.
    """

    id: str
    path: Path
    files: tuple[tuple[str, Path], ...] = ()
    full_name: str = ""
    students: tuple[Student, ...] = ()
    submitted: datetime | None = None
    late_mark: str = ""
    notes: tuple[str, ...] = ()


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
    typed = {path for path in paths if _is_text_beside_a_file(path.name, names)}
    exported, notes = exported_entries([path for path in paths if path not in typed])
    known = {path for entry in exported for path in entry.paths}
    others = [path for path in paths if path not in known and path.name != GRADESCOPE_METADATA]
    left_out = {path: why for path in others if (why := _why_left_out(path, typed, pages))}
    notes += [f"{_clean(path.name)}: left out; {why}" for path, why in left_out.items()]
    taken = [ExportedEntry(path, path.name) for path in others if path not in left_out]
    if not (taken or exported):
        raise GradingError(
            f"{one_line(str(folder))}: no submission; expected a file, folder or zip file for each student"
        )
    entries, more = _with_ids([*taken, *exported])
    return sorted(entries, key=lambda entry: entry.id), notes + more


def _export_inside(folder: Path) -> Path:
    """Return the folder itself, or the only folder in it if that is an export of Gradescope."""
    inside = [path for path in folder.glob("*") if not _is_litter(path.name)]
    return inside[0] if len(inside) == 1 and os.path.isfile(inside[0] / GRADESCOPE_METADATA) else folder


def _why_left_out(path: Path, typed: Collection[Path], pages: Path | None) -> str:
    """Return the reason why an entry is not a submission; empty if it is one."""
    if path in typed:
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


def _with_ids(found: Sequence[ExportedEntry]) -> tuple[list[ClassEntry], list[str]]:
    """Give each submission a unique id.

    It is the id of its student in the gradebook, or the ids of a group; without one, the name of a folder, or of a
    file without its suffix. A submission whose id equals the id or the full name of another one gets its full name as
    its id. Full names differ, unless unprintable characters were replaced: such ids end with `/`, which no name
    contains, and a digest. An id therefore depends only on the submissions that share its name.
    """
    whole = [_clean(entry.whole) for entry in found]
    short = [_short_id(entry) for entry in found]
    num_short, num_whole = Counter(short), Counter(whole)
    entries = []
    ids_of: dict[str, list[str]] = {}
    for entry, brief, full in zip(found, short, whole, strict=True):
        others = num_short[brief] - 1 + num_whole[brief] - (brief == full)
        id = full if others else brief
        if num_whole[full] > 1:
            id = f"{full}/{sha256(os.fsencode(entry.path.name)).hexdigest()[:16]}"
        facts = (entry.students, entry.submitted, entry.late_mark, entry.notes)
        entries.append(ClassEntry(id, entry.path, entry.files, full, *facts))
        ids_of.setdefault(brief, []).append(id)
    notes = []
    for name, ids in sorted(ids_of.items()):
        if len(ids) > 1:
            notes.append(f"{name}: there are {len(ids)} submissions of this id; they are graded as {', '.join(ids)}")
        elif ids != [name]:
            notes.append(f"{name}: also the full name of another submission; {ids[0]} is graded under its full name")
    return entries, notes + _notes_of_look_alikes(entries)


def _short_id(entry: ExportedEntry) -> str:
    if entry.students:
        return "+".join(sorted(_clean(student.id) for student in entry.students))
    return _clean(entry.path.name if entry.path.is_dir() else entry.path.stem)


def under_known_ids(entries: Iterable[ClassEntry], known: Collection[str]) -> list[ClassEntry]:
    """Return the entries with the ids that a file of grades already has for them."""
    entries = list(entries)
    former = former_ids(entries, known)
    return sorted((replace(entry, id=former[entry.id]) for entry in entries), key=lambda entry: entry.id)


def former_ids(entries: Iterable[ClassEntry], known: Collection[str]) -> dict[str, str]:
    """Return the ids that a file of grades has for the entries, by their present ids, which are the default.

    Earlier versions used the full names of exported submissions as their ids. An id that two entries could have had is
    given to neither, so that ids stay unique.
    """
    former = {entry.id: _former_id(entry, known) for entry in entries}
    claims = Counter(former.values())
    return {id: each if claims[each] == 1 else id for id, each in former.items()}


def _former_id(entry: ClassEntry, known: Collection[str]) -> str:
    if entry.id in known:
        return entry.id
    return next((name for name in (entry.full_name, _clean(entry.path.stem)) if name in known), entry.id)


def _notes_of_look_alikes(entries: Iterable[ClassEntry]) -> list[str]:
    """Return a line for each set of ids that people or spreadsheets cannot distinguish."""
    alike: dict[str, list[str]] = {}
    for entry in entries:
        alike.setdefault(folded(entry.id), []).append(entry.id)
    return [
        f"{', '.join(ids)}: ids that look alike; each is graded as a student" for ids in alike.values() if len(ids) > 1
    ]


def _clean(name: str) -> str:
    """Return a name with printable characters only: names come from students, in any script and encoding."""
    return one_line(os.fsencode(name).decode("utf-8", "backslashreplace"))


def read_entry(entry: ClassEntry) -> Submission:
    """Read a submission; errors are returned as its `problem`, not raised."""
    try:
        submission = _read(entry)
        return replace(submission, notes=(*entry.notes, *submission.notes)) if entry.notes else submission
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
    if entry.files:
        return _from_source(entry.id, DiskSource(entry.files))
    path, mode = entry.path, entry.path.lstat().st_mode
    if stat.S_ISDIR(mode):
        return _from_source(entry.id, DiskSource(files_below(path)))
    if not stat.S_ISREG(mode):
        raise RefusedError(f"{path.name}: {kind_of_file(mode)}; expected a Python file, a folder or a zip file")
    if path.suffix.lower() == ".zip":
        return _from_source(entry.id, read_archive(path))
    if path.suffix.lower() in OTHER_WORK:
        raise RefusedError(f"{path.name}: neither a Python file nor a zip file; expected one of them")
    content = read_regular_file(path, LARGEST_FILE, RefusedError, name=path.name, follow=False)
    return _checked(Submission(entry.id, _loadable(path.name), {_loadable(path.name): content}))


def _from_source(id: str, source: FileSource) -> Submission:
    names = [name for name in source.names if not _is_litter(name)]
    refused = {name: kind for name, kind in source.refused.items() if not _is_litter(name)}
    python = [name for name in names if name.lower().endswith(".py")]
    zipped = [name for name in names if name.lower().endswith(".zip")]
    if not python and len(zipped) == 1 and (archive := source.path(zipped[0])) is not None:
        return _from_source(id, read_archive(archive))
    main = PurePosixPath(_main([*python, *(name for name in refused if _is_main(name))], zipped))
    if str(main) in refused:
        raise RefusedError(f"{main}: {refused[str(main)]}; expected a Python file")
    beside = [name for name in python if PurePosixPath(name).parent == main.parent]
    below = {PurePosixPath(name).parent for name in python if main.parent in PurePosixPath(name).parents[1:]}
    notes = [f"{name}: {kind}; left out" for name, kind in sorted(refused.items())]
    if below:
        notes.append(
            f"Python files in {some_of(sorted(map(str, below)), MOST_NAMES)}: not beside {main.name}; left out"
        )
    for name in beside:
        _check_length(PurePosixPath(name).name)
    loaded_as = main.name if main.suffix == ".py" else MAIN
    files = {loaded_as: source.read(str(main))}
    for name in [name for name in beside if name != str(main)][:MOST_FILES]:
        try:
            files[PurePosixPath(name).name] = source.read(name)
        except RefusedError as error:  # it may not be needed; if it is, the import fails with a clear message
            notes.append(f"{error}; left out")
    for name in examples_in(names, str(main.parent)):
        try:
            files[f"{EXAMPLES}{PurePosixPath(name).name}"] = source.read(name)
        except RefusedError:
            files[f"{EXAMPLES}{PurePosixPath(name).name}"] = b""  # its verdict reports that it cannot be read
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
        raise RefusedError(f"{len(nearest)} files are called {MAIN}: {some_of(nearest, MOST_NAMES)}; expected one")
    if python:
        raise RefusedError(f"no {MAIN}; there are {some_of(python, MOST_NAMES)}")
    if len(zipped) > 1:
        raise RefusedError(f"no {MAIN}; there are {len(zipped)} zip files in it")
    raise RefusedError(f"no {MAIN}; there is {'a zip file in it' if zipped else 'no Python file'}")


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
