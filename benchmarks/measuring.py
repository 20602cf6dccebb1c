"""Interleaved measurements: every round runs all of them, so that the machine's load affects all of them alike."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple, TypeVar

T = TypeVar("T")

ROUNDS = 7


class Measurement(NamedTuple):
    """A function to measure, and the unit of its count."""

    name: str
    run: Callable[[], int]  # returns the number of units done
    unit: str


class Row(NamedTuple):
    """Result of a measurement: the median of the rounds, and each round."""

    name: str
    seconds: float  # per unit
    unit: str
    rounds: list[float]

    def ratio(self, other: "Row") -> float:
        """Return the time as a multiple of the other's: the median of the ratios of the rounds."""
        return median(own / its for own, its in zip(self.rounds, other.rounds, strict=True))


def measure(measurements: Sequence[Measurement], rounds: int = ROUNDS) -> dict[str, Row]:
    """Return rows by name. An additional first round, which does not count, fills caches."""
    seconds = alternate({name: partial(_seconds_each, run) for name, run, _ in measurements}, rounds + 1)
    return {name: Row(name, median(seconds[name][1:]), unit, seconds[name][1:]) for name, _, unit in measurements}


def _seconds_each(run: Callable[[], int]) -> float:
    started = process_time()
    count = run()
    return (process_time() - started) / count


def alternate(runs: Mapping[str, Callable[[], T]], rounds: int) -> dict[str, list[T]]:
    """Return the results of several functions by name; each round calls every function once."""
    results: dict[str, list[T]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            results[name].append(run())
    return results


def show(title: str, rows: dict[str, Row], reference: str) -> None:
    """Print a table; the last column is the speed as a multiple of the reference."""
    print(f"\n{title:60} {'µs each':>11} {'a second':>13} {'× as fast':>10}  than {reference}")
    for row in rows.values():
        speed = 1 / row.ratio(rows[reference])
        print(f"{row.name:60} {1e6 * row.seconds:11.3f} {1 / row.seconds:13,.0f} {speed:10.2f}  {row.unit}")


def child_seconds() -> float:
    """Return the CPU time of child processes that have ended."""
    import resource  # not on Windows

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def resident_megabytes(process: str) -> float:
    """Return the resident memory of a process; raise OSError if it has ended, or if the system does not report it."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
