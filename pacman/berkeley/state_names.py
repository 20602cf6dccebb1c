"""The names that Berkeley gives to what a GameState knows.

What can be written to is handed out live: grids, lists and agents' states are parts of the state they come from, and
whoever changes them has changed that state, and no other.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pacman.berkeley.agent_state import AgentState
from pacman.berkeley.grid import Grid, columns_of_bits
from pacman.berkeley.modules import layout as berkeley_layout
from pacman.berkeley.parts import agent_states, capsule_list, food_grid, layout_view
from pacman.berkeley.state_data import GameStateData
from pacman.directions import Action, Cell, Position
from pacman.errors import PacmanError
from pacman.scoring import LOST, WON

if TYPE_CHECKING:
    from pacman.layout import Layout
    from pacman.maze import Maze
    from pacman.state import Fear, GameState

T = TypeVar("T")


class BerkeleyStateNames:
    """The part of GameState that submissions speak to. It reads the slots of GameState directly, for speed."""

    # For what others hang on a state; and of a LiveState its `_parts` and, once it was asked for, its `_data`.
    __slots__ = ("__dict__",)

    _agents: list[int]
    _edible: int
    _fear: "Fear | None"
    _last_step: int | None
    _maze: "Maze"
    _score: int
    _status: int

    _data: GameStateData  # has `_parts` for attributes
    _parts: dict[str, Any]  # what has been handed out, by name

    if TYPE_CHECKING:  # what GameState adds and this class calls
        _live_form: ClassVar[type[GameState]]

        @staticmethod
        def initial(layout: Layout, ghosts: int | None = None) -> "GameState": ...
        def successor(self, agentIndex: int, action: Action) -> "GameState": ...
        def position(self, agent: int) -> Position: ...
        def reopened(self) -> "GameState": ...
        def copied(self) -> "GameState": ...
        def _copy_slots(self, packed: "GameState") -> None: ...
        @property
        def food_mask(self) -> int: ...

    # -- the rules ----------------------------------------------------------------------------------------------------

    def getLegalActions(self, agentIndex: int = 0) -> list[Action]:
        if self._status:
            return []
        return [*self._maze.legal[self._agents[agentIndex]]]

    def getLegalPacmanActions(self) -> list[Action]:
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: Action) -> "GameState":
        return self.successor(0, action)

    def isWin(self) -> bool:
        return self._status == WON

    def isLose(self) -> bool:
        return self._status == LOST

    # Names that other editions of the course give to the same.

    def getAvailableActions(self, agentIndex: int = 0) -> list[Action]:
        return self.getLegalActions(agentIndex)

    def getNextState(self, agentIndex: int, action: Action) -> "GameState":
        return self.successor(agentIndex, action)

    def generateNextState(self, agentIndex: int, action: Action) -> "GameState":
        return self.successor(agentIndex, action)

    def getPacmanNextState(self, action: Action) -> "GameState":
        return self.successor(0, action)

    # -- agents -------------------------------------------------------------------------------------------------------

    def getNumAgents(self) -> int:
        return len(self._agents)

    def getPacmanState(self) -> AgentState:
        """A copy, unlike the ghosts'."""
        return agent_states(self)[0]

    def getPacmanPosition(self) -> Cell:
        return self._maze.positions[self._agents[0]]  # type: ignore[return-value]  # he is never between two cells

    def getGhostStates(self) -> list[AgentState]:
        return self._hand_out("agentStates", agent_states)[1:]

    def getGhostState(self, agentIndex: int) -> AgentState:
        return self._hand_out("agentStates", agent_states)[self._ghost(agentIndex)]

    def getGhostPosition(self, agentIndex: int) -> Position:
        return self.position(self._ghost(agentIndex))

    def getGhostPositions(self) -> list[Position]:
        return [self.position(ghost) for ghost in range(1, len(self._agents))]

    def _ghost(self, agentIndex: int) -> int:
        """The index of an agent other than 0; a negative one counts from the end."""
        agents = self.getNumAgents()
        if agentIndex == 0 or not -agents <= agentIndex < agents:
            raise IndexError(f"agent {agentIndex} is not a ghost; ghosts are 1 to {agents - 1}")
        return agentIndex % agents

    # -- the board ----------------------------------------------------------------------------------------------------

    def getScore(self) -> float:
        return float(self._score)

    def getFood(self) -> Grid:
        return self._hand_out("food", food_grid)

    def getNumFood(self) -> int:
        return self.food_mask.bit_count()

    def hasFood(self, x: int, y: int) -> bool:
        return columns_of_bits(*self._maze.size, self.food_mask)[x][y]

    def getWalls(self) -> Grid:
        return self._hand_out("layout", layout_view).walls

    def hasWall(self, x: int, y: int) -> bool:
        return columns_of_bits(*self._maze.size, self._maze.wall_mask)[x][y]

    def getCapsules(self) -> list[Cell]:
        return self._hand_out("capsules", capsule_list)

    # -- the whole ----------------------------------------------------------------------------------------------------

    def _hand_out(self, name: str, make: Callable[["BerkeleyStateNames"], T]) -> T:
        """A part of the state, live. From here on the parts are the truth."""
        part = make(self)
        self._parts = {name: part}
        self.__class__ = self._live_form
        return part

    @property
    def data(self) -> GameStateData:
        """All parts of the state, to read and to write."""
        self._parts = {}
        self.__class__ = self._live_form
        return self.data

    @data.setter
    def data(self, data: GameStateData) -> None:
        self._set_data(data)

    def _set_data(self, data: GameStateData) -> None:
        if not isinstance(data, GameStateData):
            raise PacmanError(f"state.data cannot be a {type(data).__name__}; expected a GameStateData")
        if "_source" not in data.__dict__:
            raise PacmanError("state.data cannot be a GameStateData of nothing; expected one made from another state's")
        self._copy_slots(data._source)  # right about every part that has not been made yet
        self._data = data
        self._parts = data.__dict__
        self.__class__ = self._live_form

    def deepCopy(self) -> "GameState":
        """The same state; as in the original it no longer knows that the game is over."""
        return self.reopened()

    def initialize(self, layout: "berkeley_layout.Layout | Layout", numGhostAgents: int = 1000) -> None:
        """Make this the start of a game."""
        given = layout if isinstance(layout, berkeley_layout.Layout) else berkeley_layout.Layout(layout)
        self.data = GameStateData.of_start(self.initial(given.given, numGhostAgents), given)

    def __str__(self) -> str:
        return str(GameStateData.of(self.copied()))

    # -- counting -----------------------------------------------------------------------------------------------------

    explored: ClassVar[set["GameState"]] = set()  # filled only inside `counting_explored()`

    @staticmethod
    def getAndResetExplored() -> set["GameState"]:
        seen = BerkeleyStateNames.explored.copy()
        BerkeleyStateNames.explored.clear()
        return seen
