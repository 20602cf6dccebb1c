"""GameState: everything true at one instant, and the rules of one step."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from pacman.berkeley.live_names import LiveStateNames
from pacman.berkeley.state_names import BerkeleyStateNames
from pacman.directions import Action, Cell, Direction, Position
from pacman.errors import IllegalActionError, PacmanError
from pacman.last_step import ATE_CAPSULE, ATE_FOOD, IS_COPY
from pacman.layout import Layout, as_layout
from pacman.scoring import (
    FOOD_SCORE,
    GHOST_SCORE,
    LOSE_PENALTY,
    LOST,
    PLAYING,
    SCARED_TIME,
    TIME_PENALTY,
    WIN_SCORE,
    WON,
)

# What a move of Pacman is worth when it eats a piece of food, and when it eats the last one.
_EATEN: Final = FOOD_SCORE - TIME_PENALTY
_EATEN_ALL: Final = _EATEN + WIN_SCORE


# The moves that each agent stays scared (Pacman's is 0), or None while nobody is; and marks: a bit for each ghost whose
# coordinates read as integers because its fear has just ended, by its index, and above those a bit for each ghost that
# was eaten since Pacman began his last move.
Fear: TypeAlias = tuple[tuple[int, ...] | None, int]


class GameState(BerkeleyStateNames):
    """One instant of a game: hashable, cheap to make. Begin with `GameState.initial(layout)`.

    Agent 0 is Pacman, ghosts are numbered from 1. Whose turn it is, is not part of a state: any agent may be asked for
    its legal actions and successors, and the game or the search goes round.

    No rule changes a state once it is made. Whoever holds one may write to it in Berkeley's way, by `state.data.score`
    or `state.getFood()[1][2]`: that changes his state alone, and the successors he makes from it. So a state has two
    forms: a `PackedState` as the rules make them, and a `LiveState` once a part of it is in somebody's hands.
    Attributes of any other name may be hung on a state.

    States are made by the million, so a successor is a bare instance whose slots are written directly, and a move is a
    look-up in the tables of `Maze`.
    """

    __slots__ = (
        "_agents",  # a node of the maze for each agent; the list is never changed once the state is made
        "_edible",  # a bit for each piece of food and each capsule left
        "_fear",  # `Fear`, or None while nothing of it is true
        "_last_step",  # who moved last, by index, with what `last_step` adds to it; None at the start
        "_maze",
        "_score",
        "_status",
    )

    _live_form: ClassVar[type["GameState"]]

    def __init__(self, prevState: "GameState | None" = None) -> None:
        """A copy of a state with the game going on and nothing noted of its last step; or one to `initialize`."""
        self.__class__ = PackedState
        if prevState is not None:
            self._copy_slots(prevState.packed_form())
            self._status = PLAYING
            self._last_step = None

    @staticmethod
    def initial(layout: Layout | str | Path, ghosts: int | None = None) -> "GameState":
        """The start of a game with the layout's first `ghosts` ghosts, or with all of them."""
        layout = as_layout(layout)
        present = len(layout.ghost_starts)
        if ghosts is not None and ghosts < 0:
            raise PacmanError(f"the number of ghosts is {ghosts}; expected 0 or more")
        maze = layout.maze
        agents = list(maze.homes[: 1 + (present if ghosts is None else min(ghosts, present))])
        return GameState.unpacked(layout, agents, maze.edible, timers=None, marks=0, score=0, status=PLAYING)

    # -- the rules ----------------------------------------------------------------------------------------------------

    def legal_actions(self, agentIndex: int = 0) -> tuple[Action, ...]:
        """What this agent may do, in the order West, Stop, East, North, South; nothing once the game is over."""
        if self._status:
            return ()
        return self._maze.legal[self._agents[agentIndex]]

    def successor(self, agentIndex: int, action: Action) -> "GameState":
        """The state after one agent's action.

        The parameters are spelled as Berkeley spells them because submissions pass them by name, to
        `generateSuccessor`, which is this very function.
        """
        if self._status:
            raise IllegalActionError("Can't generate a successor of a terminal state.")
        maze = self._maze
        agents = self._agents
        child = PackedState()
        child._maze = maze
        child._agents = moved = agents.copy()
        child._last_step = agentIndex
        try:
            if agentIndex == 0:
                node, bits, touching = maze.steps[agents[0]][action]
                moved[0] = node
                child._fear = self._fear and (self._fear[0], self._fear[1] & maze.snapped_marks)
                edible = self._edible
                eaten = edible & bits
                if eaten:
                    child._eat(eaten, edible ^ eaten, self._score)
                else:
                    child._edible = edible
                    child._score = self._score - TIME_PENALTY
                    child._status = PLAYING
                if not touching.isdisjoint(moved):
                    child._meet_ghosts(touching)
            elif self._fear is None:
                moved[agentIndex] = node = maze.strides[agents[agentIndex]][action]
                child._fear = None
                child._edible = self._edible
                if node in maze.touching[agents[0]]:
                    child._score = self._score - LOSE_PENALTY
                    child._status = LOST
                else:
                    child._score = self._score
                    child._status = PLAYING
            else:
                self._move_among_scared(range(len(agents))[agentIndex], action, child)
        except (KeyError, TypeError):
            raise self._refusal(agentIndex, action) from None
        except IndexError:
            raise PacmanError(f"no agent {agentIndex} here: agents are 0 to {len(agents) - 1}") from None
        return child

    generateSuccessor = successor

    def _eat(self, eaten: int, edible: int, score: int) -> None:
        """Only for a state in the making: Pacman eats what lies in his cell, and `edible` is left."""
        all_cells = self._maze.all_cells_mask
        self._edible = edible
        self._status = PLAYING
        if eaten <= all_cells:  # food alone: the bits of capsules lie above
            self._last_step = ATE_FOOD
            self._score = score + _EATEN
        else:
            self._last_step = ATE_CAPSULE
            self._score = score - TIME_PENALTY
            if eaten & all_cells:
                self._last_step |= ATE_FOOD
                self._score = score + _EATEN
            if len(self._agents) > 1:
                self._fear = (0, *[SCARED_TIME] * (len(self._agents) - 1)), self._fear[1] if self._fear else 0
        if not edible & all_cells and eaten & all_cells:
            self._score = score + _EATEN_ALL
            self._status = WON

    def _move_among_scared(self, ghost: int, action: Action, child: "GameState") -> None:
        """A ghost's move while some ghost is scared, perhaps this one. Fills in `child`, which has the old agents."""
        maze = self._maze
        assert self._fear is not None
        timers: tuple[int, ...] | None
        timers, marks = self._fear
        marks &= ~(1 << ghost)
        old = self._agents[ghost]
        if timers and timers[ghost]:
            node = maze.creeps[old][action]
            timers = _with_timer(timers, ghost, timers[ghost] - 1)
            if not (timers and timers[ghost]):  # the fear ends before the collision is judged
                node = maze.snapped[node]
                marks |= 1 << ghost
        else:
            node = maze.strides[old][action]
        child._agents[ghost] = node
        child._fear = (timers, marks) if timers or marks else None
        child._edible = self._edible
        child._score = self._score
        child._status = PLAYING
        if node in maze.touching[self._agents[0]]:
            child._meet(ghost)

    def _meet_ghosts(self, touching: frozenset[int]) -> None:
        """Every ghost in reach meets Pacman, in order: two that are not scared cost twice."""
        for ghost in range(1, len(self._agents)):
            if self._agents[ghost] in touching:
                self._meet(ghost)

    def _meet(self, ghost: int) -> None:
        """Only for a state in the making: a scared ghost is eaten, any other ends the game unless it is won."""
        timers, marks = self._fear or (None, 0)
        if timers and timers[ghost]:
            self._score += GHOST_SCORE
            self._agents[ghost] = self._maze.homes[ghost]
            marks = marks & ~(1 << ghost) | 1 << ghost + len(self._maze.homes)
            self._fear = _with_timer(timers, ghost, 0), marks
        elif self._status != WON:
            self._score -= LOSE_PENALTY
            self._status = LOST

    def _refusal(self, agent: int, action: Action) -> IllegalActionError:
        kind = "ghost action" if agent else "action"
        legal = ", ".join(self.legal_actions(agent)) or "none"
        return IllegalActionError(
            f"Illegal {kind} {action} for agent {agent} at {self.position(agent)}; legal: {legal}"
        )

    def reopened(self) -> "GameState":
        """The caller's own copy of this instant with the game going on, even if it was won or lost."""
        twin = PackedState()  # by itself and not by way of `copied`: a game does this for every move
        twin._maze = self._maze
        twin._agents = self._agents
        twin._edible = self._edible
        twin._fear = self._fear
        twin._score = self._score
        twin._status = PLAYING
        twin._last_step = None if self._last_step is None else self._last_step | IS_COPY
        return twin

    def copied(self) -> "GameState":
        """The caller's own copy of this instant."""
        return self.packed_form()._copy_of_slots()

    def packed_form(self) -> "GameState":
        """What is true now as bare numbers: this very state, unless somebody may have written to it."""
        return self

    def _copy_of_slots(self) -> "GameState":
        twin = PackedState()
        twin._copy_slots(self)
        return twin

    def _copy_slots(self, packed: "GameState") -> None:
        self._maze = packed._maze
        self._agents = packed._agents
        self._edible = packed._edible
        self._fear = packed._fear
        self._score = packed._score
        self._status = packed._status
        self._last_step = packed._last_step

    def replaced(self, **slots: Any) -> "GameState":
        """A copy in which some of the packed numbers are others, by the name of their slot. They are not checked."""
        twin = self.copied()
        for name, value in slots.items():
            setattr(twin, name, value)
        return twin

    # -- what is true -------------------------------------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        return self._maze.layout

    @property
    def num_agents(self) -> int:
        return len(self._agents)

    @property
    def score(self) -> int:
        return self._score

    @property
    def is_win(self) -> bool:
        return self._status == WON

    @property
    def is_lose(self) -> bool:
        return self._status == LOST

    @property
    def is_over(self) -> bool:
        return self._status != PLAYING

    def position(self, agent: int) -> Position:
        """Where an agent is. A ghost's coordinates are floats once it has moved, halves while it is between cells."""
        x, y = position = self._maze.positions[self._agents[agent]]
        return (int(x), int(y)) if self._fear and self._fear[1] >> agent % len(self._agents) & 1 else position

    def direction(self, agent: int) -> Direction:
        """Where an agent is heading: its last real move, `Stop` before the first one and for a ghost just eaten."""
        return self._maze.directions[self._agents[agent]]

    def scared_timer(self, agent: int) -> int:
        """How many more moves a ghost stays scared."""
        return self._fear[0][agent] if self._fear and self._fear[0] else 0

    @property
    def pacman_position(self) -> Cell:
        x, y = self._maze.positions[self._agents[0]]
        return int(x), int(y)

    @property
    def food_mask(self) -> int:
        """A bit for each piece of food left, numbered as `Maze.food_bit` says."""
        return self._edible & self._maze.all_cells_mask

    @property
    def num_food(self) -> int:
        return self.food_mask.bit_count()

    def has_food(self, cell: Cell) -> bool:
        return bool(self._edible & self._maze.food_bit(cell))

    @property
    def capsules(self) -> tuple[Cell, ...]:
        """The capsules left, row by row from below."""
        return self._maze.capsules(self._edible)

    # -- identity -----------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Same agents, timers, food, capsules and score. How the game stands is not compared, nor are the walls."""
        if not isinstance(other, PackedState):
            return NotImplemented  # a LiveState is asked in its turn
        return (
            self._score == other._score
            and self._agents == other._agents
            and self._edible == other._edible
            and (self._fear and self._fear[0]) == (other._fear and other._fear[0])
            and (self._maze is other._maze or self._maze.size == other._maze.size)
        )

    def __hash__(self) -> int:
        return hash((self._score, self._edible, self._fear and self._fear[0], *self._agents))

    def __copy__(self) -> "GameState":
        twin = self.copied()
        twin.__dict__.update(self._hung())
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameState":
        twin = memo[id(self)] = self.copied()
        twin.__dict__.update(copy.deepcopy(self._hung(), memo))
        return twin

    def _hung(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_data", "_parts")}

    def packed(self) -> tuple[Any, ...]:
        """The state as bare numbers, without its layout and its last step: what `unpacked` takes."""
        timers, marks = self._fear or (None, 0)
        return list(self._agents), self._edible, timers, marks, self._score, self._status

    @staticmethod
    def unpacked(
        layout: Layout,
        agents: list[int],
        edible: int,
        timers: tuple[int, ...] | None,
        marks: int,
        score: int,
        status: int,
        last_step: int | None = None,
    ) -> "GameState":
        """The state that `packed` gave these numbers for, on the same layout. They are not checked."""
        state = PackedState()
        state._maze = layout.maze
        state._agents = agents
        state._edible = edible
        state._fear = (timers, marks) if timers or marks else None
        state._score = score
        state._status = status
        state._last_step = last_step
        return state

    def __reduce__(self) -> tuple[Callable[..., "GameState"], tuple[object, ...]]:
        return GameState.unpacked, (self.layout, *self.packed(), self._last_step)

    def __repr__(self) -> str:
        agents = " ".join(f"{self.position(i)}{self.direction(i)[0]}" for i in range(self.num_agents))
        return f"<GameState of {self.layout.name}: score {self._score}, food {self.num_food}, agents {agents}>"


class PackedState(GameState):
    """A state as the rules make them. It is made without a constructor: that is a fifth of the time."""

    __slots__ = ()

    if not TYPE_CHECKING:
        __init__ = object.__init__


class LiveState(LiveStateNames, GameState):
    """A state of which somebody holds a part: what he makes of it is what is true.

    Its own slots hold what was true when the first part was handed out. What LiveStateNames does not answer, its
    `packed_form` does.
    """

    __slots__ = ()


def _of_packed_form(name: str) -> Any:
    if isinstance(getattr(GameState, name), property):
        return property(lambda state: getattr(state.packed_form(), name))
    return lambda state, *arguments, **named: getattr(state.packed_form(), name)(*arguments, **named)


for _name in (
    *("layout", "num_agents", "score", "is_win", "is_lose", "is_over", "position", "direction", "scared_timer"),
    *("pacman_position", "food_mask", "num_food", "has_food", "capsules", "reopened", "packed", "__reduce__"),
):
    setattr(LiveState, _name, _of_packed_form(_name))

GameState._live_form = LiveState
PackedState.__name__ = LiveState.__name__ = "GameState"  # in either form; submissions see the name in messages


def _with_timer(timers: tuple[int, ...], agent: int, timer: int) -> tuple[int, ...] | None:
    changed = (*timers[:agent], timer, *timers[agent + 1 :])
    return changed if any(changed) else None
