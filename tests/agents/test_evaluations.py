"""Features and the evaluations that weigh them."""

import json
import math
import random
from pathlib import Path
from typing import Any

import numpy
import pytest

import pacman
from agents import (
    ExpectimaxAgent,
    LinearEvaluation,
    MaxNAgent,
    MCTSAgent,
    MinimaxAgent,
    RandomGhost,
    ReflexAgent,
    make_evaluation,
)
from agents.evaluation import EVALUATIONS
from agents.features import FEATURES, Surroundings, feature
from agents.search import EvaluationError
from pacman import AgentError, GameState, Layout, load_layout

BOARD = Layout.from_text(["%%%%%%%%%", "%P ..  o%", "% %%%%% %", "%G  G   %", "%%%%%%%%%"])


def broken(state: GameState) -> float:
    raise KeyError("x")


def value(name: str, state: GameState) -> float:
    return feature(name)(Surroundings(state))


def test_features_of_a_state() -> None:
    state = GameState.initial(BOARD)
    facts = {name: value(name, state) for name in FEATURES}
    assert facts == {
        "score": 0,
        "food-left": 2,
        "nearest-food": 2,
        "food-closeness": 1 / 2,
        "capsules-left": 1,
        "nearest-capsule": 6,
        "active-ghosts": 2,
        "nearest-ghost": 2,
        "ghost-closeness": 1 / 2,
        "ghost-distance": 2 + 5,
        "scared-ghosts": 0,
        "nearest-scared": 0,
        "scared-closeness": 0,
        "scared-distance": 0,
    }
    assert [value(f"danger-{radius}", state) for radius in (1, 2, 4, 5)] == [0, 1, 1, 2]
    assert [value(f"pressure-{radius}", state) for radius in (2, 3, 6)] == [0, 1, 4 + 1]


def test_scared_ghosts_are_counted_apart_and_by_halves() -> None:
    layout = Layout.from_text(["%%%%%%%", "%Po  G%", "%.%%%%%", "%%%%%%%"])
    state = GameState.initial(layout).successor(0, "East").successor(1, "West")
    assert value("active-ghosts", state) == value("ghost-distance", state) == value("danger-9", state) == 0
    assert value("nearest-scared", state) == 2.5
    assert value("scared-closeness", state) == 1 / 2.5


def test_what_cannot_be_reached_does_not_count() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%%", "%P %.G%", "%%%%%%%"]))
    assert value("nearest-food", state) == value("nearest-ghost", state) == value("active-ghosts", state) == 0


def random_states(layout: str, count: int) -> list[GameState]:
    rng = random.Random(layout)
    states: list[GameState] = []
    while len(states) < count:
        state = GameState.initial(load_layout(layout))
        while not state.is_over and len(states) < count:
            for agent in range(state.num_agents):
                if not state.is_over:
                    state = state.successor(agent, rng.choice(state.legal_actions(agent)))
            states.append(state)
    return states


@pytest.mark.parametrize("name", EVALUATIONS)
@pytest.mark.parametrize("layout", ["medium", "capsules", "crowd"])
def test_contributions_sum_to_the_value(name: str, layout: str) -> None:
    evaluation = EVALUATIONS[name]
    assert isinstance(evaluation, LinearEvaluation)
    for state in random_states(layout, 100):
        assert sum(evaluation.contributions(state).values()) == pytest.approx(evaluation(state), abs=1e-9)


def test_a_final_state_is_worth_its_score() -> None:
    lost = GameState.initial(Layout.from_text(["%%%%%", "%PG.%", "%%%%%"])).successor(0, "East")
    assert EVALUATIONS["better"](lost) == -501
    assert LinearEvaluation({"food-left": -10})(lost) == -501
    assert LinearEvaluation({"score": 2, "food-left": -10})(lost) == -1002


def test_an_evaluation_by_name_by_weights_from_a_file_or_as_it_is(tmp_path: Path) -> None:
    state = GameState.initial(BOARD)
    weights = {"food-left": -10.0, "nearest-food": 0.5}
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(weights))
    assert make_evaluation(weights)(state) == make_evaluation(str(path))(state) == -19
    assert make_evaluation("score") is EVALUATIONS["score"]
    assert make_evaluation(broken) is broken


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "not JSON"),
        ("[1]", "expected weights by feature"),
        ('{"foood-left": 1}', "unknown feature 'foood-left'; did you mean 'food-left'?"),
        ('{"danger-0": 1}', "unknown feature 'danger-0'"),
        ('{"score": "much"}', "the weight of 'score' is 'much'; expected a number"),
        ('{"score": NaN}', "the weight of 'score' is nan; expected a number"),
        (f'{{"score": 1{"0" * 400}}}', "the weight of 'score' is 1000"),
        ('{"score": true}', "the weight of 'score' is True; expected a number"),
    ],
)
def test_weights_that_make_no_sense(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(AgentError) as error:
        make_evaluation(str(path))
    assert str(error.value).startswith(str(path))
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("evaluation", "complaint"),
    [
        (lambda state: float("nan"), "returned NaN"),
        (lambda state: 1j, "returned 1j, which is not a number"),
        (lambda state: "good", "returned 'good', which is not a number"),
        (lambda state: None, "returned None"),
        (broken, "raised KeyError: 'x'"),
    ],
)
def test_an_evaluation_that_gives_no_number_is_named(evaluation: Any, complaint: str) -> None:
    for kind in (ReflexAgent, MinimaxAgent, MaxNAgent, MCTSAgent):
        with pytest.raises(EvaluationError, match=f"evaluation {evaluation.__name__} .*{complaint}"):
            kind(evaluation=evaluation).search(GameState.initial(BOARD))


def test_an_evaluation_that_fails_at_the_end_of_a_game_only_is_named() -> None:
    def hopeful(state: GameState) -> float:
        return math.nan if state.is_over else 0

    state = GameState.initial(Layout.from_text(["%%%%%", "%PG.%", "%%%%%"]))
    with pytest.raises(EvaluationError, match="evaluation hopeful returned NaN"):
        MinimaxAgent(1, hopeful).search(state)


def test_weights_may_be_numbers_of_numpy() -> None:
    state = GameState.initial(BOARD)
    weights: dict[str, Any] = {"food-left": numpy.int64(-10), "nearest-food": numpy.float32(0.5)}
    value = make_evaluation(weights)(state)
    assert (value, type(value)) == (-19, float)


@pytest.mark.parametrize(
    ("wanted", "complaint"),
    [(None, "evaluation is None; expected a name, a JSON file"), (5, "is 5"), ([], "is []"), ({5: 1}, "feature '5'")],
)
def test_what_is_no_evaluation(wanted: Any, complaint: str) -> None:
    with pytest.raises(AgentError) as error:
        make_evaluation(wanted)
    assert complaint in str(error.value)


@pytest.mark.thorough
def test_better_wins_nearly_always_on_small() -> None:
    layout = load_layout("small")
    games = [pacman.play(layout, ExpectimaxAgent(2, "better"), [RandomGhost(1)], seed=seed) for seed in range(200)]
    assert sum(game.outcome.reason is pacman.EndReason.WON for game in games) >= 190
