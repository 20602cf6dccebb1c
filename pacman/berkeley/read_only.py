"""Read-only views of an immutable state: Berkeley's classes, which refuse writes."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NoReturn

from pacman.berkeley.agent_state import AgentState, Configuration, agent_states
from pacman.berkeley.grid import Grid, columns_of_bits
from pacman.berkeley.modules.layout import Layout
from pacman.berkeley.state_data import VIEW_MAKERS, GameStateData
from pacman.directions import Direction, Position
from pacman.errors import PacmanError
from pacman.packed_state import PackedState


class ReadOnlyStateError(PacmanError, AttributeError):
    """Raised on an attempt to write to a view of an immutable state."""


class _ReadOnly:
    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise ReadOnlyStateError(f"a GameState cannot be changed ({name!r}); write to a copy made by state.deepCopy()")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)


class ReadOnlyGrid(_ReadOnly, Grid):
    """A Grid whose columns are tuples."""

    def __init__(self, width: int, height: int, mask: int) -> None:
        self.__dict__.update(width=width, height=height, _mask=mask)

    @property  # type: ignore[misc]  # it has no setter
    def data(self) -> tuple[tuple[bool, ...], ...]:  # type: ignore[override]
        return columns_of_bits(self.width, self.height, self.__dict__["_mask"])

    def shallowCopy(self) -> Grid:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return self.copy() == other

    __hash__ = Grid.__hash__


class ReadOnlyConfiguration(_ReadOnly, Configuration):
    def __init__(self, pos: Position, direction: Direction) -> None:
        self.__dict__.update(pos=pos, direction=direction)


class ReadOnlyAgentState(_ReadOnly, AgentState):
    def __init__(self, agent: AgentState) -> None:
        self.__dict__.update(
            configuration=ReadOnlyConfiguration(agent.getPosition(), agent.getDirection()),
            start=ReadOnlyConfiguration(agent.start.pos, agent.start.direction),
            isPacman=agent.isPacman,
            scaredTimer=agent.scaredTimer,
        )

    def copy(self) -> AgentState:
        """Return a writable copy."""
        twin = AgentState(Configuration(self.start.pos, self.start.direction), self.isPacman)
        twin.configuration = Configuration(self.getPosition(), self.getDirection())
        twin.scaredTimer = self.scaredTimer
        return twin


def read_only_agents(source: PackedState) -> list[AgentState]:
    return [ReadOnlyAgentState(agent) for agent in agent_states(source)]


def read_only_food(source: PackedState) -> Grid:
    return ReadOnlyGrid(*source._maze.size, source._edible & source._maze.all_cells_mask)


def read_only_walls(source: PackedState) -> Grid:
    return ReadOnlyGrid(*source._maze.size, source._maze.wall_mask)


def _layout(source: PackedState) -> Layout:
    layout = Layout(source._maze.layout)
    layout.walls = read_only_walls(source)
    return layout


class ReadOnlyStateData(_ReadOnly, GameStateData):
    """`state.data` of an immutable state. Its lists are copies."""

    _makers: ClassVar[Mapping[str, Callable[[PackedState], Any]]] = {
        **VIEW_MAKERS,
        "agentStates": read_only_agents,
        "food": read_only_food,
        "layout": _layout,
    }

    def __init__(self, source: PackedState) -> None:
        self.__dict__["_source"] = source

    def packed(self) -> PackedState:
        return self._source
