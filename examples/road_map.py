"""Ways from A to K on a road map: greedy best-first search against A*, and a heuristic that is not consistent.

python examples/road_map.py                            both comparisons
python examples/road_map.py greedy --svg greedy.svg    greedy best-first search and A*, drawn
python examples/road_map.py inconsistent --svg inconsistent.svg

The straight-line distances to K are those of the lecture. Its drawing of the roads is not at hand: the roads here are
chosen such that the searches find what the lecture says.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import cos, radians, sin
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from agents.search.paths import Heuristic, a_star, check_heuristic, greedy_best_first
from agents.search.paths import Path as Way
from commands.shared.output import run_program, write_text
from experiments.output.picture import SvgPicture

START, GOAL = "A", "K"
CITIES = "ABCDEFGHIJKL"
DISTANCES = dict(zip(CITIES, (13, 10, 6, 12, 7, 8, 5, 3, 6, 3, 0, 6), strict=True))  # to K, as the crow flies
INCONSISTENT = DISTANCES | {"D": 0, "F": 0, "G": 0}
# The directions of the cities from K, in degrees from the west, clockwise. No road is shorter than the straight line.
DIRECTIONS = dict(zip(CITIES, (0, -25, -60, 17, -12, 28, 20, -60, -110, -130, 0, 75), strict=True))
ROADS = {
    "AB": 6, "AD": 4, "AE": 7, "BC": 7, "CH": 4, "CI": 6, "DF": 5, "EG": 4, "EH": 6,
    "FG": 4, "FL": 7, "GK": 6, "HJ": 4, "IJ": 4, "JK": 3, "KL": 7,
}  # fmt: skip
PLACES = {
    city: (-distance * cos(radians(DIRECTIONS[city])), distance * sin(radians(DIRECTIONS[city])))
    for city, distance in DISTANCES.items()
}  # in the unit of the distances, x to the east, y to the north
Estimates = Mapping[str, int]


class RoadMap:
    """The problem: a state is a city, an action the next one. `expanded` lists the cities expanded so far, in order."""

    start = START

    def __init__(self) -> None:
        self.expanded: list[str] = []

    def is_goal(self, city: str, /) -> bool:
        return city == GOAL

    def successors(self, city: str, /) -> Iterable[tuple[str, str, float]]:
        self.expanded.append(city)
        for road, length in ROADS.items():
            if city in road:
                neighbour = road.replace(city, "")
                yield neighbour, neighbour, length


class Trip(NamedTuple):
    """The result of a search: its name, the way, and the cities expanded, in order."""

    search: str
    way: Way[str, str]
    expanded: list[str]

    def __str__(self) -> str:
        return f"{self.search}: {'-'.join(self.way.states)}, {self.way.cost:g}; expands {' '.join(self.expanded)}"


Search = Callable[[RoadMap, Heuristic[str]], Way[str, str] | None]
once: Search = partial(a_star, reopen=False)
# The searches of each comparison, and the estimates that they use.
COMPARISONS: dict[str, tuple[Estimates, dict[str, Search]]] = {
    "greedy": (DISTANCES, {"greedy best-first": greedy_best_first, "A*": a_star}),
    "inconsistent": (INCONSISTENT, {"A*, every city expanded once": once, "A*, cheaper ways kept": a_star}),
}


def travel(name: str, search: Search, estimates: Estimates) -> Trip:
    roads = RoadMap()
    way = search(roads, estimates.__getitem__)
    assert way is not None
    return Trip(name, way, roads.expanded)


def trips(comparison: str) -> list[Trip]:
    estimates, searches = COMPARISONS[comparison]
    return [travel(name, search, estimates) for name, search in searches.items()]


def show(comparison: str) -> None:
    estimates, _ = COMPARISONS[comparison]
    report = check_heuristic(RoadMap(), estimates.__getitem__)
    zero = [city for city, estimate in estimates.items() if estimate < DISTANCES[city]]
    print("Distances to K: " + ", ".join(f"{city} {estimate}" for city, estimate in estimates.items()))
    words = "consistent" if report.consistent else "not consistent"
    print(f"{'With ' + ', '.join(zero) + ' set to 0' if zero else 'Straight lines'}: ", end="")
    print(f"{'admissible' if report.admissible else 'not admissible'}, {words}")
    for trip in trips(comparison):
        print(trip)
    if zero:
        print(travel("A*, every city expanded once, straight lines", once, DISTANCES))


def drawing(comparison: str) -> str:
    """Return the map for each search of a comparison, side by side, as SVG."""
    estimates, _ = COMPARISONS[comparison]
    width, height, scale = 500, 430, 27
    found = trips(comparison)
    picture = SvgPicture(width * len(found), height, "#ffffff")
    for number, trip in enumerate(found):
        left, top = number * width + 395, 215
        spots = {city: (left + scale * x, top - scale * y) for city, (x, y) in PLACES.items()}
        draw_trip(picture, trip, spots, estimates)
        way = f"{trip.search}: {'-'.join(trip.way.states)}, {trip.way.cost:g}"
        picture.words(number * width + 24, 22, way, "#1a1a1a", 16)
    picture.words(24, height - 16, "Under a city its estimate; orange with a number: when it was expanded.", "#666666")
    return picture.text()


def draw_trip(picture: SvgPicture, trip: Trip, spots: Mapping[str, tuple[float, float]], estimates: Estimates) -> None:
    """Draw the roads with their lengths, the way found in blue, and the cities."""
    taken = {frozenset(pair) for pair in zip(trip.way.states, trip.way.states[1:], strict=False)}
    for road, length in ROADS.items():
        (x1, y1), (x2, y2) = (spots[city] for city in road)
        is_taken = frozenset(road) in taken
        picture.line(x1, y1, x2, y2, "#0072b2" if is_taken else "#bbbbbb", 5 if is_taken else 2)
        picture.box((x1 + x2) / 2 - 8, (y1 + y2) / 2 - 8, 16, 16, "#ffffff")
        picture.words((x1 + x2) / 2, (y1 + y2) / 2, str(length), "#444444", 12, "middle")
    for city, (x, y) in spots.items():
        turns = [str(turn) for turn, other in enumerate(trip.expanded, start=1) if other == city]
        picture.dot(x, y, 13, "#e69f00" if turns else "#dddddd")
        picture.words(x, y, city, "#1a1a1a", 14, "middle")
        picture.words(x, y + 22, str(estimates[city]), "#666666", 12, "middle")
        if turns:
            picture.words(x + 14, y - 14, ", ".join(turns), "#b35c00", 13)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Ways from A to K: greedy best-first search, A*, and its heuristics.")
    parser.add_argument("comparison", nargs="?", choices=tuple(COMPARISONS), help="one comparison (default: both)")
    parser.add_argument("--svg", metavar="FILE", help="draw this comparison")
    options = parser.parse_args(arguments)
    if options.svg and not options.comparison:
        parser.error(f"--svg draws one comparison; expected {' or '.join(COMPARISONS)}")
    for number, comparison in enumerate([options.comparison] if options.comparison else COMPARISONS):
        print(end="\n" if number else "")
        show(comparison)
    if options.svg:
        write_text(options.svg, drawing(options.comparison))
    return 0


if __name__ == "__main__":
    sys.exit(run_program(main))
