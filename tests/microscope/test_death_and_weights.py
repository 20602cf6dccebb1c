"""Why he died, and what tips the scales, against brute force."""

import itertools

import pytest

import pacman
from agents import AlphaBetaAgent, DirectionalGhost, ExpectimaxAgent, MinimaxAgent, ReflexAgent
from agents.evaluation import LinearEvaluation
from agents.microscope.death import MARGIN, Fate, explain_death
from agents.microscope.death_page import fate_text
from agents.microscope.explanation import explain_decision
from agents.microscope.weighing import weigh_decision, weigh_within
from pacman import GameRecord, Layout
from pacman.agent_code.time_limit import call_within
from pacman.display.web.messages import Words
from pacman.state import GameState


def can_live(state: GameState, agent: int, plies: int) -> bool:
    """Whatever the ghosts do; without memory, without order."""
    if state.is_over or plies == 0:
        return not state.is_lose
    after = [
        can_live(state.successor(agent, a), (agent + 1) % state.num_agents, plies - 1)
        for a in state.legal_actions(agent)
    ]
    return max(after) if agent == 0 else min(after)


@pytest.fixture(scope="module")
def lost() -> list[GameRecord]:
    games = [
        pacman.play(
            pacman.load_layout(layout), AlphaBetaAgent(1), [DirectionalGhost(1), DirectionalGhost(2)], seed=seed
        )
        for layout, seed in itertools.product(("trap", "small"), range(4))
    ]
    return [game for game in games if game.outcome.reason is pacman.EndReason.LOST]


def test_the_last_way_out(lost: list[GameRecord]) -> None:
    assert len(lost) > 2
    turning_points = 0
    for game in lost:
        death = explain_death(game)
        assert death is not None
        assert game.moves[death.move - 1] == (0, death.chosen)
        assert death.states[-1].is_lose
        if not death.is_turning_point:
            continue
        turning_points += 1
        states, n = [*game.states()], death.state.num_agents
        back = sum(agent == 0 for agent, _ in death.line)
        if back > 4:
            continue  # too far for brute force
        for fate in death.fates:
            assert fate.survives == can_live(death.state.successor(0, fate.action), 1, (back + MARGIN) * n - 1)
        for later in range(1, back):  # after it nothing helped
            state = states[death.move - 1 + later * n]
            rounds = back - later + MARGIN
            assert not any(
                can_live(state.successor(0, action), 1, rounds * n - 1)
                for action in state.legal_actions(0)
                if (0, action) != game.moves[death.move - 1 + later * n]
            )
    assert turning_points > 1


def test_killing_lines_are_legal_and_kill(lost: list[GameRecord]) -> None:
    for game in lost:
        death = explain_death(game)
        assert death is not None
        for fate in death.fates:
            state = death.state
            for agent, action in fate.line:
                state = state.successor(agent, action)
            assert bool(fate.line) == (fate.survives is False)
            assert not fate.line or state.is_lose


def test_a_game_that_is_not_lost_has_no_death() -> None:
    layout = Layout.from_text("%%%%\n%P.%\n%%%%", "short")
    assert explain_death(pacman.play(layout, MinimaxAgent(1), [])) is None


AGENTS = [ReflexAgent(), MinimaxAgent(2), AlphaBetaAgent(2), ExpectimaxAgent(2)]


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: type(agent).__name__)
@pytest.mark.parametrize("layout", ["small", "trap", "open"])
def test_contributions_add_up_and_the_flip_flips(agent: AlphaBetaAgent, layout: str) -> None:
    state = GameState.initial(pacman.load_layout(layout))
    weighing = weigh_decision(agent, state)
    assert weighing is not None
    assert weighing.action == agent.getAction(state)
    for action, value in agent.search(state).values.items():
        assert weighing.values[action] == pytest.approx(value)
    for action, parts in weighing.contributions.items():
        assert sum(parts.values()) == pytest.approx(weighing.values[action])
        others = [other for each, other in weighing.contributions.items() if each != action]
        for name, value in parts.items():
            mean = sum(other.get(name, 0.0) for other in others) / len(others)
            assert weighing.relative[action][name] == pytest.approx(value - mean)
    flip = weighing.flip
    if flip is None:
        return
    kind = type(agent)

    def answer(change: float) -> str:
        weights = {**weighing.weights, flip.feature: flip.weight + change}
        arguments = {**agent.made_as.arguments, "evaluation": LinearEvaluation(weights)}
        return str(kind(**arguments).getAction(state))

    assert answer(flip.change) == flip.action != weighing.action
    assert answer(flip.change * 0.98) == weighing.action  # a little less does not suffice


def test_no_x_ray_of_what_is_no_sum_of_features() -> None:
    state = GameState.initial(pacman.load_layout("small"))
    assert weigh_decision(MinimaxAgent(1, lambda state: 0.0), state) is None
    assert weigh_decision(ExpectimaxAgent(1, model="directional"), state) is None
    assert weigh_decision(object(), state) is None


def test_an_x_ray_that_takes_long_is_left_out() -> None:
    """It looks at what a deep decision cuts away; and of a decision that was not made there is none."""
    agent, state = AlphaBetaAgent(depth=12), GameState.initial(pacman.load_layout("small"))
    assert weigh_within(0.05, agent, state) is None
    explanation = call_within(30, lambda: explain_decision(agent, state, "", seconds=0.05))
    assert explanation.decision.action is None
    assert explanation.weighing is None


@pytest.mark.parametrize(("rounds", "text"), [(1, "can be killed in this round"), (2, "can be killed in 2 rounds")])
def test_one_round_is_not_told_as_many(rounds: int, text: str) -> None:
    assert fate_text(Fate("West", False, 3, ((0, "West"), (1, "East")) * rounds), Words("en")) == text
