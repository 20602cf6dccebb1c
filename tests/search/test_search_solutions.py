"""Complete solutions of games, and path search."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.search import (
    CHANCE,
    EmptyTreeError,
    GameError,
    GraphGame,
    SearchError,
    backward_induction,
    solve,
    tree,
    value_iteration,
)
from agents.search.paths import (
    Path,
    PathProblem,
    a_star,
    breadth_first,
    check_heuristic,
    depth_first,
    greedy_best_first,
    uniform_cost,
)
from agents.search.retrograde import GameValue, reachable


def cyclic_game() -> GraphGame:
    """Both may circle in `ring a`/`ring b`; in `trap` player 0 loses in two, and `gate` is won in one or three."""
    return GraphGame(
        "ring a",
        successors={
            "ring a": {"round": "ring b", "down": "trap"},
            "ring b": {"round": "ring a", "open": "gate"},
            "trap": {"on": "pit"},
            "pit": {"end": "lost"},
            "gate": {"slow": "hall", "quick": "won", "back": "ring b"},
            "hall": {"on": "door"},
            "door": {"end": "won"},
        },
        players={"ring a": 0, "ring b": 1, "trap": 0, "pit": 1, "gate": 0, "hall": 1, "door": 0},
        utilities={"won": 1, "lost": -1},
    )


def test_cycles_are_draws_and_wins_are_counted() -> None:
    solution = solve(cyclic_game(), "ring a")
    assert solution.outcomes == {
        "ring a": GameValue(0, None),
        "ring b": GameValue(0, None),
        "trap": GameValue(-1, 2),
        "pit": GameValue(-1, 1),
        "gate": GameValue(1, 1),
        "hall": GameValue(1, 2),
        "door": GameValue(1, 1),
        "won": GameValue(1, 0),
        "lost": GameValue(-1, 0),
    }
    assert solution.action("gate") == "quick"
    assert solution.action("ring a") == "round"
    assert solution.action("ring b") == "round"
    with pytest.raises(EmptyTreeError, match="over in 'won'"):
        solution.action("won")


def test_the_loser_delays() -> None:
    game = tree([[[[1]]], 1], players=(1, 0))
    solution = solve(game, game.root)
    assert solution.outcomes["root"] == GameValue(1, 4)
    assert solution.action("root") == 0


def test_value_iteration_with_scores_in_a_cycle() -> None:
    game = GraphGame(
        "a",
        successors={"a": {"on": "b", "take": "three"}, "b": {"back": "a", "give": "five"}},
        players={"a": 0, "b": 1},
        utilities={"three": 3, "five": 5},
    )
    assert value_iteration(game, "a") == {"a": 3, "b": 3, "three": 3, "five": 5}
    assert value_iteration(game, "a", discount=0.5)["a"] == 1.5


def test_value_iteration_of_a_game_of_dice() -> None:
    """Throw a die until it ends: win 1 with 1/6, lose everything with 1/6, else throw again. The value is 1/2."""
    game = GraphGame(
        "throw",
        successors={"throw": {"go": "dice"}, "dice": {6: "won", 1: "lost", "else": "throw"}},
        players={"throw": 0, "dice": CHANCE},
        utilities={"won": 1, "lost": 0},
        chances={"dice": {6: 1 / 6, 1: 1 / 6, "else": 4 / 6}},
    )
    assert value_iteration(game, "throw")["throw"] == pytest.approx(1 / 2)
    with pytest.raises(SearchError, match="after 3 sweeps"):
        value_iteration(game, "throw", max_sweeps=3)
    with pytest.raises(GameError, match="needs a game without chance nodes"):
        solve(game, "throw")


def waiting(end: float, other: float | None = None, worth: float = 1) -> GraphGame:
    """Return a game in which player 0 waits for an end of this probability in each round, or takes `other`."""
    other_end = {} if other is None else {"other": other}
    return GraphGame(
        "wait",
        successors={"wait": {"go": "dice", **{name: name for name in other_end}}, "dice": {"end": "end", "on": "wait"}},
        players={"wait": 0, "dice": CHANCE},
        utilities={"end": worth, **other_end},
        chances={"dice": {"end": end, "on": 1 - end}},
    )


@pytest.mark.parametrize("end", [1e-4, 1e-8, 1e-10, 1e-12, 1e-17, 1e-300])
@pytest.mark.parametrize("other", [None, 0])
def test_an_end_of_tiny_probability_is_not_taken_for_none(end: float, other: float | None) -> None:
    """The end comes with probability 1, so the value is 1; after any number of sweeps it looks like 0."""
    with pytest.raises(SearchError, match=r"sweeps"):
        value_iteration(waiting(end, other), "wait")


@pytest.mark.parametrize("end", [1e-6, 1e-10, 1e-15])
def test_waiting_slowly_for_better_or_worse_is_not_taken_for_the_other_end(end: float) -> None:
    with pytest.raises(SearchError, match="so unlikely from"):
        value_iteration(waiting(end, other=0.5, worth=1 + 1e-6), "wait", tolerance=1e-5)  # 0.5 after a few sweeps
    with pytest.raises(SearchError, match="so unlikely from"):
        value_iteration(waiting(end, other=-0.5, worth=-1), "wait", tolerance=1e-5)  # 0, though it ends in -0.5


def test_a_fast_end_does_not_hide_a_slow_one() -> None:
    """The fast cycle still changes by 1e-9 when the slow one does, by 1e-10 each sweep."""
    game = GraphGame(
        "both",
        successors={"both": {0: "fast", 1: "slow"}, "fast": {0: "end", 1: "fast"}, "slow": {0: "end", 1: "slow"}},
        players=dict.fromkeys(("both", "fast", "slow"), CHANCE),
        utilities={"end": 1},
        chances={"slow": {0: 1e-10, 1: 1 - 1e-10}},
    )
    with pytest.raises(SearchError, match="so unlikely from 'slow'"):
        value_iteration(game, "both")


@pytest.mark.examples(60)
@given(st.floats(0.01, 1), st.floats(-3, 3), st.floats(-3, 3) | st.none(), st.floats(0.9, 1))
def test_values_are_right_to_the_tolerance(end: float, worth: float, other: float | None, discount: float) -> None:
    """A game that can be solved by hand: wait = max(other, discount * (end * worth + (1 - end) * wait))."""
    game = waiting(end, other, worth)
    for_ever = discount**2 * end * worth / (1 - discount**2 * (1 - end))
    expected = for_ever if other is None else max(discount * other, for_ever)
    assert value_iteration(game, "wait", discount=discount)["wait"] == pytest.approx(expected, abs=1.01e-9)


def test_long_paths_and_cycles_do_not_matter() -> None:
    """No end is unlikely here: the values converge once the end is seen, and endless play has the value 0."""
    line = {str(n): {"on": str(n + 1), "back": str(max(0, n - 1))} for n in range(300)}
    game = GraphGame("0", line, dict.fromkeys(line, 0), {"300": 5})
    assert set(value_iteration(game, "0").values()) == {5}
    game = GraphGame("0", line, dict.fromkeys(line, 1), {"300": 5})
    assert value_iteration(game, "0")["0"] == 0


def test_endless_play_is_worth_nothing() -> None:
    game = GraphGame("a", {"a": {"on": "b"}, "b": {"on": "a"}}, {"a": 0, "b": 1}, {})
    assert value_iteration(game, "a") == {"a": 0, "b": 0}
    assert solve(game, "a").outcomes["a"] == GameValue(0, None)


def test_solving_has_limits() -> None:
    game = cyclic_game()
    assert len(reachable(game, "ring a")) == 9
    with pytest.raises(SearchError, match="more than 5 states"):
        solve(game, "ring a", max_states=5)
    with pytest.raises(GameError, match="can come back to 'ring a'"):
        backward_induction(game, "ring a")
    with pytest.raises(SearchError, match="discount"):
        value_iteration(game, "ring a", discount=0)


@dataclass(frozen=True)
class Roads:
    """Towns and one-way roads with costs."""

    roads: dict[str, dict[str, float]]
    start: str = "A"
    goals: frozenset[str] = field(default_factory=lambda: frozenset("G"))

    def is_goal(self, state: str, /) -> bool:
        return state in self.goals

    def successors(self, state: str, /) -> Iterable[tuple[str, str, float]]:
        return [(f"{state}{town}", town, cost) for town, cost in self.roads.get(state, {}).items()]


ROADS = Roads({"A": {"B": 1, "C": 4}, "B": {"C": 1, "D": 5}, "C": {"D": 1, "G": 9}, "D": {"G": 1, "A": 1}})
TRUE_COST = {"A": 4, "B": 3, "C": 2, "D": 1, "G": 0}


def test_each_path_search_finds_its_path() -> None:
    assert breadth_first(ROADS) == Path(("AC", "CG"), ("A", "C", "G"), 13, 4)
    cheapest = uniform_cost(ROADS)
    assert cheapest is not None
    assert (cheapest.actions, cheapest.cost) == (("AB", "BC", "CD", "DG"), 4)
    deep = depth_first(ROADS)
    assert deep is not None
    assert deep.states == ("A", "B", "C", "D", "G")
    star = a_star(ROADS, TRUE_COST.__getitem__)
    assert star == Path(cheapest.actions, cheapest.states, 4, 4)
    hasty = greedy_best_first(ROADS, {"A": 3, "B": 2, "C": 1, "D": 2, "G": 0}.__getitem__)
    assert hasty is not None
    assert (hasty.states, hasty.expanded) == (("A", "C", "G"), 2)


def test_no_path_and_no_steps() -> None:
    searches = [breadth_first, depth_first, uniform_cost]
    for search in searches:
        assert search(Roads({"A": {"B": 1}, "B": {"A": 1}})) is None
        assert search(Roads({}, start="G")) == Path((), ("G",), 0, 0)


def test_a_star_is_right_with_an_inconsistent_heuristic() -> None:
    roads = Roads({"A": {"B": 1, "C": 3}, "B": {"C": 1}, "C": {"G": 5}})
    estimates = {"A": 0, "B": 6, "C": 0, "G": 0}
    report = check_heuristic(roads, estimates.__getitem__)
    assert report.admissible
    assert not report.consistent
    assert report.inconsistencies == (("B", "BC", "C"),)
    path = a_star(roads, estimates.__getitem__)
    assert path is not None
    assert path.cost == 7


def test_heuristics_are_compared_with_the_truth() -> None:
    report = check_heuristic(ROADS, TRUE_COST.__getitem__)
    assert (report.states, report.admissible, report.consistent) == (5, True, True)
    report = check_heuristic(ROADS, lambda town: 2.5)
    assert set(report.overestimates) == {("C", 2.5, 2), ("D", 2.5, 1), ("G", 2.5, 0)}
    with pytest.raises(SearchError, match="more than 2 states"):
        check_heuristic(ROADS, TRUE_COST.__getitem__, max_states=2)


def test_a_goal_that_promises_less_than_nothing_is_not_taken_first() -> None:
    """Its priority 10 - 5 would precede the 6 of the other goal."""
    roads = Roads({"A": {"F": 10, "G": 6}}, goals=frozenset("FG"))
    estimates = {"A": 0, "F": -5, "G": 0}
    path = a_star(roads, estimates.__getitem__)
    assert path is not None
    assert (path.states, path.cost) == (("A", "G"), 6)
    report = check_heuristic(roads, estimates.__getitem__)
    assert (report.negatives, report.overestimates, report.inconsistencies) == ((("F", -5),), (), ())
    assert not report.admissible
    assert not report.consistent


towns = st.sampled_from("ABCFG")


@pytest.mark.examples(300)
@given(st.dictionaries(st.tuples(towns, towns), st.integers(0, 9)), st.dictionaries(towns, st.integers(0, 12)))
def test_a_star_is_cheapest_with_every_heuristic_that_does_not_overestimate(
    roads: dict[tuple[str, str], int], doubts: dict[str, int]
) -> None:
    """Estimates are the true cost minus a random amount, so some are below 0, at goals and elsewhere."""
    problem = Roads({town: {to: cost for (a, to), cost in roads.items() if a == town} for town in "ABCFG"})
    problem = Roads(problem.roads, goals=frozenset("FG"))
    truth = {town: cheapest_by_brute_force(problem, town) for town in "ABCFG"}

    def estimate(town: str) -> float:
        return truth[town] - doubts.get(town, 0)

    path, report = a_star(problem, estimate), check_heuristic(problem, estimate)
    assert (math.inf if path is None else path.cost) == truth["A"]
    assert not report.overestimates
    assert report.admissible == all(estimate(town) >= 0 for town in reached(problem))


def cheapest_by_brute_force(problem: Roads, town: str, seen: str = "") -> float:
    """Return the least cost over every path that visits no town twice."""
    if problem.is_goal(town):
        return 0
    onward = [(to, cost) for _, to, cost in problem.successors(town) if to not in seen + town]
    return min((cost + cheapest_by_brute_force(problem, to, seen + town) for to, cost in onward), default=math.inf)


def reached(problem: Roads) -> set[str]:
    towns = {problem.start}
    while more := {to for town in towns for _, to, _ in problem.successors(town)} - towns:
        towns |= more
    return towns


def test_a_state_without_way_to_the_goal_cannot_be_overestimated() -> None:
    dead_end = Roads({"A": {"B": 1, "G": 1}})
    assert check_heuristic(dead_end, {"A": 1, "B": math.inf, "G": 0}.__getitem__).admissible


def test_costs_must_not_be_negative() -> None:
    with pytest.raises(SearchError, match=r"action 'AB' in 'A' costs -1"):
        uniform_cost(Roads({"A": {"B": -1}}))


@dataclass(frozen=True)
class Grid:
    """A maze of open cells; a step costs 1."""

    open_cells: frozenset[tuple[int, int]]
    start: tuple[int, int] = (0, 0)
    goal: tuple[int, int] = (6, 6)

    def is_goal(self, state: tuple[int, int], /) -> bool:
        return state == self.goal

    def successors(self, state: tuple[int, int], /) -> Iterable[tuple[str, tuple[int, int], float]]:
        for name, (dx, dy) in {"West": (-1, 0), "East": (1, 0), "North": (0, 1), "South": (0, -1)}.items():
            cell = state[0] + dx, state[1] + dy
            if cell in self.open_cells:
                yield name, cell, 1

    def manhattan(self, state: tuple[int, int]) -> float:
        return abs(state[0] - self.goal[0]) + abs(state[1] - self.goal[1])


cells = st.tuples(st.integers(0, 6), st.integers(0, 6))


@pytest.mark.examples(100)
@given(st.frozensets(cells, max_size=20))
def test_path_searches_agree_in_mazes(walls: frozenset[tuple[int, int]]) -> None:
    everything = frozenset((x, y) for x in range(7) for y in range(7))
    grid = Grid((everything - walls) | {(0, 0), (6, 6)})
    report = check_heuristic(grid, grid.manhattan)
    assert report.consistent
    assert report.admissible
    fewest, cheapest, star = breadth_first(grid), uniform_cost(grid), a_star(grid, grid.manhattan)
    others = [depth_first(grid), greedy_best_first(grid, grid.manhattan)]
    if fewest is None:
        assert [cheapest, star, *others] == [None] * 4
        return
    assert cheapest is not None
    assert star is not None
    assert fewest.cost == cheapest.cost == star.cost
    assert star.expanded <= cheapest.expanded
    for path in [fewest, cheapest, star, *others]:
        assert path is not None
        assert path.cost >= fewest.cost
        assert follows(grid, path)


def follows(problem: PathProblem[Any, Any], path: Path[Any, Any]) -> bool:
    """True if the actions lead along the states to a goal."""
    state, cost = problem.start, 0.0
    for action, expected in zip(path.actions, path.states[1:], strict=True):
        [(state, price)] = [(after, price) for name, after, price in problem.successors(state) if name == action]
        cost += price
        if state != expected:
            return False
    return problem.is_goal(state) and cost == path.cost
