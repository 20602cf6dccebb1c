"""Wrong searches are found out, whichever they are: by the fixed cases and by fresh ones, and each of them twice."""

import pickle
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))  # the bank is not installed

from autograder.assignment import fresh_instances
from autograder.assignment.assignment import OUR_OWN, Assignment, load_assignment, read_case
from autograder.assignment.drawn_cases import DrawnCase
from autograder.assignment.fresh_games import _is_detected
from autograder.assignment.fresh_instances import fresh_case, freshen
from autograder.assignment.selection import Selection
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.reference import trace_tree
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis import bugs
from autograder.results import Grade
from benchmarks.mutants.bank import bank
from benchmarks.mutants.running import failed_decisions, failed_trees, games_by_score, is_caught, score, trees_by_score
from benchmarks.mutants.sources import RIGHT, Mutant

QUESTIONS = tuple(RIGHT)
SEEDS = range(1, 21)
Grader = Callable[..., Grade]


@cache
def only(question: str) -> Assignment:
    assignment = load_assignment(OUR_OWN)
    return replace(assignment, questions=tuple(each for each in assignment.questions if each.name == question))


def only_trees(question: str) -> Assignment:
    """Return a question without its game, of which a fresh one takes long to draw."""
    assignment = only(question)
    (whole,) = assignment.questions
    trees = tuple(case for case in whole.cases if isinstance(case, TreeCase))
    return replace(assignment, questions=(replace(whole, cases=trees),))


def survivors(assignment: Assignment) -> list[str]:
    (question,) = assignment.questions
    wrong = [mutant for mutant in bank() if mutant.question == question.name]
    return [mutant.id for mutant in wrong if not is_caught(mutant, question)]


def test_no_wrong_search_counts_twice() -> None:
    searches = [(mutant.question, " ".join(mutant.source.split())) for mutant in bank()]
    assert len(set(searches)) == len(searches)


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_wrong_search_survives_the_fixed_cases(question: str) -> None:
    assert sum(mutant.question == question and not mutant.exempt for mutant in bank()) >= 80
    assert survivors(only(question)) == []


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("seed", [SEEDS[0], *(pytest.param(seed, marks=pytest.mark.thorough) for seed in SEEDS[1:])])
def test_no_wrong_search_survives_fresh_cases(question: str, seed: int) -> None:
    assert survivors(freshen(only(question), seed)) == []


def test_a_fresh_game_shows_a_kept_best_value() -> None:
    """A game was once drawn from this seed in which such a search made only one wrong decision."""
    (mutant,) = [each for each in bank() if each.id == "q2: game: the best value of the last decision is kept"]
    (game,) = games_by_score(only("q2").questions[0])
    fresh = fresh_case(game, 126)
    assert isinstance(fresh, CountedCase)
    assert failed_decisions(mutant, fresh) >= 2


def test_a_decision_is_wrong_only_with_stop_and_without() -> None:
    """As in grading, a search that decides as either variant throughout is not detected."""
    (game,) = games_by_score(only("q2").questions[0])
    right = [(state, variants[:1]) for state, variants in zip(game.states, game.solution.optimal, strict=True)]
    other = [(state, [replace(each, actions=("Nowhere",))]) for state, (each,) in right]
    both = [(state, [*wrong, *variants]) for (state, variants), (_, wrong) in zip(right, other, strict=True)]
    detected = [_is_detected(moves, game.depth, bugs.RIGHT[game.agent]) for moves in (right, other, both)]
    assert detected == [False, True, False]


@pytest.mark.parametrize("question", QUESTIONS)
def test_right_searches_fail_nothing(question: str) -> None:
    (cases,) = only(question).questions
    right = Mutant("right", question, RIGHT[question], exempt="it is right")
    assert score(right, cases).catches(right)


@pytest.mark.thorough
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_bank_is_judged_as_the_grader_judges(question: str, grade_in_process: Grader, tmp_path: Path) -> None:
    """Grade one of twenty wrong searches as a file that a student submits."""
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
    return [dict(case.file.values) for case in assignment.cases]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_wrong_search_fails_the_same_trees_under_every_seed(question: str) -> None:
    fixed, fresh = (
        trees_by_score(each.questions[0]) for each in (only_trees(question), freshen(only_trees(question), 3))
    )
    for mutant in [mutant for mutant in bank() if mutant.question == question][::5]:
        failed = [f"fresh-{name}" for name in failed_trees(mutant, fixed)]
        assert failed_trees(mutant, fresh) == failed, mutant.id


def test_a_fresh_tree_differs_by_names_alone() -> None:
    fixed = only_trees("q3")
    for old, new in zip(fixed.questions[0].cases, freshen(fixed, 1).questions[0].cases, strict=True):
        assert isinstance(old, TreeCase)
        assert isinstance(new, TreeCase)
        assert list(new.tree.values.values()) == list(old.tree.values.values())
        assert new.tree.successors != old.tree.successors
        shapes = [[len(each) for each in case.tree.successors.values()] for case in (old, new)]
        assert shapes[0] == shapes[1]


def test_the_names_of_two_seeds_differ() -> None:
    """Neither the answer nor the states that lead to it can be learnt from an earlier set."""
    sets = [freshen(only_trees("q3"), seed).questions[0].cases for seed in range(1, 5)]
    trees = [[case for case in cases if isinstance(case, TreeCase)] for cases in sets]
    changed = [len({case.expected.actions for case in same}) > 1 for same in zip(*trees, strict=True)]
    assert sum(changed) > len(changed) / 2
    generated = [len({case.expected.generated for case in same}) > 1 for same in zip(*trees, strict=True)]
    assert sum(generated) > len(generated) / 2


def test_the_solution_of_an_unknown_search_is_renamed(tmp_path: Path) -> None:
    """A course's own search has no reference here; its answers are those of its file."""
    folder = tmp_path / "q2"
    folder.mkdir()
    tree = (OUR_OWN / "q2" / "01-lecture-three-by-three.test").read_text()
    (folder / "own.test").write_text(tree.replace("MinimaxAgent", "OwnAgent").replace('ties: "any"\n', ""))
    (folder / "own.solution").write_text('action: "right"\ngenerated: "a1 b1"\n')
    case = read_case(folder / "own.test", tmp_path)
    fresh = fresh_case(case, 1) if case else None
    assert isinstance(case, TreeCase)
    assert isinstance(fresh, TreeCase)
    place = list(case.tree.successors[case.tree.start]).index("right")
    (action,) = fresh.expected.actions
    assert list(fresh.tree.successors["root"]).index(action) == place
    first = fresh.tree.successors["root"][fresh.tree.actions("root")[0]]
    assert fresh.expected.generated == {first, next(iter(fresh.tree.successors[first].values()))}


def test_those_who_are_given_a_set_do_not_draw_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as workers of a class or a cluster, and bundles."""
    drawn = Selection(questions=("q1",), seed=5).with_drawn()
    expected = texts(Selection(questions=("q1",), seed=5).load())
    monkeypatch.setattr(fresh_instances, "_draw", lambda *_: pytest.fail("drawn again"))
    assert texts(pickle.loads(pickle.dumps(drawn)).load()) == expected


def test_a_case_alone_is_the_one_that_its_question_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game, which takes long to draw, is not compared."""
    monkeypatch.setattr(fresh_instances, "fresh_game", lambda case, _: DrawnCase.of(case.file.values))
    (whole,) = Selection(questions=("q4",), seed=2).load().questions
    (alone,) = Selection(cases=("q4/05-all-the-same",), seed=2).load().questions
    (case,) = alone.cases
    (same,) = (each for each in whole.cases if each.name == case.name)
    assert (case.name, dict(case.file.values)) == ("fresh-05-all-the-same", dict(same.file.values))


def test_values_that_hardly_differ_are_drawn_apart() -> None:
    (question,) = only("q3").questions
    (case,) = (case for case in question.cases if case.name == "18-a-hairs-breadth-2")
    assert isinstance(case, TreeCase)
    trace = trace_tree(case.tree, case.agent, case.depth)
    assert trace is not None
    drawing = trace.to_text()
    assert "1000.00003" in drawing
    assert "MAX = 1000 " not in drawing
