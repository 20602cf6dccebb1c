"""Rounds per CPU second of the environments, beside those of other libraries that are installed.

python benchmarks/bench_environments.py

Every number is the best of several measurements, which alternate. A step that only begins a new game does not count.
"""

import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that it runs from a fresh clone

from benchmarks.measuring import Measurement, measure

ID = "pacman.envs:PacmanSearch-v0"
COUNTS = (64, 1024, 16_384)  # boards
STEPS = 150_000  # of all boards together, in a measurement
GOALS = {"none": 10e6, "planes": 5e6}  # at 1024 boards of `medium` with two random ghosts


def repeated(env: Any, count: int, actions: int) -> Callable[[], int]:
    """Return a function that steps a vector environment of Gymnasium's interface, and counts steps within games."""
    env.reset(seed=0)
    drawn = np.random.default_rng(0).integers(actions, size=(16, count))
    ends = [np.zeros(count, np.bool_)]

    def run() -> int:
        done = 0
        for number in range(max(2, STEPS // count)):
            done += count - int(np.count_nonzero(ends[0]))
            _, _, terminated, truncated, _ = env.step(drawn[number % 16])
            ends[0] = terminated | truncated
        return done

    return run


def ours(count: int, observation: str, ghosts: str) -> Callable[[], int]:
    options: dict[str, Any] = {
        "layout": "medium",
        "ghosts": ghosts,
        "num_ghosts": 2,
        "observation": observation,
        "copy": False,
    }
    env = gymnasium.make_vec(ID, num_envs=count, vectorization_mode="vector_entry_point", engine="kernel", **options)
    return repeated(env, count, 5)


def cart_pole(count: int) -> Callable[[], int]:
    env = gymnasium.make_vec("CartPole-v1", num_envs=count, vectorization_mode="vector_entry_point")
    return repeated(env, count, 2)


def env_pool(count: int) -> Callable[[], int]:
    """EnvPool's Atari Pacman, in one thread."""
    envpool = import_module("envpool")
    env = envpool.make_gymnasium("MsPacman-v5", num_envs=count, num_threads=1)
    env.reset()
    drawn = np.random.default_rng(0).integers(9, size=(16, count))

    def run() -> int:
        steps = max(2, STEPS // 20 // count)
        for number in range(steps):
            env.step(drawn[number % 16])
        return steps * count

    return run


def jumanji(count: int) -> Callable[[], int]:
    """Jumanji's PacMan, compiled and vectorised by JAX."""
    jax, library = import_module("jax"), import_module("jumanji")
    env = library.make("PacMan-v1")
    step, reset = jax.jit(jax.vmap(env.step)), jax.jit(jax.vmap(env.reset))
    state, _ = reset(jax.random.split(jax.random.PRNGKey(0), count))
    drawn = [jax.numpy.array(row) for row in np.random.default_rng(0).integers(5, size=(16, count))]

    def run() -> int:
        steps = max(2, STEPS // 20 // count)
        now = state
        for number in range(steps):
            now, _ = step(now, drawn[number % 16])
        jax.block_until_ready(now)
        return steps * count

    return run


def measurements() -> Iterator[Measurement]:
    for count in COUNTS:
        for observation in ("none", "planes", "features"):
            yield Measurement(
                f"{count:6}  {observation}, RandomGhost", ours(count, observation, "RandomGhost"), "round"
            )
        yield Measurement(f"{count:6}  planes, DirectionalGhost", ours(count, "planes", "DirectionalGhost"), "round")
        yield Measurement(f"{count:6}  Gymnasium's CartPole", cart_pole(count), "step")
    for name, make, count in (("Jumanji's PacMan", jumanji, 1024), ("EnvPool's MsPacman", env_pool, 64)):
        try:
            yield Measurement(f"{count:6}  {name}", make(count), "step")
        except Exception as problem:  # not installed, or not for this Python
            print(f"{name} is not measured: {str(problem).partition(chr(10))[0]}")


def main() -> None:
    rows = measure(list(measurements()))
    print(f"\n{'Boards, observation, two ghosts on medium':45} {'M a CPU second':>15}")
    best = {name: 1 / min(row.rounds) for name, row in rows.items()}
    for name, speed in best.items():
        print(f"{name:45} {speed / 1e6:15.3f}  {rows[name].unit}s")
    for observation, goal in GOALS.items():
        speed = best[f"  1024  {observation}, RandomGhost"]
        print(f"{observation}: {speed / goal:.1f} × the goal of {goal / 1e6:.0f} M rounds")


if __name__ == "__main__":
    main()
