"""Grades in a file are kept: other settings are refused, and replaced rows go to the history."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom import class_grading
from autograder.classroom.class_rows import ClassRow, summed_up
from autograder.classroom.comparison import compare
from autograder.classroom.grades_file import GradesFile, history_path
from autograder.classroom.regrading import with_deduction, with_questions
from autograder.errors import GradingError
from autograder.reporters.change_report import change_line
from autograder.reporters.class_report import ClassReport
from autograder.reporters.json_report import grade_data
from autograder.results import CaseResult, QuestionResult, Status
from autograder.results import Grade as FileGrade
from tests.conftest import ROOT, wait_until
from tests.wording import Naming, assert_refusal, facts

from .conftest import FIRST_ACTION, RIGHT, lines, table

Grade = Callable[..., int]
Rows = dict[str, dict[str, Any]]
BROKEN = b"def ("


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "g.jsonl"


@pytest.fixture
def options(handed_in: Path, cases: Path, tmp_path: Path, out: Path) -> list[object]:
    """Options for a class of two: a right submission, and one whose AlphaBetaAgent does not search."""
    (handed_in / "ann.py").write_bytes(RIGHT)
    (handed_in / "bob.py").write_bytes(FIRST_ACTION)
    return [handed_in, "--cases", cases, "--csv", tmp_path / "g.csv", "--jsonl", out]


def history(out: Path) -> list[dict[str, Any]]:
    path = history_path(out)
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def write(out: Path, rows: Rows) -> None:
    out.write_text("".join(json.dumps(row) + "\n" for row in rows.values()))


def expect_another_answer(cases: Path) -> None:
    """Make the right search fail a case of q2."""
    solution = cases / "q2" / "01-lecture-three-by-three.solution"
    solution.write_text(solution.read_text().replace('"left"', '"right"'))


def question(row: dict[str, Any], name: str) -> Any:
    [found] = [question for question in row["questions"] if question["name"] == name]
    return found


def test_other_settings_are_refused_by_name(
    options: list[object], cases: Path, handed_in: Path, out: Path, tmp_path: Path, grade: Grade
) -> None:
    for path in handed_in.iterdir():
        path.write_bytes(BROKEN)
    (cases.parent / "layouts").mkdir()
    (cases / "layouts").mkdir()
    assert grade(*options, "--dice", "key") == 0
    (tmp_path / "g.csv").unlink()
    before = out.read_bytes()
    for more, setting in (
        (["-q", "q2"], r"questions q2, q3; now q2"),
        (["-t", "q2/01-lecture-three-by-three"], r"questions q2, q3; now q2"),
        (["--dice", "other"], r"--dice: another key"),
        (["--seed", 1], r"--seed not given; now 1"),
        (["--case-time", 7], r"--case-time not given; now 7\)"),
        (["--question-time", 60], r"--question-time 1800; now 60\)"),
        (["--memory", 100], r"--memory 1024; now 100\)"),
        (["-q", "q2", "--dice", "other"], r"questions q2, q3; now q2"),
    ):
        arguments = [*options, "--resume", *([] if "--dice" in more else ["--dice", "key"]), *more]
        with pytest.raises(GradingError, match=rf"{facts('g.jsonl:1:', 'ann', 'settings')}.*{setting}"):
            grade(*arguments)
    with pytest.raises(GradingError, match=r"--isolation not given; now none"):
        grade(*options, "--resume", "--isolation", "none")
    for path, told in (
        (cases / "q3" / "CONFIG", r"\(cases of q3\)"),
        (cases / "q2" / "01-lecture-three-by-three.solution", r"\(cases of q2\)"),
        (cases.parent / "layouts" / "new.lay", r"\(cases of q2, q3\)"),
        (cases / "layouts" / "new.lay", r"\(cases of q2, q3\)"),
    ):
        content = path.read_bytes() if path.exists() else None
        path.write_bytes((content or b"") + b"# a line\n")
        with pytest.raises(GradingError, match=told):
            grade(*options, "--resume", "--dice", "key")
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content)
    assert out.read_bytes() == before
    assert not (tmp_path / "g.csv").exists()
    assert not history_path(out).exists()
    assert grade(*options, "--resume", "--dice", "key") == 0
    assert out.read_bytes() == before


def test_a_single_case_is_a_setting_too(options: list[object], handed_in: Path, out: Path, grade: Grade) -> None:
    for path in handed_in.iterdir():
        path.write_bytes(BROKEN)
    assert grade(*options, "-t", "q2/01-lecture-three-by-three") == 0
    same = "test_cases/q2/01-lecture-three-by-three.test"
    assert grade(*options, "-t", same, "--resume") == 0, "the same case"
    for mode in ("--resume", "--regrade"):
        with pytest.raises(GradingError, match=r"--test q2/01-lecture-three-by-three; now q2/04-tie-at-the-root"):
            grade(*options, "-t", "q2/04-tie-at-the-root", mode)
        with pytest.raises(GradingError, match=r"--test q2/01-lecture-three-by-three; now not given"):
            grade(*options, "-q", "q2", mode)
    with pytest.raises(GradingError, match=r"questions q2; now q3"):
        grade(*options, "-q", "q3", "--regrade")


def test_a_refusal_is_one_line_and_code_2(options: list[object], out: Path, grade: Grade) -> None:
    """The accident to be prevented: some ids of a class, another question and another key."""
    assert grade(*options, "--dice", "key") == 0
    before = out.read_bytes()
    command = [sys.executable, ROOT / "run.py", "grade", *options, "--resume", "-q", "q2", "--dice", "other"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "questions q2, q3; now q2" in done.stderr
    assert out.read_bytes() == before


def test_rows_of_other_code_are_kept_and_the_rest_is_graded(
    options: list[object], handed_in: Path, out: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    assert grade(*options) == 0
    rows = lines(out)
    for settings in rows["bob"]["settings"].values():
        settings["code"] = "Python 3.9, an older one"
    write(out, rows)
    (handed_in / "new.py").write_bytes(BROKEN)
    capsys.readouterr()
    assert grade(*options, "--resume") == 0
    assert {id: row for id, row in lines(out).items() if id != "new"} == rows
    assert list(lines(out)) == ["ann", "bob", "new"]
    assert_refusal(capsys.readouterr().err, f"{out}:", "code", "keeps 1 row", "--regrade")
    assert not history(out)


def test_a_question_is_replaced_inside_the_row(
    options: list[object], cases: Path, out: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    assert grade(*options) == 0
    first = lines(out)
    expect_another_answer(cases)
    with pytest.raises(GradingError, match=facts("cases of q2", "choose another file", "--regrade")):
        grade(*options, "--resume")
    capsys.readouterr()
    assert grade(*options, "--regrade", "-q", "q2") == 0
    printed = capsys.readouterr().out
    for id, before, after in (("ann", 10, 5), ("bob", 5, 0)):
        points = f"{before} of 10 points, now {after} of 10 points"
        case = "q2/01-lecture-three-by-three"
        assert Naming(f"  {id}:", points, f"{case} passed, now failed", "reason:", case) in printed.splitlines()
    assert Naming("Regraded 2 submissions:", "2") in printed.splitlines()
    second = lines(out)
    for id in first:
        old, new = first[id], second[id]
        assert question(new, "q3") == question(old, "q3")
        assert [each["name"] for each in new["questions"]] == ["q2", "q3"]
        assert question(new, "q2")["points"] == 0
        assert (new["points"], new["max_points"]) == (old["points"] - 5, 10)
        assert (new["status"], new["sha256"], new["dice_key"]) == ("ok", old["sha256"], old["dice_key"])
        cases_of = {name: question(row, "q2")["cases"] for name, row in (("old", old), ("new", new))}
        spent = {name: sum(case["seconds"] for case in each) for name, each in cases_of.items()}
        assert new["seconds"] == pytest.approx(max(0, old["seconds"] - spent["old"]) + spent["new"], abs=0.02)
        assert new["settings"]["q3"] == old["settings"]["q3"]
        assert new["settings"]["q2"]["regraded"]
        assert new["settings"]["q2"]["cases"] != old["settings"]["q2"]["cases"]
    assert table(tmp_path / "g.csv")["ann"] == {"total": "5", "max": "10", "q2": "0", "q3": "5", "status": "ok"}
    assert sorted(history(out), key=lambda row: row["id"]) == list(first.values()), "as they were"
    capsys.readouterr()
    assert grade(*options, "--resume") == 0, "all questions have the present cases"
    assert lines(out) == second
    warnings = capsys.readouterr().err.splitlines()
    assert all("reference search" in line for line in warnings), "nothing is said of the rows"


def test_whole_rows_are_replaced_and_those_of_other_ids_stay(
    options: list[object], handed_in: Path, out: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    assert grade(*options, "--dice", "key") == 0
    first = lines(out)
    (handed_in / "bob.py").unlink()
    (handed_in / "new.py").write_bytes(BROKEN)
    capsys.readouterr()
    assert grade(*options, "--regrade", "--dice", "key", "--question-time", 900) == 0
    assert "Regraded 1 submission: no points changed\n" in capsys.readouterr().out
    second = lines(out)
    assert second["bob"] == first["bob"]
    assert {each["--question-time"] for each in second["ann"]["settings"].values()} == {900}
    assert history(out) == [first["ann"]]
    (handed_in / "bob.py").write_bytes(FIRST_ACTION)
    assert grade(*options, "--resume", "--dice", "key") == 0, "what was regraded on purpose stays"
    assert lines(out) == second
    kept = ("keeps 2 rows", "--regrade", "--question-time 900; now 1800", "--regrade")
    assert_refusal(capsys.readouterr().err, f"{out}:", *kept)
    with pytest.raises(GradingError, match=facts("g.jsonl:2:", "bob", "--question-time 1800; now 900")):
        grade(*options, "--resume", "--dice", "key", "--question-time", 900)
    assert grade(*options, "--regrade", "--resume", "--dice", "key", "--question-time", 900) == 0
    third = lines(out)
    assert third["ann"] == second["ann"], "it has these settings"
    assert {each["--question-time"] for each in third["bob"]["settings"].values()} == {900}
    assert grade(*options, "--resume", "--dice", "key", "--question-time", 900) == 0
    with pytest.raises(GradingError, match=facts("ann", "--dice: another key")):
        grade(*options, "--resume", "--dice", "third", "--question-time", 900)
    assert lines(out) == third


def test_a_submission_without_a_row_to_replace_is_left_and_listed(
    options: list[object], handed_in: Path, out: Path, tmp_path: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    (handed_in / "broken.py").write_bytes(BROKEN)
    (handed_in / "void").mkdir()
    assert grade(*options) == 0
    rows = lines(out)
    (handed_in / "bob.py").write_bytes(RIGHT)
    (handed_in / "new.py").write_bytes(RIGHT)
    capsys.readouterr()
    assert grade(*options, "--regrade", "-q", "q3") == 0
    assert (
        "Not regraded (2)\n  bob: has changed since it was graded; --resume grades all its questions\n"
        "  new: not graded so far; --resume grades all its questions\n"
    ) in capsys.readouterr().out
    again = lines(out)
    assert {id for id in rows if again[id] != rows[id]} == {"ann", "broken"}
    assert {row["status"] for row in (again["broken"], again["void"])} == {"not loaded"}
    assert set(again) == set(rows)
    assert set(table(tmp_path / "g.csv")) == set(rows)
    assert grade(*options, "--resume") == 0
    assert (lines(out)["bob"]["points"], lines(out)["new"]["points"]) == (10, 10)
    assert rows["bob"] in history(out)


def test_the_file_has_one_row_for_each_id_all_the_while(
    options: list[object], out: Path, grade: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert grade(*options) == 0
    write_report, seen = ClassReport.write, []

    def look(self: ClassReport, *arguments: Any) -> None:
        seen.append([json.loads(line)["id"] for line in out.read_text().splitlines()])
        write_report(self, *arguments)

    monkeypatch.setattr(ClassReport, "write", look)
    assert grade(*options, "--regrade", "--question-time", 900) == 0
    assert seen == [["ann", "bob"]] * 2


@pytest.mark.parametrize("more", [[], ["-q", "q2"]])
def test_a_fault_of_the_grader_takes_no_grade_away(
    options: list[object],
    out: Path,
    grade: Grade,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: list[object],
) -> None:
    assert grade(*options) == 0
    before = out.read_bytes()
    monkeypatch.setattr(class_grading, "grade_submission", int.from_bytes)  # the worker fails on its arguments
    capsys.readouterr()
    assert grade(*options, "--regrade", *more) == 1
    assert "Not regraded (2)\n  ann: keeps its grade; the grader failed: " in capsys.readouterr().out
    assert out.read_bytes() == before
    assert not history(out)


def test_nothing_is_lost_between_the_two_writes(
    options: list[object], out: Path, grade: Grade, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert grade(*options) == 0
    first = lines(out)

    def die(self: GradesFile, changed: object) -> None:
        raise SystemExit("killed")

    with monkeypatch.context() as patched:
        patched.setattr(GradesFile, "_rewrite", die)
        with pytest.raises(SystemExit):
            grade(*options, "--regrade", "--question-time", 900)
    assert lines(out) == first
    assert len(history(out)) == 1
    assert history(out)[0] in first.values()
    assert grade(*options, "--regrade", "--question-time", 900) == 0
    assert sorted(history(out), key=lambda row: row["id"]) == list(first.values()), "each once"


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_a_regrading_that_is_killed_and_resumed(handed_in: Path, cases: Path, tmp_path: Path, out: Path) -> None:
    for number in range(6):
        (handed_in / f"student-{number}.py").write_bytes((RIGHT, FIRST_ACTION)[number % 2])
    (tmp_path / "scratch").mkdir()
    environment = os.environ | {"TMPDIR": str(tmp_path / "scratch")}

    def command(*more: object) -> list[str]:
        options = ["--cases", cases, "--workers", 2, "--dice", "key", "--jsonl", out, *more]
        return [sys.executable, *map(str, (ROOT / "run.py", "grade", handed_in, *options))]

    def run(*more: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(command(*more), capture_output=True, text=True, env=environment)

    assert run().returncode == 0
    first = lines(out)
    expect_another_answer(cases)
    with subprocess.Popen(command("--regrade", "-q", "q2"), stdout=subprocess.DEVNULL, env=environment) as grading:
        wait_until(lambda: grading.poll() is not None or len(history(out)) >= 2)
        assert grading.poll() is None
        grading.send_signal(signal.SIGKILL)
    text = out.read_text()
    assert text.endswith("\n")
    assert [json.loads(line)["id"] for line in text.splitlines()] == list(first)
    kept = [*history(out), *lines(out).values()]
    assert all(row in kept for row in first.values()), "an old row is in the file or in the history"
    refused = run("--resume")
    assert refused.returncode == 2
    assert "cases of q2" in refused.stderr
    done = run("--regrade", "--resume", "-q", "q2")
    assert done.returncode == 0, done.stderr
    rows = lines(out)
    assert {row["points"] for row in rows.values()} == {0, 5}
    assert len({row["settings"]["q2"]["cases"] for row in rows.values()}) == 1
    assert sorted(history(out), key=lambda row: row["id"]) == list(first.values()), "each old row once"
    assert sorted(path.name for path in tmp_path.iterdir() if "g." in path.name) == [
        "g.history.jsonl",
        "g.jsonl",
        "g.jsonl.made-by.json",
    ]


def without_settings(rows: Rows) -> Rows:
    """Return rows as the version before wrote them."""
    return {id: {**{k: v for k, v in row.items() if k != "settings"}, "digest": "d"} for id, row in rows.items()}


def test_rows_of_an_earlier_version_are_kept(
    options: list[object], handed_in: Path, out: Path, grade: Grade, capsys: pytest.CaptureFixture[str]
) -> None:
    assert grade(*options) == 0
    rows = without_settings(lines(out))
    write(out, rows)
    (handed_in / "new.py").write_bytes(BROKEN)
    capsys.readouterr()
    for more, setting in ((["-q", "q2"], "questions q2, q3; now q2"), (["--dice", "other"], "--dice: another key")):
        with pytest.raises(GradingError, match=setting):
            grade(*options, "--resume", *more)
    assert grade(*options, "--resume") == 0
    assert_refusal(capsys.readouterr().err, f"{out}:", "keeps 2 rows", "earlier version", "--regrade")
    assert {id: row for id, row in lines(out).items() if id != "new"} == rows
    assert grade(*options, "--regrade", "-q", "q2") == 0
    assert lines(out)["ann"]["settings"]["q2"]["regraded"]


def test_two_rows_of_an_id_become_one(options: list[object], out: Path, grade: Grade) -> None:
    """A killed run of an earlier version left them; the later one counts."""
    assert grade(*options) == 0
    rows = lines(out)
    earlier = {**rows["ann"], "seconds": 99}
    out.write_text(json.dumps(earlier) + "\n" + out.read_text())
    assert grade(*options, "--resume") == 0
    assert out.read_text().count("\n") == 2
    assert lines(out) == rows
    assert history(out) == [earlier]


def test_questions_that_depend_on_each_other_are_graded_together(
    options: list[object], cases: Path, out: Path, grade: Grade
) -> None:
    (cases / "q3" / "CONFIG").write_text((cases / "q3" / "CONFIG").read_text() + 'depends: "q2"\n')
    assert grade(*options) == 0
    before = out.read_bytes()
    with pytest.raises(GradingError, match=facts("q3/CONFIG:", "q3 depends on q2", "--regrade", "-q")):
        grade(*options, "--regrade", "-q", "q2")
    assert grade(*options, "--regrade") == 0
    assert {id: row["points"] for id, row in lines(out).items()} == {"ann": 10, "bob": 5}
    assert before.splitlines()[0] in history_path(out).read_bytes()


@pytest.mark.parametrize("line", ["nonsense\n", '{"game": 1}\n', "no end"])
def test_a_file_that_is_no_history_is_not_written_to(options: list[object], out: Path, grade: Grade, line: str) -> None:
    assert grade(*options) == 0
    before = out.read_bytes()
    history_path(out).write_text(line)
    with pytest.raises(GradingError, match=facts("g.history.jsonl:1:", "expected rows")):
        grade(*options, "--regrade")
    assert history_path(out).read_text() == line
    assert out.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="rights of Unix")
def test_rights_of_the_file_and_of_its_history(options: list[object], out: Path, grade: Grade) -> None:
    """The rows contain the dice key."""
    assert grade(*options) == 0
    out.chmod(0o600)
    assert grade(*options, "--regrade") == 0
    assert [path.stat().st_mode & 0o777 for path in (out, history_path(out))] == [0o600, 0o600]


@pytest.mark.parametrize("name", ["grades.jsonl", "grades", "grades.json"])
def test_the_name_of_the_history(name: str) -> None:
    wanted = {"grades.json": "grades.json.history.jsonl"}.get(name, "grades.history.jsonl")
    assert history_path(Path("a", name)) == Path("a", wanted)


def row(points: dict[str, float], *, late: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Return a row with one case in each question that gives its points, of 10."""
    questions = [
        QuestionResult(
            name,
            number,
            10,
            [CaseResult("games", f"{name}/games", Status.FAILED, number, 10, seconds=1, adds_points=True)],
        )
        for name, number in points.items()
    ]
    data = {"id": "ann", "sha256": "0", "seconds": 5.0, "notes": [], "status": "ok", "reason": ""}
    data |= grade_data(FileGrade("ann.py", "strict", questions, is_complete=True, dice="a key"))
    return summed_up({**data, **({"late": late} if late else {}), **more})


def test_a_late_deduction_stays_in_proportion() -> None:
    late = {"points": 2.0, "reason": "Late by 3 hours: 10 % of 20 points are taken off."}
    old = row({"q1": 10, "q2": 10}, late=late)
    assert old["points"] == 18
    new = with_questions(old, row({"q2": 5}))
    assert (new["points"], new["max_points"], new["late"]["points"]) == (13.5, 20, 1.5)
    assert new["late"]["reason"] == Naming(str(late["reason"]), "15 points", "1.5")
    assert ClassRow.read(new).points == 13.5
    whole = with_deduction(old, row({"q1": 10, "q2": 10}))
    assert (whole["points"], whole["late"]) == (18, late)
    assert with_questions(row({"q1": 0, "q2": 0}, late={"points": 0, "reason": "Late."}), row({"q2": 5}))["points"] == 5
    assert "late" not in with_questions(row({"q1": 10, "q2": 10}), row({"q2": 5}))


def changed(old: dict[str, Any], new: dict[str, Any]) -> str:
    change = compare(old, new)
    assert change is not None
    return change_line(change)


def test_a_replaced_question_in_words() -> None:
    old, new = row({"q1": 10, "q2": 4}), row({"q2": 1}, dice="another key", notes=["a note"])
    merged = with_questions(old, new)
    assert (merged["dice"], merged["notes"]) == ("a key; q2: another key", ["a note"])
    assert merged["seconds"] == 5.0
    games = "q2/games 4 of 10 points, now 1 of 10 points"
    assert changed(old, merged) == Naming("ann:", "14 of 20 points, now 11 of 20 points", games, "reason: unknown")
    assert compare(old, old) is None
    other = json.loads(json.dumps(old))
    other["questions"][0]["max_points"] = other["questions"][0]["points"] = 12
    question = "q1 10 of 10 points, now 12 of 12 points"
    points = "14 of 20 points, now 16 of 22 points"
    assert changed(old, summed_up(other)) == Naming("ann:", points, question, "reason: unknown")
    other["questions"][0]["cases"][0]["name"] = "lake"
    line = changed(old, summed_up(other))
    assert line == Naming("ann:", "q1/lake absent, now 10 of 10 points", "q1/games 10 of 10 points, now absent")
