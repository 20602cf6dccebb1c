"""The vector environment: equal to single environments in all modes, to GameState move by move, and restorable."""

import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, VectorEnv

from agents.observations import feature_names, feature_values, planes
from experiments.environments.board import BoardSettings
from experiments.environments.generator import SplitMix64
from experiments.environments.single import PacmanSearchEnv
from experiments.environments.vector import PacmanSearchVectorEnv
from pacman import load_layout
from pacman.directions import ACTIONS, STOP
from pacman.errors import AgentError, IllegalActionError, PacmanError
from pacman.layout import layout_names
from pacman.state import GameState
from tests.kernel.conftest import with_ghosts

pytestmark = pytest.mark.usefixtures("kernel_is_ready")

ID = "pacman.envs:PacmanSearch-v0"
ROOT = Path(__file__).parents[2]
GHOSTS = ["DirectionalGhost", "RandomGhost", "MixedGhost,skill=0.5,depth=1", "DirectionalGhost,prob_attack=0.99"]


def vector(count: int = 4, **options: Any) -> PacmanSearchVectorEnv:
    mode = "vector_entry_point"
    made = gymnasium.make_vec(ID, num_envs=count, vectorization_mode=mode, **options)
    assert isinstance(made, PacmanSearchVectorEnv)
    return made


def in_turn(count: int, mode: AutoresetMode, **options: Any) -> VectorEnv[Any, Any, Any]:
    """Return Gymnasium's vector of single environments."""
    of_mode = {"autoreset_mode": mode}
    return gymnasium.make_vec(ID, num_envs=count, vectorization_mode="sync", vector_kwargs=of_mode, **options)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(
    ("observation", "engine", "dice"),
    [
        ("planes", "kernel", "splitmix"),
        ("features", "kernel", "splitmix"),
        ("dict", "kernel", "splitmix"),
        ("none", "kernel", "splitmix"),
        ("dict", "python", "splitmix"),
        ("planes", "auto", "python"),
    ],
)
def test_boards_answer_as_single_environments(mode: AutoresetMode, observation: str, engine: str, dice: str) -> None:
    options = {"layout": "capsules", "ghosts": GHOSTS, "observation": observation, "max_rounds": 25, "dice": dice}
    ours, theirs = vector(3, autoreset_mode=mode, engine=engine, **options), in_turn(3, mode, **options)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert data_equivalence(ours.reset(seed=3), theirs.reset(seed=3), exact=True)
    ours.action_space.seed(1)
    for _ in range(60):
        actions = ours.action_space.sample()
        answer = ours.step(actions)
        assert data_equivalence(answer, theirs.step(actions), exact=True)
        over = answer[2] | answer[3]
        if mode is AutoresetMode.DISABLED and over.any():
            our_start, their_start = (env.reset(options={"reset_mask": over.copy()}) for env in (ours, theirs))
            assert data_equivalence(our_start, their_start, exact=True)


def played_by_hand(state: GameState, ghosts: list[Any], number: int) -> GameState:
    """Play a round with GameState alone; an illegal action is a stop."""
    action = ACTIONS[number]
    state = state.successor(0, action if action in state.legal_actions(0) else STOP)
    for index, ghost in enumerate(ghosts, start=1):
        if not state.is_over:
            state = state.successor(index, ghost.getAction(state))
    return state


# 22 layouts with 0 to 4 ghosts: 1 820 rounds are 200 200 steps. By default, every layout has one number of ghosts.
@pytest.mark.parametrize("rounds", [12, pytest.param(1820, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("num_ghosts", range(5))
def test_single_vector_and_state_agree_move_by_move(num_ghosts: int, rounds: int) -> None:
    """Planes are updated in place by the kernel, and computed from the state by the single environment."""
    rng = random.Random(num_ghosts)
    ghosts = [rng.choice(["RandomGhost", "DirectionalGhost"]) for _ in range(num_ghosts)]
    scared = 0
    names = layout_names()[num_ghosts::5] if rounds < 100 else layout_names()
    for name in names:
        layout = with_ghosts(load_layout(name), num_ghosts)
        options: dict[str, Any] = {"ghosts": ghosts, "num_ghosts": num_ghosts, "max_rounds": 80}
        many = PacmanSearchVectorEnv(2, layout, **options, observation="dict", engine="kernel", copy=False)
        single = PacmanSearchEnv(layout, **options)
        seen, _ = many.reset(seed=7)
        single.reset(seed=8)  # as the second board
        dice = SplitMix64(8)
        agents = BoardSettings(layout, ghosts, num_ghosts).ghost_agents(dice)
        state = GameState.initial(layout, num_ghosts)
        count = 0
        for _ in range(rounds):
            actions = [rng.randrange(len(ACTIONS)) for _ in range(2)]
            if single.state.is_over or single.rounds == 80:
                observation, _ = single.reset()
                state, reward, count = GameState.initial(layout, num_ghosts), 0.0, 0
            else:
                observation, reward, *_ = single.step(actions[1])
                state, count = played_by_hand(state, agents, actions[1]), count + 1
            seen, rewards, terminated, *_ = many.step(actions)
            assert np.array_equal(seen["planes"][1], observation)
            assert (rewards[1], terminated[1]) == (reward, state.is_over)
            position = many._boards.save(1)
            assert single.state == position.state == state
            assert position.state.is_win == state.is_win
            assert (position.generator, position.rounds) == (dice.getstate(), count)
            scared += seen["timers"][1].any()
        values = feature_values(state, feature_names())
        assert np.array_equal(seen["features"][1], values)
    assert scared or not num_ghosts


@pytest.mark.parametrize("number", [60, pytest.param(10_000, marks=pytest.mark.thorough)])
def test_restored_boards_have_bit_equal_futures(number: int) -> None:
    """In the other engine, too, and in a single environment; pickled."""
    rng = np.random.default_rng(5)
    count = 20
    options: dict[str, Any] = {"ghosts": GHOSTS[:2], "observation": "dict", "max_rounds": 60}
    many = vector(count, layout="power", engine="kernel", **options)
    other = vector(count, layout="power", engine="kernel", **options)
    slow = vector(count, layout="power", engine="python", **options)
    single = PacmanSearchEnv("power", **options)
    many.reset(seed=1)
    for restored in range(0, number, count):
        for actions in rng.integers(5, size=(7, count)):
            many.step(actions)
        saved = pickle.loads(pickle.dumps(many.save()))
        now, later = rng.integers(5, size=(2, count))
        future = many.step(now), many.step(later)
        shown, _ = other.restore(saved)
        states = [position.state for position in saved]
        assert np.array_equal(shown["planes"], [planes(state) for state in states])
        assert data_equivalence((other.step(now), other.step(later)), future, exact=True)
        if restored == 0:
            slow.restore(saved)
            assert data_equivalence((slow.step(now), slow.step(later)), future, exact=True)
            single.restore(saved[3])
            if not saved[3].state.is_over:
                assert data_equivalence(single.step(now[3])[0]["planes"], future[0][0]["planes"][3], exact=True)
        assert other.save() == many.save()


def test_arrays_are_overwritten_only_if_the_caller_agrees() -> None:
    for copies in (True, False):
        env = vector(4, observation="planes", copy=copies)
        first, infos = env.reset(seed=0)
        kept = first.copy()
        second, *_ = env.step(np.array([0, 0, 2, 2]))
        assert (first is second) == (not copies)
        assert np.array_equal(first, kept) == copies
        assert (env.step(np.array([1] * 4))[4]["action_mask"] is infos["action_mask"]) == (not copies)


def test_states_of_boards_are_searched_and_restored() -> None:
    env = vector(2, layout="medium")
    env.reset(seed=4)
    for action in (0, 0, 3, 2):
        env.step(np.array([action, 1]))
    assert env.states == (env.state(0), env.state(1))
    assert env.state(0).pacman_position != env.state(1).pacman_position
    before = env.save()
    other = env.state(0).successor(0, "Stop")
    env.restore([other, env.state(1)])
    assert env.state(0) == other
    assert [(saved.generator, saved.rounds) for saved in env.save()] == [(one.generator, one.rounds) for one in before]


def test_wrong_calls_are_one_clear_error_and_change_nothing() -> None:
    env = vector(3, illegal="raise", autoreset_mode="Disabled", max_rounds=2)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"no game has begun; expected reset\(\)"):
        env.step([1, 1, 1])
    env.reset(seed=0)
    saved = env.save()
    wall = int(np.flatnonzero(env.reset(seed=0)[1]["action_mask"][0] == 0)[0])
    with pytest.raises(IllegalActionError, match=rf"board 2: illegal action {wall} \(\w+\); legal: "):
        env.step([1, 1, wall])
    with pytest.raises(IllegalActionError, match="board 1: the action is 5; expected 0 West, 1 Stop"):
        env.step([1, 5, 1])
    for wrong in ([1, 1], [1.0, 1.0, 1.0]):
        with pytest.raises(PacmanError, match=r"the actions have the shape .*; expected \(3,\) of integers"):
            env.step(wrong)
    for mask in (np.zeros(3, np.bool_), np.ones(2, np.bool_), [True] * 3):
        with pytest.raises(PacmanError, match="expected an array of 3 bools, one of them True"):
            env.reset(options={"reset_mask": mask})
    with pytest.raises(PacmanError, match="2 seeds are given; expected 3"):
        env.reset(seed=[1, 2])
    with pytest.raises(PacmanError, match="cannot restore 1 positions; expected 3"):
        env.restore(saved[:1])
    with pytest.raises(PacmanError, match="unknown render_mode 'human'; known: ansi, rgb_array"):
        vector(render_mode="human")
    with pytest.raises(PacmanError, match="unknown autoreset_mode 'Never'; known: Disabled, NextStep, SameStep"):
        vector(autoreset_mode="Never")
    assert env.save() == saved
    for _ in range(2):
        env.step([1, 1, 1])
    with pytest.raises(gymnasium.error.ResetNeeded, match="the game of board 0 is over; expected reset"):
        env.step([1, 1, 1])
    env.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="the environment is closed"):
        env.step([1, 1, 1])


def test_the_kernel_is_refused_where_it_cannot_play() -> None:
    with pytest.raises(AgentError, match="engine 'kernel' cannot be used: random numbers of Python"):
        vector(dice="python", engine="kernel")


def test_without_numba_the_boards_are_stepped_in_python() -> None:
    code = (
        "import sys; sys.modules['llvmlite'] = sys.modules['numba'] = None\n"
        "from experiments.environments.vector import PacmanSearchVectorEnv as Env\n"
        "env = Env(2, max_rounds=3); env.reset(seed=0); print(env.step([0, 2])[1].tolist(), len(env.states))"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    expected = vector(2, max_rounds=3)
    expected.reset(seed=0)
    assert result.stdout == f"{expected.step([0, 2])[1].tolist()} 2\n"
    assert "UserWarning: the boards are stepped in Python, some hundred times as slow: " in result.stderr


def test_every_board_is_drawn() -> None:
    env = vector(2, render_mode="ansi")
    env.reset(seed=0)
    env.step([0, 2])
    first, second = env.render()
    assert first != second
    assert first.splitlines()[-1].startswith("Score: ")
