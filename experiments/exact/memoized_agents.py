"""The lecture's players with memoized search: the same moves as the plain agents, with each state searched once.

A search k rounds deep is a search one round deep whose leaf values are searches k - 1 rounds deep. Points are additive,
so the gain that a search finds below a state does not depend on its score, and can be memoized.
"""

import random
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Final, TypeVar

from agents.evaluation import LinearEvaluation
from agents.pacmen import ExpectimaxAgent, MinimaxAgent
from agents.searching_ghosts import MinimaxGhost
from experiments.errors import ExperimentError
from experiments.exact.state_key import state_key
from pacman.agent_code.agent_arguments import choice, whole_number
from pacman.chances import Chances, uniform
from pacman.directions import Action
from pacman.state import GameState

T = TypeVar("T")

KINDS: Final = {kind.__name__: kind for kind in (MinimaxAgent, ExpectimaxAgent)}

# A ghost has 1 to 4 moves, so an average over them of multiples of 12 is a whole number: with all weights scaled by 12
# for each round, the values of equally good actions are exactly equal, without rounding errors. Beyond 11 rounds the
# numbers would exceed the integers that a float holds exactly.
_WAYS: Final = 12
_MOST_ROUNDS: Final = 11


def _memoized(memory: dict[Hashable, T], state: GameState, compute: Callable[[], T]) -> T:
    """Return the memoized result for this state, whatever its score; compute it the first time."""
    key = (state.layout, state_key(state))
    value = memory.get(key)
    if value is None:
        value = memory[key] = compute()
    return value


class SearchPolicy:
    """The best actions of a depth-limited Pacman agent; each state is searched once, whatever its score."""

    def __init__(self, kind: str, depth: int, weights: Mapping[str, float]) -> None:
        if weights.get("score") != 1:
            raise ExperimentError(f"the weight of 'score' is {weights.get('score')}; expected 1, so that points add up")
        make = KINDS[choice("agent", kind, tuple(KINDS))]
        scale = _WAYS ** min(depth, _MOST_ROUNDS)
        leaves: LinearEvaluation | _RoundsBelow = LinearEvaluation({name: w * scale for name, w in weights.items()})
        for _ in range(depth - 1):
            leaves = _RoundsBelow(make(depth=1, evaluation=leaves), scale)
        self._agent = make(depth=1, evaluation=leaves)
        self._best: dict[Hashable, tuple[Action, ...]] = {}

    def best_actions(self, state: GameState) -> tuple[Action, ...]:
        return _memoized(self._best, state, lambda: self._agent.search(state).best_actions)

    def distribution(self, state: GameState) -> dict[Action, float]:
        """Return the best actions with equal probabilities."""
        best = self.best_actions(state)
        return dict.fromkeys(best, 1 / len(best))


class _RoundsBelow:
    """Evaluation of a state by some more rounds of search."""

    def __init__(self, agent: MinimaxAgent | ExpectimaxAgent, scale: int) -> None:
        self._agent = agent
        self._scale = scale
        self._gains: dict[Hashable, float] = {}  # value beyond the score of the state

    def __call__(self, state: GameState) -> float:
        score = self._scale * state.score
        if state.is_over:
            return score
        return score + _memoized(self._gains, state, lambda: self._agent.search(state).value - score)


@lru_cache(maxsize=32)
def _shared_policy(kind: str, depth: int, weights: tuple[tuple[str, float], ...]) -> SearchPolicy:
    return SearchPolicy(kind, depth, dict(weights))


class MemoizedPacman:
    """Plays the same moves as `kind` with ties="random", with the same random draws. All games share one memory."""

    def __init__(self, kind: str, depth: int | str, evaluation: Mapping[str, float]) -> None:
        self._policy = _shared_policy(kind, whole_number("depth", depth), tuple(evaluation.items()))

    def get_action(self, state: GameState) -> Action:
        return random.choice(self._policy.best_actions(state))

    getAction = get_action


class MemoizedGhost(MinimaxGhost):
    """Plays as `MinimaxGhost` does. Its search ignores the score, so each state is searched once."""

    def chances(self, state: GameState, legal: tuple[Action, ...]) -> Chances:
        return uniform(_memoized(_hunts(self.index, self.depth), state, lambda: self.best_actions(state)))


@lru_cache(maxsize=32)
def _hunts(index: int, depth: int) -> dict[Hashable, tuple[Action, ...]]:
    return {}
