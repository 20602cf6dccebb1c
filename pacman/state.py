"""GameState: everything true at one instant, and the rules of one step."""

from collections.abc import Callable
from typing import Any, Final

from pacman.berkeley.state_names import BerkeleyStateNames
from pacman.board_text import board_text
from pacman.directions import Action, Cell, Direction, Position
from pacman.errors import IllegalActionError, PacmanError
from pacman.layout import Layout
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


class GameState(BerkeleyStateNames):
    """One instant of a game: immutable, hashable, cheap to make. Begin with `GameState.initial(layout)`.

    Agent 0 is Pacman, ghosts are numbered from 1. Whose turn it is, is not part of a state: any agent may be asked for
    its legal actions and successors, and the game or the search goes round.

    States are made by the million, so a successor is a bare instance whose slots are written directly, and a move is a
    look-up in the tables of `Maze`.
    """

    __slots__ = (
        "_agents",  # a node of the maze for each agent; the list is never changed once the state is made
        "_edible",  # a bit for each piece of food and each capsule left
        "_maze",
        "_score",
        "_snapped",  # a bit for each ghost whose coordinates read as integers because its fear has just ended
        "_status",
        "_timers",  # moves each agent stays scared (Pacman's is 0), or None while nobody is
    )

    @staticmethod
    def initial(layout: Layout, ghosts: int | None = None) -> "GameState":
        """The start of a game with the layout's first `ghosts` ghosts, or with all of them."""
        present = len(layout.ghost_starts)
        if ghosts is not None and ghosts < 0:
            raise PacmanError(f"the number of ghosts is {ghosts}; expected 0 or more")
        maze = layout.maze
        agents = list(maze.homes[: 1 + (present if ghosts is None else min(ghosts, present))])
        return GameState.unpacked(layout, agents, maze.edible, timers=None, snapped=0, score=0, status=PLAYING)

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
        child = GameState()
        child._maze = maze
        child._agents = moved = agents.copy()
        try:
            if agentIndex == 0:
                node, bits, touching = maze.steps[agents[0]][action]
                moved[0] = node
                child._timers = self._timers
                child._snapped = self._snapped
                edible = self._edible
                if edible & bits:
                    child._eat(edible, bits, self._score)
                else:
                    child._edible = edible
                    child._score = self._score - TIME_PENALTY
                    child._status = PLAYING
                if not touching.isdisjoint(moved):
                    child._meet_ghosts(touching)
            elif self._timers is None:
                moved[agentIndex] = node = maze.strides[agents[agentIndex]][action]
                child._timers = None
                child._snapped = self._snapped and self._snapped & ~(1 << agentIndex)
                child._edible = self._edible
                if node in maze.touching[agents[0]]:
                    child._score = self._score - LOSE_PENALTY
                    child._status = LOST
                else:
                    child._score = self._score
                    child._status = PLAYING
            else:
                self._move_among_scared(agentIndex, action, child)
        except (KeyError, TypeError):
            raise self._refusal(agentIndex, action) from None
        except IndexError:
            raise PacmanError(f"no agent {agentIndex} here: agents are 0 to {len(agents) - 1}") from None
        return child

    generateSuccessor = successor

    def _eat(self, edible: int, bits: int, score: int) -> None:
        """Only for a state in the making: Pacman eats what lies in his cell."""
        maze = self._maze
        eaten = edible & bits
        self._edible = edible = edible ^ eaten
        self._status = PLAYING
        if eaten <= maze.all_cells_mask:  # food; the bits of capsules lie above
            self._score = score + _EATEN
            if not edible & maze.all_cells_mask:
                self._score = score + _EATEN_ALL
                self._status = WON
        else:
            self._score = score - TIME_PENALTY
            if len(self._agents) > 1:
                self._timers = (0, *[SCARED_TIME] * (len(self._agents) - 1))

    def _move_among_scared(self, ghost: int, action: Action, child: "GameState") -> None:
        """A ghost's move while some ghost is scared, perhaps this one. Fills in `child`, which has the old agents."""
        maze = self._maze
        assert self._timers is not None
        timers = list(self._timers)
        snapped = self._snapped & ~(1 << ghost)
        old = self._agents[ghost]
        if timers[ghost]:
            node = maze.creeps[old][action]
            timers[ghost] -= 1
            if not timers[ghost]:  # the fear ends before the collision is judged
                node = maze.snapped[node]
                snapped |= 1 << ghost
        else:
            node = maze.strides[old][action]
        child._agents[ghost] = node
        child._snapped = snapped
        child._timers = tuple(timers) if any(timers) else None
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
        if self._timers is not None and self._timers[ghost]:
            self._score += GHOST_SCORE
            self._agents[ghost] = self._maze.homes[ghost]
            timers = (*self._timers[:ghost], 0, *self._timers[ghost + 1 :])
            self._timers = timers if any(timers) else None
            self._snapped &= ~(1 << ghost)
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
        """This instant with the game going on, even if it was won or lost."""
        agents, edible, timers, snapped, score, _ = self.packed()
        return GameState.unpacked(self.layout, agents, edible, timers, snapped, score, PLAYING)

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
        return (int(x), int(y)) if self._snapped >> agent & 1 else position

    def direction(self, agent: int) -> Direction:
        """Where an agent is heading: its last real move, `Stop` before the first one and for a ghost just eaten."""
        return self._maze.directions[self._agents[agent]]

    def scared_timer(self, agent: int) -> int:
        """How many more moves a ghost stays scared."""
        return self._timers[agent] if self._timers else 0

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
        maze = self._maze
        capsules = self._edible & ~maze.all_cells_mask
        cells = maze.capsule_lists.get(capsules)
        if cells is None:
            cells = tuple(cell for cell in maze.layout.capsule_cells if capsules & maze.capsule_bit(cell))
            maze.capsule_lists[capsules] = cells
        return cells

    # -- identity -----------------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Same agents, timers, food, capsules and score. How the game stands is not compared, nor are the walls."""
        if not isinstance(other, GameState):
            return NotImplemented
        return (
            self._score == other._score
            and self._agents == other._agents
            and self._edible == other._edible
            and self._timers == other._timers
            and (self._maze is other._maze or self._maze.size == other._maze.size)
        )

    def __hash__(self) -> int:
        return hash((self._score, self._edible, self._timers, *self._agents))

    def __copy__(self) -> "GameState":
        return self

    def __deepcopy__(self, memo: object) -> "GameState":
        return self

    def packed(self) -> tuple[Any, ...]:
        """The state as bare numbers, without its layout: what `unpacked` takes."""
        return list(self._agents), self._edible, self._timers, self._snapped, self._score, self._status

    @staticmethod
    def unpacked(
        layout: Layout,
        agents: list[int],
        edible: int,
        timers: tuple[int, ...] | None,
        snapped: int,
        score: int,
        status: int,
    ) -> "GameState":
        """The state that `packed` gave these numbers for, on the same layout. They are not checked."""
        state = GameState()
        state._maze = layout.maze
        state._agents = agents
        state._edible = edible
        state._timers = timers
        state._snapped = snapped
        state._score = score
        state._status = status
        return state

    def __reduce__(self) -> tuple[Callable[..., "GameState"], tuple[object, ...]]:
        return GameState.unpacked, (self.layout, *self.packed())

    def __str__(self) -> str:
        return f"{board_text(self)}\nScore: {self._score}\n"

    def __repr__(self) -> str:
        agents = " ".join(f"{self.position(i)}{self.direction(i)[0]}" for i in range(self.num_agents))
        return f"<GameState of {self.layout.name}: score {self._score}, food {self.num_food}, agents {agents}>"
