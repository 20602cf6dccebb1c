"""The Gymnasium environment: Gymnasium's own checks, the rules, seeds, errors, and the bridge to search."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import pacman
import pacman.envs
from agents import AlphaBetaAgent, DirectionalGhost, RandomGhost
from agents.observations import PLANES
from experiments.environments.generator import SplitMix64
from experiments.environments.single import PacmanSearchEnv
from pacman.directions import ACTIONS
from pacman.errors import AgentError, IllegalActionError, PacmanError
from pacman.state import GameState
from tests.wording import Naming

ID = "pacman.envs:PacmanSearch-v0"
ROOT = Path(__file__).parents[2]


def played(env: PacmanSearchEnv, actions: list[int]) -> list[Any]:
    """Return everything that the environment answers to these actions, until the game ends."""
    answers = []
    for action in actions:
        answers.append(env.step(action))
        if answers[-1][2] or answers[-1][3]:
            break
    return answers


@pytest.mark.parametrize("observation", ["planes", "features", "dict", "none"])
def test_gymnasium_accepts_the_environment(observation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = gymnasium.make(ID, layout="small", ghosts="DirectionalGhost", observation=observation, max_rounds=50)
    check_env(env.unwrapped)  # with our settings, every warning is an error


def test_registering_imports_neither_the_game_nor_the_environments() -> None:
    ours = ("experiments", "agents", "pacman")
    check = f"import sys, pacman.envs; print([name for name in sys.modules if name.startswith({ours})])"
    result = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(eval(result.stdout)) == {"pacman", "pacman.envs", "pacman.name_conflicts", "pacman.packages"}


def test_planes_show_walls_food_capsules_and_agents() -> None:
    layout = pacman.Layout.from_text("%%%%%%\n%P.oG%\n%%%%%%", name="tiny")
    env = PacmanSearchEnv(layout, illegal="raise")
    board, info = env.reset(seed=0)
    shown = dict(zip(PLANES, board[:, 1].tolist(), strict=True))
    assert shown == {
        "walls": [1, 0, 0, 0, 0, 1],
        "food": [0, 0, 1, 0, 0, 0],
        "capsules": [0, 0, 0, 1, 0, 0],
        "Pacman": [0, 1, 0, 0, 0, 0],
        "ghosts": [0, 0, 0, 0, 1, 0],
        "scared ghosts": [0, 0, 0, 0, 0, 0],
    }
    assert info["action_mask"].tolist() == [0, 1, 1, 0, 0]
    assert env.action_masks().tolist() == [False, True, True, False, False]
    assert board[0].tolist() == [[1] * 6, [1, 0, 0, 0, 0, 1], [1] * 6]


def test_a_scared_ghost_is_in_its_own_plane_and_the_upper_or_right_cell() -> None:
    layout = pacman.Layout.from_text("%%%%%%%%%\n%.Po   G%\n%%%%%%%%%", name="tiny")
    env = PacmanSearchEnv(layout, observation="dict")
    env.reset(seed=0)
    seen, *_ = env.step(ACTIONS.index("East"))
    assert env.state.position(1) == (6.5, 1)
    assert seen["planes"][4].sum() == 0
    assert seen["planes"][5, 1].tolist() == [0, 0, 0, 0, 0, 0, 0, 1, 0]
    assert seen["timers"].tolist() == [39]
    assert dict(zip(env.feature_names, seen["features"], strict=True))["nearest-scared"] == 3.5


def test_rewards_are_score_differences_and_rounds_are_limited() -> None:
    env = PacmanSearchEnv("medium", ["RandomGhost", "DirectionalGhost,prob_attack=0.5"], max_rounds=30)
    env.reset(seed=5)
    space = env.action_space
    space.seed(1)
    answers = played(env, [int(space.sample()) for _ in range(30)])
    assert sum(reward for _, reward, *_ in answers) == env.state.score == answers[-1][4]["score"]
    assert len(answers) == env.rounds == 30
    assert [cut for _, _, _, cut, _ in answers] == [False] * 29 + [True]
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"the game is over; expected reset\(\)"):
        env.step(0)


def test_an_illegal_action_is_a_stop_or_an_error() -> None:
    layout = pacman.Layout.from_text("%%%%%%%\n%P...G%\n%%%%%%%", name="tiny")
    west = ACTIONS.index("West")
    env = PacmanSearchEnv(layout)
    env.reset(seed=0)
    assert env.step(west)[1] == -1
    assert env.state.pacman_position == (1, 1)
    strict = PacmanSearchEnv(layout, illegal="raise")
    strict.reset(seed=0)
    with pytest.raises(IllegalActionError, match=r"illegal action 0 \(West\); legal: Stop, East"):
        strict.step(west)
    assert strict.rounds == 0


@pytest.mark.parametrize("action", [-1, 5, 2.5, "West", None])
def test_a_number_that_is_no_action_is_refused_with_the_known_ones(action: object) -> None:
    env = PacmanSearchEnv()
    env.reset(seed=0)
    with pytest.raises(IllegalActionError, match="expected 0 West, 1 Stop, 2 East, 3 North, 4 South"):
        env.step(action)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"observation": "plane"}, "unknown observation 'plane'; did you mean 'planes'?"),
        ({"layout": "smal"}, "unknown layout 'smal'; did you mean 'small'?"),
        ({"ghosts": "RandomGost"}, "unknown ghost 'RandomGost'; did you mean 'RandomGhost'?"),
        ({"ghosts": "RandomGhost,speed=2"}, "RandomGhost: unknown argument 'speed'"),
        ({"features": ["nearest-fod"]}, "unknown feature 'nearest-fod'; did you mean 'nearest-food'?"),
        ({"features": "nearest-food"}, "features is 'nearest-food'; expected a list of names"),
        ({"illegal": "ignore"}, "unknown illegal 'ignore'; known: noop, raise"),
        ({"dice": "numpy"}, "unknown dice 'numpy'; known: python, splitmix"),
        ({"max_rounds": 0}, "max_rounds is 0; expected a whole number from 1 up"),
        ({"num_ghosts": -1}, "num_ghosts is -1; expected a whole number from 0 up"),
    ],
)
def test_wrong_options_are_one_clear_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(PacmanError) as caught:
        gymnasium.make(ID, **options)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_closed_environment_says_so() -> None:
    env = gymnasium.make(ID, render_mode="ansi")
    env.reset(seed=0)
    env.close()
    for call in (env.reset, lambda: env.step(0), env.render, env.unwrapped.save):  # type: ignore[attr-defined]
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match=r"closed; expected no call after close\(\)"):
            call()


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("'0.29.1'", ("Gymnasium 1.0", "0.29.1", "pip install 'gymnasium>=1.0'")),
        (None, ("Gymnasium 1.0", "not installed", "pip install 'gymnasium>=1.0'")),
    ],
)
def test_an_old_or_missing_gymnasium_is_one_clear_error(
    version: str | None, message: tuple[str, ...], tmp_path: Path
) -> None:
    code = f"__version__ = {version}" if version else "raise ModuleNotFoundError('gymnasium', name='gymnasium')"
    (tmp_path / "gymnasium.py").write_text(code)
    check = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import pacman.envs"
    result = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.stderr.splitlines()[-1] == Naming("ImportError: pacman.envs", *message)


def test_a_ghost_without_an_rng_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ghosts.py"
    file.write_text("class Mine:\n    def __init__(self, index):\n        pass\n")
    with pytest.raises(AgentError, match="unknown argument 'rng'"):
        PacmanSearchEnv(ghosts=f"{file}:Mine")


# -- seeds ------------------------------------------------------------------------------------------------------------


def test_splitmix_draws_the_numbers_of_its_definition() -> None:
    """The first outputs of the reference implementation for the state 0, whose upper 53 bits are drawn."""
    generator = SplitMix64(0)
    generator.setstate(0)
    words = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [generator.random() for _ in words] == [(word >> 11) / 2**53 for word in words]


def test_a_seed_gives_the_same_games_and_no_seed_continues_the_generator() -> None:
    games = []
    for _ in range(2):
        env = PacmanSearchEnv("small", "DirectionalGhost", observation="features")
        env.reset(seed=11)
        first = played(env, [1] * 200)
        env.reset()
        games.append([first, played(env, [1] * 200)])
    assert data_equivalence(games[0], games[1], exact=True)
    assert not data_equivalence(games[0][0], games[0][1], exact=True)


def test_python_dice_play_the_games_of_the_seed() -> None:
    ghosts = [DirectionalGhost(1), RandomGhost(2)]
    record = pacman.play("medium", AlphaBetaAgent(depth=1, engine="python"), ghosts, seed=42, max_moves=90)
    env = PacmanSearchEnv("medium", ["DirectionalGhost", "RandomGhost"], dice="python")
    env.reset(seed=42)
    states = list(record.states())
    for place in range(0, len(record.moves) - 2, 3):
        env.step(ACTIONS.index(record.moves[place][1]))
        assert env.state == states[min(place + 3, len(states) - 1)]


# -- search -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", ["splitmix", "python"])
def test_restored_positions_have_bit_equal_futures(dice: str) -> None:
    """From many positions of many games, with ghosts that draw; pickled half of the time."""
    rng = random.Random(3)
    options: dict[str, Any] = {
        "ghosts": ["DirectionalGhost", "RandomGhost"],
        "dice": dice,
        "observation": "dict",
        "max_rounds": 60,
    }
    env, other = (PacmanSearchEnv("capsules", **options) for _ in range(2))
    env.reset(seed=1)
    for _ in range(60):
        saved = env.save()
        actions = [rng.randrange(5) for _ in range(12)]
        future = played(env, actions)
        _, info = other.restore(pickle.loads(pickle.dumps(saved)) if rng.random() < 0.5 else saved)
        assert info["action_mask"].any()
        assert data_equivalence(played(other, actions), future, exact=True)
        assert other.save() == env.save()
        if future[-1][2] or future[-1][3]:
            env.reset()


def test_games_after_a_restored_one_continue_its_generator() -> None:
    env, fresh = PacmanSearchEnv("small"), PacmanSearchEnv("small")
    env.reset(seed=3)
    fresh.restore(env.save())
    for each in (env, fresh):
        played(each, [1] * 300)
        each.reset()
    assert fresh.save() == env.save()


def test_a_restored_state_keeps_the_generator_and_the_rounds() -> None:
    env = PacmanSearchEnv("small")
    env.reset(seed=9)
    played(env, [1] * 5)
    before = env.save()
    observation, info = env.restore(GameState.initial("small").successor(0, "West"))
    after = env.save()
    assert (after.generator, after.rounds) == (before.generator, before.rounds)
    assert env.state == GameState.initial("small").successor(0, "West")
    assert np.array_equal(observation, PacmanSearchEnv("small").restore(env.state)[0])
    assert info["score"] == env.state.score


@pytest.mark.parametrize("wrong", [GameState.initial("medium"), GameState.initial("small", 1), "small"])
def test_a_position_of_another_board_is_refused(wrong: Any) -> None:
    env = PacmanSearchEnv("small")
    with pytest.raises(PacmanError, match="cannot restore .*; expected "):
        env.restore(wrong)


def test_a_copy_plays_on_by_itself() -> None:
    env = PacmanSearchEnv("small", "DirectionalGhost")
    env.reset(seed=2)
    twin = copy.deepcopy(env)
    saved = env.save()
    future = played(env, [1] * 30)
    assert twin.save() == saved
    assert data_equivalence(played(twin, [1] * 30), future, exact=True)


def test_a_search_agent_plays_in_the_environment() -> None:
    env = PacmanSearchEnv("small", "RandomGhost", illegal="raise", observation="none")
    agent = AlphaBetaAgent(depth=2)
    env.reset(seed=1)
    while not env.state.is_over:
        env.step(env.actions.index(agent.getAction(env.state)))
    assert env.state.is_win


def test_pictures_show_the_board() -> None:
    env = PacmanSearchEnv("small", render_mode="rgb_array")
    env.reset(seed=0)
    first = env.render()
    env.step(ACTIONS.index("West"))
    assert first.dtype == np.uint8
    assert first.shape == env.render().shape
    assert (first != env.render()).any()
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 20
    text = PacmanSearchEnv("small", render_mode="ansi")
    text.reset(seed=0)
    assert text.render().endswith("Score: 0\n")
    with pytest.raises(PacmanError, match=r"render\(\) needs a render_mode; expected one of human, rgb_array, ansi"):
        PacmanSearchEnv("small").render()
