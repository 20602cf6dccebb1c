"""Measuring: things done in turn, round after round, so that what disturbs the machine disturbs all of them alike."""

from collections.abc import Callable, Sequence
from statistics import median
from time import process_time
from typing import NamedTuple

ROUNDS = 7


class Measurement(NamedTuple):
    """What is done, how often in one go, and in which unit it is told.

    `clock` tells the CPU seconds this process has used, or those of another that does the work.
    """

    name: str
    run: Callable[[], int]  # returns how many
    unit: str
    clock: Callable[[], float] = process_time


class Row(NamedTuple):
    """What came out: the median of the rounds, and each of them."""

    name: str
    seconds: float  # for one
    unit: str
    rounds: list[float]

    def ratio(self, other: "Row") -> float:
        """How many times as long as the other it takes: the median of the ratios of the rounds."""
        return median(own / its for own, its in zip(self.rounds, other.rounds, strict=True))


def measure(measurements: Sequence[Measurement], rounds: int = ROUNDS) -> dict[str, Row]:
    """Rows by name. A first round that does not count warms everything up."""
    seconds: dict[str, list[float]] = {measurement.name: [] for measurement in measurements}
    for _ in range(rounds + 1):
        for name, run, _, clock in measurements:
            started = clock()
            count = run()
            seconds[name].append((clock() - started) / count)
    return {name: Row(name, median(seconds[name][1:]), unit, seconds[name][1:]) for name, _, unit, _ in measurements}


def show(title: str, rows: dict[str, Row], reference: str) -> None:
    """A table; the last column says how many times as fast as the reference."""
    print(f"\n{title:60} {'µs each':>11} {'a second':>13} {'× as fast':>10}  than {reference}")
    for row in rows.values():
        speed = 1 / row.ratio(rows[reference])
        print(f"{row.name:60} {1e6 * row.seconds:11.3f} {1 / row.seconds:13,.0f} {speed:10.2f}  {row.unit}")
