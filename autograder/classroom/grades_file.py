"""The file that a class is graded into: a line of JSON for each submission, and all that is needed to go on with it."""

from pathlib import Path
from typing import Final

from autograder.classroom.class_rows import BEGINNING, NO_GRADE, ClassRow, RowData, read_line, row_line
from autograder.errors import GradingError
from jobs.json_lines import JsonLinesFile

LONGEST_LINE: Final = 2**26


class GradesFile:
    """Rows are appended as submissions are graded, and put in order at the end. A later row of an id counts.

    `digest` marks rows that were graded with the same settings; `dice_key` is the one that we drew for this class.
    """

    def __init__(self, path: str | Path, *, resume: bool = False) -> None:
        self.path = Path(path)
        self.dice_key: str | None = None
        self.known: dict[str, tuple[str, str, ClassRow]] = {}  # by id: sha256, digest and the row
        self._lines = JsonLinesFile(path, BEGINNING, resume=resume, longest_line=LONGEST_LINE)
        self._places: dict[str, tuple[int, int]] = {}  # by id, where its row begins and ends
        self._end = 0

    def __enter__(self) -> "GradesFile":
        """Read the rows that are there, and make ready to append."""
        self._lines.open(self._recall)
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()

    def _recall(self, number: int, line: bytes) -> None:
        try:
            data = read_line(line)
            row = ClassRow.read(data)
        except ValueError as error:
            raise GradingError(f"{self.path}:{number}: {error}; expected the grades of a class") from error
        self.dice_key = data.get("dice_key", self.dice_key)
        self._note(row.id, len(line))
        self.known[row.id] = (str(data.get("sha256")), str(data.get("digest")), row)

    def row(self, id: str, sha256: str, digest: str) -> ClassRow | None:
        """The row of a submission that has not changed since, nor have the settings; None if it must be graded."""
        found = self.known.get(id)
        if found is None or found[:2] != (sha256, digest) or found[2].status == NO_GRADE:
            return None
        return found[2]

    def data(self, id: str) -> RowData:
        """All that the file says of a row that it holds."""
        begin, end = self._places[id]
        with self.path.open("rb") as file:
            file.seek(begin)
            return read_line(file.read(end - begin))

    def append(self, data: RowData, digest: str) -> None:
        kept = {"dice_key": self.dice_key} if self.dice_key else {}
        line = row_line({**data, "digest": digest, **kept})
        self._lines.append(line)
        self._note(data["id"], len(line))

    def _note(self, id: str, length: int) -> None:
        self._places[id] = (self._end, self._end + length)
        self._end += length

    def put_in_order(self) -> None:
        """Leave one row for each id, in the order of the ids, whole or not at all."""
        self._lines.rewrite(place for _, place in sorted(self._places.items()))
