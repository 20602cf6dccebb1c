"""What a local search needs to know, and what it answers.

The searches are generators without end or limit: each yields where it stands after every step, and whoever asks takes
as many steps as he can pay for. Values are asked for by the list, so that a list can be worked out at once.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from agents.search.errors import SearchError
from agents.search.support.validation import number_from

S = TypeVar("S")


class LocalProblem(Protocol[S]):
    """States, each with a value; the higher, the better."""

    def random_state(self, rng: random.Random, /) -> S:
        """A state to begin with."""
        ...

    def neighbours(self, state: S, rng: random.Random, /) -> Sequence[S]:
        """States that differ a little from this one: all of them, or some that are drawn."""
        ...

    def values(self, states: Sequence[S], /) -> Sequence[float]:
        """What each of the states is worth."""
        ...


class BreedingProblem(LocalProblem[S], Protocol):
    """A problem whose states can be crossed and mutated."""

    def crossover(self, mother: S, father: S, rng: random.Random, /) -> S: ...

    def mutate(self, state: S, rng: random.Random, /) -> S: ...


class Candidate(NamedTuple, Generic[S]):
    """A state and what it is worth."""

    state: S
    value: float


def evaluated(problem: LocalProblem[S], states: Sequence[S]) -> list[Candidate[S]]:
    """The states with their values, each checked to be a number."""
    values = problem.values(states) if states else ()
    if len(values) != len(states):
        raise SearchError(f"values of {len(states)} states were asked for, and {len(values)} came")
    return [Candidate(state, number_from(value, "values")) for state, value in zip(states, values, strict=True)]


def highest(candidates: Iterable[Candidate[S]]) -> Candidate[S]:
    """The best of them; of equals the first."""
    return max(candidates, key=lambda candidate: candidate.value)
