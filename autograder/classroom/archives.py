"""Folders and zip files that contain one submission; neither is trusted.

Nothing is unpacked to disk: files are listed, and single ones are read into memory, up to a limit.
"""

import os
import stat
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Final, Protocol
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from autograder.errors import GradingError
from autograder.student.submission_files import LARGEST_FILE, read_regular_file
from pacman.errors import one_line

LARGEST_ARCHIVE: Final = 2**24  # bytes
LARGEST_UNPACKED: Final = 2**28  # bytes, according to the archive's directory
MOST_ENTRIES: Final = 20_000  # a project with its history has thousands of files
DEEPEST: Final = 32  # folders inside folders
_TYPES: Final = {stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


class RefusedError(GradingError):
    """Raised for a submission that cannot be graded as it is; the message is for its author."""


class FileSource(Protocol):
    """The files of a submission by their path, with `/` between the parts."""

    names: list[str]
    refused: dict[str, str]  # entries that are not regular files, with their kind

    def read(self, name: str) -> bytes:
        """Return the content of a file; raise RefusedError if it is too large or cannot be unpacked."""

    def path(self, name: str) -> Path | None:
        """Return the place of a file on disk; None if it is inside an archive."""


class DiskSource:
    """Files on disk, under the names that their author gave them.

    Links are not followed, and pipes and devices are not opened.
    """

    def __init__(self, files: Iterable[tuple[str, Path]]) -> None:
        self._paths = dict(files)
        modes = {name: os.lstat(path).st_mode for name, path in self._paths.items()}
        self.refused = {name: kind_of_file(mode) for name, mode in modes.items() if not stat.S_ISREG(mode)}
        self.names = sorted(self._paths.keys() - self.refused.keys())

    def read(self, name: str) -> bytes:
        return read_regular_file(self._paths[name], LARGEST_FILE, RefusedError, name=name, follow=False)

    def path(self, name: str) -> Path:
        return self._paths[name]


def files_below(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield everything in a folder except folders, by its path from there.

    Raise RefusedError if there are too many entries or folders are nested too deep.
    """
    for number, path in enumerate(_walk(folder, DEEPEST), start=1):
        if number > MOST_ENTRIES:
            raise RefusedError(f"more than {MOST_ENTRIES:,} files")
        yield path.relative_to(folder).as_posix(), path


class ZipSource:
    """A zip file. It is refused if a path leads out of it, an entry is encrypted, or its contents are too large.

    Links are not followed.
    """

    def __init__(self, content: bytes) -> None:
        try:
            self._archive = ZipFile(BytesIO(content))
        except (BadZipFile, NotImplementedError, ValueError, OSError) as error:
            raise RefusedError(f"not a zip file that can be read: {error}") from error
        entries = self._archive.infolist()
        if len(entries) > MOST_ENTRIES:
            raise RefusedError(f"more than {MOST_ENTRIES:,} files in the zip file")
        size = sum(entry.file_size for entry in entries)
        if size > LARGEST_UNPACKED:
            raise RefusedError(f"the zip file unpacks to {size:,} bytes; at most {LARGEST_UNPACKED:,} are allowed")
        self._entries: dict[str, ZipInfo] = {}
        self.refused: dict[str, str] = {}
        for entry in entries:
            mode = entry.external_attr >> 16
            if entry.filename.endswith("/") or stat.S_ISDIR(mode):
                continue
            name = _checked_name(entry)
            if name in self._entries or name in self.refused:  # programs disagree on which of them to unpack
                raise RefusedError(f"{one_line(name)} occurs several times in the zip file; expected once")
            if stat.S_IFMT(mode) in (0, stat.S_IFREG):
                self._entries[name] = entry
            else:
                self.refused[name] = kind_of_file(mode)
        self.names = sorted(self._entries)

    def read(self, name: str) -> bytes:
        entry = self._entries[name]
        # Decompressors of other methods may produce far more than the requested number of bytes at once.
        if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise RefusedError(f"{one_line(name)}: compressed with an unsupported method; expected deflate")
        try:
            with self._archive.open(entry) as file:
                content = file.read(LARGEST_FILE + 1)
        except (BadZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError, zlib.error) as error:
            raise RefusedError(f"{one_line(name)}: cannot be unpacked: {one_line(str(error))}") from error
        if len(content) > LARGEST_FILE:
            raise RefusedError(f"{one_line(name)}: unpacks to more than {LARGEST_FILE:,} bytes")
        return content

    def path(self, name: str) -> None:
        """Return None: a file in the archive is not on disk."""


def read_archive(path: Path) -> ZipSource:
    about = {"name": path.name, "expected": "a zip file with one submission"}
    return ZipSource(read_regular_file(path, LARGEST_ARCHIVE, RefusedError, follow=False, **about))


def kind_of_file(mode: int) -> str:
    """Return the kind of an entry that is not a regular file."""
    return _TYPES.get(stat.S_IFMT(mode), "a device")


def _walk(folder: Path, depth: int) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                yield Path(entry.path)
            elif depth:
                yield from _walk(Path(entry.path), depth - 1)
            else:
                raise RefusedError(f"more than {DEEPEST} folders inside each other")


def _checked_name(entry: ZipInfo) -> str:
    name = entry.filename.replace("\\", "/")  # some programs on Windows write backslashes
    path = PurePosixPath(name)
    if not path.parts:
        raise RefusedError("a file without a name in the zip file")
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        raise RefusedError(f"{one_line(name)}: leads out of the zip file")
    if entry.flag_bits & 1:
        raise RefusedError(f"{one_line(name)}: encrypted")
    return path.as_posix()
