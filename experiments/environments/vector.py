"""The vector environment: many boards in one call, in the kernel where it supports them."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import error
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from agents.search_agent import ENGINES
from experiments.environments.board import MOST_ROUNDS, BoardSettings, Saved
from experiments.environments.boards import make_boards
from experiments.environments.observer import Observer, action_space
from experiments.environments.renderer import RENDER_FPS, Renderer
from pacman.agent_code.agent_arguments import choice, whole_number
from pacman.directions import ACTIONS
from pacman.errors import PacmanError
from pacman.layout import Layout
from pacman.state import GameState

_RENDER_MODES = ("rgb_array", "ansi")


class PacmanSearchVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` boards of PacmanSearchEnv, which has the same options. With seed s, board i plays as with seed s + i.

    autoreset_mode: "NextStep", "SameStep" or "Disabled", see Gymnasium. copy: return copies; without, every step
    overwrites the arrays that the step before returned. engine: "auto", "kernel", or "python", which plays the same
    games slowly. The kernel supports built-in ghosts and features.
    """

    actions = ACTIONS

    def __init__(
        self,
        num_envs: int = 1,
        layout: Layout | str | Path = "small",
        ghosts: str | Sequence[str] = "RandomGhost",
        *,
        num_ghosts: int | None = None,
        observation: str = "planes",
        features: Iterable[str] | None = None,
        max_rounds: int | None = MOST_ROUNDS,
        illegal: str = "noop",
        dice: str = "splitmix",
        render_mode: str | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        engine: str = "auto",
    ) -> None:
        self.num_envs = whole_number("num_envs", num_envs)
        settings = BoardSettings(layout, ghosts, num_ghosts, max_rounds, illegal, dice)
        self._observer = Observer(observation, settings.layout, len(settings.ghosts), features)
        self._renderer = Renderer(settings.layout, render_mode, _RENDER_MODES)
        self._mode = _autoreset_mode(autoreset_mode)
        self._boards = make_boards(settings, self._observer, self.num_envs, choice("engine", engine, ENGINES))
        self._copies = copy
        self._is_seeded = False
        self._nothing = np.zeros((self.num_envs, 0), np.uint8)
        self._all = np.ones(self.num_envs, np.bool_)
        self.metadata = {
            "render_modes": list(_RENDER_MODES),
            "render_fps": RENDER_FPS,
            "autoreset_mode": self._mode,
        }
        self.render_mode = render_mode
        self.single_observation_space = self._observer.space
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    # -- Gymnasium ----------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin new games on all boards, or on those of `options["reset_mask"]`. Without seeds, generators continue."""
        self._check_open()
        chosen = self._chosen(options)
        super().reset(seed=seed if isinstance(seed, int) else None)
        for index, own in enumerate(self._seeds(seed)):
            if own is not None and chosen[index]:
                self._boards.seed(index, own)
        self._boards.begin(chosen)
        self._boards.terminated[chosen] = self._boards.truncated[chosen] = False
        return self._observation(), self._infos(None if chosen.all() else chosen)

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play a round on every board."""
        self._check_open()
        boards = self._boards
        if not self._is_seeded:
            raise error.ResetNeeded("no game has begun; expected reset() before the first step()")
        if self._mode is AutoresetMode.DISABLED and (over := boards.terminated | boards.truncated).any():
            board = int(over.argmax())
            raise error.ResetNeeded(f"the game of board {board} is over; expected reset() with a reset_mask")
        boards.step(self._checked(actions))
        infos: dict[str, Any] = {}
        if self._mode is AutoresetMode.SAME_STEP and (over := boards.terminated | boards.truncated).any():
            infos = self._final(over)
            boards.begin(over)
        infos.update(self._infos())
        rewards, terminated, truncated = boards.rewards, boards.terminated, boards.truncated
        if self._copies:
            rewards, terminated, truncated = rewards.copy(), terminated.copy(), truncated.copy()
        return self._observation(), rewards, terminated, truncated, infos

    def render(self) -> tuple[Any, ...]:
        """Return a picture, or the text, of every board."""
        self._check_open()
        saved = self.save()
        return tuple(self._renderer.render(position.state, position.rounds) for position in saved)

    def close_extras(self, **_: Any) -> None:
        self._renderer.close()

    # -- search -------------------------------------------------------------------------------------------------------

    @property
    def states(self) -> tuple[GameState, ...]:
        """The states of all boards."""
        return tuple(position.state for position in self.save())

    def state(self, index: int) -> GameState:
        """Return the state of one board."""
        return self._boards.save(index).state

    def save(self) -> tuple[Saved, ...]:
        """Return the position of every board; a PacmanSearchEnv of the same options can restore each."""
        return tuple(map(self._boards.save, range(self.num_envs)))

    def restore(self, positions: Sequence[Saved | GameState]) -> tuple[Any, dict[str, Any]]:
        """Return to a position on every board; return observations and infos. With a GameState, the rest stays."""
        self._check_open()
        if len(positions) != self.num_envs:
            raise PacmanError(f"cannot restore {len(positions)} positions; expected {self.num_envs}")
        for index, position in enumerate(positions):
            self._boards.restore(index, position)
        self._boards.terminated[:] = self._boards.truncated[:] = False
        self._is_seeded = True
        return self._observation(), self._infos()

    @property
    def feature_names(self) -> tuple[str, ...]:
        return self._observer.features

    # -- parts of the answers -----------------------------------------------------------------------------------------

    def _observation(self) -> Any:
        parts = self._boards.parts
        if self._observer.name == "dict":
            return {name: part.copy() if self._copies else part for name, part in parts.items()}
        part = parts.get(self._observer.name, self._nothing)
        return part.copy() if self._copies else part

    def _infos(self, chosen: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        """Return the infos of all boards or, with zeros for the others, of the chosen ones."""
        boards = self._boards
        known = self._all if chosen is None else chosen
        values: dict[str, NDArray[Any]] = {"action_mask": boards.masks, "score": boards.scores(), "won": boards.wins()}
        if self._copies:
            values["action_mask"] = boards.masks.copy()
            known = known.copy()
        if chosen is not None:
            values = {name: _only(array, chosen) for name, array in values.items()}
        return {**values, **{f"_{name}": known for name in values}}

    def _final(self, over: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the last observations and infos of the games that are over, as Gymnasium names them."""
        last = self._observation()
        observations = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(over).tolist():
            is_dict = isinstance(last, dict)
            observations[index] = {k: v[index].copy() for k, v in last.items()} if is_dict else last[index].copy()
        return {
            "final_obs": observations,
            "_final_obs": over.copy(),
            "final_info": self._infos(over),
            "_final_info": over.copy(),
        }

    # -- checks -------------------------------------------------------------------------------------------------------

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            shape = f"{given.shape} of {given.dtype}"
            raise PacmanError(f"the actions have the shape {shape}; expected ({self.num_envs},) of integers")
        return np.ascontiguousarray(given, np.int64)

    def _chosen(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return self._all
        if (
            not isinstance(mask, np.ndarray)
            or mask.shape != (self.num_envs,)
            or mask.dtype != np.bool_
            or not mask.any()
        ):
            raise PacmanError(f"reset_mask is {mask!r}; expected an array of {self.num_envs} bools, one of them True")
        return np.ascontiguousarray(mask)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        """Return a seed for each board, or None where its generator continues; random ones for the first games."""
        given: Sequence[int | None]
        if isinstance(seed, Sequence):
            given = seed
        else:
            given = [None if seed is None else seed + index for index in range(self.num_envs)]
        if len(given) != self.num_envs:
            raise PacmanError(f"{len(given)} seeds are given; expected {self.num_envs}")
        if not self._is_seeded:
            self._is_seeded = True
            fresh = self.np_random.integers(2**63, size=self.num_envs).tolist()
            given = [own if own is not None else other for own, other in zip(given, fresh, strict=True)]
        return given

    def _check_open(self) -> None:
        if self.closed:
            raise error.ClosedEnvironmentError("the environment is closed; expected no call after close()")


def _autoreset_mode(mode: str | AutoresetMode) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    return AutoresetMode(choice("autoreset_mode", mode, [known.value for known in AutoresetMode]))


def _only(array: NDArray[Any], chosen: NDArray[np.bool_]) -> NDArray[Any]:
    """Return a copy with zeros for the boards that are not chosen."""
    kept = np.zeros_like(array)
    kept[chosen] = array[chosen]
    return kept
