"""GameStateData: the parts of a state as objects that can be written to, `state.data`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from pacman import last_step
from pacman.berkeley import repacking
from pacman.berkeley.agent_state import AgentState, Configuration
from pacman.berkeley.drawing import draw
from pacman.berkeley.grid import Grid
from pacman.berkeley.modules.layout import Layout
from pacman.berkeley.parts import agent_states, capsule_list, food_grid, layout_view
from pacman.directions import STOP, Cell
from pacman.scoring import LOST, PLAYING, WON

if TYPE_CHECKING:
    from pacman.state import GameState


class GameStateData:
    """The parts of one state. They are made when somebody asks for them, from a packed state that nobody else holds.

    What is written here is what is true. `packed` tells it to the rules.
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

    _source: "GameState"

    def __init__(self, prevState: "GameStateData | None" = None) -> None:
        """A copy with the game going on and nothing noted of the last step. Without one, nothing is known yet."""
        if prevState is not None:
            self._source = prevState.packed().replaced(_status=PLAYING, _last_step=None)

    @classmethod
    def of(cls, source: "GameState", parts: dict[str, Any] | None = None) -> "GameStateData":
        """The parts of a packed state that nobody else holds; `parts` are those that have been made."""
        data = cls.__new__(cls)
        if parts is not None:
            data.__dict__ = parts
        data._source = source
        return data

    @classmethod
    def of_start(cls, start: "GameState", layout: Layout) -> "GameStateData":
        """The start of a game on a layout, as its owner may have changed it."""
        data = cls.of(start)
        data.layout = layout
        data.food = layout.food.copy()
        data.capsules = list(layout.capsules)
        places = layout.agentPositions[: start.num_agents]
        data.agentStates = [AgentState(Configuration(place, STOP), is_pacman) for is_pacman, place in places]
        return data

    def __getattr__(self, name: str) -> Any:
        # Python comes here only for what has not been made yet.
        make = _PARTS.get(name)
        source = self.__dict__.get("_source")
        if make is None or source is None:
            raise AttributeError(f"a GameStateData has no {name!r}")
        part = self.__dict__[name] = make(source)
        return part

    def packed(self) -> "GameState":
        """The state that the parts describe now, for the rules; an error that says which part they cannot follow."""
        changes = repacking.changes(self.__dict__, self._source)
        if changes:
            _ = self.scoreChange, self._eaten, self._foodEaten, self._capsuleEaten  # of the step that was made
            self._source = self._source.replaced(**changes)
        return self._source

    # -- the whole ----------------------------------------------------------------------------------------------------

    def deepCopy(self) -> "GameStateData":
        return GameStateData.of(self.packed().reopened())

    @staticmethod
    def copyAgentStates(agentStates: list[AgentState]) -> list[AgentState]:
        return [agent.copy() for agent in agentStates]

    def __eq__(self, other: object) -> bool:
        """Same agents, food, capsules and score."""
        return isinstance(other, GameStateData) and self.packed() == other.packed()

    def __hash__(self) -> int:
        return hash(self.packed())

    def __str__(self) -> str:
        return draw(self)


def _cell_of_pacman_if(eaten: int) -> Callable[["GameState"], Cell | None]:
    """Where Pacman stands, if he ate such a thing in the last step."""

    def find(source: "GameState") -> Cell | None:
        step = source._last_step
        return source.pacman_position if step is not None and step >= 0 and step & eaten else None

    return find


# How each part is made, from a packed state.
_PARTS: Final[dict[str, Callable[[Any], Any]]] = {
    "agentStates": agent_states,
    "food": food_grid,
    "capsules": capsule_list,
    "layout": layout_view,
    "score": lambda source: source._score,
    "scoreChange": last_step.score_change,
    "_agentMoved": lambda source: last_step.mover(source._last_step),
    "_capsuleEaten": _cell_of_pacman_if(last_step.ATE_CAPSULE),
    "_eaten": last_step.eaten_ghosts,
    "_foodAdded": lambda source: None,
    "_foodEaten": _cell_of_pacman_if(last_step.ATE_FOOD),
    "_lose": lambda source: source._status == LOST,
    "_win": lambda source: source._status == WON,
}
