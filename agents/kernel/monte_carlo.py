"""Monte Carlo tree search in the kernel, with the answers and the draws of `agents.search.mcts`."""

import random
from array import array
from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import Final

from agents.evaluation import Evaluation
from agents.kernel import library
from agents.kernel.board import address, board_of
from agents.kernel.pace import Pace
from agents.kernel.position import position_of
from agents.kernel.search_words import MOST_ACTIONS
from agents.kernel.terms import terms_of
from agents.kernel.tree_words import (
    CELLS,
    CONTROL_WORDS,
    DEEPEST,
    FIRST_CHILD,
    ITERATIONS,
    NODE_WORDS,
    NODES,
    NUM_CHILDREN,
    PLAYOUT_PLIES,
    ROOM,
    ROOT,
    SIZE,
    TOTALS,
    VISITS,
)
from agents.search.mcts import MCTSResult
from pacman.directions import Action
from pacman.state import GameState

FIRST_ROOM: Final = 4096  # nodes; doubled whenever they are used up
MOST_PLAYOUT_PLIES: Final = 50_000
UNLIMITED: Final = 2**62


def monte_carlo(
    state: GameState,
    evaluation: Evaluation,
    *,
    rng: random.Random,
    iterations: int | None = None,
    seconds: float | None = None,
    playout_plies: int,
    exploration: float = 1.0,
    clock: Callable[[], float] = perf_counter,
) -> MCTSResult[Action] | None:
    """`mcts` with normalised outcomes and no prior, for Pacman. `rng` ends where it would have ended in Python.

    None where the kernel cannot: ask `agents.search` then.
    """
    started = clock()
    board = board_of(state.layout)
    terms = board and terms_of(evaluation, board)
    position = board and position_of(board, state)
    if not (board and terms and position) or state.is_over or type(rng) is not random.Random:
        return None
    if playout_plies > MOST_PLAYOUT_PLIES:  # nothing could interrupt it
        return None
    version, words, gauss = rng.getstate()
    tree = _Tree(array("q", words), exploration)
    tree.control[ITERATIONS] = UNLIMITED if iterations is None else min(iterations, UNLIMITED)
    tree.control[CELLS] = board.num_cells
    tree.control[PLAYOUT_PLIES] = playout_plies
    eaten = array("q", bytes(8 * board.num_cells))
    where = (*position.addresses, *terms.addresses)
    kernel = library.part("tree")
    deadline = inf if seconds is None else started + seconds
    pace = Pace(clock)
    while True:
        pace.look()
        before = tree.control[NODES]
        kernel.run_tree(*tree.addresses(), address(eaten), address(tree.twister), *where, pace.states)
        pace.adapt(tree.control[NODES] - before, deadline)
        if tree.visits(ROOT) >= tree.control[ITERATIONS] or clock() >= deadline:
            break
        if tree.control[ROOM] - tree.control[SIZE] < MOST_ACTIONS:
            tree.grow()
    rng.setstate((version, tuple(tree.twister), gauss))
    return tree.result(state, clock() - started)


class _Tree:
    """The memory of a search; nodes are numbers."""

    def __init__(self, twister: "array[int]", exploration: float) -> None:
        self.twister = twister
        self.control = array("q", bytes(8 * CONTROL_WORDS))
        self.control[SIZE] = 1
        self.control[ROOM] = FIRST_ROOM
        self._nodes = array("q", bytes(8 * NODE_WORDS * FIRST_ROOM))
        self._totals = array("d", [inf, -inf, exploration])
        self._totals.frombytes(bytes(8 * FIRST_ROOM))

    def addresses(self) -> tuple[int, ...]:
        return address(self.control), address(self._nodes), address(self._totals)

    def grow(self) -> None:
        more = self.control[ROOM]
        self._nodes.frombytes(bytes(8 * NODE_WORDS * more))
        self._totals.frombytes(bytes(8 * more))
        self.control[ROOM] += more

    def visits(self, node: int) -> int:
        return self._nodes[node * NODE_WORDS + VISITS]

    def mean(self, node: int) -> float:
        return self._totals[TOTALS + node] / self.visits(node)

    def children(self, node: int) -> range:
        first = self._nodes[node * NODE_WORDS + FIRST_CHILD]
        return range(first, first + self._nodes[node * NODE_WORDS + NUM_CHILDREN])

    def result(self, state: GameState, seconds: float) -> MCTSResult[Action]:
        variation = []
        node, here, agent = ROOT, state, 0
        while visited := [child for child in self.children(node) if self.visits(child)]:
            first = self.children(node)[0]
            node = max(visited, key=self.mean)
            variation.append(here.legal_actions(agent)[node - first])
            here, agent = here.successor(agent, variation[-1]), (agent + 1) % here.num_agents
        moves = zip(state.legal_actions(0), self.children(ROOT), strict=True)
        children = {action: child for action, child in moves if self.visits(child)}
        values = {action: self.mean(child) for action, child in children.items()}
        return MCTSResult(
            action=variation[0],
            value=values[variation[0]],
            values=values,
            nodes=self.control[NODES],
            principal_variation=tuple(variation),
            depth=self.control[DEEPEST],
            seconds=seconds,
            visits={action: self.visits(child) for action, child in children.items()},
            iterations=self.visits(ROOT),
        )
