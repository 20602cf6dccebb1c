"""PettingZoo environments in which Pacman and every ghost are agents: `env` (AEC), `parallel_env`.

The agents are "pacman_0", "ghost_1", "ghost_2", …; they move in this order. Pacman's reward is the change of the score,
each ghost's is its negative. An observation is a dict of "observation", see `Observer`, and "action_mask".
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import error, spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from agents.observations import action_mask, planes
from experiments.environments.board import MOST_ROUNDS, BoardSettings, Saved
from experiments.environments.observer import Observer, action_space
from experiments.environments.renderer import RENDER_FPS, RENDER_MODES, Renderer
from pacman.directions import ACTIONS
from pacman.errors import PacmanError
from pacman.layout import Layout
from pacman.state import GameState

PACMAN: Final = "pacman_0"


def env(layout: Layout | str | Path = "small", **options: Any) -> AECEnv[str, Any, Any]:
    """Return an AEC environment that reports calls in the wrong order; the options are those of `Match`."""
    return OrderEnforcingWrapper(raw_env(layout, **options))


class Match:
    """A game whose moves all come from the caller; base class of both environments.

    layout: a name, a path or a Layout. num_ghosts: the first ones of the layout only. observation, features: see
    `Observer`. max_rounds: truncate after that many rounds; None for no limit. illegal: "noop" takes Stop instead of an
    illegal action, or the first legal one for a ghost, which cannot stop; "raise" raises IllegalActionError.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "pacman_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "is_parallelizable": False,  # by PettingZoo's wrapper, since a game may end in the middle of a round
    }
    actions = ACTIONS

    def __init__(
        self,
        layout: Layout | str | Path = "small",
        *,
        num_ghosts: int | None = None,
        observation: str = "planes",
        features: Iterable[str] | None = None,
        max_rounds: int | None = MOST_ROUNDS,
        illegal: str = "noop",
        render_mode: str | None = None,
    ) -> None:
        self._settings = BoardSettings(layout, "RandomGhost", num_ghosts, max_rounds, illegal)
        self._observer = Observer(observation, self._settings.layout, len(self._settings.ghosts), features)
        self._renderer = Renderer(self._settings.layout, render_mode)
        self._is_closed = False
        self.render_mode = render_mode
        self.possible_agents = [PACMAN, *(f"ghost_{ghost}" for ghost in range(1, self._settings.start.num_agents))]
        self.agents: list[str] = []
        self._spaces = {name: self._space_of() for name in self.possible_agents}
        self._actions = {name: action_space() for name in self.possible_agents}
        self.state_space = self._observer.parts["planes"]
        self._begin()

    def _space_of(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (len(ACTIONS),), np.int8)
        return spaces.Dict({"observation": self._observer.space, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return a new observation of the board, and the mask of this agent's actions."""
        mask = action_mask(self.game_state, self.possible_agents.index(agent))
        return {"observation": self._observer.observe(self.game_state), "action_mask": mask}

    def state(self) -> Any:
        """Return the whole board as planes."""
        return planes(self.game_state)

    def render(self) -> Any:
        """Return a picture as an array, or the board as text; draw to the window in the mode "human"."""
        self._check_open()
        return self._renderer.render(self.game_state, self.rounds)

    def close(self) -> None:
        self._is_closed = True
        self._renderer.close()

    def save(self) -> Saved:
        """Return the position, with the index of the agent whose turn it is."""
        return Saved(self.game_state, None, self.rounds, self._turn, self._unseen_rewards())

    def _unseen_rewards(self) -> tuple[float, ...]:
        return ()

    def _begin(self) -> None:
        self.game_state: GameState = self._settings.start
        self.rounds = 0
        self._turn = 0

    def _load(self, saved: Saved | GameState) -> Saved:
        self._check_open()
        if isinstance(saved, GameState):
            saved = Saved(saved.frozen_copy(), None, self.rounds, 0)
        elif not isinstance(saved, Saved):
            raise PacmanError(f"cannot restore {saved!r}; expected the result of save(), or a GameState")
        self.game_state = self._settings.rehomed(saved.state)
        self.rounds, self._turn = saved.rounds, saved.turn
        self.agents = list(self.possible_agents)
        return saved

    def _move(self, number: Any) -> dict[str, float]:
        """Make one agent's move; return the rewards of all."""
        before = self.game_state
        action = self._settings.action(number, before.legal_actions(self._turn))
        self.game_state = before.successor(self._turn, action)
        self._turn = (self._turn + 1) % self.game_state.num_agents
        self.rounds += self._turn == 0
        change = float(self.game_state.score - before.score)
        return {name: change if name == PACMAN else -change for name in self.possible_agents}

    @property
    def _is_cut(self) -> bool:
        return self.rounds == self._settings.max_rounds and not self.game_state.is_over

    def _info(self) -> dict[str, Any]:
        return {"score": self.game_state.score, "won": self.game_state.is_win}

    def _check_open(self) -> None:
        if self._is_closed:
            raise error.ClosedEnvironmentError("the environment is closed; expected no call after close()")


class raw_env(Match, AECEnv[str, Any, Any]):
    """The AEC environment: one agent moves at a time. `env` wraps it."""

    _cumulative_rewards: dict[str, float]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The seed changes nothing: all moves come from the caller."""
        self._check_open()
        self._begin()
        self.agents = list(self.possible_agents)
        self._offer()

    def step(self, action: Any) -> None:
        self._check_open()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._move(action)
        self._mark_end()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def restore(self, saved: Saved | GameState) -> None:
        """Return to a position; with a GameState, it is Pacman's turn and the rounds stay."""
        self._offer(self._load(saved).rewards)

    def _offer(self, unseen: Sequence[float] = ()) -> None:
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict(zip(self.agents, unseen or [0.0] * len(self.agents), strict=True))
        self._mark_end()

    def _unseen_rewards(self) -> tuple[float, ...]:
        return tuple(self._cumulative_rewards.values())

    def _mark_end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, self.game_state.is_over)
        self.truncations = dict.fromkeys(self.agents, self._is_cut)
        self.infos = {name: self._info() for name in self.agents}
        self.agent_selection = self.possible_agents[self._turn]


class parallel_env(Match, ParallelEnv[str, Any, Any]):
    """The parallel environment: all agents choose for the same state, then move in order, Pacman first.

    A ghost's action that the earlier moves of the round made illegal, because Pacman has eaten it, is replaced.
    """

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game. The seed changes nothing: all moves come from the caller."""
        self._check_open()
        self._begin()
        self.agents = list(self.possible_agents)
        return self._shown()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        self._check_open()
        if not self.agents:
            raise error.ResetNeeded("the game is over; expected reset() before the next step()")
        missing = [name for name in self.agents if name not in actions]
        if missing:
            raise PacmanError(f"no action for {', '.join(missing)}; expected one for every agent")
        rewards = dict.fromkeys(self.agents, 0.0)
        for name in self.agents:
            if not self.game_state.is_over:
                rewards = {key: rewards[key] + reward for key, reward in self._move(actions[name]).items()}
        terminations = dict.fromkeys(self.agents, self.game_state.is_over)
        truncations = dict.fromkeys(self.agents, self._is_cut)
        observations, infos = self._shown()
        if self.game_state.is_over or self._is_cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def restore(self, saved: Saved | GameState) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return to a position; return observations and infos. With a GameState, the rounds stay."""
        self._load(saved)
        return self._shown()

    def _shown(self) -> tuple[dict[str, Any], dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        return {name: self.observe(name) for name in self.agents}, {name: self._info() for name in self.agents}
