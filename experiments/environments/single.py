"""The Gymnasium environment: one board."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import error
from numpy.typing import NDArray

from agents.observations import action_mask
from experiments.environments.board import MOST_ROUNDS, Board, BoardSettings, Saved
from experiments.environments.observer import Observer, action_space
from experiments.environments.renderer import RENDER_FPS, RENDER_MODES, Renderer
from pacman.directions import ACTIONS
from pacman.layout import Layout
from pacman.state import GameState


class PacmanSearchEnv(gymnasium.Env[Any, Any]):
    """Pacman against ghosts of the registry; a step is a round, and the reward is the change of the score.

    layout: a name, a path or a Layout. ghosts: a name for all ghosts, with arguments as in `DirectionalGhost,
    prob_attack=0.9`, or a sequence with one for each ghost. num_ghosts: the first ones of the layout only.
    observation: "planes", "features", "dict" or "none", see `Observer`; features: names of features, by default all.
    max_rounds: truncate after that many rounds; None for no limit. illegal: "noop" takes Stop instead of an illegal
    action, "raise" raises IllegalActionError. dice: "splitmix", or "python" for the games of `random.Random(seed)`.

    Actions are the numbers of `actions`. `info` has "action_mask", "score" and "won".
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 (declared by Gymnasium)
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }
    actions = ACTIONS

    def __init__(
        self,
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
    ) -> None:
        settings = BoardSettings(layout, ghosts, num_ghosts, max_rounds, illegal, dice)
        self._observer = Observer(observation, settings.layout, len(settings.ghosts), features)
        self._renderer = Renderer(settings.layout, render_mode)
        self._board = Board(settings, 0)
        self._is_seeded = self._is_closed = False
        self.observation_space = self._observer.space
        self.action_space = action_space()
        self.render_mode = render_mode

    # -- Gymnasium ----------------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new game. Without a seed, the generator continues, from a random start."""
        self._check_open()
        super().reset(seed=seed)
        if seed is None and not self._is_seeded:
            seed = self.np_random_seed
        if seed is not None:
            self._board.seed(seed)
            self._is_seeded = True
        self._board.reset()
        return self._shown()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play a round. Raise ResetNeeded once the game is over."""
        self._check_open()
        board = self._board
        if board.is_over:
            raise error.ResetNeeded("the game is over; expected reset() before the next step()")
        reward = float(board.play_round(action))
        observation, info = self._shown()
        return observation, reward, board.state.is_over, board.is_cut, info

    def render(self) -> Any:
        """Return a picture as an array, or the board as text; draw to the window in the mode "human"."""
        self._check_open()
        return self._renderer.render(self.state, self._board.rounds)

    def close(self) -> None:
        self._is_closed = True
        self._renderer.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return True for each legal action; the method that learners with masks call."""
        return action_mask(self.state).astype(np.bool_)

    # -- search -------------------------------------------------------------------------------------------------------

    @property
    def state(self) -> GameState:
        """The state of the game, for search: `agent.getAction(env.unwrapped.state)`."""
        return self._board.state

    @property
    def rounds(self) -> int:
        return self._board.rounds

    @property
    def feature_names(self) -> tuple[str, ...]:
        return self._observer.features

    def save(self) -> Saved:
        """Return the position: the state, the state of the generator, and the rounds so far."""
        self._check_open()
        return self._board.save()

    def restore(self, saved: Saved | GameState) -> tuple[Any, dict[str, Any]]:
        """Return to a position; its future is that of the environment that saved it. Return observation and info.

        With a GameState, the generator and the rounds stay as they are.
        """
        self._check_open()
        self._board.restore(saved)
        self._is_seeded = self._is_seeded or isinstance(saved, Saved)
        return self._shown()

    def _shown(self) -> tuple[Any, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        state = self.state
        return self._observer.observe(state), {
            "action_mask": action_mask(state),
            "score": state.score,
            "won": state.is_win,
        }

    def _check_open(self) -> None:
        if self._is_closed:
            raise error.ClosedEnvironmentError("the environment is closed; expected no call after close()")
