"""Learned policies: a function of an observation, or layers of numbers from a file. PolicyAgent plays them.

Imported on use, because it needs numpy.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from agents.features import feature
from agents.observations import OBSERVATIONS, feature_names, observe, successor_features
from pacman.agent_code.agent_arguments import choice
from pacman.directions import ACTIONS, STOP, Action
from pacman.errors import AgentError
from pacman.files import name_hint, whole_file
from pacman.state import GameState

PolicyFunction: TypeAlias = Callable[[Any], Any]

SUCCESSORS: Final = "successors"
KNOWN: Final = (*OBSERVATIONS, SUCCESSORS)
OF_FILES: Final = ("planes", "features", SUCCESSORS)


class Policy(NamedTuple):
    """A policy and its input: an observation by name and, if it has features, their names."""

    function: PolicyFunction
    observation: str
    features: tuple[str, ...]

    def scores(self, state: GameState) -> dict[Action, float]:
        """Return the score of each legal action; 1 for the chosen one if the policy returns the number of an action.

        An illegal number is a Stop.
        """
        if self.observation == SUCCESSORS:
            seen: Any = successor_features(state, self.features)
        else:
            seen = observe(self.observation, state, self.features)
        answer = np.asarray(self.function(seen))
        legal = state.legal_actions(0)
        if answer.shape == (len(ACTIONS),):
            return {action: float(answer[ACTIONS.index(action)]) for action in legal}
        if answer.size != 1 or answer.dtype.kind not in "iu" or not 0 <= int(answer.item()) < len(ACTIONS):
            raise AgentError(
                f"the policy returned {answer!r}; expected the number of an action, or {len(ACTIONS)} scores"
            )
        chosen = ACTIONS[int(answer.item())]
        return {action: float(action == (chosen if chosen in legal else STOP)) for action in legal}


class Layers:
    """A network: matrices and vectors, with max(0, x) between two layers. It ends in a score for each action."""

    def __init__(self, layers: Iterable[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> None:
        self.layers = tuple(layers)

    def __call__(self, observation: NDArray[Any]) -> NDArray[np.float64]:
        values = np.asarray(observation, np.float64)
        if values.ndim > 2:
            values = values.ravel()
        for number, (weights, bias) in enumerate(self.layers):
            values = (np.maximum(values, 0) if number else values) @ weights + bias
        return values.ravel()


def make_policy(
    wanted: str | Path | PolicyFunction, observation: str = "planes", features: Iterable[str] | None = None
) -> Policy:
    """Return a policy from a file of weights, which has its own observation, or from a function.

    Raise AgentError for anything else, or an unknown name.
    """
    if isinstance(wanted, str | Path):
        return load_policy(Path(wanted))
    if not callable(wanted):
        raise AgentError(f"policy is {wanted!r}; expected a file .npz, or a function of an observation")
    names = feature_names() if features is None else tuple(features)
    for name in names:
        feature(name)
    return Policy(wanted, choice("observation", observation, KNOWN), names)


def save_policy(
    path: str | Path,
    layers: Iterable[tuple[NDArray[Any], NDArray[Any]]],
    *,
    observation: str,
    features: Iterable[str] = (),
) -> None:
    """Write a file of weights that PolicyAgent plays, completely or not at all.

    layers: a matrix (inputs, outputs) and a vector (outputs) for each. The last one has an output for each action or,
    for the observation "successors", one.
    """
    arrays: dict[str, NDArray[Any]] = {}
    for number, (weights, bias) in enumerate(layers, start=1):
        arrays[f"w{number}"], arrays[f"b{number}"] = np.asarray(weights), np.asarray(bias)
    names = np.array(list(features), np.str_)
    with whole_file(path, AgentError) as draft, draft.open("wb") as file:
        np.savez(file, allow_pickle=False, observation=np.array(observation), features=names, **arrays)


def load_policy(path: Path) -> Policy:
    """Read a file of weights, without pickle; raise AgentError, in one line, if it is not one."""
    try:
        status = path.stat()
    except OSError as problem:
        raise AgentError(f"{path}: cannot be read: {problem.strerror}{name_hint(path)}") from problem
    return _loaded(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=16)
def _loaded(path: Path, changed: int, size: int) -> Policy:
    """Read a file once for all games of a process, unless it changes."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, BadZipFile, AttributeError) as problem:
        raise AgentError(f"{path}: not a file of weights; expected one of save_policy") from problem
    return _checked(path, arrays)


def _checked(path: Path, arrays: dict[str, NDArray[Any]]) -> Policy:
    observation, features = str(arrays.get("observation", "")), tuple(map(str, arrays.get("features", ())))
    count = sum(name.startswith("w") for name in arrays)
    wanted = [f"{letter}{number}" for number in range(1, count + 1) for letter in "wb"]
    missing = [name for name in wanted if name not in arrays]
    if missing or not count or observation not in OF_FILES:
        what = f"no {missing[0]}" if missing else f"observation {observation!r}"
        raise AgentError(f"{path}: {what}; expected layers w1, b1, … and an observation of {', '.join(OF_FILES)}")
    try:
        for name in features:
            feature(name)
    except AgentError as error:
        raise AgentError(f"{path}: {error}") from error
    layers = [(arrays[f"w{number}"], arrays[f"b{number}"]) for number in range(1, count + 1)]
    outputs = 1 if observation == SUCCESSORS else len(ACTIONS)
    for number, (weights, bias) in enumerate(layers, start=1):
        following = layers[number][0].shape[0] if number < count else outputs
        is_numeric = weights.dtype.kind in "fiu" and bias.dtype.kind in "fiu"
        if not is_numeric or weights.ndim != 2 or bias.shape != weights.shape[1:] or weights.shape[1] != following:
            shape = f"w{number} {weights.shape} and b{number} {bias.shape}"
            raise AgentError(f"{path}: {shape} do not fit; expected (inputs, {following}) and ({following},)")
    return Policy(Layers(layers), observation, features)
