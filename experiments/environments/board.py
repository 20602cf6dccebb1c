"""One board: a game in which the caller moves Pacman and ghosts of the registry move themselves.

It needs neither Gymnasium nor PettingZoo; the environments are adapters of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from experiments.batch.player_spec import PlayerSpec
from experiments.environments.generator import DICE, Dice, Generator, make_generator
from pacman.agent_code.agent_arguments import choice, whole_number
from pacman.directions import ACTIONS, STOP, Action
from pacman.errors import IllegalActionError, PacmanError
from pacman.layout import Layout, as_layout
from pacman.state import GameState

Illegal: TypeAlias = Literal["noop", "raise"]
ILLEGAL: Final[tuple[Illegal, ...]] = get_args(Illegal)
MOST_ROUNDS: Final = 1000  # of a game, unless the caller sets another limit


@dataclass(frozen=True)
class Saved:
    """A position of an environment, picklable.

    generator: the state of the generator. turn: the index of the agent to move; rewards: those of every agent since its
    last move. Both are used only where the agents move one at a time.
    """

    state: GameState
    generator: Any
    rounds: int
    turn: int = 0
    rewards: tuple[float, ...] = ()


class BoardSettings:
    """The game that an environment plays, checked."""

    def __init__(
        self,
        layout: Layout | str | Path = "small",
        ghosts: str | Sequence[str] = "RandomGhost",
        num_ghosts: int | None = None,
        max_rounds: int | None = MOST_ROUNDS,
        illegal: str = "noop",
        dice: str = "splitmix",
    ) -> None:
        self.layout = as_layout(layout)
        given = [ghosts] * len(self.layout.ghost_starts) if isinstance(ghosts, str) else list(ghosts)
        if num_ghosts is not None:
            given = given[: whole_number("num_ghosts", num_ghosts, least=0)]
        self.ghosts = tuple(map(PlayerSpec.parse, given))[: len(self.layout.ghost_starts)]
        self.max_rounds = None if max_rounds is None else whole_number("max_rounds", max_rounds)
        choice("illegal", illegal, ILLEGAL)
        self.is_strict = illegal == "raise"
        choice("dice", dice, DICE)
        self.dice: Dice = "python" if dice == "python" else "splitmix"
        self.start = GameState.initial(self.layout, len(self.ghosts))

    def generator(self, seed: int) -> Generator:
        return make_generator(self.dice, seed)

    def ghost_agents(self, rng: Generator) -> list[Any]:
        """Return new ghosts that draw from `rng`; raise AgentError for a ghost that is unknown or takes no rng."""
        return [
            PlayerSpec(ghost.spec, {**ghost.arguments, "rng": rng}).make_ghosts(index)[-1]
            for index, ghost in enumerate(self.ghosts, start=1)
        ]

    def action(self, number: Any, legal: Sequence[Action]) -> Action:
        """Return the action of this number; Stop, or else the first legal action, replaces an illegal one.

        Raise IllegalActionError if the number names no action, or if the action is illegal and the settings are strict.
        """
        try:
            action = ACTIONS[int(number)] if 0 <= int(number) == number else ""
        except (TypeError, ValueError, IndexError):
            action = ""
        if action in legal:
            return action
        if not action:
            numbers = ", ".join(f"{index} {name}" for index, name in enumerate(ACTIONS))
            raise IllegalActionError(f"the action is {number!r}; expected {numbers}")
        if self.is_strict:
            raise IllegalActionError(f"illegal action {int(number)} ({action}); legal: {', '.join(legal)}")
        return STOP if STOP in legal else legal[0]

    def rehomed(self, state: GameState) -> GameState:
        """Return a state with this board's own tables; raise PacmanError if it belongs to another board."""
        if state.layout != self.layout or state.num_agents != self.start.num_agents:
            ghosts = self.start.num_agents - 1
            raise PacmanError(f"cannot restore {state!r}; expected a state of {self.layout.name} with {ghosts} ghosts")
        if state.layout is self.layout:
            return state
        return state.replaced(_maze=self.layout.maze)


class Board:
    """A game in progress. `rounds` counts those since the start."""

    def __init__(self, settings: BoardSettings, seed: int) -> None:
        self.settings = settings
        self.state = settings.start
        self.rounds = 0
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Replace the generator by a new one with this seed."""
        self.generator = self.settings.generator(seed)
        self._ghosts = self.settings.ghost_agents(self.generator)

    def reset(self) -> None:
        """Begin a new game; the generator continues."""
        self.state = self.settings.start
        self.rounds = 0

    @property
    def is_over(self) -> bool:
        return self.state.is_over or self.is_cut

    @property
    def is_cut(self) -> bool:
        """True if the limit of rounds ended the game."""
        return self.rounds == self.settings.max_rounds and not self.state.is_over

    def play_round(self, number: Any) -> int:
        """Move Pacman by the action of this number, then every ghost; return the change of the score."""
        state = before = self.state
        state = state.successor(0, self.settings.action(number, state.legal_actions(0)))
        for index, ghost in enumerate(self._ghosts, start=1):
            if state.is_over:
                break
            state = state.successor(index, ghost.getAction(state))
        self.state = state
        self.rounds += 1
        return state.score - before.score

    def save(self) -> Saved:
        return Saved(self.state, self.generator.getstate(), self.rounds)

    def restore(self, saved: Saved | GameState) -> None:
        """Return to a saved position; a bare state keeps the generator and the rounds."""
        if isinstance(saved, GameState):
            self.state = self.settings.rehomed(saved.frozen_copy())
        elif isinstance(saved, Saved):
            self.state = self.settings.rehomed(saved.state)
            self.generator.setstate(saved.generator)
            self.rounds = saved.rounds
        else:
            raise PacmanError(f"cannot restore {saved!r}; expected the result of save(), or a GameState")
