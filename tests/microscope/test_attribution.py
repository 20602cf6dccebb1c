"""Attribution: the table of contributions adds up, and a scan of weights confirms the smallest change."""

import random
import sys
from functools import cache
from math import isclose
from typing import Any

import pytest

import pacman
from agents import AlphaBetaAgent, ExpectimaxAgent, MinimaxAgent, ReflexAgent
from agents.evaluation import LinearEvaluation
from agents.microscope.attribution import Attribution, attribute_decision, attribute_within, flip_line
from agents.microscope.decision import watch_decision
from agents.microscope.explanation import explain_decision
from agents.microscope.flip import LARGEST_CHANGE, WeightedTree, value_at
from agents.microscope.text_report import explanation_text
from agents.microscope.tree_text import TreeExcerpt
from pacman import Layout
from pacman.agent_code.time_limit import call_within
from pacman.display.messages import LANGUAGES, PAGES, Words
from pacman.state import GameState
from tests.wording import read_message

LAYOUTS = ["small", "trap", "open", "minimax", "corner", "capsules", "trapped"]
SCANNED = 40  # weights in each direction


def row(text: str) -> GameState:
    """Return the start of a maze of one row."""
    return GameState.initial(Layout.from_text("\n".join(("%" * len(text), text, "%" * len(text))), "row"))


def attribution_of(agent: Any, state: GameState) -> Attribution:
    found = attribute_decision(agent, watch_decision(agent, state))
    assert found is not None
    return found


def test_a_column_of_an_action_that_ends_the_game_has_every_feature() -> None:
    """West wins, so it has no features of food and ghosts, unlike the other actions."""
    state = row("%.P   G%")
    found = attribution_of(ReflexAgent(), state)
    west = found.relative["West"]
    expected = {"score": 510, "nearest-food": 0.6, "food-closeness": -2.25, "pressure-4": 4}
    assert {name: round(west[name], 9) for name in found.features} == expected
    assert sum(west.values()) == pytest.approx(512.35)
    text = explanation_text(explain_decision(ReflexAgent(), state, "here"), TreeExcerpt(1))
    lines = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line.strip()}
    assert lines["nearest-food"] == ["0.6", "0", "-0.6"]
    assert lines["food-closeness"] == ["-2.25", "2.25", "0"]


def test_columns_add_up_to_the_lead_over_the_mean_of_the_others() -> None:
    """Also for an evaluation without a score, which still counts at the end of a game."""
    for weights in ("better", {"nearest-food": -1.0}):
        found = attribution_of(ReflexAgent(weights), row("%.P   G%"))
        for action, value in found.values.items():
            others = [other for each, other in found.values.items() if each != action]
            shown = sum(found.relative[action][name] for name in found.features)
            assert shown == pytest.approx(value - sum(others) / len(others))


def test_where_actions_tie_no_change_is_the_smallest() -> None:
    found = attribution_of(MinimaxAgent(1, "score"), row("% . P . G%"))
    assert found.ties
    assert found.flip is None
    assert flip_line(found, Words()).startswith(f"{found.action} and ")
    assert "have the same value" in flip_line(found, Words())


def test_a_weight_of_the_score_below_0_is_not_offered() -> None:
    """For an evaluation by the score alone, only a weight below 0 flips the move."""
    found = attribution_of(ReflexAgent("score"), row("% .P   G%"))
    assert (found.action, found.ties, found.flip) == ("West", (), None)
    for language in LANGUAGES:
        line = flip_line(found, Words(language))
        assert read_message(line, PAGES, ["flip", "flip-tie", "no-flip"], language) == ("no-flip", {"most": "1,000"})


@cache
def start(layout: str) -> GameState:
    """Return the start of a built-in maze, whose movement tables take long to build."""
    return GameState.initial(pacman.load_layout(layout))


def decisions(count: int, seed: int) -> list[tuple[Any, GameState]]:
    """Return agents of several kinds in positions of random games."""
    dice = random.Random(seed)
    found: list[tuple[Any, GameState]] = []
    while len(found) < count:
        state = start(dice.choice(LAYOUTS))
        for ply in range(state.num_agents * dice.randrange(30)):
            if not state.is_over:
                state = state.successor(
                    ply % state.num_agents, dice.choice(state.legal_actions(ply % state.num_agents))
                )
        if not state.is_over:
            depth = dice.choice((1, 2)) if state.num_agents < 4 else 1
            kinds = ReflexAgent(), MinimaxAgent(depth), AlphaBetaAgent(depth), ExpectimaxAgent(depth)
            found.append((dice.choice(kinds), state))
    return found


def check_flip(agent: Any, state: GameState) -> None:
    """Check that no weight of a scan flips the move by a smaller change than reported, or at all if none is."""
    found = attribution_of(agent, state)

    def answer(feature: str, weight: float) -> str:
        evaluation = LinearEvaluation({**found.weights, feature: weight})
        return str(type(agent)(**{**agent.made_as.arguments, "evaluation": evaluation}).search(state).action)

    best = found.values[found.action]
    is_tied = any(isclose(value, best, rel_tol=1e-9) for each, value in found.values.items() if each != found.action)
    assert bool(found.ties) == is_tied
    flip = found.flip
    if is_tied:
        assert flip is None
        return
    if flip is not None:
        assert answer(flip.feature, flip.changed) == flip.action != found.action
    most = 0.95 * (abs(flip.change) if flip else LARGEST_CHANGE)
    for feature, weight in found.weights.items():
        for sign in (1, -1):
            limit = min(most, 0.99 * weight) if feature == "score" and sign < 0 else most
            for step in range(SCANNED):
                changed = weight + sign * limit * 0.8**step
                assert answer(feature, changed) == found.action, (found.action, flip, feature, changed)


@pytest.mark.examples(60)
def test_no_smaller_change_of_a_weight_flips_the_move(examples: int) -> None:
    for agent, state in decisions(examples, seed=4):
        check_flip(agent, state)


@pytest.mark.examples(20)
def test_the_values_of_actions_as_functions_of_a_weight_are_those_of_a_search(examples: int) -> None:
    rng = random.Random(6)
    for agent, state in decisions(examples, seed=6):
        kind, depth = type(agent), {} if isinstance(agent, ReflexAgent) else {"depth": agent.depth}
        kind = MinimaxAgent if kind is AlphaBetaAgent else kind  # without cuts
        evaluation = agent.evaluation
        tree = WeightedTree(watch_decision(kind(**depth), state).tree, evaluation)
        feature, sign = rng.choice([*evaluation.weights]), rng.choice((1, -1))
        functions = tree.values(feature, sign, LARGEST_CHANGE)
        for size in (0.0, *(LARGEST_CHANGE * 0.5 ** rng.uniform(0, 20) for _ in range(8))):
            changed = LinearEvaluation({**evaluation.weights, feature: evaluation.weights[feature] + sign * size})
            expected = kind(**depth, evaluation=changed).search(state).values
            found = {action: value_at(each, size) for action, each in zip(tree.actions, functions, strict=True)}
            assert found == pytest.approx(expected, rel=1e-9), (feature, size)


def test_the_flip_needs_no_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser has none."""
    monkeypatch.setitem(sys.modules, "numpy", None)
    flip = attribution_of(MinimaxAgent(2), GameState.initial(pacman.load_layout("small"))).flip
    assert flip is not None


def test_a_flip_is_found_where_the_leaves_change_on_the_way() -> None:
    """The lines of the leaves expected now do not cross, but a weight of 0.004 instead of -8 flips the move."""
    agent, state = decisions(199, seed=5)[198]
    flip = attribution_of(agent, state).flip
    assert flip is not None
    assert (flip.feature, flip.weight, flip.changed) == ("pressure-4", -8, 0.004)


AGENTS = [ReflexAgent(), MinimaxAgent(2), AlphaBetaAgent(2), ExpectimaxAgent(2)]


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: type(agent).__name__)
@pytest.mark.parametrize("layout", ["small", "trap", "open"])
def test_contributions_add_up_and_the_flip_flips(agent: AlphaBetaAgent, layout: str) -> None:
    state = GameState.initial(pacman.load_layout(layout))
    attribution = attribute_decision(agent, watch_decision(agent, state))
    assert attribution is not None
    assert attribution.action == agent.getAction(state)
    for action, value in agent.search(state).values.items():
        assert attribution.values[action] == pytest.approx(value)
    for action, parts in attribution.contributions.items():
        assert sum(parts.values()) == pytest.approx(attribution.values[action])
        others = [other for each, other in attribution.contributions.items() if each != action]
        assert set(attribution.relative[action]) == {name for each in (parts, *others) for name in each}
        for name, value in attribution.relative[action].items():
            mean = sum(other.get(name, 0.0) for other in others) / len(others)
            assert value == pytest.approx(parts.get(name, 0.0) - mean)
    flip = attribution.flip
    if flip is None:
        return
    kind = type(agent)

    def answer(change: float) -> str:
        weights = {**attribution.weights, flip.feature: flip.weight + change}
        arguments = {**agent.made_as.arguments, "evaluation": LinearEvaluation(weights)}
        return str(kind(**arguments).getAction(state))

    assert answer(flip.change) == flip.action != attribution.action
    assert answer(flip.change * 0.98) == attribution.action  # a slightly smaller change is not sufficient


def test_no_attribution_unless_the_evaluation_is_a_sum_of_features() -> None:
    state = GameState.initial(pacman.load_layout("small"))
    decision = watch_decision(MinimaxAgent(1), state)
    for agent in (MinimaxAgent(1, lambda state: 0.0), ExpectimaxAgent(1, model="directional"), object()):
        assert attribute_decision(agent, decision) is None


def test_an_attribution_that_takes_long_is_left_out() -> None:
    """It also searches what a deep decision cuts; and a decision without an action has none."""
    agent, state = AlphaBetaAgent(depth=12), GameState.initial(pacman.load_layout("small"))
    assert attribute_within(0.05, agent, watch_decision(agent, state, seconds=0.05)) is None
    explanation = call_within(30, lambda: explain_decision(agent, state, "", seconds=0.05))
    assert explanation.decision.action is None
    assert explanation.attribution is None
