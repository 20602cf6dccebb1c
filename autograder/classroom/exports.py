"""Recognise the submissions that Moodle, Canvas and Gradescope export, and the students who submitted them.

Moodle      a folder `Ada Lovelace_123456_assignsubmission_file_`, or loose files that begin with that
Canvas      loose files such as `lovelaceada_LATE_12345_987654_multiAgents-2.py`: name, user, attachment, file
Gradescope  a folder `submission_123`, and `submission_metadata.yml` with the names, the members of groups and times
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from autograder.classroom.students import IdKind, Student
from autograder.errors import GradingError
from pacman.errors import one_line
from pacman.files import read_text

GRADESCOPE_METADATA: Final = "submission_metadata.yml"
LARGEST_METADATA: Final = 2**26  # large, because Gradescope stores the results of all submissions in it
DEEPEST_METADATA: Final = 50
MOODLE_FILE: Final = "_assignsubmission_file_"
MOODLE_TEXT: Final = "_assignsubmission_onlinetext_"
CODE_SUFFIXES: Final = (".py", ".zip")
_MOODLE: Final = re.compile(rf"(?P<name>.+)_(?P<number>\d+)(?:{MOODLE_FILE}|{MOODLE_TEXT})(?P<file>.*)", re.DOTALL)
_MOODLE_ANONYMOUS: Final = "Participant"  # in place of the name, if names are hidden from graders
_CANVAS: Final = re.compile(
    r"(?P<name>.+?)(?P<late>_LATE)?_(?P<user>\d+)_(?:(?P<attachment>\d+)_(?P<file>.+)|(?P<typed>(?:text|link)\.html))",
    re.DOTALL,
)
_REPEATED: Final = re.compile(r"-\d+(?=(\.[^.]+)?$)")  # Canvas numbers files of the same name


@dataclass(frozen=True)
class ExportedEntry:
    """A submission as a system exported it.

    path: its folder, or the first of its loose files. whole: its full name in the export.
    files: the loose files, with the names that their author gave them. older: files of earlier attempts.
    late_mark: the system that marks it late without a time; may be empty.
    """

    path: Path
    whole: str
    students: tuple[Student, ...] = ()
    files: tuple[tuple[str, Path], ...] = ()
    submitted: datetime | None = None
    late_mark: str = ""
    notes: tuple[str, ...] = ()
    older: tuple[Path, ...] = ()

    @property
    def paths(self) -> set[Path]:
        """All entries of the folder that belong to it."""
        return {self.path, *(path for _, path in self.files), *self.older}


def exported_entries(paths: Sequence[Path]) -> tuple[list[ExportedEntry], list[str]]:
    """Return the entries of a folder that have the names of a system's export, and lines about them."""
    metadata = next((path for path in paths if path.name == GRADESCOPE_METADATA), None)
    gradescope, notes = _gradescope_entries(paths, metadata) if metadata else ([], [])
    return [*gradescope, *_moodle_entries(paths), *_canvas_entries(paths)], notes


# -- Moodle -----------------------------------------------------------------------------------------------------------


def _moodle_entries(paths: Iterable[Path]) -> list[ExportedEntry]:
    loose: dict[tuple[str, str], list[tuple[str, Path]]] = {}
    found = []
    for path in paths:
        match = _MOODLE.fullmatch(path.name)
        if match is None:
            continue
        if match["file"] and not path.is_dir():
            loose.setdefault((match["name"], match["number"]), []).append((match["file"], path))
        else:
            found.append(ExportedEntry(path, path.name, (_moodle_student(match["name"], match["number"]),)))
    for (name, number), files in loose.items():
        whole = f"{name}_{number}{MOODLE_FILE}"
        found.append(ExportedEntry(files[0][1], whole, (_moodle_student(name, number),), tuple(files)))
    return found


def _moodle_student(name: str, number: str) -> Student:
    return Student(number, "moodle", "" if name == _MOODLE_ANONYMOUS else one_line(name))


# -- Canvas -----------------------------------------------------------------------------------------------------------


def _canvas_entries(paths: Iterable[Path]) -> list[ExportedEntry]:
    """Return one entry for each user, with the files of the newest attempt.

    Names that people choose may look like this, too. They are taken for an export only if most files of code fit, if
    each user has one name, and if no attachment occurs twice.
    """
    files = [path for path in paths if not path.is_dir()]
    matches = {path: match for path in files if (match := _CANVAS.fullmatch(path.name))}
    code = [path for path in files if path.suffix.lower() in CODE_SUFFIXES]
    names = {(match["user"], match["name"]) for match in matches.values()}
    attachments = [match["attachment"] for match in matches.values() if match["attachment"]]
    is_export = len(names) == len({user for user, _ in names}) and len(attachments) == len(set(attachments))
    if not matches or not is_export or 2 * sum(path in matches for path in code) < len(code):
        return []
    users: dict[str, list[tuple[Path, re.Match[str]]]] = {}
    for path, match in matches.items():
        users.setdefault(match["user"], []).append((path, match))
    return [_canvas_entry(user, found) for user, found in users.items()]


def _canvas_entry(user: str, found: Sequence[tuple[Path, re.Match[str]]]) -> ExportedEntry:
    name = found[0][1]["name"]
    uploaded = sorted(
        (int(match["attachment"]), _REPEATED.sub("", match["file"]), path, bool(match["late"]))
        for path, match in found
        if match["attachment"]
    )
    attempts = _attempts([(number, file) for number, file, _, _ in uploaded])
    newest = uploaded[attempts[-1] :] if uploaded else []
    notes = []
    if len(attempts) > 1:
        notes.append(f"{len(attempts)} attempts; the newest is graded ({', '.join(file for _, file, _, _ in newest)})")
    files = tuple((file, path) for _, file, path, _ in newest) or tuple(
        (match["typed"], path) for path, match in found if match["typed"]
    )
    is_late = any(late for _, _, _, late in newest) if newest else any(match["late"] for _, match in found)
    return ExportedEntry(
        files[0][1],
        f"{one_line(name)}_{user}",
        (Student(user, "canvas", one_line(name)),),
        files,
        late_mark="Canvas" if is_late else "",
        notes=tuple(map(one_line, notes)),
        older=tuple(path for path, _ in found if path not in {path for _, path in files}),
    )


def _attempts(uploaded: Sequence[tuple[int, str]]) -> list[int]:
    """Return where each attempt begins in a list of attachment numbers, which grow with time, and file names.

    An attempt has each name at most once. Between two files of the same name, the next attempt begins after the
    widest gap of the numbers, since the files of one attempt are uploaded together.
    """
    begins = [0]
    for at, (_, name) in enumerate(uploaded):
        earlier = [place for place in range(begins[-1], at) if uploaded[place][1] == name]
        if earlier:
            gaps = {place: uploaded[place][0] - uploaded[place - 1][0] for place in range(earlier[-1] + 1, at + 1)}
            begins.append(max(gaps, key=lambda place: (gaps[place], -place)))
    return begins


# -- Gradescope -------------------------------------------------------------------------------------------------------


def _gradescope_entries(paths: Iterable[Path], metadata: Path) -> tuple[list[ExportedEntry], list[str]]:
    try:
        data = _read_metadata(metadata)
    except ImportError:
        return [], [f"{GRADESCOPE_METADATA}: not read, so names are not known; install PyYAML (the extra `course`)"]
    entries = []
    for path in paths:
        about = data.get(path.name)
        if isinstance(about, dict) and path.is_dir():
            students = tuple(filter(None, map(_gradescope_student, _list(about.get(":submitters")))))
            entries.append(ExportedEntry(path, path.name, students, submitted=_time(about.get(":created_at"))))
    return entries, []


def _read_metadata(path: Path) -> Mapping[str, Any]:
    """Parse the file with a safe loader; raise GradingError if it is not Gradescope's, ImportError without PyYAML."""
    import yaml  # type: ignore[import-untyped]

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """A safe loader without merge keys, by which a small file could grow without bound."""

        def flatten_mapping(self, node: Any) -> None:
            """Leave merge keys in place; they have no constructor and are refused."""

    text = read_text(path, LARGEST_METADATA, GradingError, "Gradescope's metadata")
    try:
        _check_depth(yaml.parse(text, Loader=Loader))
        data = yaml.load(text, Loader=Loader)
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{path}:{mark.line + 1}" if mark else f"{path}"
        reason = getattr(error, "problem", None) or str(error)
        raise GradingError(f"{place}: {one_line(reason)}; expected Gradescope's metadata") from error
    if not isinstance(data, dict):
        raise GradingError(f"{path}: expected Gradescope's metadata, a mapping of submissions")
    return data


def _check_depth(events: Iterable[Any]) -> None:
    """Raise ValueError if the file is nested too deeply: the compiled loader would exhaust the stack."""
    depth = 0
    for event in events:
        kind = type(event).__name__
        depth += kind in ("MappingStartEvent", "SequenceStartEvent")
        depth -= kind in ("MappingEndEvent", "SequenceEndEvent")
        if depth > DEEPEST_METADATA:
            raise ValueError(f"nested more than {DEEPEST_METADATA} levels deep")


def _gradescope_student(data: Any) -> Student | None:
    """Return a submitter: known by the student id of the course, or else by the e-mail address."""
    if not isinstance(data, dict):
        return None
    sid, email, name = (one_line(str(data.get(key) or "")).strip() for key in (":sid", ":email", ":name"))
    kind: IdKind = "sid" if sid else "email" if email else ""
    id = sid or email or name
    return Student(id, kind, name, email) if id else None


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _time(value: Any) -> datetime | None:
    """Return a time of the metadata; Gradescope writes UTC, which older loaders return without a zone."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip())
        except ValueError:
            return None
    if not isinstance(value, datetime):
        return None
    return value if value.tzinfo else value.replace(tzinfo=UTC)
