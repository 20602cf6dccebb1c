"""Monte Carlo tree search in the kernel, with the results and the random draws of `agents.search.mcts`."""

import random
from array import array
from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import Final

from agents.evaluation import Evaluation
from agents.kernel.machine import library
from agents.kernel.memory import encoding as e
from agents.kernel.memory import tree as m
from agents.kernel.packing.packed_layout import address
from agents.kernel.packing.packed_problem import pack_problem
from agents.kernel.time_slices import TimeSlices
from agents.search.mcts import MCTSResult
from pacman.directions import Action
from pacman.state import GameState

FIRST_CAPACITY: Final = 4096  # initial capacity in nodes; doubled whenever it is used up
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
    """Run `mcts` with normalised outcomes and no prior, for Pacman. `rng` ends in the same state as in Python.

    Return None if the kernel does not support the problem, so that the caller uses `agents.search`.
    """
    started = clock()
    problem = pack_problem(state, evaluation)
    if problem is None or type(rng) is not random.Random:
        return None
    if playout_plies > MOST_PLAYOUT_PLIES:  # a single play-out cannot be interrupted
        return None
    version, twister, gauss = rng.getstate()
    tree = _Tree(array("q", twister), exploration)
    tree.control[m.ITERATIONS] = UNLIMITED if iterations is None else min(iterations, UNLIMITED)
    tree.control[m.CELLS] = problem.layout.num_cells
    tree.control[m.PLAYOUT_PLIES] = playout_plies
    eaten = array("q", bytes(8 * problem.layout.num_cells))
    kernel = library.functions()
    deadline = inf if seconds is None else started + seconds
    slices = TimeSlices(clock)
    while True:
        slices.begin()
        before = tree.control[m.NODES]
        kernel.run_tree(*tree.addresses(), address(eaten), address(tree.twister), *problem.addresses, slices.states)
        slices.end(tree.control[m.NODES] - before, deadline)
        if tree.visits(m.ROOT) >= tree.control[m.ITERATIONS] or clock() >= deadline:
            break
        if tree.control[m.CAPACITY] - tree.control[m.SIZE] < e.MOST_ACTIONS:
            tree.grow()
    rng.setstate((version, tuple(tree.twister), gauss))
    return tree.result(state, clock() - started)


class _Tree:
    """The memory of a search; nodes are identified by numbers."""

    def __init__(self, twister: "array[int]", exploration: float) -> None:
        self.twister = twister
        self.control = array("q", bytes(8 * m.CONTROL_SIZE))
        self.control[m.SIZE] = 1
        self.control[m.CAPACITY] = FIRST_CAPACITY
        self._nodes = array("q", bytes(8 * m.NODE_SIZE * FIRST_CAPACITY))
        self._totals = array("d", [inf, -inf, exploration])
        self._totals.frombytes(bytes(8 * FIRST_CAPACITY))

    def addresses(self) -> tuple[int, ...]:
        return address(self.control), address(self._nodes), address(self._totals)

    def grow(self) -> None:
        more = self.control[m.CAPACITY]
        self._nodes.frombytes(bytes(8 * m.NODE_SIZE * more))
        self._totals.frombytes(bytes(8 * more))
        self.control[m.CAPACITY] += more

    def visits(self, node: int) -> int:
        return self._nodes[node * m.NODE_SIZE + m.VISITS]

    def mean(self, node: int) -> float:
        return self._totals[m.TOTALS + node] / self.visits(node)

    def children(self, node: int) -> range:
        first = self._nodes[node * m.NODE_SIZE + m.FIRST_CHILD]
        return range(first, first + self._nodes[node * m.NODE_SIZE + m.NUM_CHILDREN])

    def result(self, state: GameState, seconds: float) -> MCTSResult[Action]:
        variation = []
        node, here, agent = m.ROOT, state, 0
        while visited := [child for child in self.children(node) if self.visits(child)]:
            first = self.children(node)[0]
            node = max(visited, key=self.mean)
            variation.append(here.legal_actions(agent)[node - first])
            here, agent = here.successor(agent, variation[-1]), (agent + 1) % here.num_agents
        moves = zip(state.legal_actions(0), self.children(m.ROOT), strict=True)
        children = {action: child for action, child in moves if self.visits(child)}
        values = {action: self.mean(child) for action, child in children.items()}
        return MCTSResult(
            action=variation[0],
            value=values[variation[0]],
            values=values,
            nodes=self.control[m.NODES],
            principal_variation=tuple(variation),
            depth=self.control[m.DEEPEST],
            seconds=seconds,
            visits={action: self.visits(child) for action, child in children.items()},
            iterations=self.visits(m.ROOT),
        )
