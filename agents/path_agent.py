"""A Pacman agent that plans paths through the maze and ignores ghosts."""

from collections.abc import Callable, Iterable
from typing import Final

from agents.search.paths import Path, a_star, breadth_first, depth_first, greedy_best_first, uniform_cost
from pacman.agent_code.agent_arguments import WithArguments, choice
from pacman.directions import STOP, VECTORS, Action, Cell
from pacman.layout import Layout
from pacman.state import GameState


class WayToFood:
    """Path problem: from Pacman's cell to any piece of food, one step at a time."""

    def __init__(self, state: GameState) -> None:
        self.start = state.pacman_position
        self._state = state
        self._food = [cell for cell in state.layout.food_cells if state.has_food(cell)]

    def is_goal(self, cell: Cell, /) -> bool:
        return self._state.has_food(cell)

    def successors(self, cell: Cell, /) -> Iterable[tuple[Action, Cell, float]]:
        for action, (dx, dy) in VECTORS.items():
            target = cell[0] + dx, cell[1] + dy
            if action != STOP and not self._state.layout.is_wall(target):
                yield action, target, 1

    def estimate(self, cell: Cell) -> float:
        """Return the Manhattan distance to the nearest food, which never exceeds that through the maze."""
        return min((abs(cell[0] - x) + abs(cell[1] - y) for x, y in self._food), default=0)


SEARCHES: Final[dict[str, Callable[[WayToFood], Path[Cell, Action] | None]]] = {
    "a-star": lambda problem: a_star(problem, problem.estimate),
    "breadth-first": breadth_first,
    "depth-first": depth_first,
    "greedy": lambda problem: greedy_best_first(problem, problem.estimate),
    "uniform-cost": uniform_cost,
}


class PathAgent(WithArguments):
    """Goes to a piece of food by the path that `search` finds, then to the next; ignores ghosts."""

    def __init__(self, search: str = "a-star") -> None:
        self._find = SEARCHES[choice("search", search, tuple(SEARCHES))]
        self._plan: dict[Cell, Action] = {}  # action by cell of the path
        self._made_for: tuple[Layout, int] | None = None  # the maze and the food for which the plan is valid

    def get_action(self, state: GameState) -> Action:
        board, here = (state.layout, state.food_mask), state.pacman_position
        if board != self._made_for or here not in self._plan:
            path = self._find(WayToFood(state))
            self._plan = dict(zip(path.states[:-1], path.actions, strict=True)) if path else {}
            self._made_for = board
        return self._plan.get(here, STOP)

    getAction = get_action
