"""The bonus question: the lecture's table with the student's agents."""

from pathlib import Path

import pytest

from autograder.assignment.assignment import OUR_OWN, load_assignment
from autograder.assignment.case_files import CaseFile
from autograder.case_types.table_case import TableCase
from autograder.errors import GradingError
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits

SUBMISSIONS = Path(__file__).parent / "submissions"
TEXT = """
class: "LectureTableTest"
layoutName: "lecture"
depth: "2"
evalFn: "better"
numGames: "2"
randomSeed: "0"
wanted: \"\"\"
minimax/random 1
expectimax/random 3
\"\"\"
"""


def test_the_table_is_filled() -> None:
    case = TableCase(CaseFile.from_text(TEXT, Path("bonus/table.test")), Path("cases"))
    result = case.run(InProcessStudent(SUBMISSIONS / "recursive_pairs.py", Limits()), Limits())
    assert (result.points, result.max_points) == (1, 2), "three wins in two games cannot be had"
    assert result.lines[0] == "FAIL: cases/bonus/table.test (1 of 2 points)"
    assert result.lines[2].startswith("Minimax Pacman      won ")
    assert len(result.ended_by) == 4 * 2
    assert result.lines[3].startswith("Expectimax Pacman   won ")


def test_a_table_near_a_threshold() -> None:
    """One win more or less in one cell would change the points; impossible numbers of wins are not near."""
    for least, is_near in (("0", False), ("1", False), ("2", True), ("3", False)):
        text = TEXT.replace("minimax/random 1", f"minimax/random {least}").replace("expectimax/random 3\n", "")
        case = TableCase(CaseFile.from_text(text, Path("bonus/table.test")), Path("cases"))
        result = case.run(InProcessStudent(SUBMISSIONS / "recursive_pairs.py", Limits()), Limits())
        assert "won 2/2" in result.lines[3 if result.near_threshold else 2], result.lines
        assert (result.near_threshold, result.games_played) == (is_near, 8)


def test_the_bonus_is_run_on_demand() -> None:
    assert "bonus" not in [question.name for question in load_assignment(OUR_OWN).questions]
    bonus = load_assignment(OUR_OWN, ["bonus"]).only("bonus").questions
    assert [case.name for case in bonus[0].cases] == ["lecture-table"]
    assert bonus[0].config.max_points == 0


@pytest.mark.parametrize("line", ["minimax/randum 1", "minimax/random one", "minimax/random"])
def test_a_broken_wish_is_told(line: str) -> None:
    text = TEXT.replace("minimax/random 1", line)
    with pytest.raises(GradingError, match="table.test:9: "):
        TableCase(CaseFile.from_text(text, Path("bonus/table.test")), Path("cases"))
