"""The examples that learn: their files work, and what they learn is better than what they began with.

The whole of q_learning.py and its comparison with ReflexAgent run with the page docs/researcher/learning.md.
"""

import json
import random
from pathlib import Path

import numpy as np
import pytest
import q_learning
import self_play
from PIL import Image

from agents import PolicyAgent
from agents.evaluation import read_weights
from experiments.environments.single import PacmanSearchEnv
from pacman.state import GameState


def test_q_learning_writes_weights_and_a_curve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights, picture = tmp_path / "weights.json", tmp_path / "curve.png"
    q_learning.main(["-n", "60", "--weights", str(weights), "--picture", str(picture)])
    learned = read_weights(weights).weights
    assert learned.keys() == {"score", *q_learning.NAMES}
    assert learned["danger-1"] < -20  # a ghost beside Pacman is soon known to be bad
    assert learned["food-closeness"] > 0
    with Image.open(picture) as image:
        assert image.size == (1280, 720)
        assert len(image.getcolors(2**16) or []) > 5
    assert "danger-1" in capsys.readouterr().out


def test_learned_values_are_those_of_the_evaluation(tmp_path: Path) -> None:
    """A learner chooses as ReflexAgent does with its weights."""
    learner = q_learning.QLearner(0)
    learner.weights = np.arange(1.0, 1 + len(q_learning.NAMES))
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(learner.evaluation()))
    state = GameState.initial("small")
    values, _ = learner.values(state)
    expected = [read_weights(path)(state.successor(0, action)) for action in state.legal_actions(0)]
    assert values == pytest.approx(expected, abs=0.01)


def test_self_play_improves_the_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(self_play, "ITERATIONS", 12)
    monkeypatch.setattr(self_play, "MOST_ROUNDS", 30)
    path = tmp_path / "policy.npz"
    self_play.main(["-n", "2", "--matches", "2", "--policy", str(path)])
    rows = [line.split() for line in capsys.readouterr().out.splitlines() if line.endswith("%")]
    scores = {" ".join(row[:-3]): int(row[-3]) for row in rows}
    assert scores["the policy after"] > scores["the policy before"]
    assert scores["search with it"] > scores["the policy before"]
    agent = PolicyAgent(path)
    state = GameState.initial("small")
    assert agent.getAction(state) in state.legal_actions(0)


def test_the_policy_learns_the_shares_that_it_is_shown() -> None:
    policy = self_play.SoftmaxPolicy()
    env = PacmanSearchEnv("small", observation="none")
    env.reset(seed=0)
    env.step(env.actions.index("West"))
    rows = policy.features(env.state)
    shares = np.zeros(len(rows))
    shares[0] = 1
    before = policy.probabilities(rows)[0]
    policy.learn([(rows, shares)], steps=50, rate=0.5)
    assert policy.probabilities(rows)[0] > 2 * before
    assert policy.play(env.state) == env.state.legal_actions(0)[0]
    assert sum(policy.prior((env.state, 1)).values()) == pytest.approx(1)
    assert self_play.search(policy, env.state, random.Random(0)).iterations == self_play.ITERATIONS
