"""Wrong searches are found out, whichever they are: by the fixed cases and by fresh ones, and each of them twice."""

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # the bank is not installed

from autograder.assignment import fresh_cache
from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.assignment.fresh_instances import freshen
from autograder.results import Grade
from benchmarks.mutants.bank import bank
from benchmarks.mutants.running import failed_decisions, failed_trees, games_by_score, score, trees_by_score
from benchmarks.mutants.sources import HEADER, RIGHT, Mutant
from pacman import cache_folder

QUESTIONS = tuple(RIGHT)
Grader = Callable[..., Grade]


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is drawn, and nothing in memory."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv(cache_folder.FOLDER_VARIABLE, str(folder))
    monkeypatch.setattr(fresh_cache, "_in_memory", {})
    return folder


def only(question: str) -> Assignment:
    assignment = load_assignment(OUR_OWN)
    return replace(assignment, questions=tuple(each for each in assignment.questions if each.name == question))


def survivors(assignment: Assignment) -> list[str]:
    (question,) = assignment.questions
    wrong = [mutant for mutant in bank() if mutant.question == question.name]
    return [mutant.id for mutant in wrong if not score(mutant, question).catches(mutant)]


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_wrong_search_survives_the_fixed_cases(question: str) -> None:
    assert sum(mutant.question == question and not mutant.exempt for mutant in bank()) >= 80
    assert survivors(only(question)) == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_wrong_search_survives_fresh_cases(question: str) -> None:
    assert survivors(freshen(only(question), 2)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("seed", range(1, 21))
def test_no_wrong_search_survives_any_fresh_cases(question: str, seed: int) -> None:
    assert survivors(freshen(only(question), seed)) == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_right_searches_fail_nothing(question: str) -> None:
    (cases,) = only(question).questions
    right = Mutant("right", question, RIGHT[question], exempt="it is right")
    assert score(right, cases).catches(right)


@pytest.mark.thorough
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_bank_is_judged_as_the_grader_judges(question: str, grade_in_process: Grader, tmp_path: Path) -> None:
    """One of twenty wrong searches, as a file that a student hands in."""
    assignment = only(question)
    trees = trees_by_score(assignment.questions[0])
    (game,) = games_by_score(assignment.questions[0])
    for mutant in [mutant for mutant in bank() if mutant.question == question][::20]:
        path = tmp_path / "multiAgents.py"
        path.write_text(HEADER + mutant.source)
        graded = {case.name: case.passed for case in grade_in_process(path, assignment).questions[0].cases}
        failed = failed_trees(mutant, trees)
        if failed:
            first = failed[0]
            assert not graded[first], mutant.id
            passed = [tree.name for tree in trees[: [tree.name for tree in trees].index(first)]]
            assert all(graded[name] for name in passed), mutant.id
        else:
            assert graded[game.name] == (failed_decisions(mutant, game) == 0), mutant.id
