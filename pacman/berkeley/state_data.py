"""GameStateData, `state.data`: mutable views of a state, their construction, and Berkeley's text form."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from pacman.berkeley import packing
from pacman.berkeley.agent_state import AgentState, Configuration, agent_states
from pacman.berkeley.grid import Grid
from pacman.berkeley.modules.layout import Layout
from pacman.berkeley.modules.util import nearestPoint
from pacman.board_text import GHOST_SIGN, PACMAN_SIGNS
from pacman.directions import EAST, STOP, Cell
from pacman.layout import CAPSULE, FOOD, WALL
from pacman.packed_state import ATE_CAPSULE, ATE_FOOD, IS_COPY, PackedState
from pacman.scoring import FOOD_SCORE, GHOST_SCORE, LOSE_PENALTY, LOST, PLAYING, TIME_PENALTY, WIN_SCORE, WON


class GameStateData:
    """Mutable views of one state, created on first use from a packed state that has no other owner.

    Once a view exists it is authoritative. `packed` converts all of them to a state that the rules can read.
    """

    food: Grid
    capsules: list[Cell]
    agentStates: list[AgentState]
    layout: Layout
    score: float
    scoreChange: float
    _agentMoved: int | None
    _capsuleEaten: Cell | None
    _eaten: list[bool]
    _foodAdded: Cell | None
    _foodEaten: Cell | None
    _lose: bool
    _win: bool

    _source: PackedState
    _makers: ClassVar[Mapping[str, Callable[[Any], Any]]]

    def __init__(self, prevState: "GameStateData | None" = None) -> None:
        """Copy other data, with the game continuing and without its last step; else `initialize` must follow."""
        if prevState is not None:
            self._source = prevState.packed().replaced(_status=PLAYING, _last_step=None)

    @classmethod
    def of(cls, source: PackedState, views: dict[str, Any] | None = None) -> "GameStateData":
        """Return the data of a packed state that has no other owner; `views` are those that exist already."""
        data = cls.__new__(cls)
        if views is not None:
            data.__dict__ = views
        data._source = source
        return data

    def initialize(self, layout: Layout, numGhostAgents: int) -> None:
        """Make this the start of a game on a layout, with the changes that its owner may have made to it."""
        self.__dict__.clear()
        self._source = PackedState.at_start(layout.given, numGhostAgents)
        self.layout = layout
        self.food = layout.food.copy()
        self.capsules = list(layout.capsules)
        places = layout.agentPositions[: self._source.num_agents]
        self.agentStates = [AgentState(Configuration(place, STOP), is_pacman) for is_pacman, place in places]

    def __getattr__(self, name: str) -> Any:
        # Python calls this only for views that have not been created yet.
        make = self._makers.get(name)
        source = self.__dict__.get("_source")
        if make is None or source is None:
            raise AttributeError(f"a GameStateData has no {name!r}")
        view = self.__dict__[name] = make(source)
        return view

    def packed(self) -> PackedState:
        """Return the state that the views describe; raise WrittenStateError if the rules cannot continue from it."""
        changes = packing.changed_slots(self.__dict__, self._source)
        return self._source.replaced(**changes) if changes else self._source

    # -- the whole ----------------------------------------------------------------------------------------------------

    def deepCopy(self) -> "GameStateData":
        return GameStateData.of(self.packed().reopened())

    @staticmethod
    def copyAgentStates(agentStates: list[AgentState]) -> list[AgentState]:
        return [agent.copy() for agent in agentStates]

    def __eq__(self, other: object) -> bool:
        """Compare agents, food, capsules and score."""
        return isinstance(other, GameStateData) and self.packed() == other.packed()

    def __hash__(self) -> int:
        return hash(self.packed())

    def __str__(self) -> str:
        """Return the board, top row first, and the score.

        Agents are drawn over food, later ones over earlier ones, and capsules on top. An agent between two cells is
        drawn in the one to the right of or above it.
        """
        food, walls = self.food, self.layout.walls
        signs: dict[Cell, str] = {nearestPoint(agent.getPosition()): _sign(agent) for agent in self.agentStates}
        signs.update(dict.fromkeys(self.capsules, CAPSULE))
        rows = (
            "".join(
                signs.get((x, y)) or (FOOD if food.cell(x, y) else WALL if walls.cell(x, y) else " ")
                for x in range(walls.width)
            )
            for y in reversed(range(walls.height))
        )
        return "\n".join(rows) + f"\nScore: {int(self.score)}\n"


def _sign(agent: AgentState) -> str:
    return PACMAN_SIGNS.get(agent.getDirection(), PACMAN_SIGNS[EAST]) if agent.isPacman else GHOST_SIGN


def food_grid(source: PackedState) -> Grid:
    maze = source._maze
    return Grid.of_bits(maze.width, maze.height, source._edible & maze.all_cells_mask)


def capsule_list(source: PackedState) -> list[Cell]:
    return list(source._maze.capsules(source._edible))


def layout_view(source: PackedState) -> Layout:
    return Layout(source._maze.layout)


def _cell_of_pacman_if(eaten: int) -> Callable[[PackedState], Cell | None]:
    """Return a function for Pacman's cell if a thing of this kind was eaten in the last step, else None."""

    def find(source: PackedState) -> Cell | None:
        step = source._last_step
        return source.pacman_position if step is not None and step >= 0 and step & eaten else None

    return find


# -- facts about the step that led to a state -------------------------------------------------------------------------


def _mover(step: int | None) -> int | None:
    """Return the index of the agent that moved."""
    return step if step is None or step < 0 else step % ATE_FOOD


def _eaten_ghosts(state: PackedState) -> list[bool]:
    """Return for each agent whether it has been eaten since the beginning of Pacman's last move."""
    eaten = state._fear[1] >> len(state._maze.homes) if state._fear else 0
    return [bool(eaten >> agent & 1) for agent in range(state.num_agents)]


def _score_change(state: PackedState) -> int:
    """Return what the last step added to the score."""
    step = state._last_step
    if step is None or (step & IS_COPY and step >= 0):
        return 0
    return _pacmans_change(state, step) if _mover(step) == 0 else _ghosts_change(state, step)


def _ghosts_change(state: PackedState, ghost: int) -> int:
    if state._status == LOST:
        return -LOSE_PENALTY
    # After a move a ghost always has a heading, unless it was eaten by it and put back at its start.
    return GHOST_SCORE if state.direction(ghost) == STOP else 0


def _pacmans_change(state: PackedState, step: int) -> int:
    change = (FOOD_SCORE if step & ATE_FOOD else 0) - TIME_PENALTY
    eaten = _eaten_ghosts(state)
    change += GHOST_SCORE * sum(eaten)
    if state._status == WON:
        change += WIN_SCORE
    elif state._status == LOST:
        touching = state._maze.touching[state._agents[0]]
        met = [node in touching for node in state._agents]
        change -= LOSE_PENALTY * sum(is_met and not was_eaten for is_met, was_eaten in zip(met, eaten, strict=True))
    return change


# Functions that create each view from a packed state.
VIEW_MAKERS: Final[Mapping[str, Callable[[PackedState], Any]]] = {
    "agentStates": agent_states,
    "food": food_grid,
    "capsules": capsule_list,
    "layout": layout_view,
    "score": lambda source: source._score,
    "scoreChange": _score_change,
    "_agentMoved": lambda source: _mover(source._last_step),
    "_capsuleEaten": _cell_of_pacman_if(ATE_CAPSULE),
    "_eaten": _eaten_ghosts,
    "_foodAdded": lambda source: None,
    "_foodEaten": _cell_of_pacman_if(ATE_FOOD),
    "_lose": lambda source: source._status == LOST,
    "_win": lambda source: source._status == WON,
}
GameStateData._makers = VIEW_MAKERS
