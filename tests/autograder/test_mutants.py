"""Wrong searches are found out, whichever they are: by the fixed cases and by fresh ones, and each of them twice."""

import os
import pickle
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # the bank is not installed

from autograder.assignment import fresh_cache, fresh_instances, fresh_trees
from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment
from autograder.assignment.fresh_instances import freshen
from autograder.assignment.selection import Selection
from autograder.assignment.tree_variants import tree_variant
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.reference import trace_tree
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.diagnose import passes
from autograder.errors import GradingError
from autograder.results import Grade
from benchmarks.mutants.bank import bank
from benchmarks.mutants.running import failed_decisions, failed_trees, games_by_score, score, trees_by_score
from benchmarks.mutants.sources import RIGHT, Mutant
from pacman import cache_folder

QUESTIONS = tuple(RIGHT)
MOST_FAILED_ONCE = 2  # wrong searches of a question that fail a single case of a fresh set; docs/MUTANTS.md has figures
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


def few_trees(question: str) -> Assignment:
    """Eight trees, for what takes long."""
    (whole,) = only(question).questions
    return replace(only(question), questions=(replace(whole, cases=whole.cases[-9:-1]),))


def survivors(assignment: Assignment) -> list[str]:
    (question,) = assignment.questions
    wrong = [mutant for mutant in bank() if mutant.question == question.name]
    return [mutant.id for mutant in wrong if not score(mutant, question).catches(mutant)]


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_wrong_search_survives_the_fixed_cases(question: str) -> None:
    assert sum(mutant.question == question and not mutant.exempt for mutant in bank()) >= 80
    assert survivors(only(question)) == []


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("seed", [2, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(3, 9))])
def test_every_wrong_search_fails_fresh_cases(question: str, seed: int) -> None:
    """All of them fail a case, and nearly all of them two."""
    assignment = freshen(only(question), seed)
    (cases,) = assignment.questions
    names = survivors(assignment)
    failed_once = [mutant for mutant in bank() if mutant.id in names]
    assert len(failed_once) <= MOST_FAILED_ONCE
    assert not any(mutant.exempt for mutant in failed_once)
    for mutant in failed_once:
        found = score(mutant, cases)
        assert found.trees or found.decisions, mutant.id


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
        path.write_text(mutant.submission)
        graded = {case.name: case.passed for case in grade_in_process(path, assignment).questions[0].cases}
        failed = failed_trees(mutant, trees)
        if failed:
            first = failed[0]
            assert not graded[first], mutant.id
            passed = [tree.name for tree in trees[: [tree.name for tree in trees].index(first)]]
            assert all(graded[name] for name in passed), mutant.id
        else:
            assert graded[game.name] == (failed_decisions(mutant, game) == 0), mutant.id


# -- fresh sets --------------------------------------------------------------------------------------------------------


def texts(assignment: Assignment) -> list[dict[str, str]]:
    return [dict(case.file.values) for question in assignment.questions for case in question.cases]


def test_fresh_trees_fail_every_wrong_search_that_the_old_ones_fail() -> None:
    (old,), (new,) = few_trees("q4").questions, freshen(few_trees("q4"), 3).questions
    required = fresh_trees.required_searches([case for case in old.cases if isinstance(case, TreeCase)])
    fresh = [case for case in new.cases if isinstance(case, TreeCase)]
    assert len(required) > 200
    for rules in required:
        assert sum(not passes(case, rules) for case in fresh) >= fresh_trees.NEEDED, rules


def test_a_set_that_cannot_be_completed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here every variant of a tree has one value only, and so no wrong value is found out."""
    blank = tree_variant

    def alike(tree: FixedTree, changed: float, rng: random.Random) -> dict[str, str]:
        properties = blank(tree, changed, rng)
        values = "\n".join(f"{line.split()[0]} 1" for line in properties["evaluation"].split("\n"))
        return {**properties, "evaluation": values}

    monkeypatch.setattr(fresh_trees, "tree_variant", alike)
    monkeypatch.setattr(fresh_trees, "MOST_REDRAWN", 3)
    with pytest.raises(GradingError, match="no fresh trees were found that fail every wrong search"):
        freshen(few_trees("q2"), 1)


def test_a_set_is_drawn_once_and_kept(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = only("q1")
    first = texts(freshen(question, 5))
    (kept,) = empty_cache.glob("*.fresh")
    assert kept.stat().st_mode & 0o077 == 0
    monkeypatch.setattr(fresh_instances, "_draw", lambda *_: pytest.fail("drawn again"))
    assert texts(freshen(question, 5)) == first
    monkeypatch.setattr(fresh_cache, "_in_memory", {})
    assert texts(freshen(question, 5)) == first


def test_a_kept_set_that_was_changed_is_drawn_again(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = only("q1")
    first = texts(freshen(question, 5))
    (kept,) = empty_cache.glob("*.fresh")
    kept.write_bytes(kept.read_bytes()[:-1] + b"?")
    monkeypatch.setattr(fresh_cache, "_in_memory", {})
    assert texts(freshen(question, 5)) == first


def test_no_set_is_kept_where_students_could_read_it(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fresh_cache, "version", lambda: 0)  # no Landlock
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    freshen(only("q1"), 5)
    assert list(empty_cache.iterdir()) == []


def test_those_who_are_given_a_set_do_not_draw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers of a class, of a cluster, and a bundle."""
    drawn = Selection(question="q1", seed=5).with_drawn()
    expected = texts(Selection(question="q1", seed=5).load())
    monkeypatch.setattr(fresh_instances, "_draw", lambda *_: pytest.fail("drawn again"))
    monkeypatch.setattr(fresh_cache, "kept", lambda key: None)
    monkeypatch.setattr(fresh_instances, "kept", lambda key: None)
    assert texts(pickle.loads(pickle.dumps(drawn)).load()) == expected


def test_a_case_alone_is_the_one_that_its_question_has() -> None:
    whole = Selection(question="q4", seed=2).load().questions[-1]
    (alone,) = Selection(case="q4/05-all-the-same", seed=2).load().questions
    assert [dict(case.file.values) for case in alone.cases] == [dict(whole.cases[4].file.values)]


def test_values_that_hardly_differ_are_drawn_apart() -> None:
    (question,) = only("q3").questions
    (case,) = (case for case in question.cases if case.name == "23-a-hairs-breadth")
    assert isinstance(case, TreeCase)
    trace = trace_tree(case.tree, case.agent, case.depth)
    assert trace is not None
    drawing = trace.to_text()
    assert "1000.00003" in drawing
    assert "MAX = 1000 " not in drawing
