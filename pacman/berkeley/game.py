"""Berkeley's module `game`: agents, directions and the geometry of moves."""

from typing import Any, ClassVar

from pacman.berkeley.agent_state import AgentState, Configuration
from pacman.berkeley.grid import Grid
from pacman.berkeley.state_names import StateData as GameStateData
from pacman.berkeley.util import nearestPoint, raiseNotDefined
from pacman.directions import ACTIONS, LEFT, REVERSE, RIGHT, VECTORS, Action, Cell, Direction, Position
from pacman.game import Game

__all__ = [
    "Actions",
    "Agent",
    "AgentState",
    "Configuration",
    "Directions",
    "Game",
    "GameStateData",
    "Grid",
]


class Agent:
    """What a submission's agents derive from. Agent 0 is Pacman."""

    def __init__(self, index: int = 0) -> None:
        self.index = index

    def getAction(self, state: Any) -> Action:
        """An action for this agent, given the state it sees."""
        raiseNotDefined()


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
    """How actions move positions."""

    TOLERANCE = 0.001  # how far from a grid point still counts as on it

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
        """All that the walls allow; between two grid points, only going on."""
        x, y = config.pos
        near_x, near_y = nearestPoint(config.pos)
        if abs(x - near_x) + abs(y - near_y) > Actions.TOLERANCE:
            return [config.getDirection()]
        return [action for action in ACTIONS if not walls[near_x + VECTORS[action][0]][near_y + VECTORS[action][1]]]

    @staticmethod
    def getLegalNeighbors(position: Position, walls: Grid) -> list[Cell]:
        """The open cells that one action leads to, the cell itself among them."""
        x, y = nearestPoint(position)
        cells = [(x + VECTORS[action][0], y + VECTORS[action][1]) for action in ACTIONS]
        return [(x, y) for x, y in cells if 0 <= x < walls.width and 0 <= y < walls.height and not walls[x][y]]

    @staticmethod
    def getSuccessor(position: Position, action: Action) -> Position:
        dx, dy = VECTORS[action]
        return position[0] + dx, position[1] + dy
