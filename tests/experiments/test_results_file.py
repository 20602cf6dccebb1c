"""The results file: no row is ever lost, and files of other programs are not changed."""

import math
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from experiments.batch.results_file import ResultsFile
from experiments.batch.rows import Row
from jobs.errors import ResultsError
from jobs.json_lines import JsonLinesFile

PRINTS = {"mine": 0}


def row(game: int) -> Row:
    return Row(game, 7, -12, "lost", 34, 0.5)


def written(path: Path, games: range, *, resume: bool = False) -> list[int]:
    """Append games; return the numbers of those already in the file."""
    found: list[int] = []
    with ResultsFile(path, resume=resume) as results:
        results.open(PRINTS, lambda matchup, row: found.append(row.game))
        for game in games:
            results.append(row(game), {"batch": "mine"})
    return found


def refusal(path: Path, *, resume: bool = True) -> str:
    """Return the one-line error with which a file is refused; check that the file is unchanged."""
    before = path.read_bytes()
    with pytest.raises(ResultsError) as caught:
        written(path, range(1), resume=resume)
    assert path.read_bytes() == before
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_rows_are_there_when_the_batch_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert written(path, range(3)) == []
    assert written(path, range(3, 5), resume=True) == [0, 1, 2]
    assert len(path.read_text().splitlines()) == 5


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_one_writes_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with ResultsFile(path) as first:
        first.open(PRINTS, lambda matchup, row: None)
        first.append(row(0), {"batch": "mine"})
        for resume in (True, False):
            assert "another run is writing to it" in refusal(path, resume=resume)
        first.append(row(1), {"batch": "mine"})
    assert written(path, range(2, 3), resume=True) == [0, 1]
    assert "already exists" in refusal(path, resume=False), "and a refusal leaves nothing locked"
    assert written(path, range(3, 4), resume=True) == [0, 1, 2]


def test_text_that_was_never_a_row_is_not_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    for text in (b"Dear diary", b'{"games": [1, 2, 3]}', b"["):
        path.write_bytes(text)
        assert "expected a row of a batch" in refusal(path)


def test_a_torn_last_line_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    written(path, range(3))
    whole = path.read_bytes()
    for torn in (b"{", whole.splitlines()[0][:-1], whole.splitlines()[0]):
        path.write_bytes(whole + torn)
        assert written(path, range(0), resume=True) == [0, 1, 2]
        assert path.read_bytes() == whole


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    written(path, range(2))
    assert "--resume" in refusal(path, resume=False)


def test_an_empty_file_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.touch()
    assert written(path, range(1)) == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b'{"game": 1}\n', ":3: 'seed' is missing or wrong"),
        (b"[1, 2]\n", ":3: not a JSON object"),
        (b"hello\n", ":3: not JSON"),
        (b"\xff\xfe\n", ":3: not text"),
        (b"[" * 100_000 + b"\n", ":3: not JSON"),
        (row(0).line({"batch": "mine"}).encode(), ":3: game 0 appears twice"),
        (row(9).line({"batch": "other"}).encode(), ":3: a row of another configuration"),
        (row(9).line({}).encode(), ":3: a row of another configuration"),
        (row(9).line({"batch": "mine"}).replace("lost", "gone").encode(), ":3: 'reason' is unknown"),
        (row(9).line({"batch": "mine"}).replace("-12", "true").encode(), ":3: 'score' is missing or wrong"),
        (row(9).line({"batch": "mine"}).replace("-12", "1" * 20).encode(), ":3: 'score' is out of range"),
        (row(9).line({"batch": "mine"}).replace('"game": 9', '"game": -1').encode(), ":3: 'game' is out of range"),
        (replace(row(9), seconds=math.nan).line({"batch": "mine"}).encode(), ":3: 'seconds' is out of range"),
    ],
)
def test_a_line_that_is_not_ours_is_named_and_nothing_touched(tmp_path: Path, line: bytes, problem: str) -> None:
    path = tmp_path / "games.jsonl"
    written(path, range(2))
    with path.open("ab") as file:
        file.write(line + b'{"torn": ')
    assert f"{path}{problem}" in refusal(path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_one_clear_line() -> None:
    with pytest.raises(ResultsError, match="/dev/full: cannot be written: No space left on device"):
        written(Path("/dev/full"), range(1))


@pytest.mark.skipif(sys.platform == "win32", reason="limits of Unix")
def test_a_disk_that_fills_up_costs_one_row(tmp_path: Path) -> None:
    """A part of the last line fits: it is removed, and the rows written since the file was opened remain."""
    import resource

    path = tmp_path / "games.jsonl"
    written(path, range(2))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with ResultsFile(path, resume=True) as results:
        results.open(PRINTS, lambda matchup, row: None)
        results.append(row(2), {"batch": "mine"})
        results.append(row(3), {"batch": "mine"})
        whole = path.read_bytes()
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 10, limits[1]))
        try:
            with pytest.raises(ResultsError, match="games.jsonl: cannot be written: File too large"):
                results.append(row(4), {"batch": "mine"})
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert path.read_bytes() == whole
        results.append(row(4), {"batch": "mine"})
    assert written(path, range(0), resume=True) == [0, 1, 2, 3, 4]


def test_lines_are_rewritten_whole_and_appended_to_after_that(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with closing(JsonLinesFile(path, b"row ")) as lines:
        lines.open(lambda number, line: None)
        for line in (b"row 1\n", b"row 2\n", b"row 3\n"):
            lines.append(line)
        lines.rewrite([(12, 18), b"row two\n", (0, 6)])
        lines.append(b"row 4\n")
        assert path.read_bytes() == b"row 3\nrow two\nrow 1\nrow 4\n"
        if sys.platform != "win32":
            with pytest.raises(ResultsError, match="another run is writing to it"):
                JsonLinesFile(path, b"row ", resume=True).open(lambda number, line: None)

        def stumble() -> Iterator[bytes]:
            yield b"row 5\n"
            raise OSError(28, "No space left on device")

        with pytest.raises(ResultsError, match="rows.jsonl: cannot be written: No space left on device"):
            lines.rewrite(stumble())
        lines.append(b"row 5\n")
    assert path.read_bytes() == b"row 3\nrow two\nrow 1\nrow 4\nrow 5\n"
    assert [each.name for each in tmp_path.iterdir()] == ["rows.jsonl"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_closed_pipe_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with ResultsFile(path) as results:
        results.open(PRINTS, lambda matchup, row: None)
        results.append(row(0), {})
        os.close(reader)
        with pytest.raises(ResultsError, match="pipe: cannot be written: Broken pipe"):
            results.append(row(1), {})


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="cannot be opened: No such file"):
        written(tmp_path / "nowhere" / "games.jsonl", range(1))
