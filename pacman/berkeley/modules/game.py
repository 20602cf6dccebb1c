"""Berkeley's module `game`: agents, directions, the geometry of moves, and the names of `util`."""

import os as os
import sys as sys
import time as time
import traceback as traceback
from collections.abc import Sequence
from typing import Any, ClassVar

from pacman.agent_code.error_messages import NOT_IMPLEMENTED as _NOT_IMPLEMENTED
from pacman.berkeley.agent_state import AgentState as AgentState
from pacman.berkeley.agent_state import Configuration as Configuration
from pacman.berkeley.grid import Grid as Grid
from pacman.berkeley.modules.util import *  # noqa: F403  # submissions take names of `util` from here, too
from pacman.berkeley.modules.util import nearestPoint
from pacman.berkeley.state_data import GameStateData as GameStateData
from pacman.directions import ACTIONS, LEFT, REVERSE, RIGHT, VECTORS, Action, Cell, Direction, Position


def reconstituteGrid(bitRep: Any) -> Any:
    """Return the grid that `Grid.packBits` has packed; anything but a tuple is returned unchanged."""
    if not isinstance(bitRep, tuple):
        return bitRep
    width, height, *bits = bitRep
    return Grid(width, height, bitRepresentation=bits)


class Agent:
    """Base class of a submission's agents. Agent 0 is Pacman."""

    def __init__(self, index: int = 0) -> None:
        self.index = index

    def getAction(self, state: Any, /) -> Action:
        """Return an action in this state. This default calls `get_action`, the name in the snake_case edition."""
        if not hasattr(self, "get_action"):
            own = type(self).__name__
            for name in dir(self):
                if name != "getAction" and name.casefold() == "getaction":
                    raise AttributeError(f"{own!r} object has no attribute 'getAction'; it has {name!r}")
            raise SystemExit(f"{_NOT_IMPLEMENTED}: getAction of {own}")
        action: Action = self.get_action(state)
        return action


class Directions:
    NORTH = "North"
    SOUTH = "South"
    EAST = "East"
    WEST = "West"
    STOP = "Stop"

    LEFT: ClassVar = dict(LEFT)
    RIGHT: ClassVar = dict(RIGHT)
    REVERSE: ClassVar = dict(REVERSE)


class Actions:
    """Effects of actions on positions."""

    TOLERANCE = 0.001  # a position this near to a grid point counts as on it

    _directions: ClassVar = dict(VECTORS)
    _directionsAsList: ClassVar = list(VECTORS.items())

    @staticmethod
    def reverseDirection(action: Action) -> Action:
        return REVERSE.get(action, action)

    @staticmethod
    def vectorToDirection(vector: Position) -> Direction:
        return Configuration((0, 0), Directions.STOP).generateSuccessor(vector).direction

    @staticmethod
    def directionToVector(direction: Direction, speed: float = 1.0) -> Position:
        dx, dy = VECTORS[direction]
        return dx * speed, dy * speed

    @staticmethod
    def getPossibleActions(config: Configuration, walls: Grid) -> list[Action]:
        """Return the actions that the walls allow; between two grid points, only the current direction."""
        x, y = config.pos
        near_x, near_y = nearestPoint(config.pos)
        if abs(x - near_x) + abs(y - near_y) > Actions.TOLERANCE:
            return [config.getDirection()]
        return [action for action in ACTIONS if not walls[near_x + VECTORS[action][0]][near_y + VECTORS[action][1]]]

    @staticmethod
    def getLegalNeighbors(position: Position, walls: Grid) -> list[Cell]:
        """Return the open cells that one action leads to, including the cell itself (Stop)."""
        x, y = nearestPoint(position)
        cells = [(x + VECTORS[action][0], y + VECTORS[action][1]) for action in ACTIONS]
        return [(x, y) for x, y in cells if 0 <= x < walls.width and 0 <= y < walls.height and not walls[x][y]]

    @staticmethod
    def getSuccessor(position: Position, action: Action) -> Position:
        """Return the position one cell further, in floats."""
        dx, dy = Actions.directionToVector(action)
        return position[0] + dx, position[1] + dy


class Game:
    """A game in progress, created by `ClassicGameRules.newGame`: agents take turns until the rules end it."""

    def __init__(
        self,
        agents: Sequence[Any],
        display: Any,
        rules: Any,
        startingIndex: int = 0,
        muteAgents: bool = False,
        catchExceptions: bool = False,
    ) -> None:
        self.agents = list(agents)
        self.display = display
        self.rules = rules
        self.startingIndex = startingIndex
        self.catchExceptions = catchExceptions
        self.state: Any = None
        self.gameOver = False
        self.agentCrashed = False
        self.moveHistory: list[tuple[int, Action]] = []

    def getProgress(self) -> float:
        return 1.0 if self.gameOver else float(self.rules.getProgress(self))

    def run(self) -> None:
        _notify(self.display, "initialize", self.state.data)
        try:
            self._play()
        except Exception:
            if not self.catchExceptions:
                raise
            traceback.print_exc()
            self.gameOver = self.agentCrashed = True
            self.rules.agentCrash(self, self._turn)
        _notify(self.display, "finish")

    def _play(self) -> None:
        for index, agent in enumerate(self.agents):
            self._turn = index
            _notify(agent, "registerInitialState", self.state.deepCopy())
        self._turn = self.startingIndex
        while not self.gameOver:
            agent = self.agents[self._turn]
            observe = getattr(agent, "observationFunction", None)
            state = self.state.deepCopy()
            action = agent.getAction(state if observe is None else observe(state))
            self.moveHistory.append((self._turn, action))
            self.state = self.state.generateSuccessor(self._turn, action)
            _notify(self.display, "update", self.state.data)
            self.rules.process(self.state, self)
            self._turn = (self._turn + 1) % len(self.agents)
        for agent in self.agents:
            _notify(agent, "final", self.state)


def _notify(listener: Any, name: str, *arguments: Any) -> None:
    """Call a method that the listener may or may not have."""
    if hasattr(listener, name):
        getattr(listener, name)(*arguments)
