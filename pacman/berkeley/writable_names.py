"""Berkeley's methods on a writable state.

Grids, lists and agent states are returned as mutable views: a write to one changes the state that it comes from, and no
other.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from pacman.berkeley.agent_state import AgentState, agent_states
from pacman.berkeley.grid import Grid, columns_of_bits
from pacman.berkeley.state_data import GameStateData, capsule_list, food_grid, layout_view
from pacman.berkeley.state_names import BerkeleyNames
from pacman.directions import Cell, Direction, Position
from pacman.errors import PacmanError
from pacman.layout import Layout
from pacman.packed_state import HAS_VIEWS, PackedState
from pacman.scoring import LOST, PLAYING, WON

T = TypeVar("T")


class WritableNames(BerkeleyNames):
    """Methods of a BerkeleyState, which read its mutable views once there are any."""

    # __dict__ is for attributes that a student's code adds, and for `_data` and `_views`, which as slots would make
    # every state larger; __weakref__ is for caches of a student's that hold weak references to states.
    __slots__ = ("__dict__", "__weakref__")

    _data: GameStateData  # created on first use; `_views` is its __dict__
    _views: dict[str, Any]  # by the names of GameStateData

    def _mutable_view(self, name: str, make: Callable[[PackedState], T]) -> T:
        """Return a mutable view; afterwards the view, not the slots, is authoritative."""
        view: T
        if self._status < HAS_VIEWS:
            view = make(self)
            self._views = {name: view}
            self._status += HAS_VIEWS
            return view
        views = self._views
        if name not in views:
            views[name] = make(self)
        view = views[name]
        return view

    def _view_or(self, name: str, unwritten: Any) -> Any:
        """Return a view if it exists, or else `unwritten`, the value of the slots."""
        return self._views.get(name, unwritten) if self._status >= HAS_VIEWS else unwritten

    def packed_form(self) -> PackedState:
        return self if self._status < HAS_VIEWS else self.data.packed()

    def _added_attributes(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_data", "_views")}

    @property
    def data(self) -> GameStateData:
        """All views of the state, to read and to write."""
        if self._status < HAS_VIEWS:
            self._views = {}
            self._status += HAS_VIEWS
        try:
            return self._data
        except AttributeError:
            source = type(self)()
            source._copy_slots(self)
            source._status -= HAS_VIEWS
            self._data = GameStateData.of(source, self._views)
            return self._data

    @data.setter
    def data(self, data: GameStateData) -> None:
        if not isinstance(data, GameStateData):
            raise PacmanError(f"state.data cannot be a {type(data).__name__}; expected a GameStateData")
        if "_source" not in data.__dict__:
            raise PacmanError("state.data cannot be an empty GameStateData; expected one of another state")
        self._copy_slots(data._source)
        self._status += HAS_VIEWS
        self._data = data
        self._views = data.__dict__

    # -- the rules ----------------------------------------------------------------------------------------------------

    def isWin(self) -> bool:
        if self._status:
            return bool(self._view_or("_win", self._status % HAS_VIEWS == WON))
        return False

    def isLose(self) -> bool:
        if self._status:
            return bool(self._view_or("_lose", self._status % HAS_VIEWS == LOST))
        return False

    # -- agents -------------------------------------------------------------------------------------------------------

    def getNumAgents(self) -> int:
        if self._status:
            return len(self._view_or("agentStates", self._agents))
        return len(self._agents)

    def getPacmanState(self) -> AgentState:
        if self._status < HAS_VIEWS:
            return agent_states(self)[0]
        return self._mutable_view("agentStates", agent_states)[0].copy()

    def getPacmanPosition(self) -> Cell:
        if self._status and (agents := self._view_or("agentStates", None)):
            return agents[0].getPosition()  # type: ignore[no-any-return]
        return self._maze.positions[self._agents[0]]  # type: ignore[return-value]

    def getGhostStates(self) -> list[AgentState]:
        return self._mutable_view("agentStates", agent_states)[1:]

    def getGhostState(self, agentIndex: int) -> AgentState:
        return self._mutable_view("agentStates", agent_states)[self._ghost(agentIndex)]

    def getGhostPosition(self, agentIndex: int) -> Position:
        if self._status < HAS_VIEWS:
            return PackedState.position(self, self._ghost(agentIndex))
        return self._mutable_view("agentStates", agent_states)[self._ghost(agentIndex)].getPosition()

    def getGhostPositions(self) -> list[Position]:
        if self._status < HAS_VIEWS:
            return [_position(self, ghost) for ghost in range(1, len(self._agents))]
        return [ghost.getPosition() for ghost in self._mutable_view("agentStates", agent_states)[1:]]

    # -- the board ----------------------------------------------------------------------------------------------------

    def getScore(self) -> float:
        if self._status:
            return float(self._view_or("score", self._score))
        return float(self._score)

    def getFood(self) -> Grid:
        return self._mutable_view("food", food_grid)

    def getNumFood(self) -> int:
        if self._status < HAS_VIEWS:
            return (self._edible & self._maze.all_cells_mask).bit_count()
        return self._mutable_view("food", food_grid).count()

    def hasFood(self, x: int, y: int) -> bool:
        if self._status < HAS_VIEWS:
            return columns_of_bits(*self._maze.size, self._edible & self._maze.all_cells_mask)[x][y]
        return bool(self._mutable_view("food", food_grid).cell(x, y))

    def getWalls(self) -> Grid:
        return self._mutable_view("layout", layout_view).walls

    def hasWall(self, x: int, y: int) -> bool:
        if self._status < HAS_VIEWS:
            return columns_of_bits(*self._maze.size, self._maze.wall_mask)[x][y]
        return bool(self._mutable_view("layout", layout_view).walls.cell(x, y))

    def getCapsules(self) -> list[Cell]:
        return self._mutable_view("capsules", capsule_list)

    # -- the names of PackedState -------------------------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        return self.packed_form()._maze.layout

    @property
    def num_agents(self) -> int:
        return len(self._agents if self._status < HAS_VIEWS else self.packed_form()._agents)

    @property
    def score(self) -> int:
        return self._score if self._status < HAS_VIEWS else self.packed_form()._score

    @property
    def is_win(self) -> bool:
        return self.packed_form()._status == WON

    @property
    def is_lose(self) -> bool:
        return self.packed_form()._status == LOST

    @property
    def is_over(self) -> bool:
        return self._status != PLAYING and self.packed_form()._status != PLAYING

    def position(self, agent: int) -> Position:
        return _position(self if self._status < HAS_VIEWS else self.packed_form(), agent)

    def direction(self, agent: int) -> Direction:
        return PackedState.direction(self.packed_form(), agent)

    def scared_timer(self, agent: int) -> int:
        return PackedState.scared_timer(self.packed_form(), agent)

    @property
    def pacman_position(self) -> Cell:
        packed = self.packed_form()
        x, y = packed._maze.positions[packed._agents[0]]
        return int(x), int(y)

    @property
    def food_mask(self) -> int:
        packed = self.packed_form()
        return packed._edible & packed._maze.all_cells_mask

    def has_food(self, cell: Cell) -> bool:
        return PackedState.has_food(self.packed_form(), cell)

    @property
    def capsules(self) -> tuple[Cell, ...]:
        packed = self.packed_form()
        return packed._maze.capsules(packed._edible)

    def packed(self) -> tuple[Any, ...]:
        return PackedState.packed(self.packed_form())

    def __str__(self) -> str:
        return super().__str__() if self._status < HAS_VIEWS else str(self.data)

    def __repr__(self) -> str:
        if self._status < HAS_VIEWS:
            return super().__repr__()
        agents = " ".join(f"{agent.getPosition()}{agent.getDirection()[:1]}" for agent in self.data.agentStates)
        return f"<GameState (modified view): score {self.data.score}, food {self.getNumFood()}, agents {agents}>"


_position: Final = PackedState.position
