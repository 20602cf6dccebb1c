"""Berkeley's methods for reading a state. They return copies or read-only views."""

from typing import Any, ClassVar, Self

from pacman.berkeley.agent_state import AgentState, agent_states
from pacman.berkeley.grid import Grid, columns_of_bits
from pacman.berkeley.read_only import ReadOnlyStateData, read_only_agents, read_only_food, read_only_walls
from pacman.berkeley.state_data import GameStateData, capsule_list
from pacman.directions import REVERSE, STOP, Action, Cell, Position
from pacman.packed_state import PackedState
from pacman.scoring import LOST, WON


class BerkeleyNames(PackedState):
    """Berkeley's methods for reading a state; they read the slots directly, for speed."""

    __slots__ = ()

    # -- the rules ----------------------------------------------------------------------------------------------------

    generateSuccessor = PackedState.successor

    def getLegalActions(self, agentIndex: int = 0) -> list[Action]:
        if self._status or agentIndex < 0:
            return self._legal_actions(agentIndex)
        return [*self._maze.legal[self._agents[agentIndex]]]

    def _legal_actions(self, agentIndex: int) -> list[Action]:
        """Legal actions for any state and index; as in the original, an agent with a negative index is a ghost."""
        actions = [*self.legal_actions(agentIndex)]
        if agentIndex == -self.getNumAgents():  # Pacman, counted from the end
            actions = [action for action in actions if action != STOP]
            return [action for action in actions if action != REVERSE[self.direction(0)]] or actions
        return actions

    def getLegalPacmanActions(self) -> list[Action]:
        return self.getLegalActions(0)

    def generatePacmanSuccessor(self, action: Action) -> Self:
        return self.successor(0, action)

    def isWin(self) -> bool:
        return self._status == WON

    def isLose(self) -> bool:
        return self._status == LOST

    # Names of the same methods in other editions of the course.

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
        """Return a copy, unlike `getGhostState`."""
        return agent_states(self)[0]

    def getPacmanPosition(self) -> Cell:
        return self._maze.positions[self._agents[0]]  # type: ignore[return-value]  # never between two cells

    def getGhostStates(self) -> list[AgentState]:
        return read_only_agents(self)[1:]

    def getGhostState(self, agentIndex: int) -> AgentState:
        return read_only_agents(self)[self._ghost(agentIndex)]

    def getGhostPosition(self, agentIndex: int) -> Position:
        return self.position(self._ghost(agentIndex))

    def getGhostPositions(self) -> list[Position]:
        return [self.position(ghost) for ghost in range(1, len(self._agents))]

    def _ghost(self, agentIndex: int) -> int:
        """Return the index of a ghost, from the end if it is negative; raise IndexError if there is no such ghost."""
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
