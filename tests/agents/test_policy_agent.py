"""PolicyAgent: policies as functions and as files, their errors, and its place in commands."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pacman
from agents import PolicyAgent, RandomGhost, load_agent
from agents.microscope.decision import watch_decision
from agents.observations import successor_features
from agents.policies import save_policy
from experiments.batch.player_spec import PlayerSpec
from pacman.directions import ACTIONS
from pacman.display.watch.thought import think
from pacman.errors import AgentError
from pacman.state import GameState
from tests.wording import Naming, facts

START = GameState.initial("small")
FEATURES = ("score", "food-closeness", "danger-2")


@pytest.fixture
def greedy(tmp_path: Path) -> Path:
    """Return a file of a policy that likes points and food, and fears ghosts."""
    path = tmp_path / "greedy.npz"
    layer = np.array([[1.0], [2.0], [-50.0]]), np.zeros(1)
    save_policy(path, [layer], observation="successors", features=FEATURES)
    return path


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (ACTIONS.index("East"), "East"),
        (np.array([2]), "East"),
        (ACTIONS.index("North"), "Stop"),  # illegal at the start
        ([5.0, 1.0, 7.0, 99.0, 98.0], "East"),
        ([7.0, 1.0, 7.0, 0.0, 0.0], "West"),
    ],
)
def test_a_function_answers_with_an_action_or_with_scores(answer: Any, expected: str) -> None:
    assert PolicyAgent(lambda _: answer).getAction(START) == expected


@pytest.mark.parametrize(("observation", "shape"), [("planes", (6, 7, 20)), ("features", (3,)), ("successors", (5, 3))])
def test_a_function_receives_its_observation(observation: str, shape: tuple[int, ...]) -> None:
    shapes = []

    def policy(seen: Any) -> int:
        shapes.append(seen.shape)
        return 1

    PolicyAgent(policy, observation=observation, features=FEATURES).getAction(START)
    assert shapes == [shape]


def test_features_of_successors_have_the_change_of_the_score() -> None:
    rows = successor_features(START.successor(0, "West"), FEATURES)
    assert rows[ACTIONS.index("Stop"), 0] == -1
    assert rows[ACTIONS.index("West"), 0] == 9
    assert not rows[ACTIONS.index("North")].any()


def test_a_file_plays_as_its_layers(greedy: Path) -> None:
    agent = load_agent("PolicyAgent", policy=str(greedy))
    rows = successor_features(START, FEATURES) @ [1.0, 2.0, -50.0]
    assert agent.policy.scores(START) == {action: rows[ACTIONS.index(action)] for action in START.legal_actions(0)}
    record = pacman.play("small", agent, [RandomGhost(1), RandomGhost(2)], seed=1, max_moves=60)
    assert record.outcome.score > 50
    assert record.players[0].arguments == {"policy": str(greedy)}


def test_layers_have_a_threshold_between_them(tmp_path: Path) -> None:
    path = tmp_path / "two.npz"
    first = np.array([[1.0, -1.0]] * 3), np.array([0.0, 1.0])
    second = np.array([[1.0] * 5, [10.0] * 5]), np.arange(5.0)
    save_policy(path, [first, second], observation="features", features=FEATURES)
    score = float(PolicyAgent(path).policy.scores(START)["Stop"])
    inputs = PolicyAgent(lambda given: given.sum(keepdims=True).repeat(5), observation="features", features=FEATURES)
    total = inputs.policy.scores(START)["Stop"]
    assert score == max(0, total) + 10 * max(0, 1 - total) + 1


def test_the_window_and_explain_show_the_scores(greedy: Path) -> None:
    agent = PolicyAgent(greedy)
    result = agent.search(START)
    assert (result.action, result.values) == (agent.getAction(START), agent.policy.scores(START))
    assert think([agent], START, 0).values.keys() == set(START.legal_actions(0))
    decision = watch_decision(agent, START)
    assert decision.action == result.action
    assert {node.action: node.value for node in decision.candidates} == result.values


def test_batches_know_the_file_of_a_policy(greedy: Path) -> None:
    player = PlayerSpec.parse(f"PolicyAgent,policy={greedy}")
    before = player.identity()
    assert player.relocated(lambda path: f"/elsewhere/{Path(path).name}").arguments == {
        "policy": "/elsewhere/greedy.npz"
    }
    save_policy(greedy, [(np.ones((3, 1)), np.zeros(1))], observation="successors", features=FEATURES)
    assert player.identity() != before


def test_the_policy_of_the_project_plays_better_than_chance() -> None:
    scores = []
    for seed in range(5):
        record = pacman.play("small", PolicyAgent(), [RandomGhost(1), RandomGhost(2)], seed=seed, max_moves=450)
        scores.append(record.outcome.score)
    assert np.mean(scores) > 0


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        (None, ("not a file of weights", "expected", "save_policy")),
        ({}, ("observation ''", "expected layers w1, b1", "planes, features, successors")),
        ({"observation": "dict", "w1": np.ones((2, 5)), "b1": np.ones(5)}, ("observation 'dict'", "expected layers")),
        ({"observation": "planes", "w1": np.ones((2, 5))}, ("no b1", "expected layers")),
        (
            {"observation": "planes", "w1": np.ones((2, 4)), "b1": np.ones(4)},
            ("w1 (2, 4) and b1 (4,)", "expected (inputs, 5) and (5,)"),
        ),
        (
            {"observation": "features", "features": ["nearest-fod"], "w1": np.ones((1, 5)), "b1": np.ones(5)},
            ("unknown feature 'nearest-fod'", "'nearest-food'"),
        ),
        ({"observation": "planes", "w1": np.array([None, {}], object)}, ("not a file of weights",)),
    ],
)
def test_a_wrong_file_is_one_clear_error(
    arrays: dict[str, Any] | None, message: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "wrong.npz"
    if arrays is None:
        path.write_text("no weights")
    else:
        np.savez(path, **arrays)  # with pickle, which is never loaded
    with pytest.raises(AgentError) as caught:
        PolicyAgent(path)
    assert str(caught.value) == Naming(f"{path}:", *message)


def test_a_missing_file_and_a_wrong_answer_are_named(tmp_path: Path) -> None:
    (tmp_path / "policy.npz").touch()
    with pytest.raises(AgentError, match=facts("polcy.npz:", "No such file", "policy.npz")):
        PolicyAgent(tmp_path / "polcy.npz")
    with pytest.raises(AgentError, match=facts("policy is 3", "expected a file .npz", "function")):
        PolicyAgent(3)  # type: ignore[arg-type]
    with pytest.raises(AgentError, match=facts("the policy returned", "expected the number of an action", "5 scores")):
        PolicyAgent(lambda _: [1.0, 2.0]).getAction(START)
