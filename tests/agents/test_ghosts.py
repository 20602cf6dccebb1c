"""Ghosts: their distributions, and moves that follow them."""

import random
from collections import Counter

import pytest

import pacman
from agents import (
    AlphaBetaAgent,
    DirectionalGhost,
    ExpectimaxAgent,
    MinimaxGhost,
    MixedGhost,
    PathAgent,
    RandomGhost,
    load_ghosts,
)
from agents.ghost_models import make_model
from pacman import AgentError, GameState, Layout, load_layout
from pacman.berkeley.modules import util
from pacman.berkeley.modules.ghostAgents import GhostAgent

CROSSING = Layout.from_text(["%%%%%%%", "%% %%%%", "%  G P%", "%% .%%%", "%%%%%%%"])


def test_a_random_ghost_takes_every_action_with_equal_probability() -> None:
    assert RandomGhost(1).distribution(GameState.initial(CROSSING)) == {"West": 1 / 3, "East": 1 / 3, "South": 1 / 3}


def test_a_directional_ghost_rushes_to_pacman() -> None:
    chances = DirectionalGhost(1).distribution(GameState.initial(CROSSING))
    assert chances == pytest.approx({"East": 0.8 + 0.2 / 3, "West": 0.2 / 3, "South": 0.2 / 3})
    surely = DirectionalGhost(1, prob_attack=1.0).distribution(GameState.initial(CROSSING))
    assert surely == {"East": 1, "West": 0, "South": 0}


def test_a_ghost_takes_its_arguments_as_text() -> None:
    (ghost,) = load_ghosts("DirectionalGhost", 1, prob_attack="1", prob_scaredFlee="0.5")
    assert ghost.distribution(GameState.initial(CROSSING)) == {"East": 1, "West": 0, "South": 0}
    with pytest.raises(AgentError, match="prob_attack is '2'; expected a number from 0 to 1"):
        load_ghosts("DirectionalGhost", 1, prob_attack="2")


def test_a_directional_ghost_flees_while_scared() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%%", "% G oP%", "%%.%%%%", "%%%%%%%"])).successor(0, "West")
    chances = DirectionalGhost(1).distribution(state)
    assert chances["West"] == chances["South"] > chances["East"]


def test_the_floats_of_the_original() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%", "%% %%", "% G %", "%% %%", "%%.%%", "%%P%%", "%%%%%"]))
    chances = DirectionalGhost(1).distribution(state)
    assert chances["South"] == 0.8499999999999999
    assert chances["East"] == 0.049999999999999975


@pytest.mark.parametrize("ghost", [RandomGhost(1), DirectionalGhost(1), MinimaxGhost(1), MixedGhost(1)])
def test_a_distribution_sums_to_one_and_draws_follow_it(ghost: GhostAgent) -> None:
    state = GameState.initial(CROSSING)
    chances = ghost.distribution(state)
    assert set(chances) <= set(state.legal_actions(1))
    assert sum(chances.values()) == pytest.approx(1)
    assert ghost.getDistribution(state) == chances
    random.seed(0)
    drawn = Counter(ghost.get_action(state) for _ in range(2000))
    for action, probability in chances.items():
        # Five standard deviations of a binomial.
        assert abs(drawn[action] / 2000 - probability) <= 5 * (probability * (1 - probability) / 2000) ** 0.5 + 1e-9


def test_a_walled_in_ghost_has_no_distribution() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%", "%P.%G%", "%%%%%%"]))
    assert RandomGhost(1).distribution(state) == {}
    assert RandomGhost(1).get_action(state) == "Stop"


class Sleepy(GhostAgent):
    """A ghost that defines only Berkeley's getDistribution."""

    def getDistribution(self, state: GameState) -> util.Counter:
        return util.Counter({action: 1 + (action == "South") for action in state.getLegalActions(self.index)})


def test_a_ghost_may_define_only_berkeleys_distribution() -> None:
    state = GameState.initial(CROSSING)
    assert Sleepy(1).distribution(state) == {"West": 0.25, "East": 0.25, "South": 0.5}
    assert pacman.play(CROSSING, PathAgent(), [Sleepy(1)], seed=3).outcome.error is None


def test_a_ghost_without_a_distribution() -> None:
    class Silent(GhostAgent):
        pass

    class Undecided(GhostAgent):
        def getDistribution(self, state: GameState) -> util.Counter:
            return util.Counter()

    state = GameState.initial(CROSSING)
    with pytest.raises(AgentError, match=r"Silent has no getDistribution\(state\)"):
        Silent(1).get_action(state)
    with pytest.raises(AgentError, match="is not a distribution over actions"):
        Undecided(1).get_action(state)


def test_a_searching_ghost_takes_the_way_that_catches() -> None:
    """Pacman is in a dead end: only the distance through the maze counts, not the straight line."""
    state = GameState.initial(Layout.from_text(["%%%%%%%%", "%P    G%", "%.%%%%%%", "%%%%%%%%"]))
    assert MinimaxGhost(1).distribution(state) == {"West": 1}


def test_a_searching_ghost_prefers_to_catch_sooner() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%", "%PG %", "%.% %", "%   %", "%%%%%"]))
    assert MinimaxGhost(1, depth=3).distribution(state) == {"West": 1}


def test_equally_good_moves_are_drawn_among() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%%", "%  P .%", "% %%% %", "%  G  %", "%%%%%%%"]))
    assert MinimaxGhost(1, depth=1).distribution(state) == {"West": 0.5, "East": 0.5}


def test_a_scared_searching_ghost_runs() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%%%%", "%   G oP%", "%%.%%%%%%", "%%%%%%%%%"])).successor(
        0, "West"
    )
    assert "East" not in MinimaxGhost(1).distribution(state)


def test_a_mixed_ghost_searches_with_its_skill() -> None:
    state = GameState.initial(Layout.from_text(["%%%%%%%%", "%P  G .%", "%%%%%%%%"]))
    assert MixedGhost(1, skill="0.6").distribution(state) == pytest.approx({"West": 0.6 + 0.2, "East": 0.2})
    assert MixedGhost(1, skill=0).distribution(state) == pytest.approx({"West": 0.5, "East": 0.5})


def test_a_model_that_remembers_tells_mazes_apart() -> None:
    narrow, wide = (
        GameState.initial(Layout.from_text(["%%%%%%%", "%P. G %", row, "%%%%%%%"])) for row in ("%%%%%%%", "%%%% %%")
    )
    assert narrow == wide
    model = make_model("minimax:0.5")
    assert model is not None
    assert model(narrow, 1).keys() == {"West", "East"}
    assert model(wide, 1).keys() == {"West", "East", "South"}


def test_no_model_is_worse_than_the_worst_case() -> None:
    state = GameState.initial(load_layout("lecture"))
    fearful = AlphaBetaAgent(4, "avoid-trouble").search(state)
    for model in ("minimax:1", "minimax:0.8", "directional", "uniform"):
        # Minimax is a lower bound: no ghost that plays by a distribution can be worse for Pacman.
        assert ExpectimaxAgent(4, "avoid-trouble", model=model).search(state).value >= fearful.value - 1e-9


def test_two_searching_ghosts_corner_pacman_far_more_often_than_two_random_ones() -> None:
    layout = load_layout("corner")
    losses = {
        kind.__name__: sum(
            pacman.play(layout, AlphaBetaAgent(2), [kind(1), kind(2)], seed=seed).outcome.reason
            is pacman.EndReason.LOST
            for seed in range(100)
        )
        for kind in (MinimaxGhost, RandomGhost)
    }
    assert losses == {"MinimaxGhost": 100, "RandomGhost": 24}
