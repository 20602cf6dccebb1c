"""ExamplesTest: a submission's examples are judged in a process of their own, with limits, and may give points."""

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.assignment.case_files import CaseFile
from autograder.assignment.fresh_instances import freshen
from autograder.classroom.intake import find_submissions, read_entry
from autograder.errors import GradingError
from autograder.examples import worker
from autograder.examples.example import LARGEST_FILE
from autograder.examples.examples_case import MOST_EXAMPLES, ExamplesCase
from autograder.examples.worker import judge_in_worker
from autograder.examples.wrong_search_list import wrong_searches
from autograder.results import CaseResult, Grade
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from autograder.student.submission_files import MOST_EXAMPLES_READ, read_submission
from tests.wording import Naming

EXAMPLE = """
class: "GraphGameTreeTest"
alg: "{agent}"
depth: "1"
num_agents: "2"
start_state: "start"
win_states: "c d e f"
lose_states: ""
successors: \"""
start left a
start right b
a left c
a right d
b left e
b right f
\"""
evaluation: \"""
c 3
d 12
e 2
f 8
\"""
expect_action: "left"
"""
MINIMAX = EXAMPLE.format(agent="MinimaxAgent").encode()
Grader = Callable[..., Grade]


@pytest.fixture
def examples_only() -> Assignment:
    return load_assignment(OUR_OWN, ["examples"]).only("examples")


def submit(folder: Path, examples: dict[str, bytes], code: str = "x = 1\n") -> Path:
    (folder / "examples").mkdir(parents=True)
    (folder / "multiAgents.py").write_text(code)
    for name, content in examples.items():
        (folder / "examples" / name).write_bytes(content)
    return folder / "multiAgents.py"


def run(case: ExamplesCase, path: Path, limits: Limits | None = None) -> CaseResult:
    limits = limits or Limits()
    student = InProcessStudent(path, limits)
    try:
        student.start_question(limits.question)
        return case.run(student, limits)
    finally:
        student.close()


def case_of(text: str) -> ExamplesCase:
    return ExamplesCase(CaseFile.from_text(text, Path("examples/mine.test")), Path("cases"))


def test_the_question_is_run_on_demand_and_has_no_points(examples_only: Assignment) -> None:
    assert "examples" not in [question.name for question in load_assignment(OUR_OWN).questions]
    (question,) = examples_only.questions
    assert question.config.max_points == 0
    assert load_assignment(OUR_OWN, ["examples"]).remarks == []
    (fresh,) = freshen(examples_only, 1).questions[0].cases
    assert isinstance(fresh, ExamplesCase)


def test_a_submission_is_graded_without_running_its_code(
    tmp_path: Path, grade_isolated: Grader, examples_only: Assignment
) -> None:
    path = submit(tmp_path, {"first.test": MINIMAX}, code="raise SystemExit('not needed')\n")
    (question,) = grade_isolated(path, examples_only).questions
    (case,) = question.cases
    caught, total = len(judge_in_worker({"x": MINIMAX}, 60, 60)[0].caught), len(wrong_searches("MinimaxAgent"))
    assert not case.passed
    assert Naming("examples/first.test:", "legal", "right", f"{caught} of {total}") in case.lines
    assert f"MinimaxAgent: 1 example catches {caught} of {total} wrong searches" in case.lines
    assert any("left: root tie to the last (1); hint: " in line for line in case.lines)
    assert "AlphaBetaAgent: no example" in case.lines
    assert case.output == ""


def test_points_are_earned_by_numbers_of_caught_searches(tmp_path: Path) -> None:
    path = submit(tmp_path, {"first.test": MINIMAX, "wrong.test": MINIMAX.replace(b'"left"', b'"right"')})
    case = case_of('agents: "MinimaxAgent"\nwanted: """\nMinimaxAgent 10\nMinimaxAgent 50\nMinimaxAgent all\n"""\n')
    result = run(case, path)
    assert (result.points, result.max_points) == (1, 3)
    assert Naming("examples/wrong.test:", "legal", "wrong (expect_action)") in result.lines
    assert case.best_result().points == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('agents: "MinimaxAgnt"', "did you mean 'MinimaxAgent'?"),
        ('wanted: "MinimaxAgent 999"', "up to"),
        ('wanted: "MinimaxAgent many"', "expected an agent and the number"),
        ('agents: "MinimaxAgent"\nwanted: "AlphaBetaAgent 3"', "unknown agent 'AlphaBetaAgent'"),
    ],
)
def test_a_teachers_mistake_is_named_with_its_place(text: str, words: str) -> None:
    with pytest.raises(GradingError, match=r"mine\.test:\d: .*") as error:
        case_of(text)
    assert words in str(error.value)


def test_files_that_are_too_large_or_too_many_get_a_line_each(tmp_path: Path) -> None:
    files = {f"{number:03}.test": MINIMAX for number in range(MOST_EXAMPLES + 1)}
    path = submit(tmp_path, {**files, "000-large.test": b"#" * (LARGEST_FILE + 1), "000-none.test": b""})
    os.mkfifo(path.parent / "examples" / "000-pipe.test")
    (path.parent / "examples" / "000-link.test").symlink_to("/etc/passwd")
    lines = run(case_of('agents: "MinimaxAgent"'), path).lines
    assert [line for line in lines if "000-" in line] == [
        Naming("examples/000-large.test:", "65,536 bytes", "expected", "at most 65,536 bytes"),
        *(
            Naming(f"examples/000-{name}.test:", "empty", "regular file", "expected", "at most 65,536 bytes")
            for name in ("link", "none", "pipe")
        ),
    ]
    assert Naming("more than 30 examples", "first 30") in lines
    assert sum(line.startswith("examples/") for line in lines) == MOST_EXAMPLES


def test_time_that_is_up_is_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_START", "while True: pass")
    result = run(case_of(""), submit(tmp_path, {"first.test": MINIMAX}), Limits(question=0.2))
    assert result.lines[1:] == [worker.NO_TIME]
    monkeypatch.setattr(worker, "_START", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    result = run(case_of(""), submit(tmp_path / "other", {"first.test": MINIMAX}))
    assert "bytes or the question's time" in result.lines[1]


def test_lines_that_are_hard_to_parse_cost_no_time() -> None:
    slow = b"x" + b" " * 30_000 + b"x" + b" " * 30_000 + b'"y'
    verdicts = judge_in_worker({"slow.test": slow, "other.test": b" " * 9 + slow[:9_000]}, 20, 60)
    assert ["cannot be read" in verdict.problem for verdict in verdicts] == [True, True]


def test_examples_are_found_in_folders_and_zip_files_of_a_class(tmp_path: Path) -> None:
    submit(tmp_path / "ann", {"a.test": MINIMAX, "notes.txt": b"no example"})
    (tmp_path / "ann" / "examples" / "deeper").mkdir()
    (tmp_path / "ann" / "examples" / "deeper" / "b.test").write_bytes(MINIMAX)
    with zipfile.ZipFile(tmp_path / "bob.zip", "w") as archive:
        archive.writestr("work/multiAgents.py", "x = 1\n")
        archive.writestr("work/examples/b.test", MINIMAX)
        archive.writestr("examples/elsewhere.test", MINIMAX)
    entries = {entry.id: read_entry(entry) for entry in find_submissions(tmp_path)[0]}
    assert entries["ann"].files == {"multiAgents.py": b"x = 1\n", "examples/a.test": MINIMAX}
    assert entries["bob"].files == {"multiAgents.py": b"x = 1\n", "examples/b.test": MINIMAX}


def test_examples_are_not_written_to_the_folder_of_the_code(tmp_path: Path) -> None:
    path = submit(tmp_path, {f"{number}.test": MINIMAX for number in range(MOST_EXAMPLES_READ + 5)})
    assert len(read_submission(path)) == 1 + MOST_EXAMPLES_READ
    student = InProcessStudent(path, Limits())
    assert [each.name for each in student.folder.iterdir() if each.suffix != ".pyc"] == ["multiAgents.py"]
    student.close()
