"""Evaluations: estimates of a state's value for Pacman where the search stops."""

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
EvaluationLike: TypeAlias = str | Mapping[str, float] | Evaluation  # arguments of `make_evaluation`


class LinearEvaluation:
    """A weighted sum of features, a float.

    The value of a final state is its score, times the weight of the score if there is one. The other features must
    therefore stay small compared with the 500 points of a win or a loss: with -20 for each piece of food left, for
    example, dying would look better than going on.
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
        for _, value, weight in self._terms:  # in order, as the kernel does: `sum` of newer Pythons rounds differently
            total += weight * value(around)
        return total

    def features(self, state: GameState) -> dict[str, float]:
        """Return the value of each feature in a state; of a final state, only the score."""
        if state.is_over:
            return {"score": state.score}
        around = Surroundings(state)
        return {key: value(around) for key, value, _ in self._terms}

    def contributions(self, state: GameState) -> dict[str, float]:
        """Return the contribution of each feature to the value of a state; their sum is the value."""
        return {key: float(self.weights.get(key, 1)) * value for key, value in self.features(state).items()}

    def __repr__(self) -> str:
        return f"LinearEvaluation({self.weights})"


def _weight(key: str, given: object) -> float:
    """Return a weight as a plain number, because numpy's scalars are slow; raise AgentError if it is not finite."""
    if isinstance(given, Real) and not isinstance(given, bool):
        weight = int(given) if isinstance(given, Integral) else float(given)
        if abs(weight) <= sys.float_info.max:
            return weight
    raise AgentError(f"the weight of {key!r} is {given!r}; expected a number")


_WEIGHTS: Final[dict[str, dict[str, float]]] = {
    "score": {"score": 1},
    # The lecture's Pacman: takes the shortest way to the food, and avoids ghosts that are near.
    "avoid-trouble": {"score": 1, "nearest-food": -1, "danger-3": -100},
    # The lecture's ghost, as a value for Pacman: far from active ghosts, near to scared ones.
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
# Found by `run.py tune`, each for the agent in its name; docs/TUNING.md has the commands and the results.
_TUNED: Final = sorted(Path(__file__).with_name("weights").glob("*.json"))


def read_weights(path: Path) -> LinearEvaluation:
    """Return an evaluation from a JSON file of weights, named after the file; raise AgentError if it is invalid."""
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
    """Return an evaluation from a name, a JSON file of weights, a mapping of weights, or a function.

    Raise AgentError for anything else, an unknown name or an invalid file.
    """
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
