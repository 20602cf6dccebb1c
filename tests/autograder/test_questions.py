"""The rule of each class of question, with points computed by hand."""

from pathlib import Path

import pytest

from autograder.assignment.assignment import read_case
from autograder.assignment.case_files import CaseFile
from autograder.assignment.questions import QuestionConfig, award
from autograder.errors import GradingError
from autograder.results import CaseResult, Status


def case(passed: bool, *, gives: float | None = None, breaks: bool = False) -> CaseResult:
    status = Status.PASSED if passed else Status.FAILED
    return CaseResult("c", "c.test", status, gives or 0, adds_points=gives is not None, ends_question=breaks)


def points(rule: str, *cases: CaseResult, worth: tuple[float | None, ...] = (), most: int = 5, extra: int = 0) -> float:
    config = QuestionConfig("q", rule, most, extra, ())
    worths = worth or (None,) * len(cases)
    return award(config, list(zip(cases, worths, strict=True))).points


YES, NO = case(True), case(False)
FULL, SOME, NONE = case(True, gives=4), case(False, gives=1), case(False, gives=0)  # cases that give points themselves


@pytest.mark.parametrize(
    ("rule", "cases", "expected"),
    [
        ("PassAllTestsQuestion", (YES, YES), 5),
        ("PassAllTestsQuestion", (YES, NO, YES), 0),
        ("PassAllTestsQuestion", (), 5),
        ("PassAllTestsQuestion", (SOME,), 5),  # counts as passed, however few points it gives
        ("ExtraCreditPassAllTestsQuestion", (YES, YES), 7),
        ("ExtraCreditPassAllTestsQuestion", (YES, NO), 0),
        ("PartialCreditQuestion", (FULL,), 4),
        ("PartialCreditQuestion", (SOME, FULL, NONE), 5),
        ("PartialCreditQuestion", (FULL, NO), 0),
        ("PartialCreditQuestion", (YES,), 0),  # passing alone gives nothing here
        ("Q6PartialCreditQuestion", (SOME, FULL), 5),
        ("Q6PartialCreditQuestion", (NO, FULL), 0),
        ("NumberPassedQuestion", (YES, NO, YES, YES), 3),
        ("NumberPassedQuestion", (NO,), 0),
        ("NumberPassedQuestion", (YES,) * 9, 9),  # points are not capped
    ],
)
def test_rules(rule: str, cases: tuple[CaseResult, ...], expected: float) -> None:
    assert points(rule, *cases, extra=2) == expected


def test_hacked_partial_credit() -> None:
    rule = "HackedPartialCreditQuestion"
    assert points(rule, YES, NO, YES, worth=(2, 1, 1.5)) == 3.5
    assert points(rule, YES, YES, NO, worth=(2, 2, None)) == 4, "4 is not the maximum, so the mandatory case is let be"
    assert points(rule, YES, YES, NO, worth=(2, 3, None)) == 0, "5 is the maximum, and a mandatory case failed"
    assert points(rule, YES, YES, NO, worth=(2, 3.5, None)) == 0, "the whole part of 5.5 is the maximum"
    assert points(rule, YES, YES, YES, worth=(2, 3, None)) == 5
    assert points(rule, YES, YES, NO, worth=(3, 3, None)) == 6, "6 is not the maximum"


@pytest.mark.parametrize("rule", ["PassAllTestsQuestion", "PartialCreditQuestion", "NumberPassedQuestion"])
def test_an_exception_takes_all_points(rule: str) -> None:
    assert points(rule, YES, FULL, case(False, breaks=True)) == 0


def test_the_config_of_a_question() -> None:
    text = 'class: "ExtraCreditPassAllTestsQuestion"\nmax_points: "5"\nextra_points: "2"\ndepends: "q1 q2"'
    config = QuestionConfig.read("q3", CaseFile.from_text(text, Path("CONFIG")))
    assert config == QuestionConfig("q3", "ExtraCreditPassAllTestsQuestion", 5, 2, ("q1", "q2"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('class: "PassAllTestQuestion"\nmax_points: "5"', "CONFIG:1: unknown class of question .* did you mean"),
        (
            'class: "PassAllTestsQuestion"\nmax_points: "five"',
            "CONFIG:2: max_points is 'five'; expected a whole number",
        ),
        (
            'class: "PassAllTestsQuestion"\nmax_points: "-5"',
            "CONFIG:2: max_points is '-5'; expected a whole number from 0",
        ),
        ('class: "PassAllTestsQuestion"', "CONFIG: no 'max_points'"),
        ('max_points: "5"', "CONFIG: no 'class'"),
    ],
)
def test_a_broken_config(text: str, message: str) -> None:
    with pytest.raises(GradingError, match=message):
        QuestionConfig.read("q", CaseFile.from_text(text, Path("CONFIG")))


@pytest.mark.parametrize("points", ["nan", "inf", "-1"])
def test_points_of_a_case_that_cannot_be_meant(tmp_path: Path, points: str) -> None:
    """A whole grading would otherwise end with points that are not numbers."""
    (tmp_path / "q1").mkdir()
    path = tmp_path / "q1" / "a.test"
    path.write_text(f'class: "EvalAgentTest"\npoints: "{points}"\n')
    with pytest.raises(GradingError, match=f"a.test:2: points is '{points}'; expected a number from 0"):
        read_case(path, tmp_path)
