"""Evaluations: what a state seems worth to Pacman when the search cannot look further."""

import json
import sys
from collections.abc import Callable, Mapping
from numbers import Integral, Real
from pathlib import Path
from typing import Final, TypeAlias

from agents.features import Surroundings, feature
from pacman.errors import AgentError
from pacman.files import read_text
from pacman.registry import Registry
from pacman.state import GameState

Evaluation: TypeAlias = Callable[[GameState], float]
EvaluationLike: TypeAlias = str | Mapping[str, float] | Evaluation  # what `make_evaluation` takes


class LinearEvaluation:
    """A weighted sum of features, a float.

    When the game is over there is nothing left to guess: a final state is worth its score, times the weight of the
    score where one is given. So the other features must stay small against the 500 points of a win or a loss: with
    -20 for each piece of food left, death is a relief.
    """

    def __init__(self, weights: Mapping[str, float], name: str = "linear") -> None:
        self.weights = {key: _weight(key, weight) for key, weight in weights.items()}
        self.__name__ = name
        self._terms = [(key, feature(str(key)), float(weight)) for key, weight in self.weights.items()]
        self._final_weight = float(self.weights.get("score", 1))
        self._is_score_alone = set(weights) == {"score"}

    def __call__(self, state: GameState) -> float:
        if self._is_score_alone or state.is_over:
            return self._final_weight * state.score
        around = Surroundings(state)
        total = 0.0
        for _, value, weight in self._terms:  # one by one, as the kernel does: newer Pythons' `sum` rounds otherwise
            total += weight * value(around)
        return total

    def contributions(self, state: GameState) -> dict[str, float]:
        """What each feature adds to the value of a state; they sum to it."""
        if state.is_over:
            return {"score": self._final_weight * state.score}
        around = Surroundings(state)
        return {key: weight * value(around) for key, value, weight in self._terms}

    def __repr__(self) -> str:
        return f"LinearEvaluation({self.weights})"


def _weight(key: str, given: object) -> float:
    """A plain number, also where one of numpy was given: those are slow one by one."""
    if isinstance(given, Real) and not isinstance(given, bool):
        weight = int(given) if isinstance(given, Integral) else float(given)
        if abs(weight) <= sys.float_info.max:
            return weight
    raise AgentError(f"the weight of {key!r} is {given!r}; expected a number")


_WEIGHTS: Final[dict[str, dict[str, float]]] = {
    "score": {"score": 1},
    # The lecture's Pacman: to the food by the shortest way, in fear of a ghost that is near.
    "avoid-trouble": {"score": 1, "nearest-food": -1, "danger-3": -100},
    # The lecture's ghost, in Pacman's eyes: the further the better, and near to those he may eat.
    "seek-pacman": {"ghost-distance": 1, "scared-distance": -1},
    "better": {
        "score": 1,
        "nearest-food": -0.4,
        "food-closeness": 3,
        "capsules-left": -20,
        "pressure-4": -8,
        "scared-closeness": 100,
    },
}
# Found by `run.py tune`, each for the agent in its name; docs/TUNING.md has the commands and what the games say.
_TUNED: Final = sorted(Path(__file__).with_name("weights").glob("*.json"))


def read_weights(path: Path) -> LinearEvaluation:
    """An evaluation from a JSON file of weights, with the name of the file."""
    text = read_text(path, 2**20, AgentError, "a JSON file of weights")
    try:
        weights = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise AgentError(f"{path}: not JSON: {error}") from error
    if not isinstance(weights, dict):
        raise AgentError(f'{path}: expected weights by feature, such as {{"score": 1, "nearest-food": -1}}')
    try:
        return LinearEvaluation(weights, path.stem)
    except AgentError as error:
        raise AgentError(f"{path}: {error}") from error


EVALUATIONS: Final[Registry[Evaluation]] = Registry(
    "evaluation",
    {
        **{name: LinearEvaluation(weights, name) for name, weights in _WEIGHTS.items()},
        **{path.stem: read_weights(path) for path in _TUNED},
    },
    hyphenated=True,
)


def make_evaluation(wanted: EvaluationLike) -> Evaluation:
    """An evaluation by name, from a JSON file of weights, from a mapping of weights, or a function as it is."""
    if callable(wanted):
        return wanted
    if isinstance(wanted, Mapping):
        return LinearEvaluation(wanted)
    if not isinstance(wanted, str):
        raise AgentError(f"evaluation is {wanted!r}; expected a name, a JSON file, weights by feature, or a function")
    if wanted in EVALUATIONS:
        return EVALUATIONS[wanted]
    if wanted.endswith(".json"):
        return read_weights(Path(wanted))
    raise AgentError(EVALUATIONS.message(wanted))
