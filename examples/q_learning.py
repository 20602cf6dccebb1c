"""Approximate Q-learning: Pacman learns the weights of its features by playing, in about a minute.

    python examples/q_learning.py                       # learns; writes q-weights.json and q-learning.png
    python run.py play -p ReflexAgent -a evaluation=q-weights.json -l small -g DirectionalGhost
    python run.py compare ReflexAgent,evaluation=q-weights.json ReflexAgent -l small -g DirectionalGhost

The value of an action is the score after it plus a weighted sum of features there, an estimate of the points still to
come. After every round, the weights move towards the points that came and the value of the best next action:

    error    = (points until the next move) + (best next value) - (estimate)
    weights += rate * error * features

This is the evaluation of ReflexAgent, so that the weights play without further code. Needs `pip install -e '.[rl]'`.
"""

import argparse
import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from agents.observations import feature_values
from experiments.environments.single import PacmanSearchEnv
from experiments.errors import ExperimentError
from experiments.output.picture import PngPicture
from pacman.files import write_whole
from pacman.state import GameState

# The features, and their usual size: weights are learned for features of a size of about 1.
SIZES: Final = {
    "food-closeness": 1.0,
    "capsules-left": 2.0,
    "danger-1": 1.0,
    "danger-2": 1.0,
    "pressure-5": 5.0,
    "scared-closeness": 1.0,
}
NAMES: Final = tuple(SIZES)
DISCOUNT: Final = 0.6  # of points to come: a move counts for the next few rounds
RATE: Final = 0.05  # of learning at the start; it falls with the games
EXPLORATION: Final = 0.1  # share of random actions at the start; it falls too
WINDOW: Final = 50  # games of a point of the curve


class QLearner:
    """The weights, and the values of actions by them."""

    def __init__(self, seed: int) -> None:
        self.weights = np.zeros(len(NAMES))
        self._rng = np.random.default_rng(seed)
        self._sizes = np.array(list(SIZES.values()))

    def values(self, state: GameState) -> tuple[list[float], list[NDArray[np.float64]]]:
        """Return the value and the features of each legal action; a game that an action ends has no points to come."""
        values, features = [], []
        for action in state.legal_actions(0):
            after = state.successor(0, action)
            found = np.zeros(len(NAMES)) if after.is_over else feature_values(after, NAMES) / self._sizes
            features.append(found)
            values.append(after.score - state.score + DISCOUNT * float(self.weights @ found))
        return values, features

    def choose(self, values: Sequence[float], exploration: float) -> int:
        if self._rng.random() < exploration:
            return int(self._rng.integers(len(values)))
        return int(np.argmax(values))

    def learn(self, features: NDArray[np.float64], target: float, rate: float) -> None:
        error = np.clip(target - float(self.weights @ features), -200, 200)  # so that one death does not undo the rest
        self.weights += rate * error * features / (1 + features @ features)

    def evaluation(self) -> dict[str, float]:
        """Return the weights of `LinearEvaluation`, for features of their own size."""
        scaled = DISCOUNT * self.weights / self._sizes
        return {"score": 1, **{name: round(float(weight), 4) for name, weight in zip(NAMES, scaled, strict=True)}}


def play_game(env: PacmanSearchEnv, learner: QLearner, rate: float, exploration: float) -> int:
    """Play a game and learn from every round of it; return the score."""
    values, features = learner.values(env.state)
    is_over = False
    while not is_over:
        chosen = learner.choose(values, exploration)
        action = env.state.legal_actions(0)[chosen]
        after_move = env.state.score + round(values[chosen] - DISCOUNT * float(learner.weights @ features[chosen]))
        *_, terminated, truncated, _ = env.step(env.actions.index(action))
        is_over = terminated or truncated
        learned_from = features[chosen]
        target = float(env.state.score - after_move)  # the points of the ghosts' moves
        if not is_over:
            values, features = learner.values(env.state)
            target += max(values)
        if learned_from.any() and not truncated:
            learner.learn(learned_from, target, rate)
    return env.state.score


def train(layout: str, ghosts: str, games: int, seed: int) -> tuple[QLearner, list[int]]:
    """Return a learner after these games, and their scores."""
    env: Any = gymnasium.make("pacman.envs:PacmanSearch-v0", layout=layout, ghosts=ghosts, observation="none")
    learner, scores = QLearner(seed), []
    env.reset(seed=seed)
    for game in range(games):
        left = 1 - game / games
        scores.append(play_game(env.unwrapped, learner, RATE * left, EXPLORATION * left))
        env.reset()
        if (game + 1) % 100 == 0:
            print(f"games {game - 98:5} to {game + 1:5}: mean score {np.mean(scores[-100:]):7.1f}", flush=True)
    env.close()
    return learner, scores


def draw_curve(scores: Sequence[int], path: Path, title: str) -> None:
    """Draw the mean score of the last games, after each game, as a PNG."""
    width, height, left, top = 640, 360, 70, 40
    means = np.convolve(scores, np.ones(WINDOW) / WINDOW, "valid") if len(scores) >= WINDOW else np.array(scores)
    low, high = float(min(means.min(), 0)), float(max(means.max(), 1))
    right, bottom = width - 20, height - 50

    def place(number: int, mean: float) -> tuple[float, float]:
        x = left + (right - left) * number / max(1, len(means) - 1)
        return x, bottom - (bottom - top) * (mean - low) / (high - low)

    picture = PngPicture(width, height, "white")
    picture.words(left, 18, title, "#1f2933", 14)
    for mean in np.linspace(low, high, 5):
        _, y = place(0, mean)
        picture.line(left, y, right, y, "#e3e7eb")
        picture.words(left - 8, y, f"{mean:.0f}", "#6b7785", 12, "end")
    points = [place(number, mean) for number, mean in enumerate(means)]
    for one, other in pairwise(points):
        picture.line(*one, *other, "#1d4f91", 1.5)
    picture.words((left + right) / 2, height - 20, f"games (mean score of {WINDOW})", "#6b7785", 12, "middle")
    for share in (0, 0.5, 1):
        picture.words(left + share * (right - left), bottom + 14, f"{share * len(scores):.0f}", "#6b7785", 12, "middle")
    picture.save(path)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-l", "--layout", default="small")
    parser.add_argument("-g", "--ghosts", default="DirectionalGhost")
    parser.add_argument("-n", "--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", type=Path, default=Path("q-weights.json"))
    parser.add_argument("--picture", type=Path, default=Path("q-learning.png"))
    options = parser.parse_args(arguments)
    learner, scores = train(options.layout, options.ghosts, options.games, options.seed)
    weights = learner.evaluation()
    write_whole(options.weights, json.dumps(weights, indent=2) + "\n", ExperimentError)
    draw_curve(scores, options.picture, f"Q-learning on {options.layout} against {options.ghosts}")
    for name, weight in weights.items():
        print(f"{name:18} {weight:10.3f}")
    print(f"{options.weights}, {options.picture}")


if __name__ == "__main__":
    main()
