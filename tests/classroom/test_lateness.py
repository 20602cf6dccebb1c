"""Lateness in a class: due dates with time zones, extensions, late marks, and what is deducted for them."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from autograder.classroom.due_dates import read_due, read_time, time_text
from autograder.classroom.late_policy import LatePolicy
from autograder.classroom.lateness import Lateness, SubmissionTimes
from autograder.classroom.students import Student
from autograder.errors import GradingError
from tests.wording import Naming, facts

from .conftest import FIRST_ACTION, RIGHT, lines, table
from .course_exports import PDF, put, write_gradescope

Grade = Callable[..., int]
RULE = 'late_percent_per_day: "10"\nlate_grace_minutes: "15"\nlate_days: "3"\n'
DUE = 'due: "2026-03-01 23:59 Europe/Berlin"\n'
ANN = Student("ann")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-01 23:59 Europe/Berlin", "2026-03-01T22:59:00+00:00"),
        ("2026-07-01 23:59 Europe/Berlin", "2026-07-01T21:59:00+00:00"),
        ("2026-03-01T23:59:30+08:00", "2026-03-01T15:59:30+00:00"),
        ("2026-03-01 23:59Z", "2026-03-01T23:59:00+00:00"),
        ("2026-03-01 23:59 UTC", "2026-03-01T23:59:00+00:00"),
        ("2026-10-25 02:30 Europe/Berlin", "2026-10-25T01:30:00+00:00"),  # the later of two
    ],
)
def test_due_dates(text: str, expected: str) -> None:
    due = read_due(text)
    assert due.astimezone(UTC).isoformat() == expected
    assert read_due(time_text(due)) == due


def test_a_time_that_occurs_twice_is_the_earlier_one_for_a_submission() -> None:
    berlin = read_due("2026-03-01 23:59 Europe/Berlin").tzinfo
    assert read_time("2026-10-25 02:30", berlin).astimezone(UTC).isoformat() == "2026-10-25T00:30:00+00:00"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tomorrow", "'tomorrow' is not a due date; expected a date and a time such as 2026-03-01 23:59 Europe/Berlin"),
        ("2026-03-01", "'2026-03-01' is not a due date"),
        ("2026-02-30 23:59Z", "is not a due date"),
        ("2026-03-01 23:59", "'2026-03-01 23:59' has no time zone"),
        ("2026-03-01 23:59 Europe", "unknown time zone 'Europe'; expected one such as Europe/Berlin"),
        ("2026-03-01 23:59 Europe/Berln", "unknown time zone"),
        ("2026-03-01 23:59+01:00 Europe/Berlin", "is not a due date"),
        ("x" * 500, "x…' is not a due date"),
    ],
)
def test_dates_that_are_none(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        read_due(text)
    assert len(str(caught.value)) < 250


def verdict(lateness: Lateness, time: datetime | None, mark: str = "", points: float = 10) -> tuple[float, str]:
    late = lateness.verdict(points, (ANN,), time, mark)[1]
    return (late.points, late.reason) if late else (0, "")


def test_the_change_of_clocks_is_part_of_lateness() -> None:
    """From Saturday noon to Sunday noon there are 23 hours when clocks go forward, and 25 when they go back."""
    policy = LatePolicy(10)
    for day, points in ((28, 1), (24, 2)):
        month = "03" if day == 28 else "10"
        due = read_due(f"2026-{month}-{day} 12:00 Europe/Berlin")
        time = read_time(f"2026-{month}-{day + 1} 12:00 Europe/Berlin")
        assert verdict(Lateness(policy, due), time)[0] == points, "each day begun since the due date counts"


def dates(due: str, submitted: str) -> tuple[str, str]:
    """Return both dates, as a reason states them."""
    return f"due {due} Europe/Berlin", f"submitted {submitted} Europe/Berlin"


def test_rule_grace_and_reason() -> None:
    due = read_due("2026-03-01 23:59 Europe/Berlin")
    lateness = Lateness(LatePolicy(10, timedelta(minutes=15), 3), due)
    assert verdict(lateness, due) == (0, "")
    assert verdict(lateness, due + timedelta(minutes=15)) == (
        0,
        Naming("Late by 15 minutes", *dates("2026-03-01 23:59", "2026-03-02 00:14"), "grace period"),
    )
    points, reason = verdict(lateness, due + timedelta(days=1, minutes=16))
    assert points == 2
    assert reason == Naming("Late by 1 day", *dates("2026-03-01 23:59", "2026-03-03 00:15"), "20 % of 10 points")
    assert verdict(lateness, due + timedelta(days=9))[0] == 10
    assert verdict(Lateness(LatePolicy(), due), due + timedelta(hours=2))[0] == 0


def test_a_mark_without_a_time_costs_nothing() -> None:
    due = read_due("2026-03-01 23:59Z")
    assert verdict(Lateness(LatePolicy(10), due), None, "Canvas") == (
        0,
        Naming("Marked late by Canvas", "nothing is deducted"),
    )
    assert verdict(Lateness(LatePolicy(10), due), due, "Canvas") == (0, ""), "the time decides, if it is known"
    assert Lateness(LatePolicy(10), due).verdict(10, (ANN,), None, "") == (False, None)


def times(tmp_path: Path, text: str, zone: str = "UTC") -> SubmissionTimes:
    (tmp_path / "t.csv").write_text(text)
    return SubmissionTimes.read(tmp_path / "t.csv", read_due(f"2026-03-01 23:59 {zone}"))


def test_times_and_extensions_from_a_file(tmp_path: Path) -> None:
    file = times(tmp_path, "id,time,due\nann,2026-03-02 01:00,\nbob,,2026-03-05 12:00 UTC\n", "Europe/Berlin")
    came, due = file.of((ANN, Student("bob")))
    assert came is not None
    assert came.astimezone(UTC).isoformat() == "2026-03-02T00:00:00+00:00"
    assert due is not None
    assert due.isoformat() == "2026-03-05T12:00:00+00:00", "an extension of one member is one of the group"
    assert file.of((Student("cy"),)) == (None, None)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("time\n2026-03-02 01:00\n", ("t.csv:1:", "column of ids", "not time")),
        ("id,name\nann,Ann\n", ("t.csv:1:", "time or due", "expected", "not id, name")),
        ("id,time\nann,soon\n", ("t.csv:2:", "'soon'", "expected", "2026-03-01 23:59")),
        ("id,due\nann,2026-03-02 01:00 Mars\n", ("t.csv:2:", "time zone 'Mars'", "expected")),
        ("id,time\nann,\nann,\n", ("t.csv:3:", "ann", "line 2")),
    ],
)
def test_a_file_of_times_that_cannot_be_used(text: str, message: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(GradingError, match=facts(*message)):
        times(tmp_path, text)


def test_a_class_with_a_due_date_and_then_an_extension(
    handed_in: Path, cases: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    write_gradescope(handed_in, RIGHT, FIRST_ACTION)
    (cases / "CONFIG").write_text(RULE + DUE)
    pages = tmp_path / "pages"
    options = [handed_in, "--cases", cases, "--jsonl", tmp_path / "g.jsonl", "--csv", tmp_path / "g.csv"]
    assert grade(*options, "--json", tmp_path / "g.json", "--html", pages) == 0
    rows = table(tmp_path / "g.csv")
    assert {id: (row["total"], row["late"]) for id, row in rows.items()} == {
        "s1": ("10", ""),
        "s3": ("10", ""),
        "s2": ("4.5", "0.5"),
        "ann@x.edu": ("0", "0"),
    }
    reason = rows["s2"]["late_reason"]
    assert reason == Naming("Late by 1 day", *dates("2026-03-01 23:59", "2026-03-02 23:59"), "10 % of 5 points")
    graded = lines(tmp_path / "g.jsonl")
    assert graded["s2"]["late"] == {"points": 0.5, "reason": reason}
    assert "late" not in graded["s1+s3"]
    assert "Late (2)\n  ann@x.edu: Late by 3 days 1 hour (due" in (text := capsys.readouterr().out)
    assert f"  s2: {reason}" in text
    assert json.loads((tmp_path / "g.json").read_text())["late"]["s2"] == {"points": 0.5, "reason": reason}
    assert reason in (pages / "s2.html").read_text(encoding="utf-8")
    assert reason in (pages / "index.html").read_text(encoding="utf-8")
    (tmp_path / "t.csv").write_text("email,due\njoerg@x.edu,2026-03-02 23:59\n")
    assert grade(*options, "--resume", "--times", tmp_path / "t.csv") == 0
    again = lines(tmp_path / "g.jsonl")
    assert again["s2"] == {key: value for key, value in graded["s2"].items() if key != "late"} | {"points": 5}
    assert {id for id in again if again[id] != graded[id]} == {"s2"}, "no other row changes"
    assert lines(tmp_path / "g.history.jsonl") == {"s2": graded["s2"]}
    assert grade(*options, "--regrade", "-q", "q3") == 0
    assert lines(tmp_path / "g.jsonl")["s2"]["late"]["points"] == 0.5, "without the file, the extension is unknown"


def test_times_for_a_class_arranged_by_hand(
    handed_in: Path, cases: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ann.py", "bob.py"):
        put(handed_in / name, FIRST_ACTION)
    put(handed_in / "cy" / "report.pdf", PDF)
    (cases / "CONFIG").write_text(RULE)
    (tmp_path / "t.csv").write_text("id,time\nann,2026-03-02 23:59\n")
    options = [handed_in, "--cases", cases, "--csv", tmp_path / "g.csv", "--times", tmp_path / "t.csv"]
    with pytest.raises(GradingError, match=facts("t.csv:1:", "due date", "expected --due", "CONFIG")):
        grade(*options)
    assert grade(*options, "--due", "2026-03-01 12:00 UTC") == 0
    assert {id: row["total"] for id, row in table(tmp_path / "g.csv").items()} == {"ann": "4", "bob": "5", "cy": "0"}
    assert "No time of submission (2)\n  bob\n  cy" in capsys.readouterr().out


def test_a_due_date_in_config_that_is_none(handed_in: Path, cases: Path, grade: Grade) -> None:
    put(handed_in / "ann.py", RIGHT)
    (cases / "CONFIG").write_text(RULE + 'due: "1 March"\n')
    with pytest.raises(GradingError, match=facts("CONFIG:4:", "due: '1 March'", "expected a date and a time")):
        grade(handed_in, "--cases", cases)
    with pytest.raises(SystemExit, match="2"):
        grade(handed_in, "--due", "1 March")
