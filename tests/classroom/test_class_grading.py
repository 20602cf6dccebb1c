"""Grading of a class: the table, the rows, resuming, and the consequences of errors."""

import json
import math
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest

from autograder.assignment import fresh_instances
from autograder.assignment.selection import Selection
from autograder.classroom import class_grading
from autograder.classroom.class_rows import ClassGrades, ClassRow
from autograder.classroom.settings import ClassSettings, loaded_assignment
from autograder.diagnosis import bug_names
from autograder.errors import GradingError
from autograder.reporters.class_report import draw_csv
from autograder.reporters.class_summary import draw_class_json, draw_class_text
from autograder.reporters.json_report import grade_data, read_grade
from autograder.results import CaseResult, QuestionResult, Status
from autograder.results import Grade as FileGrade
from autograder.student.dice_key import PUBLIC_KEY
from autograder.student.limits import Limits
from jobs.errors import ResultsError
from jobs.task_executor import TaskExecutor
from tests.wording import Naming, assert_refusal, facts

from .conftest import FIRST_ACTION, NO_PRUNING, RIGHT, lines, table

ROOT = Path(__file__).parents[2]
Grade = Callable[..., int]


@pytest.fixture
def small_class(handed_in: Path) -> Path:
    """A right submission, a wrong one, a broken one, an empty one, and one that ends its process."""
    (handed_in / "ann").mkdir()
    (handed_in / "ann" / "multiAgents.py").write_bytes(RIGHT)
    (handed_in / "bob.py").write_bytes(NO_PRUNING)
    (handed_in / "broken.py").write_bytes(b"def (")
    (handed_in / "empty").mkdir()
    (handed_in / "exit.py").write_bytes(
        NO_PRUNING + b"    def getAction(self, state):\n        import os; os._exit(0)\n"
    )
    return handed_in


def test_a_class_from_end_to_end(
    small_class: Path, cases: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ["--csv", tmp_path / "g.csv", "--jsonl", tmp_path / "g.jsonl", "--json", tmp_path / "g.json"]
    assert grade(small_class, "--cases", cases, "--workers", 2, *files) == 0
    zeros = {"max": "10", "q2": "0", "q3": "0", "total": "0", "status": "not loaded"}
    assert table(tmp_path / "g.csv") == {
        "ann": {"total": "10", "max": "10", "q2": "5", "q3": "5", "status": "ok"},
        "bob": {"total": "5", "max": "10", "q2": "5", "q3": "0", "status": "ok"},
        "broken": zeros,
        "empty": zeros,
        "exit": {"total": "5", "max": "10", "q2": "5", "q3": "0", "status": "partly"},
    }
    rows = lines(tmp_path / "g.jsonl")
    assert list(rows) == ["ann", "bob", "broken", "empty", "exit"]
    assert all(len(row["sha256"]) == 64 for row in rows.values())
    assert [question["name"] for question in rows["bob"]["questions"]] == ["q2", "q3"]
    failed = [case for case in rows["bob"]["questions"][1]["cases"] if not case["passed"]]
    assert {case["bug"] for case in failed} == {bug_names.NO_PRUNING}
    assert failed[0]["tree"]["first_difference"]
    assert rows["empty"]["reason"] == Naming("no multiAgents.py", "no Python file")
    assert rows["exit"]["reason"].startswith("your code ended its process")
    assert rows["ann"]["reason"] == rows["bob"]["reason"] == ""
    text = capsys.readouterr().out
    assert "5 submissions: 2 ok, 1 partly, 2 not loaded" in text
    assert bug_names.NO_PRUNING in text
    assert "broken: broken.py:1: SyntaxError" in text
    [key] = {row["dice_key"] for row in rows.values()}
    assert key not in text + (tmp_path / "g.csv").read_text() + (tmp_path / "g.json").read_text()
    assert json.loads((tmp_path / "g.json").read_text())["bugs"] == {bug_names.NO_PRUNING: 1}
    for row in rows.values():
        assert grade_data(read_grade(row)).items() <= row.items()


def test_what_has_not_changed_is_not_graded_again(small_class: Path, cases: Path, tmp_path: Path, grade: Grade) -> None:
    files = ["--csv", tmp_path / "g.csv", "--jsonl", tmp_path / "g.jsonl"]
    options = [small_class, "--cases", cases, "--workers", 1, *files]
    assert grade(*options) == 0
    with pytest.raises(ResultsError, match=facts("g.jsonl:", "already exists", "--resume")):
        grade(*options)
    first = lines(tmp_path / "g.jsonl")
    (small_class / "bob.py").write_bytes(NO_PRUNING.replace(b"min(values)", b"max(values)"))
    (small_class / "new.py").write_bytes(b"def (")
    (small_class / "ann" / "notes.txt").write_bytes(b"no part of it")
    assert grade(*options, "--resume") == 0
    second = lines(tmp_path / "g.jsonl")
    assert {id for id in first if first[id] == second[id]} == set(first) - {"bob"}
    assert second["bob"]["points"] == 0
    assert sorted(second) == [*first, "new"] == list(second)
    assert len({row["dice_key"] for row in second.values()}) == 1
    assert [json.loads(line) for line in (tmp_path / "g.history.jsonl").read_text().splitlines()] == [first["bob"]]
    without_key = ({**row, "dice_key": None} for row in second.values())
    (tmp_path / "g.jsonl").write_text("".join(json.dumps(row) + "\n" for row in without_key))
    with pytest.raises(GradingError, match=facts("g.jsonl:", "--dice")):
        grade(*options, "--resume")


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_killed_and_resumed_with_any_number_of_workers_it_is_the_same_table(
    handed_in: Path, cases: Path, tmp_path: Path
) -> None:
    for number in range(8):
        content = (RIGHT, FIRST_ACTION, b"def (", FIRST_ACTION + b"    def getAction(self, s):\n        return 7\n")
        (handed_in / f"student-{number}.py").write_bytes(content[number % 4])
    (tmp_path / "scratch").mkdir()

    def command(name: str, workers: int, *more: str) -> list[str]:
        files = ["--csv", str(tmp_path / f"{name}.csv"), "--jsonl", str(tmp_path / f"{name}.jsonl")]
        options = ["--cases", str(cases), "--workers", str(workers), "--dice", "key", *files, *more]
        return [sys.executable, str(ROOT / "run.py"), "grade", str(handed_in), *options]

    def run(*arguments: str) -> None:
        environment = os.environ | {"TMPDIR": str(tmp_path / "scratch")}
        subprocess.run(arguments, check=True, capture_output=True, env=environment)

    run(*command("one", 1))
    rows = tmp_path / "killed.jsonl"
    with subprocess.Popen(command("killed", 2), stdout=subprocess.DEVNULL) as grading:
        while not rows.exists() or rows.read_bytes().count(b"\n") < 4:
            assert grading.poll() is None
            time.sleep(0.01)
        grading.send_signal(signal.SIGKILL)
    with rows.open("ab") as file:
        file.write(b'{"id": "student-7", "torn')
    run(*command("killed", 2, "--resume"))
    assert table(tmp_path / "killed.csv") == table(tmp_path / "one.csv")
    assert len(lines(rows)) == 8
    assert not list((tmp_path / "scratch").iterdir())


def test_what_we_write_among_submissions_is_none(
    handed_in: Path, cases: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    (handed_in / "ann.py").write_bytes(b"def (")
    (handed_in / "pages").mkdir()
    files = ["--csv", handed_in / "g.csv", "--jsonl", handed_in / "g.jsonl", "--json", handed_in / "g.json"]
    assert grade(handed_in, "--cases", cases, *files, "--html", handed_in / "pages") == 0
    assert list(table(handed_in / "g.csv")) == ["ann"]
    capsys.readouterr()
    assert grade(handed_in, "--cases", cases, *files, "--resume") == 0
    assert list(table(handed_in / "g.csv")) == ["ann"]
    assert Naming("  pages:", "pages of a class") in capsys.readouterr().out.splitlines()
    (handed_in / "pages" / "multiAgents.py").write_bytes(b"def (")  # a submission, even among our pages
    assert grade(handed_in, "--cases", cases, *files, "--resume", "--html", handed_in / "pages") == 0
    assert list(table(handed_in / "g.csv")) == ["ann", "pages"]


def test_every_submission_has_a_row_of_its_own(handed_in: Path, cases: Path, tmp_path: Path, grade: Grade) -> None:
    for name in ("bob.py", "bob.py.py", "bob.py~2.py"):
        (handed_in / name).write_bytes(b"def (")
    with ZipFile(handed_in / "bob.zip", "w") as archive:
        archive.writestr("multiAgents.py", b"def (")
    assert grade(handed_in, "--cases", cases, "--csv", tmp_path / "g.csv", "--jsonl", tmp_path / "g.jsonl") == 0
    ids = ["bob.py", "bob.py.py", "bob.py~2", "bob.zip"]
    assert [line.split(",")[0] for line in (tmp_path / "g.csv").read_text().splitlines()[1:]] == ids
    assert [json.loads(line)["id"] for line in (tmp_path / "g.jsonl").read_text().splitlines()] == ids


def test_a_helper_with_the_longest_name_there_is(handed_in: Path, cases: Path, tmp_path: Path, grade: Grade) -> None:
    """One byte more is the submission's fault, and the message shows none of our paths."""
    for id, length in (("fits", 255), ("long", 256)):
        with ZipFile(handed_in / f"{id}.zip", "w") as archive:
            archive.writestr("multiAgents.py", RIGHT)
            archive.writestr("h" * (length - 3) + ".py", b"x = 1\n")
    assert grade(handed_in, "--cases", cases, "--jsonl", tmp_path / "g.jsonl") == 0
    rows = lines(tmp_path / "g.jsonl")
    assert (rows["fits"]["status"], rows["fits"]["points"]) == ("ok", 10)
    assert (rows["long"]["status"], rows["long"]["points"]) == ("not loaded", 0)
    assert rows["long"]["reason"] == Naming(f"{'h' * 40}…:", "256 bytes", "at most 255")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_report_that_cannot_be_written_at_the_end_costs_no_other(
    handed_in: Path, cases: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    (handed_in / "ann.py").write_bytes(b"def (")
    files = ["--csv", "/dev/full", "--json", tmp_path / "g.json", "--html", tmp_path / "pages"]
    with pytest.raises(GradingError, match="/dev/full: cannot be written"):
        grade(handed_in, "--cases", cases, *files)
    assert "1 submission: 1 not loaded" in capsys.readouterr().out
    assert json.loads((tmp_path / "g.json").read_text())["submissions"] == 1
    assert (tmp_path / "pages" / "index.html").exists()


def test_a_fault_of_ours_is_no_grade(
    small_class: Path,
    cases: Path,
    tmp_path: Path,
    grade: Grade,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = [small_class, "--cases", cases, "--csv", tmp_path / "g.csv", "--jsonl", tmp_path / "g.jsonl"]
    with monkeypatch.context() as patched:
        patched.setattr(class_grading, "grade_submission", int.from_bytes)  # the worker fails on its arguments
        assert grade(*options) == 1
    found = table(tmp_path / "g.csv")
    assert found["ann"] == {"total": "", "max": "10", "q2": "", "q3": "", "status": "no grade"}
    assert found["empty"]["status"] == "not loaded"
    assert "No grade: run these again (4)\n  ann: the grader failed: " in capsys.readouterr().out
    assert lines(tmp_path / "g.jsonl")["ann"]["points"] is None
    with monkeypatch.context() as patched:
        patched.setattr(class_grading, "grade_submission", int.from_bytes)
        assert grade(small_class, "--cases", cases, "--csv", "-") == 1
    printed = capsys.readouterr()
    assert printed.out.startswith("id,total,max")
    assert "No grade: run these again (4)\n  ann: the grader failed: " in printed.err
    assert grade(*options, "--resume") == 0
    assert table(tmp_path / "g.csv")["ann"]["total"] == "10"


def test_a_file_that_is_no_file_of_grades(small_class: Path, tmp_path: Path, grade: Grade) -> None:
    for text, problem in (("nonsense\n", "not JSON"), ('{"game": 1}\n', "no id"), ('{"id": "a"}\n', "KeyError")):
        (tmp_path / "g.jsonl").write_text(text)
        with pytest.raises(GradingError, match=facts("g.jsonl:1:", problem, "expected", "grades")):
            grade(small_class, "--jsonl", tmp_path / "g.jsonl", "--resume")
        assert (tmp_path / "g.jsonl").read_text() == text


def test_a_zip_file_is_not_taken_for_text(tmp_path: Path, grade: Grade) -> None:
    with ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("ann/multiAgents.py", RIGHT)
    with pytest.raises(GradingError, match=facts("class.zip:", "zip file", "expected a Python file", "folder")):
        grade(tmp_path / "class.zip")


def question_with(points: object, case: dict[str, object] | None = None) -> dict[str, object]:
    """Return a question of a row, as in JSON, with one case."""
    result = CaseResult("a", "q1/a", Status.PASSED)
    [data] = grade_data(FileGrade("a.py", "strict", [QuestionResult("q1", 0, 0, [result])]))["questions"]
    return {"questions": [{**data, "points": points, "cases": [{**data["cases"][0], **(case or {})}]}]}


NO_NUMBERS = [
    {"points": "ten"},
    {"points": math.nan},
    {"seconds": None},
    {"max_points": []},
    {"points": 10**4000},
    {"points": -(10**4000)},
    {"seconds": json.loads("1e400")},
    {"late": {"points": 10**4000, "reason": ""}},
    question_with(10**4000),
    question_with(0, {"points": 10**4000}),
    question_with(0, {"seconds": math.inf}),
]


@pytest.mark.parametrize("change", NO_NUMBERS)
def test_a_row_whose_numbers_are_none(change: dict[str, object]) -> None:
    row = {"id": "a", "status": "ok", "reason": "", "seconds": 1.0, **grade_data(FileGrade("a.py", "strict"))}
    assert ClassRow.read(row).points == 0
    with pytest.raises(ValueError, match=facts("grade", "is not a number")):
        ClassRow.read({**row, **change})


def test_a_key_that_is_given_is_not_that_of_the_file(
    handed_in: Path, cases: Path, tmp_path: Path, grade: Grade
) -> None:
    (handed_in / "ann.py").write_bytes(b"def (")
    options = [handed_in, "--cases", cases, "--jsonl", tmp_path / "g.jsonl"]
    assert grade(*options) == 0
    assert lines(tmp_path / "g.jsonl")["ann"]["dice_key"]
    with pytest.raises(GradingError, match=facts("g.jsonl:1:", "ann", "settings", "--dice: another key")):
        grade(*options, "--resume", "--dice", "other")
    assert lines(tmp_path / "g.jsonl")["ann"]["dice_key"]
    assert grade(*options, "--regrade", "--dice", "other") == 0
    assert "other" not in (tmp_path / "g.jsonl").read_text()
    assert "dice_key" not in lines(tmp_path / "g.jsonl")["ann"]
    with pytest.raises(GradingError, match=facts("g.jsonl:", "--dice")):
        grade(*options, "--resume")


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--resume"], ("--resume", "--jsonl FILE")),
        (["--regrade"], ("--regrade", "--jsonl FILE")),
        (["--regrade", "--jsonl", "nowhere.jsonl"], ("nowhere.jsonl:", "no such file", "--regrade")),
        (
            ["--jsonl", "g.jsonl", "--csv", "./g.history.jsonl"],
            ("--csv", "g.history.jsonl:", "choose another"),
        ),
        (["--gradescope", "x"], ("--gradescope", "one submission")),
        (["--junit", "x"], ("--junit", "one submission")),
        (["--csv", "-", "--json", "-"], ("--json -", "--csv -", "standard output")),
        (["--csv", "g", "--jsonl", "./g"], ("--csv", "--jsonl", "g;", "expected", "file for each")),
        (["--jsonl", "-"], ("--jsonl -", "expected a file")),
        (["--csv", "no/such/folder.csv"], ("no/such/folder.csv:", "cannot be written")),
        (["--dice", "k", "--isolation", "none"], ("--dice", "--isolation none")),
    ],
)
def test_options_that_do_not_fit(small_class: Path, grade: Grade, arguments: list[str], found: tuple[str, ...]) -> None:
    with pytest.raises(GradingError, match=facts(*found)):
        grade(small_class, *arguments)
    if "--csv" in arguments or "--resume" in arguments:
        with pytest.raises(GradingError, match="folder of submissions|standard output|--jsonl FILE|separate file"):
            grade(small_class / "bob.py", *arguments)


def test_what_is_odd_about_the_cases_is_told_before_a_class_is_graded(
    handed_in: Path, cases: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    (handed_in / "ann.py").write_bytes(RIGHT)
    for case in (cases / "q3").glob("*.test"):
        case.unlink()
    grade(handed_in, "--cases", cases)
    assert_refusal(capsys.readouterr().err, f"warning: {cases / 'q3'}:", "without cases")


def some_grades() -> ClassGrades:
    full = ClassRow("ann", "ok", 10, 10, 1.5, {"q2": 5, "q3": 5}, notes=("a.py: a link; left out",))
    half = ClassRow(
        "=cmd|'/c calc'!A1",
        "partly",
        4.5,
        10,
        2,
        {"q2": 4.5, "q3": 0},
        ("q3/a",),
        (bug_names.NO_PRUNING,),
        True,
        "your code hung",
    )
    none = ClassRow("x", "no grade", None, 10, 0, {"q2": 0, "q3": 0}, reason="why")
    return ClassGrades({"q2": 5, "q3": 5}, [half, full, none], is_complete=True)


def test_the_table_is_for_spreadsheets() -> None:
    assert draw_csv(some_grades()).splitlines() == [
        "id,total,max,q2,q3,status,seconds",
        "'=cmd|'/c calc'!A1,4.5,10,4.5,0,partly,2.00",
        "ann,10,10,5,5,ok,1.50",
        "x,,10,,,no grade,0.00",
    ]


@pytest.mark.parametrize("sign", [*"=+-@＝＋－＠", " ="])
def test_no_id_is_a_formula(sign: str) -> None:
    grades = ClassGrades({}, [ClassRow(f"{sign}1+1", "ok", 0, 0, 1, {})])
    assert draw_csv(grades).splitlines()[1].startswith(f"'{sign}1+1,")


def test_the_summary_of_a_class() -> None:
    text = draw_class_text(some_grades())
    assert "3 submissions: 1 ok, 1 partly, 1 no grade" in text
    assert "Totals of 10 points (mean 7.2, quartiles 5.875 / 7.25 / 8.625)" in text
    assert "q3/a  1 of 2" in text
    assert "Timed out (1)\n  =cmd" in text
    assert "Partly (1)\n  =cmd|'/c calc'!A1: your code hung" in text
    assert "Noted (1)\n  ann: a.py: a link; left out" in text
    assert "No grade: run these again (1)\n  x: why" in text
    assert json.loads(draw_class_json(some_grades()))["statuses"] == {
        "ok": 1,
        "partly": 1,
        "not loaded": 0,
        "no grade": 1,
    }


def test_files_that_could_not_be_loaded_say_nothing_of_cases() -> None:
    """They fail all cases for one reason, so they count neither as failures of a case nor in the total."""
    failed, bugs = ("q3/a",), (bug_names.NO_PRUNING,)
    rows = [
        ClassRow("ann", "ok", 0, 10, 1, {"q3": 0}, failed, bugs),
        ClassRow("bob", "ok", 10, 10, 1, {"q3": 10}),
        ClassRow("cy", "not loaded", 0, 10, 0, {"q3": 0}, failed),
        ClassRow("dee", "no grade", None, 10, 0, {}, failed),
    ]
    grades = ClassGrades({"q3": 10}, rows, is_complete=True)
    text = draw_class_text(grades)
    assert "q3/a  1 of 2\n" in text
    assert f"{bug_names.NO_PRUNING} (1 of 2): ann\n" in text
    assert json.loads(draw_class_json(grades))["failed_cases"] == {"q3/a": 1}


def test_an_id_that_looks_like_a_quoted_formula_stays_another_one() -> None:
    grades = ClassGrades({}, [ClassRow(id, "ok", 0, 0, 1, {}) for id in ("=1", "'=1", "''=1", "'s name")])
    assert [line.split(",")[0] for line in draw_csv(grades).splitlines()[1:]] == ["'=1", "''=1", "'''=1", "'s name"]


def test_a_number_that_is_too_large_in_a_file_to_be_resumed(
    handed_in: Path, cases: Path, tmp_path: Path, grade: Grade
) -> None:
    (handed_in / "ann.py").write_bytes(b"def (")
    options = [handed_in, "--cases", cases, "--jsonl", tmp_path / "g.jsonl"]
    assert grade(*options) == 0
    row = (tmp_path / "g.jsonl").read_text().replace('"points": 0', f'"points": {"9" * 4000}', 1)
    (tmp_path / "g.jsonl").write_text(row)
    with pytest.raises(GradingError, match=facts("g.jsonl:1:", "9" * 40)) as caught:
        grade(*options, "--resume")
    assert len(str(caught.value)) < 400
    assert (tmp_path / "g.jsonl").read_text() == row


def test_workers_are_given_the_fresh_cases(cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are drawn once for a class, not by each worker."""
    settings = ClassSettings(Selection(cases, seed=7), "none", Limits(), PUBLIC_KEY)
    digest = settings.digest()
    expected = settings.selection.load()
    carried = pickle.loads(pickle.dumps(settings.carried(TaskExecutor())))
    monkeypatch.setattr(fresh_instances, "draw", lambda *_: pytest.fail("drawn again"))
    given = loaded_assignment(carried, digest)
    for old, new in zip(expected.questions, given.questions, strict=True):
        assert [case.file.values for case in new.cases] == [case.file.values for case in old.cases]
