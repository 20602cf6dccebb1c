"""Berkeley's names on a state of which somebody holds a part: they answer by what the parts say now."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from pacman.berkeley.agent_state import AgentState
from pacman.berkeley.parts import agent_states, food_grid, layout_view
from pacman.berkeley.state_data import GameStateData
from pacman.berkeley.state_names import BerkeleyStateNames, T
from pacman.directions import Action, Cell, Position
from pacman.scoring import LOST, WON

if TYPE_CHECKING:
    from pacman.state import GameState


class LiveStateNames(BerkeleyStateNames):
    """What a LiveState answers otherwise than a state as the rules make them."""

    __slots__ = ()

    if TYPE_CHECKING:  # what GameState adds and this class calls

        def _copy_of_slots(self) -> "GameState": ...

    def _hand_out(self, name: str, make: Callable[[BerkeleyStateNames], T]) -> T:
        parts = self._parts
        if name not in parts:  # then nobody can have written to it, and the slots are right about it
            parts[name] = make(self)
        part: T = parts[name]
        return part

    def packed_form(self) -> "GameState":
        return self.data.packed()

    @property
    def data(self) -> GameStateData:
        try:
            return self._data
        except AttributeError:
            self._data = GameStateData.of(self._copy_of_slots(), self._parts)
            return self._data

    @data.setter
    def data(self, data: GameStateData) -> None:
        self._set_data(data)

    # -- the rules ----------------------------------------------------------------------------------------------------

    def legal_actions(self, agentIndex: int = 0) -> tuple[Action, ...]:
        return self.packed_form().legal_actions(agentIndex)

    def getLegalActions(self, agentIndex: int = 0) -> list[Action]:
        return self.packed_form().getLegalActions(agentIndex)

    def successor(self, agentIndex: int, action: Action) -> "GameState":
        return self.packed_form().successor(agentIndex, action)

    generateSuccessor = successor

    def isWin(self) -> bool:
        return bool(self._parts.get("_win", self._status == WON))

    def isLose(self) -> bool:
        return bool(self._parts.get("_lose", self._status == LOST))

    # -- agents -------------------------------------------------------------------------------------------------------

    def getNumAgents(self) -> int:
        return len(self._parts.get("agentStates", self._agents))

    def getPacmanState(self) -> AgentState:
        return self._hand_out("agentStates", agent_states)[0].copy()

    def getPacmanPosition(self) -> Cell:
        agents: list[AgentState] | None = self._parts.get("agentStates")
        if agents:
            return agents[0].getPosition()  # type: ignore[return-value]
        return self._maze.positions[self._agents[0]]  # type: ignore[return-value]

    def getGhostPosition(self, agentIndex: int) -> Position:
        return self._hand_out("agentStates", agent_states)[self._ghost(agentIndex)].getPosition()

    def getGhostPositions(self) -> list[Position]:
        return [ghost.getPosition() for ghost in self._hand_out("agentStates", agent_states)[1:]]

    # -- the board ----------------------------------------------------------------------------------------------------

    def getScore(self) -> float:
        return float(self._parts.get("score", self._score))

    def getNumFood(self) -> int:
        return self._hand_out("food", food_grid).count()

    def hasFood(self, x: int, y: int) -> bool:
        return bool(self._hand_out("food", food_grid).cell(x, y))

    def hasWall(self, x: int, y: int) -> bool:
        return bool(self._hand_out("layout", layout_view).walls.cell(x, y))

    # -- identity -----------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return self.packed_form() == (other.packed_form() if isinstance(other, LiveStateNames) else other)

    def __hash__(self) -> int:
        return hash(self.packed_form())

    def __str__(self) -> str:
        return str(self.data)

    def __repr__(self) -> str:
        agents = " ".join(f"{agent.getPosition()}{agent.getDirection()[:1]}" for agent in self.data.agentStates)
        return f"<GameState in somebody's hands: score {self.data.score}, food {self.getNumFood()}, agents {agents}>"
