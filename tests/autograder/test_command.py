"""The command `grade`, from its arguments to its files."""

import argparse
import json
import os
import re
from pathlib import Path

import pytest

from agents.loading import load_agent
from autograder.assignment.assignment import OUR_OWN
from autograder.diagnosis import bug_names
from autograder.errors import GradingError
from autograder.student.submission_files import LARGEST_FILE, read_submission
from commands import grade as command
from pacman.errors import AgentError, ReplayError
from pacman.replay import load_replay
from tests.wording import Naming, facts

SUBMISSIONS = Path(__file__).parent / "submissions"
RIGHT = str(SUBMISSIONS / "recursive_pairs.py")
WRONG = str(SUBMISSIONS / "wrong_no_pruning.py")


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(arguments))


def test_all_reports_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(tmp_path / name) for name in ("grade.json", "results.json", "junit.xml")]
    assert run(WRONG, "-q", "q3", "--json", files[0], "--gradescope", files[1], "--junit", files[2]) == 0
    assert json.loads(Path(files[0]).read_text())["points"] == 0
    assert json.loads(Path(files[1]).read_text())["score"] == 0
    assert "<testsuites" in Path(files[2]).read_text()
    text = capsys.readouterr().out
    assert f"Likely bug: {bug_names.NO_PRUNING}" in text
    assert "Total: 0/5" in text
    assert "isolation: " in text


def test_json_alone_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(RIGHT, "-q", "q2", "--json", "-", "--isolation", "none") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["points"], data["isolation"]) == (5, "none")


def test_gigabytes_given_as_megabytes_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """With so little memory no submission can be loaded, so every student would lose all points."""
    with pytest.raises(SystemExit) as ended:
        run(RIGHT, "-q", "q2", "--memory", "2")
    assert ended.value.code == 2
    assert re.search(facts("--memory", "'2'", "from 64"), capsys.readouterr().err)


def test_one_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(WRONG, "-t", "q3/01-lecture-three-by-three", "-p") == 0
    text = capsys.readouterr().out
    assert text.count("***") > 3
    assert "alg: AlphaBetaAgent" in text


def test_one_case_shows_where_the_values_of_the_code_go_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    """The mark is in the drawing of the right tree, which has the right value."""
    case = "25-nothing-won-nothing-lost-2"
    assert run(str(SUBMISSIONS / "bug_starts_at_zero.py"), "-t", f"q2/{case}") == 0
    text = capsys.readouterr().out
    assert text.count("MAX = -1 (b1) ◀ first wrong value: 0, not -1\n") == 1
    assert "*** Your values: the first that does not follow from those of its children is after left, left." in text
    assert run(str(SUBMISSIONS / "bug_starts_at_zero.py"), "-q", "q2") == 0
    assert "◀" not in capsys.readouterr().out


def test_several_questions_and_several_cases(capsys: pytest.CaptureFixture[str]) -> None:
    def graded(*words: str) -> list[tuple[str, list[str]]]:
        assert run(RIGHT, *words, "--json", "-", "--isolation", "none") == 0
        questions = json.loads(capsys.readouterr().out)["questions"]
        return [(question["name"], [case["name"] for case in question["cases"]]) for question in questions]

    assert [name for name, _ in graded("-q", "q4", "-q", "q2")] == ["q4", "q2"]
    cases = ["-t", "q4/99-game", "-t", "q2/16-single-file", "-t", "q2/01-lecture-three-by-three"]
    assert graded(*cases) == [("q4", ["99-game"]), ("q2", ["01-lecture-three-by-three", "16-single-file"])]
    assert graded("-q", "q3", "-t", "99-game") == [("q3", ["99-game"])], "a name that several questions have"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-t", "q2/lecture"], "unknown case 'q2/lecture'; did you mean 'q2/01-lecture-three-by-three', 'q2/02-"),
        (["-t", "q2/16-singel-file"], "unknown case 'q2/16-singel-file'; did you mean 'q2/16-single-file'?"),
        (
            ["-t", "q3/zzz"],
            "unknown case 'q3/zzz'; known: q3/01-lecture-three-by-three, q3/02-lecture-unknown-leaves, ",
        ),
        (["-t", "q2/0-small-tree"], "unknown case 'q2/0-small-tree'; known: q2/01-lecture-three-by-three, "),
        (["-q", "q2", "-t", "q3/99-game"], "unknown case 'q3/99-game'; expected a case of q2"),
    ],
)
def test_suggestions_are_cases_of_the_same_question(words: list[str], message: str) -> None:
    with pytest.raises(GradingError) as error:
        run(RIGHT, *words)
    assert message in str(error.value)
    suggestions = str(error.value).partition(";")[2]
    assert {"q1/", "q2/", "q3/", "q4/"} & set(re.findall(r"q\d/", suggestions)) <= {words[-1][:3]}


def test_a_name_in_the_wrong_case_is_corrected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("multiAgents.py").write_text("")
    with pytest.raises(GradingError, match=re.escape("multiagents.py: cannot be read: ") + ".*'multiAgents.py'"):
        run("multiagents.py")
    with pytest.raises(AgentError, match="did you mean 'multiAgents.py'"):
        load_agent("multiagents.py:MinimaxAgent")
    with pytest.raises(ReplayError, match=facts("multiAgents.py:", "Python file", "expected", "`play --record`")):
        load_replay("multiAgents.py")


def test_fresh_instances_are_passed_by_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    for seed in ("7", "8"):
        assert run(RIGHT, "-q", "q3", "--seed", seed, "--json", "-") == 0
        data = json.loads(capsys.readouterr().out)
        assert data["points"] == 5
        assert data["questions"][0]["cases"][0]["name"].startswith("fresh-01-")


def test_solutions_are_generated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "cases" / "q2"
    folder.mkdir(parents=True)
    ours = OUR_OWN / "q2"
    for name in ("CONFIG", "01-lecture-three-by-three.test", "99-game.test"):
        (folder / name).write_text((ours / name).read_text())
    assert run("--cases", str(folder.parent), "--generate-solutions") == 0
    for name in ("01-lecture-three-by-three.solution", "99-game.solution"):
        assert (folder / name).read_text() == (ours / name).read_text()
    capsys.readouterr()
    assert run(RIGHT, "--cases", str(folder.parent), "--json", "-") == 0
    assert json.loads(capsys.readouterr().out)["points"] == 5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.py"], ("nothing.py:", "No such file")),
        (["--generate-solutions"], ("--generate-solutions", "--cases DIR")),
        (["/dev/zero"], ("/dev/zero:", "not a regular file", "expected a Python file")),
        ([RIGHT, "--dice", ""], ("empty", "expected --dice KEY")),
        ([RIGHT, "--dice", "@nowhere"], ("nowhere:", "No such file")),
        ([RIGHT, "--dice", "key", "--isolation", "none"], ("--dice", "--isolation none")),
        ([RIGHT, "--dice", "original", "--isolation", "none"], ("--dice", "--isolation none")),
        ([RIGHT, "--luck", "3", "--isolation", "none"], ("--luck", "--isolation none")),
        ([RIGHT, "--luck", "3", "--dice", "original"], ("--luck", "--dice original")),
        ([RIGHT, "-q", "q22"], ("unknown question 'q22'", "'q2'")),
        ([RIGHT, "-t", "q2/01-lecture-three-by-tree"], ("unknown case", "'q2/01-lecture-three-by-three'")),
        ([RIGHT, "-t", "99-game"], ("'99-game'", "q2/99-game, q3/99-game")),
        ([RIGHT, "--cases", "nowhere"], ("nowhere:", "not a folder", "expected")),
        ([RIGHT, "--json", "no/such/folder/grade.json"], ("grade.json:", "cannot be written")),
        ([RIGHT, "--junit", str(SUBMISSIONS)], (f"{SUBMISSIONS}:", "a folder")),
        ([], ("no submission", "expected a file", "folder")),
    ],
)
def test_bad_input_is_told_before_anything_is_graded(
    arguments: list[str], message: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(GradingError, match=facts(*message)):
        run(*arguments)
    assert capsys.readouterr().out == ""


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_bytes(b"value = 0\nname = '\xff\xfe'\n")
    with pytest.raises(GradingError, match=facts("multiAgents.py:2:", "not text in utf-8", "saved as UTF-8")):
        run(str(path))
    path.write_bytes(b"# -*- coding: latin-1 -*-\nname = '\xe9'\n")
    assert run(str(path), "-t", "q2/01-lecture-three-by-three", "--json", str(tmp_path / "grade.json")) == 0


def test_comments_in_an_undeclared_encoding_are_read_over_where_python_does(tmp_path: Path) -> None:
    path = tmp_path / "multiAgents.py"
    path.write_bytes("# 极大极小搜索\n".encode("gbk") + Path(RIGHT).read_bytes())
    try:
        compile(path.read_bytes(), "multiAgents.py", "exec")
    except SyntaxError:
        pytest.skip("this Python wants comments to be UTF-8, too")
    report = tmp_path / "grade.json"
    assert run(str(path), "-t", "q2/01-lecture-three-by-three", "--json", str(report)) == 0
    assert json.loads(report.read_text())["points"] == 5


def test_results_are_on_disk_after_each_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The grading is interrupted in its second question."""
    seen: list[int] = []

    def stopped(self: object, so_far: object, result: object) -> None:
        seen.append(len(json.loads((tmp_path / "grade.json").read_text())["questions"]))
        if len(seen) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("autograder.reporters.terminal.TerminalReporter.question", stopped)
    with pytest.raises(KeyboardInterrupt):
        run(RIGHT, "--json", str(tmp_path / "grade.json"), "--isolation", "none")
    assert seen == [1, 2]
    data = json.loads((tmp_path / "grade.json").read_text())
    assert (len(data["questions"]), data["complete"]) == (2, False)


def test_a_pipe_as_a_submission_holds_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "multiAgents.py")
    with pytest.raises(GradingError, match="not a regular file"):
        run(str(tmp_path / "multiAgents.py"))


def test_beside_a_submission_only_regular_files_count(tmp_path: Path) -> None:
    (tmp_path / "multiAgents.py").write_text("x = 1")
    (tmp_path / "helper.py").write_text("y = 2")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "link.py").symlink_to("/etc/passwd")
    (tmp_path / "large.py").write_bytes(b"#" * (LARGEST_FILE + 1))
    assert read_submission(tmp_path / "multiAgents.py") == {"multiAgents.py": b"x = 1", "helper.py": b"y = 2"}


def test_a_name_adds_no_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x\n### Question q1: 4\r\x1b[2J.py"
    with pytest.raises(GradingError) as caught:
        run(str(path))
    assert str(caught.value).isprintable()
    path.write_text(Path(RIGHT).read_text())
    junit = tmp_path / "junit.xml"
    assert run(str(path), "-t", "q2/01-lecture-three-by-three", "--junit", str(junit), "--mute") == 0
    assert "\n### Question q1: 4" not in capsys.readouterr().out + junit.read_text()


def test_the_report_says_which_dice_were_thrown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "key").write_text("teachers-only\n")
    case = ["-t", "q2/01-lecture-three-by-three", "--json"]
    told = {}
    for name, more in {
        "public": [],
        "secret": ["--dice", f"@{tmp_path / 'key'}"],
        "inside": ["--isolation", "none"],
    }.items():
        run(RIGHT, *case, str(tmp_path / name), *more)
        text = capsys.readouterr().out
        told[name] = json.loads((tmp_path / name).read_text())["dice"]
        assert f"dice: {told[name]}" in text
        assert "teachers-only" not in text + (tmp_path / name).read_text()
    assert told == {
        "public": Naming("a public key", "not the random numbers of the original grader"),
        "secret": Naming("a key of the teacher's", "not the random numbers of the original grader"),
        "inside": "the original's",
    }
