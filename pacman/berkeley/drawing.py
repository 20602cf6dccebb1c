"""A state as text, as Berkeley prints one."""

from typing import TYPE_CHECKING, Final

from pacman.berkeley.modules.util import nearestPoint
from pacman.board_text import GHOST_SIGN, PACMAN_SIGNS
from pacman.directions import EAST, Cell

if TYPE_CHECKING:
    from pacman.berkeley.agent_state import AgentState
    from pacman.berkeley.state_data import GameStateData

CAPSULE: Final = "o"


def draw(data: "GameStateData") -> str:
    """The board from the top row down, and the score: agents over food, later ones over earlier ones, capsules on top.

    An agent between two cells is drawn in the one to the right of or above it.
    """
    food, walls = data.food, data.layout.walls
    signs: dict[Cell, str] = {nearestPoint(agent.getPosition()): _sign(agent) for agent in data.agentStates}
    signs.update(dict.fromkeys(data.capsules, CAPSULE))
    rows = (
        "".join(
            signs.get((x, y)) or ("." if food.cell(x, y) else "%" if walls.cell(x, y) else " ")
            for x in range(walls.width)
        )
        for y in reversed(range(walls.height))
    )
    return "\n".join(rows) + f"\nScore: {int(data.score)}\n"


def _sign(agent: "AgentState") -> str:
    return PACMAN_SIGNS.get(agent.getDirection(), PACMAN_SIGNS[EAST]) if agent.isPacman else GHOST_SIGN
