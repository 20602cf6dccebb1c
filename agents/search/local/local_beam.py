"""Local beam search: k states at once, and of all their neighbours the best k live on.

Unlike k climbs side by side it tells its states of each other: where it goes well, all of them gather.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from agents.search.local.problem import Candidate, LocalProblem, S, evaluated


def local_beam(problem: LocalProblem[S], starts: Sequence[S], rng: random.Random) -> Iterator[Candidate[S]]:
    """The width k is the number of starts. Yields the best state of the beam after every step.

    A state that several others lead to is kept once; so states must be hashable.
    """
    beam = _best(evaluated(problem, starts), len(starts))
    while beam:
        yield beam[0]
        neighbours = dict.fromkeys(other for state, _ in beam for other in problem.neighbours(state, rng))
        beam = _best(evaluated(problem, list(neighbours)), len(starts))


def _best(candidates: Sequence[Candidate[S]], width: int) -> list[Candidate[S]]:
    """Of equals the first."""
    return sorted(candidates, key=lambda candidate: -candidate.value)[:width]
