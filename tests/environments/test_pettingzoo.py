"""The PettingZoo environments: PettingZoo's own checks, the rules, rewards and positions."""

import warnings
from typing import Any

import pytest

import pacman
from experiments.environments import pacman_v0
from pacman.directions import ACTIONS
from pacman.errors import IllegalActionError, PacmanError

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of PettingZoo's own modules
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

WEST, STOP, EAST, NORTH, SOUTH = range(5)


# The check prefers plain boxes, also where masks are part of the observation.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably", "ignore:Observation is not a NumPy")
@pytest.mark.parametrize("observation", ["planes", "features"])
def test_pettingzoo_accepts_the_environments(observation: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(pacman_v0.env("small", max_rounds=60, observation=observation), num_cycles=150)
    parallel_api_test(pacman_v0.parallel_env("small", max_rounds=60, observation=observation), num_cycles=150)
    assert capsys.readouterr().out.count("Passed") == 2


def test_seeds_and_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    seed_test(lambda: pacman_v0.env(max_rounds=40), num_cycles=50)
    parallel_seed_test(lambda: pacman_v0.parallel_env(max_rounds=40), num_cycles=50)
    render_test(pacman_v0.env)


def test_pacman_and_every_ghost_move_in_turn() -> None:
    env = pacman_v0.env("duel", max_rounds=2)
    env.reset(seed=0)
    state = pacman.GameState.initial("duel")
    turns = []
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        index = int(agent.rpartition("_")[2])
        legal = state.legal_actions(index)
        assert [ACTIONS[number] for number in observation["action_mask"].nonzero()[0]] == list(legal)
        env.step(ACTIONS.index(legal[-1]))
        state = state.successor(index, legal[-1])
        assert env.unwrapped.game_state == state
        turns.append(index)
    assert turns == [*range(state.num_agents)] * 2


def corridor() -> pacman.Layout:
    return pacman.Layout.from_text("%%%%%%%\n%.PG .%\n%%%%%%%", name="tiny")


def test_rewards_are_opposite_and_the_game_may_end_in_the_middle_of_a_round() -> None:
    env = pacman_v0.parallel_env(corridor())
    env.reset()
    _, rewards, terminations, truncations, infos = env.step({"pacman_0": EAST, "ghost_1": EAST})
    assert rewards == {"pacman_0": -501, "ghost_1": 501}
    assert terminations == {"pacman_0": True, "ghost_1": True}
    assert not any(truncations.values())
    assert infos["ghost_1"] == {"score": -501, "won": False}
    assert env.agents == []
    with pytest.raises(Exception, match=r"the game is over; expected reset\(\)"):
        env.step({})


def test_illegal_actions_are_replaced_or_refused() -> None:
    env = pacman_v0.parallel_env(corridor())
    env.reset()
    env.step({"pacman_0": NORTH, "ghost_1": STOP})  # Pacman stops; a ghost cannot, and moves West into it
    assert env.game_state.score == -501
    strict = pacman_v0.parallel_env(corridor(), illegal="raise")
    strict.reset()
    with pytest.raises(IllegalActionError, match=r"illegal action 3 \(North\); legal: West, Stop, East"):
        strict.step({"pacman_0": NORTH, "ghost_1": EAST})
    with pytest.raises(PacmanError, match="no action for ghost_1; expected one for every agent"):
        strict.step({"pacman_0": STOP})


def ghosts_turn(env: Any) -> list[tuple[str, float]]:
    """Play a few moves; return the agents and their rewards."""
    moves = []
    for agent in env.agent_iter(7):
        observation, reward, *_ = env.last()
        moves.append((agent, reward))
        env.step(int(observation["action_mask"].nonzero()[0][-1]))
    return moves


def test_a_position_in_the_middle_of_a_round_is_restored() -> None:
    env = pacman_v0.env("small")
    env.reset(seed=0)
    env.step(WEST)
    saved = env.unwrapped.save()
    future, end = ghosts_turn(env), env.unwrapped.game_state
    env.unwrapped.restore(saved)
    assert env.agent_selection == "ghost_1"
    assert ghosts_turn(env) == future
    assert env.unwrapped.game_state == end
    env.unwrapped.restore(pacman.GameState.initial("small"))
    assert env.agent_selection == "pacman_0"
    env.close()
    with pytest.raises(Exception, match=r"closed; expected no call after close\(\)"):
        env.step(STOP)
