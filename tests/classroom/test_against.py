"""`--against`: whose points changed since earlier grades, in which cases, and why; what is not recorded is unknown."""

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom import class_grading
from autograder.classroom.changes import Reason
from autograder.classroom.class_rows import ClassRow, summed_up, without_points
from autograder.classroom.comparison import compare
from autograder.classroom.earlier_grades import EarlierGrades
from autograder.classroom.grades_file import history_path
from autograder.classroom.intake import ClassEntry
from autograder.reporters.change_report import change_line, student_change
from autograder.reporters.json_report import grade_data
from autograder.results import CaseResult, Grade, QuestionResult, Status, Visibility
from pacman.display.messages import IN_ENGLISH, LANGUAGES, Words
from tests.wording import Naming, assert_refusal, facts

from .conftest import FIRST_ACTION, RIGHT, lines

Call = Callable[..., "subprocess.CompletedProcess[str]"]
Row = dict[str, Any]
BROKEN = b"def ("
CASE = "q3/04-tie-at-the-root"
LIMITS = ("limits", "option")


def expect_another_state(cases: Path) -> None:
    """Make a search that prunes correctly fail a case of q3; one that does not search fails the question anyway."""
    solution = cases / f"{CASE}.solution"
    text = solution.read_text()
    assert ' root"' in text
    solution.write_text(text.replace(' root"', ' root surplus"'))


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return tmp_path / "old.jsonl"


@pytest.fixture
def options(handed_in: Path, cases: Path) -> list[object]:
    """Options for a class of two: a right submission, and one whose AlphaBetaAgent does not search."""
    (handed_in / "ann.py").write_bytes(RIGHT)
    (handed_in / "bob.py").write_bytes(FIRST_ACTION)
    return ["grade", handed_in, "--cases", cases]


def write(path: Path, *rows: Row) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def against(options: list[object], old: Path, call: Call, *more: object) -> Row:
    """Grade and compare; return the comparison in the JSON. Nothing else is on standard output, and nothing is lost."""
    before, at = old.read_bytes(), old.stat().st_mtime_ns
    done = call(*options, "--against", old, "--json", "-", *more)
    assert done.returncode == 0, done.stderr
    assert (old.read_bytes(), old.stat().st_mtime_ns) == (before, at)
    found: Row = json.loads(done.stdout)["against"]
    for change in found["changes"]:
        assert f"\n  {change}: " in done.stderr
    return found


def facts_of(change: Row) -> list[tuple[str, str]]:
    return [(difference["fact"], difference["kind"]) for difference in change["reason"]]


# -- a class ----------------------------------------------------------------------------------------------------------


def test_a_changed_case_lists_exactly_its_students(
    handed_in: Path, cases: Path, tmp_path: Path, old: Path, call: Call
) -> None:
    for number in range(6):
        (handed_in / f"s{number:02}.py").write_bytes((RIGHT, FIRST_ACTION, BROKEN)[number % 3])
    options = ["grade", handed_in, "--cases", cases]
    assert call(*options, "--jsonl", old).returncode == 0
    first = old.read_bytes()
    expect_another_state(cases)
    pages = tmp_path / "pages"
    done = call(*options, "--against", old, "--json", tmp_path / "class.json", "--html", pages)
    assert done.returncode == 0, done.stderr
    affected = ["s00", "s03"]
    printed = done.stdout.splitlines()
    at = printed.index(Naming("Compared 6", "old.jsonl", "2"))
    points, case = "10 of 10 points, now 5 of 10 points", f"{CASE} passed, now failed"
    assert printed[at + 1 : at + 3] == [Naming(f"  {id}: ", points, case, "reason", CASE) for id in affected]
    assert not printed[at + 3].startswith("  ")
    assert old.read_bytes() == first
    data = json.loads((tmp_path / "class.json").read_text())["against"]
    assert list(data["changes"]) == affected
    assert data["changes"]["s00"] == {
        "points": [10, 5],
        "status": ["ok", "ok"],
        "questions": {"q3": [5, 0]},
        "cases": {CASE: ["passed", "failed"]},
        "reason": [{"fact": "cases", "kind": "cases", "names": [CASE], "text": f"cases changed: {CASE}"}],
        "not_recorded": [],
    }
    title = IN_ENGLISH("grade-changed")
    changed = [path.stem for path in sorted(pages.glob("s*.html")) if title in path.read_text()]
    assert changed == affected
    page = (pages / "s03.html").read_text()
    assert "q3: 5 of 5 points, now 0 of 5 points" in page
    assert f"{CASE[3:]} passed, now failed" in page
    assert IN_ENGLISH("grade-changed-facts", facts=IN_ENGLISH("fact-cases")) in page
    page = (pages / "index.html").read_text()
    assert f"{CASE} <small>2</small>" in page
    assert f"{points}: {case}" in page


def test_all_that_differs_is_a_reason(
    options: list[object], handed_in: Path, cases: Path, old: Path, call: Call
) -> None:
    large = RIGHT + b"\nplace = bytearray(300 * 2**20)\n"
    (handed_in / "ann.py").write_bytes(large)
    assert call(*options, "--jsonl", old).returncode == 0
    assert against(options, old, call)["changes"] == {}
    (handed_in / "ann.py").write_bytes(FIRST_ACTION)
    found = against(options, old, call)["changes"]
    assert {id: facts_of(change) for id, change in found.items()} == {"ann": [("submission", "submission")]}
    (handed_in / "ann.py").write_bytes(large)
    found = against(options, old, call, "--memory", 250)["changes"]
    assert {id: facts_of(change) for id, change in found.items()} == {"ann": [LIMITS]}
    [difference] = found["ann"]["reason"]
    assert (difference["option"], difference["before"], difference["now"]) == ("--memory", 1024, 250)
    assert found["ann"]["cases"][CASE] == ["passed", "failed"]
    rows = lines(old)
    for row in rows.values():
        for settings in row["settings"].values():
            settings["code"] = "Python 3.9, 0123456789ab"
    write(old, *rows.values())
    (handed_in / "ann.py").write_bytes(FIRST_ACTION)
    expect_another_state(cases)
    change = against(options, old, call, "--memory", 250, "--dice", "another")["changes"]["ann"]
    assert facts_of(change) == [
        ("submission", "submission"),
        ("cases", "cases"),
        LIMITS,
        ("dice", "dice"),
        ("grader", "python"),
        ("grader", "code"),
    ]
    assert change["reason"][1]["names"] == [CASE]
    assert change["reason"][4]["before"] == "Python 3.9"


def test_students_and_questions_of_only_one_grading(
    options: list[object], handed_in: Path, old: Path, call: Call
) -> None:
    (handed_in / "zed.py").write_bytes(RIGHT)
    assert call(*options, "--jsonl", old).returncode == 0
    (handed_in / "zed.py").unlink()
    (handed_in / "eve.py").write_bytes(RIGHT)
    done = call(*options, "--against", old, "-q", "q3")
    printed = done.stdout.splitlines()
    for place, name in (
        ("Only in old.jsonl", "zed"),
        ("Not in old.jsonl", "eve"),
        ("Questions only in old.jsonl", "q2"),
    ):
        assert Naming(place, name) in printed
    assert Naming("Compared 2", "old.jsonl", "no points changed") in printed
    (handed_in / "ann.py").write_bytes(FIRST_ACTION)
    found = against(options, old, call, "-q", "q3")
    assert (found["only_in_file"], found["not_in_file"], found["questions_only_in_file"]) == (["zed"], ["eve"], ["q2"])
    change = found["changes"]["ann"]
    assert (change["points"], change["questions"]) == (None, {"q3": [5, 0]}), "totals of other questions"


def test_the_key_of_earlier_grades_is_used_again(
    options: list[object], handed_in: Path, old: Path, tmp_path: Path, call: Call
) -> None:
    for path in handed_in.iterdir():
        path.write_bytes(BROKEN)
    assert call(*options, "--jsonl", old).returncode == 0
    done = call(*options, "--against", old, "--jsonl", tmp_path / "new.jsonl")
    assert "the key in old.jsonl" in done.stdout
    assert lines(tmp_path / "new.jsonl")["ann"]["dice_key"] == lines(old)["ann"]["dice_key"]
    done = call(*options, "--against", old, "--jsonl", tmp_path / "third.jsonl", "--dice", "given")
    assert "the key in old.jsonl" not in done.stdout
    assert "dice_key" not in lines(tmp_path / "third.jsonl")["ann"]


def test_rows_that_are_kept_or_replaced_are_compared(
    options: list[object], cases: Path, old: Path, tmp_path: Path, call: Call
) -> None:
    new = tmp_path / "new.jsonl"
    for path in (old, new):
        assert call(*options, "--jsonl", path, "--dice", "key").returncode == 0
    rows = lines(old)
    rows["ann"] = summed_up(with_case(rows["ann"], "q2", "01-lecture-three-by-three", "failed", 0))
    write(old, *rows.values())
    kept = [*options, "--jsonl", new, "--dice", "key"]
    found = against(kept, old, call, "--resume")
    assert found["changes"]["ann"]["cases"] == {"q2/01-lecture-three-by-three": ["failed", "passed"]}
    assert found["changes"]["ann"]["reason"] == []
    done = call(*kept, "--resume", "--against", old)
    assert Naming("  ann: ", "failed, now passed", IN_ENGLISH("change-unknown")) in done.stdout.splitlines()
    expect_another_state(cases)
    done = call(*kept, "--regrade", "-q", "q3", "--against", old)
    printed = done.stdout.splitlines()
    assert Naming("  ann: 10 of 10 points, now 5 of 10 points", f"{CASE} passed, now failed", CASE) in printed
    cases_of = ("q2/01-lecture-three-by-three failed, now passed", f"{CASE} passed, now failed")
    assert Naming("  ann: 5 of 10 points, now 5 of 10 points", *cases_of, CASE) in printed


def test_a_roster_and_lateness(options: list[object], old: Path, tmp_path: Path, call: Call) -> None:
    assert call(*options, "--jsonl", old).returncode == 0
    rows = lines(old)
    rows["ann"] |= {"late": {"points": 2.5, "reason": "Late by an hour."}, "points": 7.5}
    write(old, *rows.values())
    (tmp_path / "roster.csv").write_text("id,name\nann,Ann\nbob,Bob\nzed,Zed\n")
    done = call(*options, "--against", old, "--roster", tmp_path / "roster.csv")
    printed = done.stdout.splitlines()
    assert "  zed: Zed" in printed
    assert Naming("  ann: 7.5 of 10 points, now 10 of 10 points", "late", "2.5, now 0") in printed
    assert not any("reason" in line for line in printed if line.startswith("  ann: ")), "it is the deduction"
    assert against(options, old, call)["changes"]["ann"]["late"] == [2.5, 0]


# -- hidden cases -----------------------------------------------------------------------------------------------------


def test_a_students_page_shows_nothing_of_hidden_cases(
    options: list[object], cases: Path, tmp_path: Path, old: Path, call: Call
) -> None:
    config = cases / "q3" / "CONFIG"
    config.write_text(f'{config.read_text()}\nvisibility: """\n{CASE[3:]} hidden\n"""\n')
    assert call(*options, "--jsonl", old).returncode == 0
    expect_another_state(cases)
    assert call(*options, "--against", old, "--html", tmp_path / "pages").returncode == 0
    page = (tmp_path / "pages" / "ann.html").read_text()
    assert "q3: 5 of 5 points, now 0 of 5 points" in page
    assert IN_ENGLISH("fact-cases") in page
    told = f"{CASE[3:]} passed, now failed"
    assert told not in page, "q2 has a case of this name, which is visible"
    assert CASE not in page
    assert told in (tmp_path / "pages" / "index.html").read_text()


def test_a_hidden_question_changes_without_its_name() -> None:
    old = row({"q1": 5, "secret": 5}, hidden={"secret"})
    change = compare(old, row({"q1": 5, "secret": 3}, hidden={"secret"}))
    shown = student_change(change, IN_ENGLISH)
    assert shown is not None
    assert shown["lines"][1:] == [IN_ENGLISH("grade-changed-unseen")]
    assert "10 of 20 points, now 8 of 20 points" in shown["lines"][0]
    assert shown["questions"] == []
    assert "secret" in change_text(change)
    was_hidden = row({"q1": 5, "secret": 3})
    assert "secret" not in str(student_change(compare(old, was_hidden), IN_ENGLISH)), "it was hidden before"


def test_the_values_of_options_are_not_for_students() -> None:
    """The seed of fresh cases is as secret as the cases."""
    change = compare(row({"q1": 5}), with_settings(row({"q1": 4}), **{"--seed": 4711}))
    assert "4711" in change_text(change)
    for language in LANGUAGES:
        shown = student_change(change, Words(language))
        assert shown is not None
        assert "4711" not in str(shown)
        assert shown["reasons"] == [Words(language)("grade-changed-facts", facts=Words(language)("fact-cases"))]


# -- the reason -------------------------------------------------------------------------------------------------------

SETTINGS = {
    "--isolation": None,
    "--seed": None,
    "--dice": "d1",
    "--luck": None,
    "--plugin": None,
    "--case-time": None,
    "--question-time": 1800,
    "--memory": 1024.0,
    "--test": None,
    "code": "Python 3.11, c1",
    "cases": "w1",
    "case_digests": {"games": "g1", "maze": "m1"},
    "file_digests": {"CONFIG": "f1"},
}


def row(points: dict[str, float], *, hidden: set[str] = frozenset(), **facts: Any) -> Row:  # type: ignore[assignment]
    """Return a row with one case in each question that gives its points, of 10."""

    def visibility(name: str) -> Visibility:
        return "hidden" if name in hidden else "visible"

    questions = [
        QuestionResult(
            name,
            number,
            10,
            [
                CaseResult(
                    "games", f"{name}/games", Status.FAILED, number, 10, adds_points=True, visibility=visibility(name)
                )
            ],
            visibility=visibility(name),
        )
        for name, number in points.items()
    ]
    data = {"id": "ann", "sha256": "s1", "seconds": 5.0, "notes": [], "status": "ok", "reason": ""}
    data |= grade_data(Grade("ann.py", "strict", questions, is_complete=True, dice="a key"))
    return {**data, "settings": {name: dict(SETTINGS) for name in points}, **facts}


def with_settings(data: Row, *questions: str, **changed: Any) -> Row:
    """Return a row in which settings of some questions, or of all, have other values."""
    settings = {
        name: {**each, **changed} if name in questions or not questions else each
        for name, each in data["settings"].items()
    }
    return {**data, "settings": settings}


def without_setting(data: Row, *names: str) -> Row:
    settings = {
        question: {name: value for name, value in each.items() if name not in names}
        for question, each in data["settings"].items()
    }
    return {**data, "settings": settings}


def with_case(data: Row, question: str, case: str, status: str, points: float) -> Row:
    """Return a row in which a case has another status and its question other points."""
    data = json.loads(json.dumps(data))
    [found] = [each for each in data["questions"] if each["name"] == question]
    found["points"] = points
    [result] = [each for each in found["cases"] if each["name"] == case]
    result |= {"status": status, "passed": status == "passed"}
    return data


def change_text(change: Any) -> str:
    assert change is not None
    return change_line(change)


def reason(old: Row, new: Row) -> Reason:
    change = compare(old, new)
    assert change is not None
    assert change.reason is not None
    return change.reason


def differences(found: Reason) -> list[tuple[str, ...]]:
    """Return the key of each difference with its names, or with its option, the old value and the new one."""
    return [
        (each.key, *map(str, each.values.get("names", ())))  # type: ignore[call-overload]
        if "before" not in each.values
        else (each.key, *(str(each.values[name]) for name in ("option", "before", "now") if name in each.values))
        for each in found.differences
    ]


OLD, NEW = row({"q1": 8, "q2": 5}), row({"q1": 6, "q2": 5})


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (NEW, []),
        ({**NEW, "sha256": "s2"}, [("change-submission",)]),
        (with_settings(NEW, **{"--memory": 512.0}), [("change-option", "--memory", "1024.0", "512.0")]),
        (with_settings(NEW, **{"--case-time": 7}), [("change-option", "--case-time", "None", "7")]),
        (with_settings(NEW, "q1", **{"--memory": 9}), [("change-option-of", "--memory", "1024.0", "9")]),
        (with_settings(NEW, **{"--dice": "d2"}), [("change-dice",)]),
        (with_settings(NEW, **{"--luck": 3}), [("change-option", "--luck", "None", "3")]),
        (with_settings(NEW, **{"--seed": 3}), [("change-option", "--seed", "None", "3")]),
        (with_settings(NEW, **{"--test": "q1/games"}), [("change-option", "--test", "None", "q1/games")]),
        (with_settings(NEW, **{"--plugin": "abc"}), [("change-option", "--plugin", "None", "abc")]),
        (with_settings(NEW, code="Python 3.11, c2"), [("change-code",)]),
        (with_settings(NEW, code="Python 3.12, c1"), [("change-python", "Python 3.11", "Python 3.12")]),
        (
            with_settings(NEW, code="Python 3.12, c2"),
            [("change-python", "Python 3.11", "Python 3.12"), ("change-code",)],
        ),
        ({**NEW, "isolation": "basic"}, [("change-isolation", "strict", "basic")]),
        (
            with_settings({**NEW, "isolation": "none"}, **{"--isolation": "none"}),
            [("change-option", "--isolation", "None", "none")],
        ),
        (
            with_settings(NEW, "q1", cases="w2", case_digests={"games": "g2", "maze": "m1"}),
            [("change-cases", "q1/games")],
        ),
        (
            with_settings(NEW, "q1", cases="w2", case_digests={"games": "g1", "lake": "l1"}),
            [("change-gone", "q1/maze"), ("change-new", "q1/lake")],
        ),
        (with_settings(NEW, "q1", cases="w2", file_digests={"CONFIG": "f2"}), [("change-config", "q1")]),
        (
            with_settings(NEW, cases="w2", file_digests={"CONFIG": "f1", "layouts": "l"}),
            [("change-layouts", "q1", "q2")],
        ),
        (with_settings(NEW, file_digests={"CONFIG": "f1", "layouts": "l"}), [("change-layouts", "q1", "q2")]),
        (
            with_settings(NEW, "q1", cases="w2", file_digests={"CONFIG": "f1", "other files": "o"}),
            [("change-other-files", "q1")],
        ),
        (
            with_settings(NEW, "q1", cases="w2", file_digests={"CONFIG": "f1", "prerequisites": "p"}),
            [("change-prerequisites", "q1")],
        ),
        (with_settings(NEW, "q2", cases="w2", case_digests={"games": "g2"}), [("change-questions", "q2")]),
        (
            with_settings(
                {**NEW, "sha256": "s2"}, cases="w2", case_digests={"games": "g2", "maze": "m1"}, code="Python 3.11, c2"
            ),
            [("change-submission",), ("change-cases", "q1/games"), ("change-questions", "q2"), ("change-code",)],
        ),
    ],
)
def test_each_fact_that_differs_is_named(new: Row, expected: list[tuple[str, ...]]) -> None:
    found = reason(OLD, new)
    assert (differences(found), found.unrecorded) == (expected, ())
    text = change_text(compare(OLD, new))
    names = [name for _, *names in expected for name in names if name != "None" and "." not in name]
    assert all(name in text for name in names if expected != [("change-layouts", "q1", "q2")])
    assert (IN_ENGLISH("change-unknown") in text) == (not expected)


ALL_BUT_THE_SUBMISSION = ("cases", "limits", "dice", "grader")


@pytest.mark.parametrize(
    ("old", "expected", "unrecorded"),
    [
        (without_setting(OLD, "code"), [], ("grader",)),
        (without_setting(OLD, "cases", "case_digests", "file_digests"), [], ("cases",)),
        (without_setting(OLD, "--memory"), [], ("limits",)),
        (without_setting(OLD, "--dice"), [], ("dice",)),
        (without_setting(OLD, "--luck", "--plugin", "--isolation"), [], ()),
        (without_setting(OLD, "case_digests", "file_digests"), [], ()),
        (
            without_setting(with_settings(OLD, "q1", cases="w0"), "case_digests", "file_digests"),
            [("change-questions", "q1")],
            (),
        ),
        ({key: value for key, value in OLD.items() if key != "sha256"}, [], ("submission",)),
        ({key: value for key, value in OLD.items() if key != "settings"}, [], ALL_BUT_THE_SUBMISSION),
        (
            {key: value for key, value in {**OLD, "sha256": "s0"}.items() if key != "settings"},
            [("change-submission",)],
            ALL_BUT_THE_SUBMISSION,
        ),
    ],
)
def test_what_is_not_recorded_is_unknown(
    old: Row, expected: list[tuple[str, ...]], unrecorded: tuple[str, ...]
) -> None:
    found = reason(old, NEW)
    assert (differences(found), found.unrecorded) == (expected, unrecorded)
    text = change_text(compare(old, NEW))
    assert ("unknown" in text) == (not expected)
    assert all(IN_ENGLISH(f"fact-{fact}") in text for fact in unrecorded)


def test_many_names_are_cut_in_a_line() -> None:
    digests = {f"c{number}": "x" for number in range(30)} | {"games": "g1", "maze": "m1"}
    text = change_text(compare(OLD, with_settings(NEW, "q1", cases="w2", case_digests=digests)))
    assert re.search(facts("q1/c0", "q1/c4", "25 more"), text)
    assert "q1/c5" not in text


# -- rows without points, or with other ones --------------------------------------------------------------------------


def refused(data: Row, status: str, **facts: Any) -> Row:
    """Return the row of a submission that could not be read: without cases and without isolation."""
    questions = [{**question, "points": 0, "cases": []} for question in data["questions"]]
    points = None if status == "no grade" else 0
    return {**data, "status": status, "points": points, "isolation": "", "questions": questions, **facts}


def test_nothing_is_said_of_cases_that_were_not_run() -> None:
    unread = refused(OLD, "not loaded", reason="not a Python file", sha256="s0")
    text = change_text(compare(unread, OLD))
    points = ("q1 0 of 10 points, now 8 of 10 points", "q2 0 of 10 points, now 5 of 10 points")
    assert text == Naming("ann: 0 of 20 points, now 13 of 20 points", "not loaded, now ok", *points, "unknown")
    assert "games" not in text
    assert reason(unread, OLD).unrecorded == ("submission",), "its digest covers the message"
    skipped = json.loads(json.dumps(OLD))
    skipped["questions"][0] |= {"points": 0, "cases": [], "skipped": True}
    assert "q1 8 of 10 points, now skipped;" in change_text(compare(OLD, summed_up(skipped)))


def test_a_row_without_a_grade_has_no_points_to_compare() -> None:
    fault = refused(OLD, "no grade", reason="the grader failed: no process")
    text = change_text(compare(fault, OLD))
    assert text == Naming("ann: no grade, now 13 of 20 points", "no grade, now ok", "before", fault["reason"])
    assert student_change(compare(fault, OLD), IN_ENGLISH) is None
    text = change_text(compare(OLD, fault))
    assert text == Naming("ann: 13 of 20 points, now no grade", "ok, now no grade", "now", fault["reason"])
    assert "q1" not in text
    assert compare(fault, refused(OLD, "no grade", reason="another fault")) is None
    withheld = without_points(OLD, {"q1": "no submission defines Agent"})
    assert "no grade, now 13 of 20 points" in change_text(compare(withheld, OLD))
    assert "q1 no grade, now 8 of 10 points" in change_text(compare(withheld, OLD))
    assert compare(withheld, withheld) is None


def test_a_fault_of_the_grader_is_no_change_of_points(
    options: list[object], old: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call(*options, "--jsonl", old).returncode == 0
    monkeypatch.setattr(class_grading, "grade_submission", int.from_bytes)  # the worker fails on its arguments
    done = call(*options, "--against", old)
    assert done.returncode == 1
    assert Naming("  ann: 10 of 10 points, now no grade", "the grader failed") in done.stdout.splitlines()


def test_points_and_maximum_points() -> None:
    richer = json.loads(json.dumps(OLD))
    richer["questions"][0]["max_points"] = 12
    assert compare(OLD, summed_up(richer)) is None, "the same points"
    assert compare(OLD, {**OLD, "points": OLD["points"] + 1e-9}) is None, "rounding"
    lucky = json.loads(json.dumps(OLD))
    for part in (lucky, lucky["questions"][0], lucky["questions"][0]["cases"][0]):
        part["luck"] = {"keys": 3, "low": 1, "high": 9}
    assert compare(OLD, lucky) is None, "the range of luck is no change of points"


def test_other_maximum_points_are_told_once(options: list[object], cases: Path, old: Path, call: Call) -> None:
    assert call(*options, "--jsonl", old).returncode == 0
    config = cases / "q3" / "CONFIG"
    config.write_text(config.read_text().replace('"5"', '"6"'))
    done = call(*options, "--against", old)
    printed = done.stdout.splitlines()
    assert any("q3 5, now 6" in line for line in printed)
    points = ("q3 5 of 5 points, now 6 of 6 points", "CONFIG of q3")
    assert Naming("  ann: 10 of 10 points, now 11 of 11 points", *points) in printed
    assert "  bob: " not in done.stdout


def test_a_submission_that_had_the_name_of_its_folder_as_its_id() -> None:
    """Versions before exports were recognised used it; the row is found, unless two submissions could have had it."""
    name = "Ada Lovelace_1001_assignsubmission_file_"
    earlier = EarlierGrades("old.jsonl", {id: {**OLD, "id": id} for id in (name, "bob")})
    export = ClassEntry("1001", Path(name), full_name=name)
    twins = [ClassEntry(f"bob.{kind}", Path(f"bob.{kind}"), full_name=f"bob.{kind}") for kind in ("py", "zip")]
    earlier.match([export, *twins])
    for id in ("1001", "bob.py", "bob.zip"):
        earlier.look_at({**NEW, "id": id})
    found = earlier.comparison
    assert (set(found.changes), found.added, found.removed) == ({"1001"}, {"bob.py", "bob.zip"}, {"bob"})


# -- refusals ---------------------------------------------------------------------------------------------------------


def test_bad_files_are_refused_in_a_line_before_anything_is_graded(
    options: list[object], old: Path, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(class_grading, "grade_submission", lambda *_: pytest.fail("graded"))
    good = OLD
    assert ClassRow.read(good).points == 13
    long = {**good, "points": 10**4000}
    for text, place, problem in (
        ("", ":1", "the file is empty"),
        ("nonsense\n", ":1", "not JSON"),
        ("[1]\n", ":1", "no id"),
        ('{"id": 1}\n', ":1", "no id"),
        ('{"id": "a"}\n', ":1", "not the row of a grade (KeyError"),
        (json.dumps(good)[:-9], ":1", "not JSON"),
        (f"{json.dumps(good)}\n{json.dumps(good)}\n", ":2", "a second row of ann, after line 1"),
        (json.dumps(good).replace("13", "NaN", 1), ":1", "nan is not a number"),
        (json.dumps(good).replace("13", "1e400", 1), ":1", "inf is not a number"),
        (json.dumps(long), ":1", "is not a number"),
        (json.dumps({**good, "status": "odd"}), ":1", "not the row of a grade"),
        (json.dumps({**good, "points": None}), ":1", "'points' do not fit 'status'"),
        (json.dumps({**good, "sha256": 5}), ":1", "'sha256' has a value of another kind"),
        (json.dumps({**good, "questions": 5}), ":1", "not the row of a grade"),
        (json.dumps({**good, "questions": good["questions"] * 2}), ":1", "two questions or cases"),
        (json.dumps(with_settings(good, code=5)), ":1", "'code' in 'settings' is not a setting"),
        (json.dumps(with_settings(good, cases=["x"])), ":1", "'cases' in 'settings' is not a setting"),
        (json.dumps(with_settings(good, case_digests={"a": 1})), ":1", "'case_digests' in 'settings'"),
        (json.dumps(with_settings(good, **{"--memory": float("inf")})), ":1", "'--memory' in 'settings'"),
        (json.dumps(with_settings(good, **{"--memory": 10**400})), ":1", "'--memory' in 'settings'"),
        (json.dumps({**good, "settings": {}}), ":1", "are not those of its questions"),
        (json.dumps({**good, "late": "soon"}), ":1", "not the row of a grade"),
        ('{"id": ' + "[" * 100_000, ":1", "not JSON"),
    ):
        old.write_text(text)
        done = call(*options, "--against", old, "--jsonl", tmp_path / "new.jsonl")
        assert (done.returncode, done.stdout) == (2, ""), text[:200]
        assert_refusal(done.stderr, "run.py grade: ", f"{old}{place}: ", problem)
        assert len(done.stderr) < 500
        assert old.read_text() == text
        assert not (tmp_path / "new.jsonl").exists()
    for path, problem in ((tmp_path / "none.jsonl", "cannot be read: No such file"), (tmp_path, "not a file")):
        done = call(*options, "--against", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert_refusal(done.stderr, "run.py grade: ", f"{path}: ", problem)


def test_the_earlier_grades_are_never_written(
    options: list[object], handed_in: Path, old: Path, tmp_path: Path, call: Call
) -> None:
    for path in handed_in.iterdir():
        path.write_bytes(BROKEN)
    assert call(*options, "--jsonl", old).returncode == 0
    before = old.read_bytes()
    link, twin = tmp_path / "link.jsonl", tmp_path / "twin.jsonl"
    link.symlink_to(old)
    os.link(old, twin)
    for path in (old, link, twin):
        for more in (["--jsonl", path, "--resume"], ["--jsonl", path, "--regrade"], ["--csv", path], ["--json", path]):
            done = call(*options, "--against", old, *more)
            assert (done.returncode, done.stdout) == (2, "")
            assert_refusal(done.stderr, "run.py grade: ", str(more[0]), "--against", str(path))
    history = history_path(old)
    history.write_bytes(before)
    done = call(*options, "--jsonl", old, "--resume", "--against", history)
    assert (done.returncode, done.stdout) == (2, "")
    assert_refusal(done.stderr, "run.py grade: ", "--against", str(history))
    assert (old.read_bytes(), history.read_bytes()) == (before, before)


@pytest.mark.parametrize("more", [[], ["--watch"]])
def test_it_is_for_a_folder(options: list[object], handed_in: Path, old: Path, call: Call, more: list[str]) -> None:
    done = call("grade", handed_in / "ann.py", "--against", old, *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert_refusal(done.stderr, "run.py grade: ", "--against", "folder")
