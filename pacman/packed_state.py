"""PackedState: one instant of a game as a few numbers, and the rules of one step."""

from typing import Any, Final, Self, TypeAlias

from pacman.directions import Action, Cell, Direction, Position
from pacman.errors import IllegalActionError, PacmanError
from pacman.layout import Layout
from pacman.maze import Maze
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

# A state notes its last step in one small number, the index of the agent that moved. To Pacman's index, which is 0, are
# added bits for what was eaten; and a copy has another bit: it knows who moved and what was eaten, but has gained
# nothing by it. An index below 0, which counts from the end, stays as it is. The module `last_step` reads the number.
ATE_FOOD: Final = 1 << 16
ATE_CAPSULE: Final = 1 << 17
IS_COPY: Final = 1 << 18

# Added to the status of a state once a mutable view of it was handed out, which only a BerkeleyState does. From then on
# the views are authoritative; the slots keep what was true before, and so what views that do not exist yet begin with.
# The rules test the status anyway, so states without views pay nothing.
HAS_VIEWS: Final = 4


class PackedState:
    """The numbers of one instant, what can be read from them, and the rules. `GameState` adds Berkeley's names.

    Agent 0 is Pacman, ghosts are numbered from 1. Whose turn it is, is not part of a state: any agent may be asked for
    its legal actions and successors, and the game or the search goes round.

    States are created by the million: a successor is a bare instance of the same class whose slots are written
    directly, and a move is a look-up in the tables of `Maze`.
    """

    __slots__ = (
        "_agents",  # a node of the maze for each agent; the list is never changed once the state is made
        "_edible",  # a bit for each piece of food and each capsule left
        "_fear",  # `Fear`, or None while nothing of it is true
        "_last_step",  # who moved last, and what Pacman ate, see ATE_FOOD; None at the start
        "_maze",
        "_score",
        "_status",  # PLAYING, WON or LOST, see HAS_VIEWS
    )

    _agents: list[int]
    _edible: int
    _fear: Fear | None
    _last_step: int | None
    _maze: Maze[Layout]
    _score: int
    _status: int

    # -- the rules ----------------------------------------------------------------------------------------------------

    def legal_actions(self, agentIndex: int = 0) -> tuple[Action, ...]:
        """What this agent may do, in the order West, Stop, East, North, South; nothing once the game is over."""
        if self._status:
            packed = self.packed_form()
            return () if packed._status else packed.legal_actions(agentIndex)
        return self._maze.legal[self._agents[agentIndex]]

    def successor(self, agentIndex: int, action: Action) -> Self:
        """The state after one agent's action.

        The parameters are spelled as Berkeley spells them because submissions pass them by name to
        `generateSuccessor`, which is this very function.
        """
        state: PackedState = self
        if self._status:
            state = self.packed_form()
            if state._status:
                raise IllegalActionError("Can't generate a successor of a terminal state.")
        maze = state._maze
        agents = state._agents
        child = type(self)()
        child._maze = maze
        child._agents = moved = agents.copy()
        child._last_step = agentIndex
        try:
            if agentIndex == 0:
                node, bits, touching = maze.steps[agents[0]][action]
                moved[0] = node
                child._fear = state._fear and (state._fear[0], state._fear[1] & maze.snapped_marks)
                edible = state._edible
                eaten = edible & bits
                if eaten:
                    child._eat(eaten, edible ^ eaten, state._score)
                else:
                    child._edible = edible
                    child._score = state._score - TIME_PENALTY
                    child._status = PLAYING
                if not touching.isdisjoint(moved):
                    child._meet_ghosts(touching)
            elif state._fear is None:
                moved[agentIndex] = node = maze.strides[agents[agentIndex]][action]
                child._fear = None
                child._edible = state._edible
                if node in maze.touching[agents[0]]:
                    child._score = state._score - LOSE_PENALTY
                    child._status = LOST
                else:
                    child._score = state._score
                    child._status = PLAYING
            else:
                state._move_among_scared(range(len(agents))[agentIndex], action, child)
        except (KeyError, TypeError):
            raise state._refusal(agentIndex, action) from None
        except IndexError:
            raise PacmanError(f"no agent {agentIndex} here: agents are 0 to {len(agents) - 1}") from None
        return child

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

    def _move_among_scared(self, ghost: int, action: Action, child: "PackedState") -> None:
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

    # -- copies -------------------------------------------------------------------------------------------------------

    def packed_form(self) -> "PackedState":
        """The state as plain numbers: this very object, unless views of it may have been modified."""
        return self

    def reopened(self) -> Self:
        """A copy of this instant with the game going on, even if it was won or lost."""
        twin = type(self)()
        twin._copy_slots(self.packed_form())
        twin._status = PLAYING
        if twin._last_step is not None:
            twin._last_step |= IS_COPY
        return twin

    def _copy_slots(self, packed: "PackedState") -> None:
        self._maze = packed._maze
        self._agents = packed._agents
        self._edible = packed._edible
        self._fear = packed._fear
        self._score = packed._score
        self._status = packed._status
        self._last_step = packed._last_step

    def replaced(self, **slots: Any) -> Self:
        """A copy in which some of the packed numbers are others, by the name of their slot. They are not checked."""
        twin = type(self)()
        twin._copy_slots(self.packed_form())
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
            return NotImplemented
        if self._status | other._status >= HAS_VIEWS:
            return self.packed_form() == other.packed_form()
        return (
            self._score == other._score
            and self._agents == other._agents
            and self._edible == other._edible
            and (self._fear and self._fear[0]) == (other._fear and other._fear[0])
            and (self._maze is other._maze or self._maze.size == other._maze.size)
        )

    def __hash__(self) -> int:
        if self._status >= HAS_VIEWS:
            return hash(self.packed_form())
        return hash((self._score, self._edible, self._fear and self._fear[0], *self._agents))

    def packed(self) -> tuple[Any, ...]:
        """The state as bare numbers, without its layout and its last step: what `unpacked` takes."""
        timers, marks = self._fear or (None, 0)
        return list(self._agents), self._edible, timers, marks, self._score, self._status


def _with_timer(timers: tuple[int, ...], agent: int, timer: int) -> tuple[int, ...] | None:
    changed = (*timers[:agent], timer, *timers[agent + 1 :])
    return changed if any(changed) else None
