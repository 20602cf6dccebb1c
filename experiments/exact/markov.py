"""A game between known policies as a Markov chain: exact win probability and mean score, without playing games.

A step of the chain is a round, from one turn of Pacman to the next. With P the transition probabilities, w the chance
that the round wins the game and r the expected points of a round, the results solve (I - P) x = w and (I - P) x = r.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from experiments.errors import ExperimentError
from experiments.exact.state_key import state_key
from pacman.directions import Action
from pacman.state import GameState

Policy: TypeAlias = Callable[[GameState], Mapping[Action, float]]

MOST_STATES: Final = 6_000  # the matrix is dense: this number squared, times 8 bytes


@dataclass(frozen=True)
class ExactOutcome:
    """Exact averages, and the number of states of the chain: those with Pacman to move, ignoring the score."""

    win_probability: float
    mean_score: float
    states: int


def exact_outcome(start: GameState, policies: Sequence[Policy]) -> ExactOutcome:
    """Return the exact outcome from `start` if every agent, by index, plays by its policy.

    Raise ExperimentError if there are more than MOST_STATES states, or if the game may never end.
    """
    import numpy as np

    numbers: dict[Hashable, int] = {state_key(start): 0}
    steps: list[tuple[int, int, float]] = []
    wins: list[float] = []
    gains: list[float] = []
    queue = deque([start])
    while queue:
        state = queue.popleft()
        win = gain = 0.0
        for chance, after in _round(state, policies):
            gain += chance * (after.score - state.score)
            if after.is_over:
                win += chance * after.is_win
                continue
            key = state_key(after)
            if key not in numbers:
                numbers[key] = len(numbers)
                queue.append(after)
            steps.append((len(wins), numbers[key], chance))
        wins.append(win)
        gains.append(gain)
        if len(numbers) > MOST_STATES:
            raise ExperimentError(f"more than {MOST_STATES} states; the board is too large to be solved exactly")
    _check_that_it_ends(len(wins), steps)
    system = np.eye(len(wins))
    for before, following, chance in steps:
        system[before, following] -= chance
    solution = np.linalg.solve(system, np.array([wins, gains]).T)
    return ExactOutcome(float(solution[0, 0]), float(start.score + solution[0, 1]), len(wins))


def _round(state: GameState, policies: Sequence[Policy]) -> Iterator[tuple[float, GameState]]:
    """Yield the states after one move of every agent, with their probabilities; the end of a game ends the round."""
    reached = [(1.0, state)]
    for agent, policy in enumerate(policies):
        moved: list[tuple[float, GameState]] = []
        for chance, before in reached:
            if before.is_over:
                moved.append((chance, before))
                continue
            moved.extend((chance * p, before.successor(agent, action)) for action, p in policy(before).items() if p)
        reached = moved
    yield from reached


def _check_that_it_ends(count: int, steps: Sequence[tuple[int, int, float]]) -> None:
    """Raise ExperimentError unless every state can reach an end; otherwise there is no mean score."""
    leaving = [1.0] * count
    before: list[list[int]] = [[] for _ in range(count)]
    for start, end, chance in steps:
        leaving[start] -= chance
        before[end].append(start)
    ending = {number for number, chance in enumerate(leaving) if chance > 1e-9}
    queue = deque(ending)
    while queue:
        for number in before[queue.popleft()]:
            if number not in ending:
                ending.add(number)
                queue.append(number)
    if len(ending) < count:
        raise ExperimentError("these players can play forever, so there is no mean score to solve for")
