"""All wrong searches."""

from collections.abc import Iterator
from functools import cache

from benchmarks.mutants import alpha_beta, averages, common, countdowns, places, strangers, widths
from benchmarks.mutants.sources import RIGHT, Mutant, distinct


@cache
def bank() -> tuple[Mutant, ...]:
    """Return the wrong searches of all three questions, including the exempt ones."""
    return tuple(distinct(_all()))


def _all() -> Iterator[Mutant]:
    for question in RIGHT:
        yield from common.mutants(question)
        yield from alpha_beta.mutants() if question == "q3" else averages.mutants(question)
        yield from places.mutants(question)
        yield from widths.mutants(question)
    yield from strangers.mutants()
    yield from countdowns.mutants()
