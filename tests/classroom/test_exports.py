"""Exports of course systems: the students of a submission, rosters, and gradebooks that are filled in."""

import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom import exports
from autograder.classroom.csv_table import CsvTable
from autograder.classroom.intake import ClassEntry, find_submissions, read_entry, under_known_ids
from autograder.classroom.roster import Roster
from autograder.classroom.students import Student
from autograder.errors import GradingError
from tests.wording import Naming, facts

from .conftest import FIRST_ACTION, RIGHT, lines, table
from .course_exports import PDF, csv_text, put, write_canvas, write_gradescope, write_moodle

Grade = Callable[..., int]


def found(folder: Path) -> dict[str, ClassEntry]:
    return {entry.id: entry for entry in find_submissions(folder)[0]}


def test_moodle_from_end_to_end(
    handed_in: Path, cases: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    worksheet = write_moodle(handed_in, RIGHT, FIRST_ACTION)
    before = worksheet.read_bytes()
    files = ["--csv", tmp_path / "g.csv", "--jsonl", tmp_path / "g.jsonl", "--json", tmp_path / "g.json"]
    assert grade(handed_in, "--cases", cases, *files, "--roster", worksheet) == 0
    rows = table(tmp_path / "g.csv")
    assert {id: (row["total"], row["status"], row["name"]) for id, row in rows.items()} == {
        "101": ("10", "ok", "Ada Lovelace"),
        "102": ("5", "ok", "Jörg Müller-Öz"),
        "103": ("0", "not loaded", "张伟"),
        "104": ("5", "ok", "Ann Lee"),
        "105": ("5", "ok", "Bob Ray"),
    }
    graded = lines(tmp_path / "g.jsonl")
    assert list(graded) == ["101", "102", "103", "104+105"], "a team is graded once"
    assert [member["name"] for member in graded["104+105"]["members"]] == ["Ann Lee", "Bob Ray"]
    assert json.loads((tmp_path / "g.json").read_text())["submitted_nothing"] == {"106": 'Carl "CJ" Jay, jr.'}
    assert 'Submitted nothing (1)\n  106: Carl "CJ" Jay, jr.' in capsys.readouterr().out
    filled = ["--csv", tmp_path / "filled.csv", "--csv-for", "moodle", "--roster", worksheet]
    assert grade(handed_in, "--cases", cases, "--jsonl", tmp_path / "g.jsonl", "--resume", *filled) == 0
    expected = before
    for number, points in ((101, b"10"), (102, b"5"), (103, b"0"), (104, b"5"), (105, b"5")):
        old = f"s{number}@x.edu,Submitted for grading,".encode()
        expected = expected.replace(old, old + points)
    assert (tmp_path / "filled.csv").read_bytes() == expected
    assert worksheet.read_bytes() == before
    assert "Filled in 5 grades in the column Grade\n" in capsys.readouterr().out


def test_canvas_from_end_to_end(
    handed_in: Path, cases: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    gradebook = write_canvas(handed_in, RIGHT, FIRST_ACTION)
    before = gradebook.read_bytes()
    options = ["--jsonl", tmp_path / "g.jsonl", "--roster", gradebook, "--csv-for", "canvas"]
    assert grade(handed_in, "--cases", cases, *options, "--json", tmp_path / "g.json") == 0
    graded = lines(tmp_path / "g.jsonl")
    assert {id: (row["points"], row["status"]) for id, row in graded.items()} == {
        "2001": (10, "ok"),
        "2002": (5, "ok"),
        "2003": (0, "not loaded"),
        "2004": (0, "not loaded"),
    }
    assert graded["2001"]["notes"] == [Naming("3 attempts", "newest", "(helper.py, multiAgents.py)")]
    summary = json.loads((tmp_path / "g.json").read_text())
    assert summary["submitted_nothing"] == {"2005": "Ray, Bob", "2999": "Student, Test"}
    expected = before.replace(b'early",3,,30.0', b'early",3,10,30.0').replace(b'early",4.50,7,', b'early",4.50,5,')
    expected = expected.replace(b"wei@x.edu,Lab 2,,,", b"wei@x.edu,Lab 2,,0,")
    expected = expected.replace(b"ann@x.edu,Lab 2,,,", b"ann@x.edu,Lab 2,,0,")
    assert gradebook.read_bytes() == expected != before, "without --csv, the file itself is filled in"
    assert "Filled in 4 grades in the column Project 2 (4711)" in capsys.readouterr().out


def test_gradescope_from_end_to_end(handed_in: Path, cases: Path, tmp_path: Path, grade: Grade) -> None:
    roster = write_gradescope(handed_in, RIGHT, FIRST_ACTION)
    files = ["--csv", tmp_path / "g.csv", "--jsonl", tmp_path / "g.jsonl", "--json", tmp_path / "g.json"]
    pages = tmp_path / "pages"
    assert grade(handed_in, "--cases", cases, *files, "--roster", roster, "--html", pages) == 0
    assert {id: (row["total"], row["name"]) for id, row in table(tmp_path / "g.csv").items()} == {
        "s1": ("10", "Ada Lovelace"),
        "s2": ("5", "Jörg Müller"),
        "s3": ("10", "Wei Zhang"),
        "ann@x.edu": ("0", "Ann Lee"),
    }
    graded = lines(tmp_path / "g.jsonl")
    assert list(graded) == ["ann@x.edu", "s1+s3", "s2"]
    assert [member["id"] for member in graded["s1+s3"]["members"]] == ["s1", "s3"]
    assert json.loads((tmp_path / "g.json").read_text())["submitted_nothing"] == {"s5": "Bob Ray"}
    assert "Ada Lovelace, 张伟 (s1+s3)" in (pages / "s1_s3.html").read_text(encoding="utf-8")
    assert "Bob Ray (s5)" in (pages / "index.html").read_text(encoding="utf-8")


def test_gradescope_without_pyyaml(handed_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_gradescope(handed_in, RIGHT, RIGHT)
    monkeypatch.setitem(sys.modules, "yaml", None)
    entries, notes = find_submissions(handed_in)
    assert [entry.id for entry in entries] == ["submission_11", "submission_12", "submission_13"]
    [note] = notes
    assert note == Naming("submission_metadata.yml:", "names", "install PyYAML")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a: b: c\n", r"submission_metadata.yml:1: mapping values are not allowed"),
        (b"[" * 100_000, "nested more than 50 levels deep"),
        (b"a: !!python/object/apply:os.system [id]\n", "submission_metadata.yml:1: could not determine a constructor"),
        (b"a: &a {x: 1}\nb: {<<: [*a, *a]}\n", "submission_metadata.yml:2: could not determine a constructor"),
        (b"- 1\n", "a mapping of submissions"),
        (b"\xff", "byte 1 is not text"),
        (b"a: 2026-13-45\n", "submission_metadata.yml: month must be in 1..12"),
    ],
)
def test_hostile_metadata(content: bytes, message: str, tmp_path: Path) -> None:
    put(tmp_path / "submission_1" / "multiAgents.py", RIGHT)
    put(tmp_path / "submission_metadata.yml", content)
    with pytest.raises(GradingError, match=message) as caught:
        find_submissions(tmp_path)
    assert "\n" not in str(caught.value)


def test_metadata_whose_fields_are_not_gradescope_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "submission_1" / "multiAgents.py", RIGHT)
    for text in ("5", "\n  :submitters: 5\n  :created_at: x", "\n  :submitters:\n  - 5\n  - {}\n  - :sid: null"):
        put(tmp_path / "submission_metadata.yml", f"submission_1: {text}\n".encode())
        assert found(tmp_path)["submission_1"].students == ()
    monkeypatch.setattr(exports, "LARGEST_METADATA", 10)
    with pytest.raises(GradingError, match="larger than 10 bytes; expected Gradescope's metadata"):
        find_submissions(tmp_path)


@pytest.mark.parametrize(
    ("files", "graded"),
    [
        ({50: "a.py", 51: "b.py", 80: "a-1.py"}, {"a.py": 80}),
        ({50: "a.py", 80: "b.py", 81: "a-1.py"}, {"a.py": 81, "b.py": 80}),
        ({50: "a.py", 80: "a-1.py", 81: "b.py"}, {"a.py": 80, "b.py": 81}),
        ({50: "a.py", 51: "b.py", 52: "a-1.py"}, {"a.py": 52, "b.py": 51}),
        ({9: "a.py", 10: "a-1.py", 100: "a-2.py"}, {"a.py": 100}),
    ],
)
def test_the_newest_attempt_of_canvas(files: dict[int, str], graded: dict[str, int], tmp_path: Path) -> None:
    for attachment, name in files.items():
        put(tmp_path / f"lovelaceada_7_{attachment}_{name}", b"x = 1\n")
    entry = found(tmp_path)["7"]
    assert {name: int(path.name.split("_")[2]) for name, path in entry.files} == graded


def test_names_that_only_look_like_canvas(tmp_path: Path) -> None:
    """One user with two names, or most files without numbers: the files were named by hand."""
    put(tmp_path / "one" / "smith_2024_1_hw.py", RIGHT)
    put(tmp_path / "one" / "jones_2024_2_hw.py", RIGHT)
    assert sorted(found(tmp_path / "one")) == ["jones_2024_2_hw", "smith_2024_1_hw"]
    for name in ("ann.py", "bob.py", "smith_2024_1_hw.py"):
        put(tmp_path / "two" / name, RIGHT)
    assert sorted(found(tmp_path / "two")) == ["ann", "bob", "smith_2024_1_hw"]


def test_one_student_in_two_submissions(handed_in: Path, cases: Path, tmp_path: Path, grade: Grade) -> None:
    metadata = "".join(f"submission_{n}:\n  :submitters:\n  - :sid: s1\n" for n in (1, 2))
    put(handed_in / "submission_metadata.yml", metadata.encode())
    for number in (1, 2):
        put(handed_in / f"submission_{number}" / "report.pdf", PDF)
    assert grade(handed_in, "--cases", cases, "--csv", tmp_path / "g.csv") == 0
    assert list(table(tmp_path / "g.csv")) == ["s1 (submission_1)", "s1 (submission_2)"]


def test_a_file_of_grades_keeps_the_ids_that_it_has(handed_in: Path) -> None:
    put(handed_in / "Ada_1_assignsubmission_file_" / "multiAgents.py", RIGHT)
    put(handed_in / "Bob_2_assignsubmission_file_agents.py", RIGHT)
    entries = find_submissions(handed_in)[0]
    assert [entry.id for entry in under_known_ids(entries, {"1"})] == ["1", "2"]
    before = ["Ada_1_assignsubmission_file_", "Bob_2_assignsubmission_file_agents"]
    assert [entry.id for entry in under_known_ids(entries, before)] == before


@pytest.mark.skipif(sys.platform == "win32", reason="links of Unix")
def test_loose_files_that_are_links_are_not_read(tmp_path: Path) -> None:
    put(tmp_path / "secret", b"key")
    put(tmp_path / "class" / "leeann_7_1_multiAgents.py", RIGHT)
    (tmp_path / "class" / "leeann_7_2_helper.py").symlink_to(tmp_path / "secret")
    submission = read_entry(found(tmp_path / "class")["7"])
    assert (list(submission.files), submission.notes) == (["multiAgents.py"], ("helper.py: a link; left out",))


def roster(tmp_path: Path, text: str) -> Roster:
    (tmp_path / "r.csv").write_bytes(text.encode())
    return Roster.read(tmp_path / "r.csv")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,group\nAda,1\n", ("r.csv:1:", "expected ID,", "not name, group")),
        ("id,name\n", ("r.csv:", "no student", "column id")),
        ("id,name\n7,Ada\n\n7,Bob\n", ("r.csv:4:", "7", "line 2", "expected it once")),
        ("id,email\nAda,a@x\nADA ,b@x\n", ("r.csv:3:", "ADA", "line 2")),
        ('id,name\n7,"Ada\n', ("r.csv:2:", "not closed", "expected a double quote")),
        ("", ("r.csv:", "empty", "expected a roster")),
    ],
)
def test_a_roster_that_cannot_be_used(text: str, message: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(GradingError, match=facts(*message)):
        roster(tmp_path, text)
    (tmp_path / "latin.csv").write_bytes("id,name\n1,Müller\n".encode("latin-1"))
    with pytest.raises(GradingError, match=facts("latin.csv:2:", "expected", "UTF-8")):
        Roster.read(tmp_path / "latin.csv")
    with pytest.raises(GradingError, match=r"none.csv: cannot be read: No such file"):
        Roster.read(tmp_path / "none.csv")


def test_ids_of_different_kinds_are_never_mixed_up(tmp_path: Path) -> None:
    canvas = roster(tmp_path, "Student,ID,SIS User ID,SIS Login ID\nAda,1,2,ada@x\nBob,2,1,bob@x\nBob,3,3,b@x\n")

    def name(student: Student) -> str:
        row = canvas.row_of(student)
        return f"{row.name} {row.id}" if row else ""

    assert name(Student("1", "canvas")) == "Ada 1"
    assert name(Student("1", "sid")) == "Bob 2"
    assert name(Student("ADA@x", "email")) == "Ada 1"
    assert name(Student("1")) == "", "it may be either"
    assert name(Student("9", "canvas", "Ada")) == "", "an id that the roster does not have is another student"
    assert name(Student("9", "moodle", "Ada")) == "Ada 1", "the roster has no ids of this kind"
    assert name(Student("9", "moodle", "Bob")) == "", "two students have this name"


def test_members_of_a_group_on_canvas(handed_in: Path, cases: Path, tmp_path: Path, grade: Grade) -> None:
    put(handed_in / "team7_2001_5_report.pdf", PDF)
    groups = "name,canvas_user_id,login_id,group_name\nAda,2001,ada,Team 7\nBob,2002,bob,team 7\nCy,2003,cy,Team 8\n"
    (tmp_path / "groups.csv").write_text(groups)
    assert grade(handed_in, "--cases", cases, "--csv", tmp_path / "g.csv", "--roster", tmp_path / "groups.csv") == 0
    assert {id: row["name"] for id, row in table(tmp_path / "g.csv").items()} == {"2001": "Ada", "2002": "Bob"}


@pytest.mark.parametrize(
    ("columns", "option", "message"),
    [
        ("A (1),B (2)", "canvas", ("book.csv:1:", "A (1), B (2)", "--csv-for canvas:NAME")),
        ("A (1),B (2)", "canvas:C", ("book.csv:1:", "'C'", "columns Student, ID, SIS User ID, A")),
        ("A,B", "canvas", ("book.csv:1:", "Project 2 (12345)", "columns Student")),
        ("A (1),B (2)", "moodle", ("book.csv:1:", "Moodle", "expected", "Identifier and Grade")),
        ("A (1),B (2)", "canvas:b", ()),
    ],
)
def test_which_column_is_filled_in(
    columns: str, option: str, message: tuple[str, ...], handed_in: Path, cases: Path, tmp_path: Path, grade: Grade
) -> None:
    put(handed_in / "leeann_7_5_report.pdf", PDF)
    path = tmp_path / "book.csv"
    path.write_text(text := f"Student,ID,SIS User ID,{columns}\nAnn,7,s7,,\n")
    arguments = [handed_in, "--cases", cases, "--roster", path, "--csv-for", option]
    if message:
        with pytest.raises(GradingError, match=facts(*message)):
            grade(*arguments)
        assert path.read_text() == text
    else:
        assert grade(*arguments) == 0
        assert path.read_text() == text.replace("s7,,", "s7,,0")


def test_options_for_gradebooks(handed_in: Path, tmp_path: Path, grade: Grade) -> None:
    put(handed_in / "ann.py", RIGHT)
    (tmp_path / "r.csv").write_text("id\nann\n")
    with pytest.raises(GradingError, match=facts("--csv-for", "--roster FILE")):
        grade(handed_in, "--csv-for", "canvas")
    with pytest.raises(GradingError, match=facts("--roster", "a folder of submissions")):
        grade(handed_in / "ann.py", "--roster", tmp_path / "r.csv")
    with pytest.raises(GradingError, match="--csv and --roster: both write to"):
        grade(handed_in, "--roster", tmp_path / "r.csv", "--csv", tmp_path / "r.csv")
    assert (tmp_path / "r.csv").read_text() == "id\nann\n"


@given(
    rows=st.lists(st.lists(st.text('ab",;\n é', max_size=4), min_size=2, max_size=4), min_size=1, max_size=4),
    delimiter=st.sampled_from([",", ";", "\t"]),
    ending=st.sampled_from(["\n", "\r\n"]),
    quote_all=st.booleans(),
)
def test_cells_are_replaced_where_they_are(
    rows: list[list[str]], delimiter: str, ending: str, quote_all: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The reader agrees with that of Python, and a replaced cell changes nothing else."""
    header = ["id", "name", "x", "y"]
    text = "\ufeff" + csv_text([header, *rows], delimiter=delimiter, ending=ending, quote_all=quote_all)
    path = tmp_path_factory.mktemp("csv") / "t.csv"
    path.write_bytes(text.encode())
    read = CsvTable.read(path, "a table")
    with path.open(newline="", encoding="utf-8-sig") as file:
        expected = [row for row in csv.reader(file, delimiter=delimiter) if row]
    assert [[cell.text for cell in row] for row in (read.header, *read.rows)] == expected
    assert read.replaced({}) == text
    cell = read.rows[-1][1]
    changed = read.replaced({cell: "8"})
    assert changed[: cell.start] == text[: cell.start]
    assert changed.removeprefix(text[: cell.start]).strip('"').startswith("8")
    assert changed.endswith(text[cell.end :])
