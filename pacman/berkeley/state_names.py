"""The names that Berkeley gives to what a state knows. What they return is a copy, or refuses writes."""

from typing import Any, ClassVar, Self

from pacman.berkeley.agent_state import AgentState, agent_states
from pacman.berkeley.grid import Grid, columns_of_bits
from pacman.berkeley.read_only import ReadOnlyStateData, read_only_agents, read_only_food, read_only_walls
from pacman.berkeley.state_data import GameStateData, capsule_list
from pacman.directions import Action, Cell, Position
from pacman.packed_state import PackedState
from pacman.scoring import LOST, WON


class BerkeleyNames(PackedState):
    """Berkeley's reading names. They read the slots directly, for speed."""

    __slots__ = ()

    # -- the rules ----------------------------------------------------------------------------------------------------

    generateSuccessor = PackedState.successor

    def getLegalActions(self, agentIndex: int = 0) -> list[Action]:
        if self._status:
            return [*self.legal_actions(agentIndex)]
        return [*self._maze.legal[self._agents[agentIndex]]]

    def getLegalPacmanActions(self) -> list[Action]:
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: Action) -> Self:
        return self.successor(0, action)

    def isWin(self) -> bool:
        return self._status == WON

    def isLose(self) -> bool:
        return self._status == LOST

    # Names that other editions of the course give to the same.

    def getAvailableActions(self, agentIndex: int = 0) -> list[Action]:
        return self.getLegalActions(agentIndex)

    def getNextState(self, agentIndex: int, action: Action) -> Self:
        return self.successor(agentIndex, action)

    def generateNextState(self, agentIndex: int, action: Action) -> Self:
        return self.successor(agentIndex, action)

    def getPacmanNextState(self, action: Action) -> Self:
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
        return read_only_agents(self)[1:]

    def getGhostState(self, agentIndex: int) -> AgentState:
        return read_only_agents(self)[self._ghost(agentIndex)]

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
        return read_only_food(self)

    def getNumFood(self) -> int:
        return self.food_mask.bit_count()

    def hasFood(self, x: int, y: int) -> bool:
        return columns_of_bits(*self._maze.size, self.food_mask)[x][y]

    def getWalls(self) -> Grid:
        return read_only_walls(self)

    def hasWall(self, x: int, y: int) -> bool:
        return columns_of_bits(*self._maze.size, self._maze.wall_mask)[x][y]

    def getCapsules(self) -> list[Cell]:
        return capsule_list(self)

    # -- the whole ----------------------------------------------------------------------------------------------------

    @property
    def data(self) -> GameStateData:
        return ReadOnlyStateData(self)

    def __str__(self) -> str:
        return str(ReadOnlyStateData(self))

    # -- counting -----------------------------------------------------------------------------------------------------

    explored: ClassVar[set[Any]] = set()  # filled only inside `counting_explored()`

    @staticmethod
    def getAndResetExplored() -> set[Any]:
        seen = BerkeleyNames.explored.copy()
        BerkeleyNames.explored.clear()
        return seen
