"""The road map: the ways that the lecture names, and all simple paths as an independent check."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest
import road_map
from road_map import DISTANCES, INCONSISTENT, PLACES, ROADS

from agents.search.paths import a_star, check_heuristic, uniform_cost


def ways(path: str) -> Iterator[tuple[int, str]]:
    """Yield every simple path to K that begins with `path`, after its length."""
    if path[-1] == "K":
        yield sum(ROADS["".join(sorted(pair))] for pair in pairwise(path)), path
        return
    for road in ROADS:
        if path[-1] in road and (city := road.replace(path[-1], "")) not in path:
            yield from ways(path + city)


def test_the_distances_are_those_of_the_lecture() -> None:
    assert "".join(f"{city}{distance} " for city, distance in DISTANCES.items()) == (
        "A13 B10 C6 D12 E7 F8 G5 H3 I6 J3 K0 L6 "
    )
    for city, place in PLACES.items():
        assert dist(place, PLACES["K"]) == pytest.approx(DISTANCES[city])
    for road, length in ROADS.items():
        assert dist(PLACES[road[0]], PLACES[road[1]]) <= length


def test_greedy_takes_one_way_and_a_star_the_shortest() -> None:
    greedy, best = road_map.trips("greedy")
    assert ("".join(greedy.way.states), greedy.expanded) == ("AEHJK", ["A", "E", "H", "J"])
    assert (best.way.cost, "".join(best.way.states)) == min(ways("A")) == (17, "AEGK")
    assert greedy.way.cost == 20
    assert uniform_cost(road_map.RoadMap()).cost == 17  # type: ignore[union-attr]
    assert check_heuristic(road_map.RoadMap(), DISTANCES.__getitem__).consistent


def test_an_inconsistent_heuristic_misses_the_shortest_way_unless_cheaper_ways_are_kept() -> None:
    assert {city for city in DISTANCES if DISTANCES[city] != INCONSISTENT[city]} == set("DFG")
    assert all(INCONSISTENT[city] == 0 for city in "DFG")
    report = check_heuristic(road_map.RoadMap(), INCONSISTENT.__getitem__)
    assert report.admissible
    assert not report.consistent
    for city in DISTANCES:  # admissible, by all simple paths
        assert INCONSISTENT[city] <= min(ways(city))[0]
    once, kept = road_map.trips("inconsistent")
    assert once.expanded[:4] == ["A", "D", "F", "G"]
    assert len(set(once.expanded)) == len(once.expanded)
    assert ("".join(once.way.states), once.way.cost) == ("ADFGK", 19)
    assert ("".join(kept.way.states), kept.way.cost) == ("AEGK", 17)
    consistent = a_star(road_map.RoadMap(), DISTANCES.__getitem__, reopen=False)
    assert consistent is not None
    assert "".join(consistent.states) == "AEGK"


def test_the_program_prints_and_draws_both(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert road_map.main([]) == 0
    text = capsys.readouterr().out
    assert "Straight lines: admissible, consistent\ngreedy best-first: A-E-H-J-K, 20; expands A E H J\n" in text
    assert "With D, F, G set to 0: admissible, not consistent\nA*, every city expanded once: A-D-F-G-K, 19;" in text
    picture = tmp_path / "map.svg"
    assert road_map.main(["greedy", "--svg", str(picture)]) == 0
    drawn = picture.read_text(encoding="utf-8")
    assert drawn.count('stroke="#0072b2"') == 4 + 3  # the roads of both ways
    with pytest.raises(SystemExit) as end:
        road_map.main(["--svg", str(picture)])
    assert end.value.code == 2
    assert "expected greedy or inconsistent" in capsys.readouterr().err
