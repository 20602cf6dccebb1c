"""Pack modified views of a state: convert them to the integers that the rules read, or raise WrittenStateError.

The rules look everything up in tables, so only values that occur in these tables can be packed. The error for anything
else names the part and what was expected.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from numbers import Real
from typing import Any, Final

from pacman.berkeley.agent_state import AgentState, agent_states
from pacman.berkeley.grid import Grid
from pacman.directions import STOP
from pacman.errors import PacmanError
from pacman.layout import PACMAN, WALL, Layout
from pacman.maze import Maze
from pacman.packed_state import Fear, PackedState
from pacman.scoring import LOST, PLAYING, WON

_OPENED: Final = "-"  # a cell whose wall was removed; a blank would be stripped at the end of a row


class WrittenStateError(PacmanError):
    """The rules cannot continue from what was written to a state."""

    def __init__(self, what: object, expected: str) -> None:
        super().__init__(f"the rules cannot continue from what was written to this state: {what}; expected {expected}")


def changed_slots(views: Mapping[str, Any], source: PackedState) -> dict[str, Any]:
    """Return the slots that differ from those of `source`, by name. Views that were never created are unchanged."""
    maze = _maze(getattr(views["layout"], "walls", None), source._maze) if "layout" in views else source._maze
    now: dict[str, Any] = {"_maze": maze}
    if "food" in views or "capsules" in views:
        food = _bits(views["food"], maze, "the food") if "food" in views else source.food_mask
        capsules = source._edible & ~maze.all_cells_mask
        now["_edible"] = food | (_capsules(views["capsules"], maze) if "capsules" in views else capsules)
    if "agentStates" in views or maze is not source._maze:
        now.update(_agents(views["agentStates"] if "agentStates" in views else agent_states(source), maze, source))
    if "_eaten" in views:
        now["_fear"] = _with_eaten(now.get("_fear", source._fear), views["_eaten"], maze)
    if "_win" in views or "_lose" in views:
        now["_status"] = _status(views.get("_win", source.is_win), views.get("_lose", source.is_lose))
    if "score" in views:
        now["_score"] = _score(views["score"])
    if now.get("_fear") == (None, 0):
        now["_fear"] = None
    return {name: value for name, value in now.items() if value != getattr(source, name)}


def _score(score: Any) -> float:
    if not isinstance(score, Real) or score != score:
        raise WrittenStateError(f"the score {score!r}", "a number")
    return score  # type: ignore[return-value]


def _status(has_won: Any, has_lost: Any) -> int:
    return WON if has_won else LOST if has_lost else PLAYING


# -- the board --------------------------------------------------------------------------------------------------------


def _bits(grid: Any, maze: Maze[Layout], what: str) -> int:
    if not isinstance(grid, Grid):
        raise WrittenStateError(f"{what}: a {type(grid).__name__}", "a Grid")
    mask = grid.mask()
    if mask is None or (grid.width, grid.height) != maze.size:
        raise WrittenStateError(f"{what}: a grid of another shape", f"{maze.width} columns of {maze.height} cells")
    return mask


def _capsules(cells: Any, maze: Maze[Layout]) -> int:
    """Return the bits of capsules; the order in which they were written is not kept."""
    if not isinstance(cells, list | tuple):
        raise WrittenStateError(f"the capsules are a {type(cells).__name__}", "a list of cells")
    bits = 0
    for cell in cells:
        bit = maze.capsule_bit(cell) if _is_on_board(cell, maze) else 0
        if not bit or bits & bit:
            raise WrittenStateError(f"a capsule at {cell!r}", "each in a different cell of the board")
        bits |= bit
    return bits


def _is_on_board(cell: Any, maze: Maze[Layout]) -> bool:
    try:
        x, y = cell
        return isinstance(x, int) and isinstance(y, int) and 0 <= x < maze.width and 0 <= y < maze.height
    except (TypeError, ValueError):
        return False


def _maze(walls: Any, maze: Maze[Layout]) -> Maze[Layout]:
    mask = _bits(walls, maze, "the walls")
    return maze if mask == maze.wall_mask else _rebuilt(maze.layout, mask).maze


@lru_cache(maxsize=64)
def _rebuilt(layout: Layout, wall_mask: int) -> Layout:
    """Return the same layout with other walls."""
    for cell in layout.ghost_starts:
        if wall_mask & layout.maze.food_bit(cell):
            raise WrittenStateError(f"a wall at {cell}", "none where a ghost starts: it returns there when it is eaten")
    cells = [(x, y) for x in range(layout.width) for y in range(layout.height)]
    open_cells = frozenset(cell for cell in cells if not wall_mask & layout.maze.food_bit(cell))
    rows = [
        "".join(_sign(old, (x, y) in open_cells) for x, old in enumerate(row))
        for y, row in zip(reversed(range(layout.height)), layout.rows, strict=True)
    ]
    return replace(layout, rows=tuple(rows), open_cells=open_cells)


def _sign(old: str, is_open: bool) -> str:
    if is_open:
        return _OPENED if old == WALL else old
    return old if old == PACMAN else WALL


# -- agents -----------------------------------------------------------------------------------------------------------


def _agents(agents: Sequence[AgentState], maze: Maze[Layout], source: PackedState) -> dict[str, Any]:
    if not 1 <= len(agents) <= len(maze.homes):
        raise WrittenStateError(f"{len(agents)} agents", f"1 to {len(maze.homes)}, as many as the layout has")
    timers = tuple(_timer(index, agent) for index, agent in enumerate(agents))
    nodes = [_node(index, agent, maze, source) for index, agent in enumerate(agents)]
    marks = source._fear[1] if source._fear else 0
    for index, agent in enumerate(agents[1:], start=1):
        if maze is not source._maze or index >= source.num_agents or nodes[index] != source._agents[index]:
            marks = _with_mark(marks, index, agent)
    return {"_agents": nodes, "_fear": (timers if any(timers) else None, marks)}


def _timer(index: int, agent: AgentState) -> int:
    timer = agent.scaredTimer
    if not isinstance(timer, int) or timer < 0:
        raise WrittenStateError(f"agent {index} is scared for {timer!r} moves", "a whole number from 0 up")
    return timer


def _node(index: int, agent: AgentState, maze: Maze[Layout], source: PackedState) -> int:
    position, heading = agent.getPosition(), agent.getDirection()
    _check_home(index, agent, maze)
    if maze is source._maze and index < source.num_agents:
        node = source._agents[index]
        if maze.positions[node] == position and maze.directions[node] == heading:
            return node
    try:
        node_there = maze.node_at(position, heading, is_pacman=index == 0)
    except (TypeError, ValueError):
        node_there = None
    # Only a scared ghost, which moves at half speed, can be between two cells.
    if node_there is None or (not agent.scaredTimer and not all(number == int(number) for number in position)):
        place = "an open cell" if index == 0 else "an open cell, or for a scared ghost half-way to the next ahead"
        raise WrittenStateError(f"agent {index} at {position!r} heading {heading!r}", place)
    return node_there


def _check_home(index: int, agent: AgentState, maze: Maze[Layout]) -> None:
    home = maze.starts[index]
    if not agent.starts_at(home) or bool(agent.isPacman) != (index == 0):
        wanted = f"{'Pacman' if index == 0 else 'a ghost'} that starts at {home}, as in the layout"
        raise WrittenStateError(f"agent {index} is {agent}, started at {agent.start}", wanted)


def _with_mark(marks: int, index: int, agent: AgentState) -> int:
    """Set or clear a ghost's mark: its coordinates were written as integers although it has a heading."""
    are_integers = all(isinstance(coordinate, int) for coordinate in agent.getPosition())
    bit = 1 << index
    return marks | bit if are_integers and agent.getDirection() != STOP else marks & ~bit


def _with_eaten(fear: Fear | None, eaten: Sequence[bool], maze: Maze[Layout]) -> Fear:
    timers, marks = fear or (None, 0)
    bits = sum(1 << index for index, is_eaten in enumerate(eaten) if is_eaten)
    return timers, marks & maze.snapped_marks | bits << len(maze.homes)
