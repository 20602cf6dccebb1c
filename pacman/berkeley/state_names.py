"""The names that Berkeley gives to what a GameState knows.

What comes back is always the caller's own: changing a grid, a list or an agent's state changes no game.
"""

from typing import TYPE_CHECKING, ClassVar

from pacman.berkeley.agent_state import AgentState, AgentView
from pacman.berkeley.grid import Grid, columns_of_bits
from pacman.directions import Action, Cell, Position
from pacman.scoring import LOST, WON

if TYPE_CHECKING:
    from pacman.berkeley.layout import Layout
    from pacman.maze import Maze
    from pacman.state import GameState


class BerkeleyStateNames:
    """The part of GameState that submissions speak to. It reads the slots of GameState directly, for speed."""

    __slots__ = ()

    _agents: list[int]
    _edible: int
    _maze: "Maze"
    _score: int
    _snapped: int
    _status: int
    _timers: tuple[int, ...] | None

    if TYPE_CHECKING:  # what GameState adds and this class calls

        def successor(self, agentIndex: int, action: Action) -> "GameState": ...
        def position(self, agent: int) -> Position: ...
        def reopened(self) -> "GameState": ...
        @property
        def food_mask(self) -> int: ...
        @property
        def capsules(self) -> tuple[Cell, ...]: ...
        @property
        def is_win(self) -> bool: ...
        @property
        def is_lose(self) -> bool: ...

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

    # -- agents -------------------------------------------------------------------------------------------------------

    def getNumAgents(self) -> int:
        return len(self._agents)

    def _agent_state(self, agent: int) -> AgentState:
        maze, timers = self._maze, self._timers
        node = self._agents[agent]
        return AgentView(
            self.position(agent) if self._snapped else maze.positions[node],
            maze.directions[node],
            maze.positions[maze.homes[agent]],
            agent == 0,
            timers[agent] if timers else 0,
        )

    def getPacmanState(self) -> AgentState:
        return self._agent_state(0)

    def getPacmanPosition(self) -> Position:
        return self._maze.positions[self._agents[0]]

    def getGhostStates(self) -> list[AgentState]:
        return [self._agent_state(ghost) for ghost in range(1, len(self._agents))]

    def getGhostState(self, agentIndex: int) -> AgentState:
        return self._agent_state(self._ghost(agentIndex))

    def getGhostPosition(self, agentIndex: int) -> Position:
        return self.position(self._ghost(agentIndex))

    def getGhostPositions(self) -> list[Position]:
        return [self.position(ghost) for ghost in range(1, len(self._agents))]

    def _ghost(self, agentIndex: int) -> int:
        if not 1 <= agentIndex < len(self._agents):
            raise IndexError(f"agent {agentIndex} is not a ghost; ghosts are 1 to {len(self._agents) - 1}")
        return agentIndex

    # -- the board ----------------------------------------------------------------------------------------------------

    def getScore(self) -> float:
        return float(self._score)

    def getFood(self) -> Grid:
        return Grid.of_bits(*self._maze.size, self.food_mask)

    def getNumFood(self) -> int:
        return self.food_mask.bit_count()

    def hasFood(self, x: int, y: int) -> bool:
        return columns_of_bits(*self._maze.size, self.food_mask)[x][y]

    def getWalls(self) -> Grid:
        return Grid.of_bits(*self._maze.size, self._maze.wall_mask)

    def hasWall(self, x: int, y: int) -> bool:
        return columns_of_bits(*self._maze.size, self._maze.wall_mask)[x][y]

    def getCapsules(self) -> list[Cell]:
        return list(self.capsules)

    # -- copies -------------------------------------------------------------------------------------------------------

    @property
    def data(self) -> "StateData":
        return StateData(self)

    def deepCopy(self) -> "GameState":
        """The same state; as in the original it no longer knows that the game is over."""
        return self.reopened()

    # -- counting -----------------------------------------------------------------------------------------------------

    explored: ClassVar[set["GameState"]] = set()  # filled only inside `counting_explored()`

    @staticmethod
    def getAndResetExplored() -> set["GameState"]:
        seen = BerkeleyStateNames.explored.copy()
        BerkeleyStateNames.explored.clear()
        return seen


class StateData:
    """What `state.data` shows of a state."""

    def __init__(self, state: BerkeleyStateNames) -> None:
        self.agentStates = [state.getPacmanState(), *state.getGhostStates()]
        self.food = state.getFood()
        self.capsules = state.getCapsules()
        self.score = state._score
        self._win = state.is_win
        self._lose = state.is_lose
        self._maze = state._maze

    @property
    def layout(self) -> "Layout":
        from pacman.berkeley.layout import Layout

        return Layout(self._maze.layout)
