"""Local search: properties of each method, against brute force, on the queens of the example and on random hills."""

from __future__ import annotations

import math
import random
import runpy
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise, product
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.search import (
    Candidate,
    SearchError,
    above_worst,
    cooling,
    genetic_algorithm,
    hill_climbing,
    local_beam,
    restarted_climbing,
    roulette,
    simulated_annealing,
)
from agents.search.local_search import acceptance

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "eight_queens.py"
eight_queens = SimpleNamespace(**runpy.run_path(str(EXAMPLE)))
heights = st.lists(st.integers(-50, 50), min_size=1, max_size=30)


class Hills:
    """A one-dimensional landscape: the values are a list, the neighbours are left and right."""

    def __init__(self, values: Sequence[float]) -> None:
        self.heights, self.asked = values, list[int]()

    def random_state(self, rng: random.Random, /) -> int:
        return rng.randrange(len(self.heights))

    def neighbours(self, place: int, rng: random.Random, /) -> list[int]:
        return [near for near in (place - 1, place + 1) if 0 <= near < len(self.heights)]

    def values(self, places: Sequence[int], /) -> list[float]:
        self.asked += places
        return [self.heights[place] for place in places]

    def crossover(self, mother: int, father: int, rng: random.Random, /) -> int:
        return (mother + father) // 2

    def mutate(self, place: int, rng: random.Random, /) -> int:
        return rng.choice([place, *self.neighbours(place, rng)])


@given(heights, st.integers(0, 29))
def test_climbing_goes_up_and_ends_on_a_peak(values: list[int], start: int) -> None:
    hills, rng = Hills(values), random.Random(0)
    way = list(hill_climbing(hills, start % len(values), rng))
    assert way[0].state == start % len(values)
    assert all(before.value < after.value for before, after in pairwise(way))
    assert all(values[near] <= way[-1].value for near in hills.neighbours(way[-1].state, rng))
    assert all(values[place] == value for place, value in way)


@given(st.lists(st.integers(-50, 50), min_size=1, max_size=8), st.integers(0, 1000))
def test_restarts_find_the_highest_peak_sooner_or_later(values: list[int], seed: int) -> None:
    steps = restarted_climbing(Hills(values), 0, random.Random(seed))
    assert max(islice(steps, 800), key=lambda step: step.value).value == max(values)


@given(heights, st.integers(0, 1000))
def test_annealing_walks_from_neighbour_to_neighbour_and_climbs_when_cold(values: list[int], seed: int) -> None:
    hills = Hills(values)
    walk = [step.state for step in islice(simulated_annealing(hills, 0, random.Random(seed), cooling(100, 0.9)), 400)]
    assert all(abs(before - after) <= 1 for before, after in pairwise(walk))
    cold = [values[place] for place in walk[200:]]  # 100 × 0.9^200 is almost 0
    assert cold == sorted(cold)


def test_annealing_takes_a_worse_state_as_often_as_it_should() -> None:
    assert acceptance(1, 0.1) == 1
    assert acceptance(-2, 4) == pytest.approx(math.exp(-0.5))
    assert acceptance(-2, 0) == acceptance(0, 0) == 0
    taken = Counter[int]()
    for seed in range(4000):
        _, after = islice(simulated_annealing(Hills([0, -1]), 0, random.Random(seed), lambda step: 2.0), 2)
        taken[after.state] += 1
    assert taken[1] / 4000 == pytest.approx(math.exp(-0.5), abs=0.03)


@pytest.mark.parametrize(("hottest", "rate"), [(0, 0.5), (-1, 0.5), (math.inf, 0.5), (1, 0), (1, 1.5), (math.nan, 1)])
def test_a_schedule_that_cools_nothing_is_refused(hottest: float, rate: float) -> None:
    with pytest.raises(SearchError, match="cooling needs"):
        cooling(hottest, rate)


@given(heights, st.integers(1, 5), st.integers(0, 1000))
def test_a_beam_keeps_the_best_neighbours_of_all(values: list[int], width: int, seed: int) -> None:
    """Compare with a direct implementation: all neighbours of all states, once each, sorted and cut."""
    rng = random.Random(seed)
    hills = Hills(values)
    beam = sorted((hills.random_state(rng) for _ in range(width)), key=lambda place: -values[place])
    steps = local_beam(Hills(values), list(beam), random.Random(seed))
    for step in islice(steps, 6):
        assert step.value == values[beam[0]]
        neighbours = dict.fromkeys(near for place in beam for near in hills.neighbours(place, rng))
        beam = sorted(neighbours, key=lambda place: -values[place])[:width]


def test_the_lectures_four_boards_are_chosen_with_the_lectures_chances() -> None:
    assert [f"{chance:.0%}" for chance in roulette([24, 23, 20, 11])] == ["31%", "29%", "26%", "14%"]


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=20))
def test_roulette_is_a_distribution_in_proportion(fitness: list[float]) -> None:
    chances = roulette(fitness)
    assert sum(chances) == pytest.approx(1)
    total = sum(fitness)
    if total > 1e-6:
        assert chances == pytest.approx([value / total for value in fitness])


def test_roulette_of_nothing_is_even_and_debts_are_refused() -> None:
    assert roulette([0, 0]) == [0.5, 0.5]
    with pytest.raises(SearchError, match="above_worst"):
        roulette([3, -1])
    assert above_worst([-10, -10, -5]) == [0, 0, 1]


def test_the_fittest_have_children_in_proportion() -> None:
    """A child of the same parent twice equals that parent here, so the draws can be counted."""
    hills = Hills([1, 3])
    drawn = Counter[int]()
    for seed in range(300):
        search = genetic_algorithm(hills, [0, 1] * 10, random.Random(seed), mutation=0)
        next(search)
        hills.asked.clear()
        next(search)
        drawn.update(hills.asked)
    # crossover gives 1 only where both parents are 1, with 3/4 each
    assert drawn[1] / drawn.total() == pytest.approx(9 / 16, abs=0.03)


def test_mutation_happens_with_its_probability() -> None:
    with pytest.raises(SearchError, match="mutation"):
        next(genetic_algorithm(Hills([1]), [0], random.Random(0), mutation=2))
    queens = eight_queens.Queens()
    same = [(1,) * 8] * 200
    search = genetic_algorithm(queens, same, random.Random(0), mutation=0.25, selection=above_worst)
    assert next(search) == Candidate((1,) * 8, 0)
    assert next(search).value > 0


@pytest.mark.parametrize("method", ["restarts", "annealing", "beam", "genetic"])
def test_queens_come_to_peace_and_one_seed_is_one_search(method: str) -> None:
    size = 6 if method == "genetic" else 8  # it takes its time
    queens = eight_queens.Queens(size)
    best, steps = eight_queens.solve(method, queens, 2, 1000)
    assert best.value == queens.most == size * (size - 1) / 2
    assert eight_queens.solve(method, eight_queens.Queens(size), 2, 1000) == (best, steps)
    rows, rising, falling = set(best.state), set(), set()
    for column, row in enumerate(best.state):
        rising.add(row - column)
        falling.add(row + column)
    assert len(rows) == len(rising) == len(falling) == size


def test_a_value_that_is_not_a_number_is_refused() -> None:
    class Broken(Hills):
        def values(self, places: Sequence[int], /) -> list[float]:
            return [math.nan] * len(places)

    class Short(Hills):
        def values(self, places: Sequence[int], /) -> list[float]:
            return []

    with pytest.raises(SearchError, match="NaN"):
        next(hill_climbing(Broken([1]), 0, random.Random(0)))
    with pytest.raises(SearchError, match=r"returned 0 values for 1 states"):
        next(hill_climbing(Short([1]), 0, random.Random(0)))


def test_the_values_of_queens_count_by_hand() -> None:
    for board in islice(product(range(1, 5), repeat=4), 0, 256, 7):
        attacked = sum(
            board[a] == board[b] or abs(board[a] - board[b]) == b - a for a in range(4) for b in range(a + 1, 4)
        )
        assert eight_queens.peaceful_pairs(board) == 6 - attacked


def test_the_example_runs() -> None:
    line = [sys.executable, str(EXAMPLE), "--method", "genetic", "--queens", "6", "--seed", "1"]
    result = subprocess.run(line, capture_output=True, text=True, check=True)
    assert "genetic: 15 of 15 pairs at peace" in result.stdout
    assert "24748552  fitness 24  chosen with 31%" in result.stdout
