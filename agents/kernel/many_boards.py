"""Many boards in the kernel: rounds against built-in ghosts, some hundred times as fast as in Python."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from agents.kernel.machine import library
from agents.kernel.memory import boards as b
from agents.kernel.memory import encoding as e
from agents.kernel.memory import search_stack as m
from agents.kernel.packing.packed_boards import PackedTurns
from agents.kernel.packing.packed_layout import PackedLayout, pack_layout
from agents.kernel.packing.packed_players import Policy, ghost_policy, pack_chances
from agents.kernel.packing.packed_problem import PackedBoard, PackedEvaluation, is_compiled
from agents.kernel.search import Memory
from agents.kernel.whole_games import chase_evaluation
from agents.observations import planes
from pacman.directions import ACTIONS, Cell
from pacman.maze import Maze
from pacman.state import GameState

_PACMAN, _TIMERS = (e.Words._fields.index(name) for name in ("pacman", "timers"))


class BoardRules(NamedTuple):
    """The game that boards play. max_rounds: None if there is no limit; is_strict: refuse illegal actions."""

    start: GameState
    ghosts: Sequence[Any]
    max_rounds: int | None = None
    is_strict: bool = False


def make_boards(
    rules: BoardRules, count: int, *, has_planes: bool = False, features: Sequence[str] = ()
) -> "ManyBoards | None":
    """Return boards at the start of the game, or None if the kernel does not support them.

    It supports up to four built-in ghosts, and built-in features. The kernel must be loaded.
    """
    packed = pack_layout(rules.start.layout)
    policies = [policy for ghost in rules.ghosts if (policy := ghost_policy(ghost))]
    depths = [getattr(ghost, "depth", 0) * rules.start.num_agents for ghost in rules.ghosts]
    if packed is None or len(policies) < len(rules.ghosts) or len(policies) > packed.most_ghosts:
        return None
    if max(depths, default=0) >= e.MOST_PLIES or not all(map(is_compiled, features)):
        return None
    return ManyBoards(packed, rules, policies, depths, count, has_planes, features)


class ManyBoards:
    """Boards of one game, each with its own generator, stepped in one call.

    Every round overwrites the arrays `rewards`, `terminated`, `truncated`, `masks` (of Pacman's legal actions),
    `planes` and `features`. The timers of the ghosts are a view of the boards themselves.
    """

    def __init__(
        self,
        packed: PackedLayout,
        rules: BoardRules,
        policies: Sequence[Policy],
        depths: Sequence[int],
        count: int,
        has_planes: bool,
        features: Sequence[str],
    ) -> None:
        self._packed = packed
        num_ghosts = len(policies)
        first = PackedBoard(packed, rules.start)
        self._turns = PackedTurns(packed)
        self._start = np.zeros(b.BOARD_SIZE, np.int64)
        self._start_items = np.array(first.items, np.int8)
        self._start_planes = planes(rules.start)
        self._settings = np.zeros(b.SETTINGS_SIZE, np.int64)
        size = self._start_planes[0].size if has_planes else 0
        limit = rules.max_rounds or -1
        self._settings[: b.FEATURES] = count, packed.num_cells, limit, rules.is_strict, -1, size
        probabilities = list(dict.fromkeys(probability for policy in policies for probability in policy[1:]))
        self._chances = np.concatenate([pack_chances(probability) for probability in probabilities or [None]])
        self._settings[b.POLICIES : b.POLICIES + num_ghosts] = [policy[0] for policy in policies]
        self._settings[b.DEPTHS : b.DEPTHS + num_ghosts] = depths
        self._settings[b.CHANCES : b.CHANCES + 2 * num_ghosts] = [
            probabilities.index(probability) for policy in policies for probability in policy[1:]
        ]
        self._boards = np.zeros((count, b.BOARD_SIZE), np.int64)
        self._items = np.zeros((count, packed.num_cells), np.int8)
        self.planes = np.zeros((count if has_planes else 0, *self._start_planes.shape), np.uint8)
        self.features = np.zeros((count, len(features)))
        self.timers = self._boards[:, _TIMERS : _TIMERS + 1].view(np.uint8)[:, :num_ghosts]
        self.rewards = np.zeros(count)
        self.terminated, self.truncated = np.zeros((2, count), np.bool_)
        self.masks = np.zeros((count, b.NUM_ACTIONS), np.int8)
        self._pack_features(features)
        self._prepare_calls()
        self._start[: b.HEADING] = first.numbers
        self._start[b.HEADING] = ACTIONS.index(rules.start.direction(0))
        self.begin(np.ones(count, np.bool_))

    def _pack_features(self, names: Sequence[str]) -> None:
        """Prepare an evaluation for each feature, with the weight 1 for it alone."""
        alone = [PackedEvaluation({name: 1.0}, self._packed).numbers for name in names]
        self._evaluations = np.array(alone, np.int64)
        self._settings[b.FEATURES] = len(alone)
        self._settings[b.FEATURE_SIZE] = len(alone[0]) if alone else 0
        self._weights = np.ones(2)

    def _prepare_calls(self) -> None:
        """Bind the compiled functions to the addresses of all arrays, which stay the same."""
        kernel = library.functions()
        maze, distances, by_distance = self._packed.addresses
        turns = self._turns
        boards = _addresses(self._settings, self._boards, self._items)
        start = _addresses(self._start, self._start_items)
        moves = _addresses(turns.targets, turns.legal, turns.turns, turns.ways, self._chances)
        shown = _addresses(self.planes, self._start_planes)
        self._memory, self._chase = Memory(), chase_evaluation(self._packed)
        self._memory.control[m.CELLS] = self._packed.num_cells
        search = *self._memory.addresses, distances, by_distance, *self._chase.addresses
        self._step = partial(
            kernel.step_boards, *boards, *start, maze, *moves, *shown, *_addresses(turns.pixels), *search
        )
        self._results = _addresses(self.rewards, self.terminated, self.truncated, self.masks)
        self._begin = partial(kernel.begin_boards, *boards, *start, *shown, *_addresses(turns.legal))
        features = _addresses(self._evaluations, self._weights, self.features)
        self._observe = partial(kernel.observe_features, *boards, maze, distances, by_distance, *features)

    # -- play ---------------------------------------------------------------------------------------------------------

    def step(self, actions: NDArray[np.int64]) -> int:
        """Play a round on every board, by Pacman's actions; begin a new game instead where the last one is over.

        Return -1, or the first board whose action is refused: no board has changed then.
        """
        self._step(actions.ctypes.data, *self._results)
        refused = int(self._settings[b.REFUSED])
        if refused < 0:
            self._observe_all()
        return refused

    def begin(self, chosen: NDArray[np.bool_]) -> None:
        """Begin a new game on the chosen boards."""
        self._begin(chosen.ctypes.data, self._results[-1])
        self._observe_all()

    def _observe_all(self) -> None:
        if self.features.shape[1]:
            self._observe()

    @property
    def generators(self) -> NDArray[np.int64]:
        """The words of the boards' generators, which may be written."""
        return self._boards[:, b.GENERATOR]

    @property
    def rounds(self) -> NDArray[np.int64]:
        """The rounds since the start of each game, which may be written."""
        return self._boards[:, b.ROUNDS]

    @property
    def scores(self) -> NDArray[np.int64]:
        return self._boards[:, e.SCORE]

    @property
    def statuses(self) -> NDArray[np.int64]:
        return self._boards[:, e.STATUS]

    # -- states -------------------------------------------------------------------------------------------------------

    def state(self, index: int) -> GameState:
        """Return the state of a board."""
        board = self._boards[index].tolist()
        words = e.Words(*board[: len(e.Words._fields)])
        layout = self._packed.layout
        maze, num_ghosts = layout.maze, board[e.NUM_GHOSTS]
        places = [words.ghosts >> e.PLACE_BITS * ghost & e.PLACE for ghost in range(num_ghosts)]
        timers = [words.timers >> e.TIMER_BITS * ghost & e.TIMER for ghost in range(num_ghosts)]
        cells, nodes = self._cells_and_nodes
        agents = [maze.pacman_node(cells[words.pacman], ACTIONS[board[b.HEADING]]), *map(nodes.__getitem__, places)]
        edible = sum(_bit(maze, cells[number], item) for number, item in enumerate(self._items[index].tolist()) if item)
        fear = (0, *timers) if any(timers) else None
        return GameState.unpacked(layout, agents, edible, fear, 0, words.score, board[e.STATUS])

    @cached_property
    def _cells_and_nodes(self) -> tuple[dict[int, Cell], dict[int, int]]:
        """Return the cells of Pacman by number, and the nodes of ghosts by place."""
        cells = {number: (int(cell[0]), int(cell[1])) for cell, number in self._packed.cells.items()}
        return cells, {place: node for node, place in self._packed.places.items()}

    def set_state(self, index: int, state: GameState) -> None:
        """Put a board into this state, which must be one of its game; its generator and its rounds continue."""
        board, packed = self._boards[index], PackedBoard(self._packed, state)
        board[: b.HEADING] = packed.numbers
        board[b.HEADING] = ACTIONS.index(state.direction(0))
        self._items[index] = packed.items
        self.masks[index] = self._turns.legal[board[_PACMAN]] * (not state.is_over)
        if len(self.planes):
            self.planes[index] = planes(state)
        self._observe_all()


def _bit(maze: Maze[Any], cell: Cell, item: int) -> int:
    return maze.food_bit(cell) if item == e.FOOD else maze.capsule_bit(cell)


def _addresses(*arrays: NDArray[Any]) -> tuple[int, ...]:
    return tuple(array.ctypes.data for array in arrays)
