"""The submissions of the grading benchmark, and the study of thresholds."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from autograder.assignment.assignment import load_assignment
from autograder.results import Grade
from autograder.student.limits import Limits

HERE = Path(__file__).parent


@pytest.mark.thorough
def test_an_assignment_of_the_size_of_the_course(
    grade_in_process: Callable[..., Grade], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(HERE.parent.parent)
    from benchmarks.course import write_course

    write_course(tmp_path / "test_cases")
    assignment = load_assignment(tmp_path / "test_cases")
    assert [len(question.cases) for question in assignment.questions] == [1, 34, 34, 17, 1]
    graded = grade_in_process(HERE / "submissions" / "recursive_pairs.py", assignment, Limits())
    assert (graded.points, graded.max_points) == (25, 25)


def test_the_study_of_the_thresholds() -> None:
    command = [sys.executable, "-m", "benchmarks.thresholds", "1", "q1 Nearest", "q1 Random", "q5 nearest ExpectimaxB"]
    done = subprocess.run(command, cwd=HERE.parent.parent, capture_output=True, text=True, check=True)
    points = {" ".join(words[:-4]): words[-4] for words in map(str.split, done.stdout.splitlines()[1:])}
    assert points == {
        "q1 NearestStopPunished": "4.000",
        "q1 RandomReflex": "0.000",
        "q5 nearest ExpectimaxByChance": "6.000",
    }
