"""`kit --from`: make folders for students and for grading from a teacher's folder."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from autograder.assignment.assignment import OUR_OWN, load_assignment
from commands.cli import main
from tests.wording import Naming, assert_refusal, facts

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "examples" / "student" / "multiAgents.py"


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """Return a course with cases without solutions, hidden cases, secrets, a handout, and unrelated files."""
    folder = tmp_path / "course"
    for name in ("q2", "q3"):
        (folder / "test_cases" / name).mkdir(parents=True)
        shutil.copy(OUR_OWN / name / "CONFIG", folder / "test_cases" / name)
        for case in ("01-lecture-three-by-three", "04-tie-at-the-root"):
            shutil.copy(OUR_OWN / name / f"{case}.test", folder / "test_cases" / name)
    (folder / "test_cases" / "q2" / "broken.test").write_text('class: "NoSuchTest"\n')
    (folder / "hidden_cases" / "q2").mkdir(parents=True)
    shutil.copy(OUR_OWN / "q2" / "05-all-the-same.test", folder / "hidden_cases" / "q2")
    (folder / "layouts").mkdir()
    (folder / "layouts" / "tiny.lay").write_text("%%%%\n%P.%\n%%%%\n")
    (folder / "layouts" / "odd.lay").write_text("%%%%\n%..%\n%%%%\n")
    (folder / "multiAgents.py").write_text(f"import helper\n{TEMPLATE.read_text()}")
    for name in (
        "helper.py",
        "handout.pdf",
        "solution.py",
        "Solutions.md",
        "util.py",
        "pacman.py",
        "notes.bin",
        "old.py",
    ):
        (folder / name).write_text("")
    return folder


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_both_folders_come_of_it(course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kit", str(tmp_path / "kit"), "--from", str(course)]) == 0
    students, grading = tmp_path / "kit", tmp_path / "kit-grading"
    assert names(students) == {
        *("autograder.py", "game.py", "ghostAgents.py", "keyboardAgents.py", "layout.py", "pacman.py", "util.py"),
        *("pacmanAgents.py", "multiAgents.py", "helper.py", "handout.pdf", "layouts", "test_cases"),
    }
    assert (students / "util.py").read_text()  # ours, not the course's
    assert names(grading) == {"solution.py", "Solutions.md", "layouts", "test_cases", "multiAgents.py"}
    assert (students / "multiAgents.py").read_text() == (course / "multiAgents.py").read_text()
    cases = {
        folder: [len(q.cases) for q in load_assignment(folder / "test_cases").questions]
        for folder in (students, grading)
    }
    assert cases == {students: [2, 2], grading: [3, 2]}
    remarks = capsys.readouterr().err.splitlines()
    assert [remark.removeprefix(f"not understood: {course}/").split(":")[0] for remark in remarks[:3]] == [
        "notes.bin",
        "old.py",
        "layouts/odd.lay",
    ]
    broken = f"not understood: {grading}/test_cases/q2/broken.test:1: unknown class of case 'NoSuchTest'"
    assert len(remarks) == 4
    assert remarks[3].startswith(broken)
    assert names(tmp_path) == {"course", "kit", "kit-grading"}


def test_what_is_odd_about_the_cases_is_listed(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A question without cases would give everyone its points; a layout may be missing from the course."""
    for case in (course / "test_cases" / "q2").glob("*.test"):
        case.write_text('class: "NoSuchTest"')
    shutil.rmtree(course / "hidden_cases")
    games = course / "test_cases" / "q1" / "games.test"
    games.parent.mkdir(exist_ok=True)
    for name in ("CONFIG", "games.test"):
        text = (OUR_OWN / "q1" / name).read_text()
        (games.parent / name).write_text(re.sub('layoutName: ".*"', 'layoutName: "openClassic"', text))
    assert main(["kit", str(tmp_path / "kit"), "--from", str(course)]) == 0
    message = capsys.readouterr().err
    assert f"not understood: {tmp_path}/kit-grading/test_cases/q2: a question without cases" in message
    (line,) = [line for line in message.splitlines() if "layouts/openClassic.lay" in line]
    assert_refusal(line, "not understood: ", "layouts/openClassic.lay", "built-in 'open'")


def test_what_is_hidden_or_secret_does_not_reach_students(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files are hidden by folder, visibility or name; the remaining cases can still be graded."""
    cases = course / "test_cases"
    (cases / "CONFIG").write_text('order: "q2 q3 q4 q7"\n')
    shutil.copytree(cases / "q3", course / "hidden_cases" / "q7")
    shutil.copytree(cases / "q2", cases / "q4")
    (cases / "q4" / "CONFIG").write_text('max_points: "1"\nclass: "PassAllTestsQuestion"\nvisibility: "hidden"\n')
    hidden = '\nvisibility: """\n04-tie-at-the-root hidden\n"""\ndepends: "q4 q2 q7"\n'
    with (cases / "q3" / "CONFIG").open("a") as config:
        config.write(hidden)
    shutil.copy(OUR_OWN / "q2" / "06-equal-is-not-worse.test", cases / "q2")
    with (cases / "q2" / "06-equal-is-not-worse.test").open("a") as case:
        case.write('visibility: "after_due_date"\n')
    shutil.copy(OUR_OWN / "q2" / "05-all-the-same.solution", cases / "q2")  # the case is in hidden_cases
    for name in (
        "docs/plain.md",
        "docs/solution.md",
        "handout/Rubric.pdf",
        "layouts/answers.txt",
        "test_cases/q2/solution.py",
    ):
        (course / name).parent.mkdir(exist_ok=True)
        (course / name).write_text("" if "plain" in name else "secret")
    assert main(["kit", str(tmp_path / "kit"), "--from", str(course)]) == 0
    kept = "  kept from students: Solutions.md, docs in part, handout, solution.py\n"
    assert capsys.readouterr().out.endswith(kept)
    students = load_assignment(tmp_path / "kit" / "test_cases")
    seen = {question.name: [case.name for case in question.cases] for question in students.questions}
    assert seen == {"q2": ["01-lecture-three-by-three", "04-tie-at-the-root"], "q3": ["01-lecture-three-by-three"]}
    files = {str(path.relative_to(tmp_path / "kit")) for path in (tmp_path / "kit").rglob("*") if path.is_file()}
    assert not [
        name for name in files if re.search("q4|q7|05-|06-", name) or "secret" in (tmp_path / "kit" / name).read_text()
    ]
    grading = load_assignment(tmp_path / "kit-grading" / "test_cases")
    assert [len(question.cases) for question in grading.questions] == [4, 2, 2, 2]
    assert (tmp_path / "kit-grading" / "docs" / "solution.md").is_file()


def test_hidden_cases_that_are_never_graded_are_listed(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "test_cases" / "CONFIG").write_text('order: "q2 q3"\n')
    shutil.copytree(course / "test_cases" / "q3", course / "hidden_cases" / "q7")
    shutil.copy(OUR_OWN / "q2" / "06-equal-is-not-worse.test", course / "hidden_cases")
    assert main(["kit", str(tmp_path / "kit"), "--from", str(course)]) == 0
    remarks = capsys.readouterr().err.splitlines()
    cases = tmp_path / "kit-grading" / "test_cases"
    assert Naming(f"not understood: {cases}/06-equal-is-not-worse.test:", "folder of a question") in remarks
    assert Naming(f"not understood: {cases}/q7:", "order of CONFIG", "-q q7") in remarks
    (course / "hidden_cases" / "CONFIG").write_text('order: "q2 q3 q7"\n')
    assert main(["kit", str(tmp_path / "other"), "--from", str(course)]) == 0
    assert "not in the order" not in capsys.readouterr().err
    assert len(load_assignment(tmp_path / "other-grading" / "test_cases").questions) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes")
def test_what_cannot_be_read_is_listed(course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (course / "layouts" / "gone.lay").symlink_to("nowhere")
    (course / "layouts" / "round").symlink_to("..")
    os.mkfifo(course / "test_cases" / "q2" / "pipe.test")
    assert main(["kit", str(tmp_path / "kit"), "--from", str(course)]) == 0
    remarks = capsys.readouterr().err.splitlines()
    for name in ("layouts/gone.lay", "layouts/round", "test_cases/q2/pipe.test"):
        assert Naming(f"not understood: {course}/{name}:", "not a file that can be read") in remarks
    assert names(tmp_path / "kit" / "layouts") == {"tiny.lay", "odd.lay"}


@pytest.mark.parametrize(
    ("missing", "complaint"),
    [
        (["multiAgents.py"], ("course:", "no multiAgents.py", "multiAgents.py and test_cases/")),
        (["test_cases"], ("course:", "no test_cases/", "multiAgents.py and test_cases/")),
        (
            ["multiAgents.py", "test_cases"],
            ("course:", "no multiAgents.py and no test_cases/", "multiAgents.py and test_cases/"),
        ),
        (["."], ("course:", "not a folder", "expected", "multiAgents.py and test_cases/")),
    ],
)
def test_missing_parts_are_reported_in_one_line(
    missing: list[str], complaint: tuple[str, ...], course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in missing:
        part = (course / name).resolve()
        shutil.rmtree(part) if part.is_dir() else part.unlink()
    assert main(["kit", str(tmp_path / "kit"), "--from", str(course)]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert_refusal(written.err, f"run.py kit: {tmp_path}/{complaint[0]}", *complaint[1:])
    assert names(tmp_path) <= {"course"}


@pytest.mark.parametrize("taken", ["kit", "kit-grading"])
def test_nothing_is_overwritten(taken: str, course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / taken).mkdir()
    (tmp_path / taken / "mine").write_text("precious")
    assert main(["kit", str(tmp_path / "kit"), "--from", str(course)]) == 2
    assert_refusal(capsys.readouterr().err, f"run.py kit: {tmp_path / taken}:", "not empty", "nothing was written")
    assert names(tmp_path) == {"course", taken}
    assert names(tmp_path / taken) == {"mine"}


def test_a_kit_goes_into_a_new_or_an_empty_folder_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    inode = (tmp_path / "empty").stat().st_ino
    assert main(["kit", str(tmp_path / "empty")]) == 0
    assert (tmp_path / "empty").stat().st_ino == inode  # the same folder, since it may be the working folder of a shell
    assert main(["kit", str(tmp_path / "empty")]) == 2
    (tmp_path / "file").write_text("")
    assert main(["kit", str(tmp_path / "file")]) == 2
    assert main(["kit", str(tmp_path / "no" / "folder")]) == 2
    assert [line.split(": ", 2)[2] for line in capsys.readouterr().err.splitlines()] == [
        Naming("not empty", "Expected a folder that is new or empty"),
        Naming("a file", "expected a folder that is new or empty"),
        Naming("cannot be made:", "no folder", str(tmp_path / "no")),
    ]
    assert names(tmp_path) == {"empty", "file"}


def test_an_interrupted_kit_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("commands.handout.student_folder.write_files", interrupted)
    assert main(["kit", str(tmp_path / "kit")]) == 130
    assert not list(tmp_path.iterdir())


def test_the_template_names_the_commands_of_a_kit(tmp_path: Path) -> None:
    main(["kit", str(tmp_path / "kit")])
    text = (tmp_path / "kit" / "multiAgents.py").read_text()
    assert "python pacman.py -p MinimaxAgent -a depth=3 -l small\n" in text
    assert "python autograder.py -q q2\n" in text
    assert "run.py" not in text


def test_copies_of_hidden_cases_do_not_reach_students(
    course: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Editors leave copies beside a file, and people in folders beside it."""
    folder = course / "test_cases" / "q2"
    hidden = folder / "04-tie-at-the-root.test"
    hidden.write_text(hidden.read_text() + '\nvisibility: "hidden"\n')
    (folder / "old").mkdir()
    for name in (f"{hidden.name}~", f"#{hidden.name}#", f"{hidden.name}.orig", "notes.txt", f"old/{hidden.name}"):
        shutil.copy(hidden, folder / name)
    assert main(["kit", str(tmp_path / "kit"), "--from", str(course)]) == 0
    shown = {"CONFIG", "01-lecture-three-by-three.test", "01-lecture-three-by-three.solution"}
    assert names(tmp_path / "kit" / "test_cases" / "q2") == shown
    notes = tmp_path / "kit-grading" / "test_cases" / "q2" / "notes.txt"
    assert re.search(facts(f"{notes}:", "not a case", "removed"), capsys.readouterr().err)
