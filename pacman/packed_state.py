"""PackedState: one instant of a game as a few integers, and the rules of one step."""

from typing import Any, Final, Self, TypeAlias

from pacman.directions import Action, Cell, Direction, Position
from pacman.errors import GameOverError, IllegalActionError, PacmanError
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

# Score change of a move that eats a piece of food, and of one that eats the last piece.
_EATEN: Final = FOOD_SCORE - TIME_PENALTY
_EATEN_ALL: Final = _EATEN + WIN_SCORE


# The scared timer of each agent (Pacman's is 0), or None while no ghost is scared; and marks: by index, a bit for each
# ghost whose coordinates read as integers because its scared time has just ended, and above those a bit for each ghost
# that was eaten since the beginning of Pacman's last move.
Fear: TypeAlias = tuple[tuple[int, ...] | None, int]

# A state keeps its last step in one small number: the index of the agent that moved. Bits for what was eaten are added
# to Pacman's index, which is 0. A copy has one more bit: it keeps the mover and what was eaten, but its score change is
# 0. A negative index, which counts from the end, is kept as given. `berkeley.state_data` reads the number.
ATE_FOOD: Final = 1 << 16
ATE_CAPSULE: Final = 1 << 17
IS_COPY: Final = 1 << 18

# Added to the status of a state once a mutable view of it was handed out, which only a BerkeleyState does. From then on
# the views are authoritative; the slots keep what was true before, and so what views that do not exist yet begin with.
# The rules test the status anyway, so states without views pay nothing.
HAS_VIEWS: Final = 4


class PackedState:
    """The integers of one instant, accessors for them, and the rules. `GameState` adds Berkeley's names.

    Agent 0 is Pacman, ghosts are numbered from 1. The turn is not part of a state: legal actions and successors exist
    for every agent, and the game or the search keeps track of whose turn it is.

    States are created by the million: a successor is a bare instance of the same class whose slots are written
    directly, and a move is a look-up in the tables of `Maze`.
    """

    __slots__ = (
        "_agents",  # a node of the maze for each agent; the list is never modified once the state is complete
        "_edible",  # a bit for each piece of food and each capsule left
        "_fear",  # `Fear`, or None while there are neither timers nor marks
        "_last_step",  # the agent that moved last and what Pacman ate, see ATE_FOOD; None at the start
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

    @classmethod
    def at_start(cls, layout: Layout, ghosts: int | None = None) -> Self:
        """Return the start of a game with the layout's first `ghosts` ghosts, or with all of them."""
        if ghosts is not None and ghosts < 0:
            raise PacmanError(f"the number of ghosts is {ghosts}; expected 0 or more")
        maze = layout.maze
        present = len(layout.ghost_starts)
        state = cls()
        state._maze = maze
        state._agents = list(maze.homes[: 1 + (present if ghosts is None else min(ghosts, present))])
        state._edible = maze.edible
        state._fear = None
        state._score = 0
        state._status = PLAYING
        state._last_step = None
        return state

    # -- the rules ----------------------------------------------------------------------------------------------------

    def legal_actions(self, agentIndex: int = 0) -> tuple[Action, ...]:
        """Return an agent's legal actions in the order West, Stop, East, North, South; none once the game is over."""
        if self._status:
            packed = self.packed_form()
            return () if packed._status else packed.legal_actions(agentIndex)
        return self._maze.legal[self._agents[agentIndex]]

    def successor(self, agentIndex: int, action: Action) -> Self:
        """Return the state after one agent's action.

        Raise IllegalActionError for an action that is not legal, and PacmanError for an agent that does not exist. The
        parameters are spelled as Berkeley spells them because `generateSuccessor` is an alias of this function and
        submissions pass them by name.
        """
        state: PackedState = self
        if self._status:  # the game is over, or mutable views exist, to which the caller may have written
            state = self.packed_form()
            if state._status:
                raise GameOverError("Can't generate a successor of a terminal state.")
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
        except (KeyError, TypeError):  # an action that is not in the table, or that cannot be hashed
            raise state._refusal(agentIndex, action) from None
        except IndexError:
            raise PacmanError(f"no agent {agentIndex} here: agents are 0 to {len(agents) - 1}") from None
        return child

    def _eat(self, eaten: int, edible: int, score: int) -> None:
        """Let Pacman eat what lies in the cell; `edible` remains. Only called while a successor is being built."""
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
        """Move a ghost while some ghost, perhaps this one, is scared; fill in `child`, which has the old agents."""
        maze = self._maze
        assert self._fear is not None
        timers: tuple[int, ...] | None
        timers, marks = self._fear
        marks &= ~(1 << ghost)
        old = self._agents[ghost]
        if timers and timers[ghost]:
            node = maze.creeps[old][action]
            timers = _with_timer(timers, ghost, timers[ghost] - 1)
            if not (timers and timers[ghost]):  # as in the original, the timer ends before collisions are checked
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
        """Apply the collision with every ghost in reach, in order; as in the original, each fatal one costs points."""
        for ghost in range(1, len(self._agents)):
            if self._agents[ghost] in touching:
                self._meet(ghost)

    def _meet(self, ghost: int) -> None:
        """Apply a collision: a scared ghost is eaten, any other ends the game unless it is won.

        Only called while a successor is being built.
        """
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
        """Return the state as plain integers: this very object, unless views of it may have been modified."""
        return self

    def reopened(self) -> Self:
        """Return a copy in which the game continues, even if it was won or lost."""
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
        """Return a copy with other values for these slots, given by name; they are not checked."""
        twin = type(self)()
        twin._copy_slots(self.packed_form())
        for name, value in slots.items():
            setattr(twin, name, value)
        return twin

    # -- accessors ----------------------------------------------------------------------------------------------------

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
        """Return an agent's position. A ghost's coordinates are floats once it has moved, halves between two cells."""
        x, y = position = self._maze.positions[self._agents[agent]]
        return (int(x), int(y)) if self._fear and self._fear[1] >> agent % len(self._agents) & 1 else position

    def direction(self, agent: int) -> Direction:
        """Return an agent's heading: its last move other than Stop; `Stop` at the start and for a ghost just eaten."""
        return self._maze.directions[self._agents[agent]]

    def scared_timer(self, agent: int) -> int:
        """Return the number of moves for which a ghost stays scared."""
        return self._fear[0][agent] if self._fear and self._fear[0] else 0

    @property
    def pacman_position(self) -> Cell:
        x, y = self._maze.positions[self._agents[0]]
        return int(x), int(y)

    @property
    def food_mask(self) -> int:
        """Mask with a bit for each piece of food left, numbered as by `Maze.food_bit`."""
        return self._edible & self._maze.all_cells_mask

    @property
    def num_food(self) -> int:
        return self.food_mask.bit_count()

    def has_food(self, cell: Cell) -> bool:
        return bool(self._edible & self._maze.food_bit(cell))

    @property
    def capsules(self) -> tuple[Cell, ...]:
        """The cells of the capsules left, row by row from the bottom."""
        return self._maze.capsules(self._edible)

    # -- identity -----------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Compare agents, timers, food, capsules and score; as in the original, neither outcome nor walls."""
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
        """Return the state as plain numbers, without layout and last step; `GameState.unpacked` takes them."""
        timers, marks = self._fear or (None, 0)
        return list(self._agents), self._edible, timers, marks, self._score, self._status


def _with_timer(timers: tuple[int, ...], agent: int, timer: int) -> tuple[int, ...] | None:
    changed = (*timers[:agent], timer, *timers[agent + 1 :])
    return changed if any(changed) else None
