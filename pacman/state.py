"""GameState, which is immutable, and BerkeleyState, a copy of one that a student's code may write to."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pacman.berkeley.modules import layout as berkeley_layout
from pacman.berkeley.state_data import GameStateData
from pacman.berkeley.state_names import BerkeleyNames
from pacman.berkeley.writable_names import WritableNames
from pacman.layout import Layout, as_layout
from pacman.packed_state import IS_COPY
from pacman.scoring import PLAYING


class GameState(BerkeleyNames):
    """One instant of a game: immutable, hashable, fast to create. Start with `GameState.initial(layout)`.

    It has Berkeley's reading names, and the views that they return refuse writes. `deepCopy` returns a BerkeleyState,
    which can be written to.
    """

    __slots__ = ()

    @staticmethod
    def initial(layout: Layout | str | Path, ghosts: int | None = None) -> "GameState":
        """Return the start of a game with the layout's first `ghosts` ghosts, or with all of them."""
        return GameState.at_start(as_layout(layout), ghosts)

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
        """Return the state for which `packed` returned these numbers, on the same layout; they are not checked."""
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
        """Return a writable copy; as in the original, the game continues in it even if it was over."""
        packed = self.packed_form()
        twin = _BareBerkeleyState()  # slots are copied inline: a game does this for every move, and calls are slow
        twin._maze = packed._maze
        twin._agents = packed._agents
        twin._edible = packed._edible
        twin._fear = packed._fear
        twin._score = packed._score
        twin._status = PLAYING
        twin._last_step = None if packed._last_step is None else packed._last_step | IS_COPY
        return twin

    def writable_copy(self) -> "BerkeleyState":
        """Return a writable copy in which a finished game stays finished."""
        twin = _BareBerkeleyState()
        twin._copy_slots(self.packed_form())
        return twin

    def frozen_copy(self) -> "GameState":
        """Return an immutable copy, which is faster to search."""
        twin = GameState()
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
    """A writable state for students' code: the class that `from pacman import GameState` imports in a submission.

    It can be written to in Berkeley's way, by `state.data.score` or `state.getFood()[1][2]`: that changes only this
    state and the successors that are generated from it, which are BerkeleyStates as well. Attributes of any other name
    may be added. As in the original, a write changes its hash and its equality.
    """

    __slots__ = ()

    def __init__(self, prevState: GameState | None = None) -> None:
        """Copy a state, with the game continuing and without its last step; without one, `initialize` must follow."""
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
        data = GameStateData()
        data.initialize(
            layout if isinstance(layout, berkeley_layout.Layout) else berkeley_layout.Layout(layout), numGhostAgents
        )
        self.data = data

    def __copy__(self) -> "BerkeleyState":
        twin = self.writable_copy()
        twin.__dict__.update(self._added_attributes())
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "BerkeleyState":
        twin = memo[id(self)] = self.writable_copy()
        twin.__dict__.update(copy.deepcopy(self._added_attributes(), memo))
        return twin


class _BareBerkeleyState(BerkeleyState):
    """BerkeleyState without a constructor, as the rules create it: a constructor would cost a tenth of a successor."""

    __slots__ = ()

    if not TYPE_CHECKING:
        __init__ = object.__init__


BerkeleyState.__name__ = _BareBerkeleyState.__name__ = "GameState"  # submissions see the name in messages
