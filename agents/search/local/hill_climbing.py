"""Hill climbing: go to the best neighbour for as long as that leads up. It ends on a peak, which may be a low one."""

from __future__ import annotations

import random
from collections.abc import Iterator

from agents.search.local.problem import Candidate, LocalProblem, S, evaluated, highest


def hill_climbing(problem: LocalProblem[S], start: S, rng: random.Random) -> Iterator[Candidate[S]]:
    """Steepest ascent. Yields the start and every state on the way; ends where no neighbour is better."""
    (current,) = evaluated(problem, [start])
    while True:
        yield current
        neighbours = evaluated(problem, problem.neighbours(current.state, rng))
        best = highest([current, *neighbours])  # of equals the first: a step must lead up
        if best is current:
            return
        current = best


def restarted_climbing(problem: LocalProblem[S], start: S, rng: random.Random) -> Iterator[Candidate[S]]:
    """Hill climbing that begins anew at a random state whenever it stands on a peak, for ever."""
    while True:
        yield from hill_climbing(problem, start, rng)
        start = problem.random_state(rng)
