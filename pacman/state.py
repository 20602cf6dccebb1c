"""GameState, which never changes, and BerkeleyState, a copy of one that a student's code may write to."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pacman.berkeley.modules import layout as berkeley_layout
from pacman.berkeley.state_data import GameStateData
from pacman.berkeley.state_names import BerkeleyNames
from pacman.berkeley.writable_names import WritableNames
from pacman.errors import PacmanError
from pacman.layout import Layout, as_layout
from pacman.packed_state import IS_COPY
from pacman.scoring import PLAYING


class GameState(BerkeleyNames):
    """One instant of a game: immutable, hashable, cheap to make. Begin with `GameState.initial(layout)`.

    It has Berkeley's reading names, and the views that they return refuse writes. `deepCopy` returns a BerkeleyState,
    which can be written to.
    """

    __slots__ = ()

    @staticmethod
    def initial(layout: Layout | str | Path, ghosts: int | None = None) -> "GameState":
        """The start of a game with the layout's first `ghosts` ghosts, or with all of them."""
        layout = as_layout(layout)
        present = len(layout.ghost_starts)
        if ghosts is not None and ghosts < 0:
            raise PacmanError(f"the number of ghosts is {ghosts}; expected 0 or more")
        maze = layout.maze
        agents = list(maze.homes[: 1 + (present if ghosts is None else min(ghosts, present))])
        return GameState.unpacked(layout, agents, maze.edible, timers=None, marks=0, score=0, status=PLAYING)

    @staticmethod
    def unpacked(
        layout: Layout,
        agents: list[int],
        edible: int,
        timers: tuple[int, ...] | None,
        marks: int,
        score: int,
        status: int,
        last_step: int | None = None,
    ) -> "GameState":
        """The state that `packed` gave these numbers for, on the same layout. They are not checked."""
        state = GameState()
        state._maze = layout.maze
        state._agents = agents
        state._edible = edible
        state._fear = (timers, marks) if timers or marks else None
        state._score = score
        state._status = status
        state._last_step = last_step
        return state

    def deepCopy(self) -> "BerkeleyState":
        """The same state, to write to; as in the original it no longer knows that the game is over."""
        packed = self.packed_form()
        twin = _BareBerkeleyState()  # slot by slot, without further calls: a game does this for every move
        twin._maze = packed._maze
        twin._agents = packed._agents
        twin._edible = packed._edible
        twin._fear = packed._fear
        twin._score = packed._score
        twin._status = PLAYING
        twin._last_step = None if packed._last_step is None else packed._last_step | IS_COPY
        return twin

    def writable_copy(self) -> "BerkeleyState":
        """The same state, to write to; a finished game stays finished."""
        twin = _BareBerkeleyState()
        twin._copy_slots(self.packed_form())
        return twin

    def __copy__(self) -> "GameState":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameState":
        return self

    def __reduce__(self) -> tuple[Callable[..., "GameState"], tuple[object, ...]]:
        return type(self).unpacked, (self.layout, *self.packed(), self.packed_form()._last_step)

    def __repr__(self) -> str:
        agents = " ".join(f"{self.position(i)}{self.direction(i)[0]}" for i in range(self.num_agents))
        return f"<GameState of {self.layout.name}: score {self.score}, food {self.num_food}, agents {agents}>"


class BerkeleyState(WritableNames, GameState):
    """A state as a student's code has it, the class that `from pacman import GameState` means in a submission.

    It can be written to in Berkeley's way, by `state.data.score` or `state.getFood()[1][2]`: that changes this state
    alone, and the successors that are made from it, which are BerkeleyStates as well. Attributes of any other name may
    be added. As in the original, a write changes its hash and what it equals.
    """

    __slots__ = ()

    def __init__(self, prevState: GameState | None = None) -> None:
        """A copy of a state with the game going on and nothing noted of its last step; or one to `initialize`."""
        if prevState is not None:
            self._copy_slots(prevState.packed_form())
            self._status = PLAYING
            self._last_step = None

    @staticmethod
    def initial(layout: Layout | str | Path, ghosts: int | None = None) -> "BerkeleyState":
        return GameState.initial(layout, ghosts).writable_copy()

    @staticmethod
    def unpacked(*numbers: Any, **named: Any) -> "BerkeleyState":
        return GameState.unpacked(*numbers, **named).writable_copy()

    def initialize(self, layout: berkeley_layout.Layout | Layout, numGhostAgents: int = 1000) -> None:
        """Make this the start of a game."""
        given = layout if isinstance(layout, berkeley_layout.Layout) else berkeley_layout.Layout(layout)
        self.data = GameStateData.of_start(BerkeleyState.initial(given.given, numGhostAgents), given)

    def __copy__(self) -> "BerkeleyState":
        twin = self.writable_copy()
        twin.__dict__.update(self._added_attributes())
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "BerkeleyState":
        twin = memo[id(self)] = self.writable_copy()
        twin.__dict__.update(copy.deepcopy(self._added_attributes(), memo))
        return twin


class _BareBerkeleyState(BerkeleyState):
    """A BerkeleyState as the rules make it, without a constructor, which would take a tenth of a successor's time."""

    __slots__ = ()

    if not TYPE_CHECKING:
        __init__ = object.__init__


BerkeleyState.__name__ = _BareBerkeleyState.__name__ = "GameState"  # submissions see the name in messages
