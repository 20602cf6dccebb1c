"""Minimax, alpha-beta, expectimax and expectiminimax in the kernel, with the results of `agents.search`."""

from array import array
from functools import lru_cache
from time import perf_counter

from agents.evaluation import Evaluation
from agents.kernel.machine import library
from agents.kernel.memory import encoding as e
from agents.kernel.memory import search_stack as m
from agents.kernel.packing.packed_layout import address
from agents.kernel.packing.packed_problem import pack_algorithm, pack_problem
from agents.kernel.time_slices import TimeSlices
from agents.pacman_game import Algorithm, CompiledModel
from agents.search import SearchResult
from pacman.berkeley.modules.ghostAgents import DirectionalGhost
from pacman.chances import favouring
from pacman.directions import ACTIONS, STOP, Action
from pacman.state import GameState


def search(
    algorithm: Algorithm,
    state: GameState,
    depth: int,
    evaluation: Evaluation,
    agent: int = 0,
    *,
    hunters: int = 0,
    model: CompiledModel = "uniform",
) -> SearchResult[Action] | None:
    """Search `depth` plies ahead for `agent`. Return None if the kernel does not support the problem.

    hunters: number of ghosts that minimise in expectiminimax. model: of expectimax, "uniform" or "directional".
    """
    problem = pack_problem(state, evaluation)
    if problem is None or not 1 <= depth < e.MOST_PLIES:
        return None
    started = perf_counter()
    memory = acquire_memory()
    number = pack_algorithm(algorithm, hunters, model)
    memory.control[: m.PLY] = array("q", (number, depth, agent, problem.layout.num_cells))
    kernel = library.functions()
    arguments = (*memory.addresses, *problem.addresses)
    kernel.begin_search(*arguments[:6])
    slices = TimeSlices()
    kernel.run_search(*arguments, slices.states)
    while memory.control[m.OUTCOME] == e.PAUSED:  # in slices, so that Python can handle signals in between
        slices.end(slices.states)
        slices.begin()
        kernel.run_search(*arguments, slices.states)
    result = memory.result(state.legal_actions(agent), started)
    release_memory(memory)
    return result


class Memory:
    """The arrays that a search writes. `addresses` are in the order of the kernel's arguments."""

    def __init__(self) -> None:
        self.control = array("q", bytes(8 * m.CONTROL_SIZE))
        self._frames = array("q", bytes(8 * m.FRAME_SIZE * e.MOST_PLIES))
        self.values = _blank_values()[:]
        self.lines = array("q", bytes(8 * (m.ROOT_LINES + e.MOST_ACTIONS * e.LINE_SIZE)))
        own = address(self.control), address(self._frames), address(self.values), address(self.lines)
        self.addresses: tuple[int, ...] = own

    def result(self, choices: tuple[Action, ...], started: float) -> SearchResult[Action]:
        control = self.control
        values = {
            action: self.values[m.ROOT_VALUES + index]
            for index, action in enumerate(choices)
            if control[m.EXACT] >> index & 1
        }
        better = max if control[m.ROOT_AGENT] == 0 else min
        best = better(values, key=values.__getitem__)
        return SearchResult(
            action=best,
            value=values[best],
            values=values,
            nodes=control[m.NODES],
            cutoffs=control[m.CUTOFFS],
            principal_variation=(best, *line_at(self.lines, m.ROOT_LINES + choices.index(best) * e.LINE_SIZE)),
            depth=control[m.DEEPEST],
            seconds=perf_counter() - started,
            complete=bool(control[m.COMPLETE]),
        )


@lru_cache
def _blank_values() -> "array[float]":
    """Return initial values, with the probabilities of `agents.ghost_models`; see `memory.search_stack`."""
    ghost = DirectionalGhost(1)
    directions = tuple(action for action in ACTIONS if action != STOP)
    values = array("d", bytes(8 * m.VALUES_SIZE))
    for is_scared, probability in enumerate((ghost.prob_attack, ghost.prob_scaredFlee)):
        for num_legal in range(1, 1 + len(directions)):
            for num_best in range(1, 1 + num_legal):
                legal = directions[:num_legal]
                chances = favouring(legal[:num_best], legal, probability).probabilities
                row = m.CHANCES + is_scared * m.SCARED_ROWS + num_best * m.BEST_ROWS + num_legal * m.LEGAL_ROWS
                values[row : row + 2] = array("d", (chances[legal[-1]], chances[legal[0]]))
    return values


_spare: list[Memory] = []  # reused by later searches; several may run at the same time


def acquire_memory() -> Memory:
    try:
        return _spare.pop()
    except IndexError:
        return Memory()


def release_memory(memory: Memory) -> None:
    """Release the memory of a finished search, for reuse."""
    _spare.append(memory)


def line_at(lines: "array[int]", start: int) -> list[Action]:
    """Return the line of play that the kernel wrote at this index."""
    line = []
    for word in lines[start : start + e.LINE_SIZE]:
        is_full = word >= e.LINE_FULL
        while word:
            line.append(ACTIONS[(word & e.ACTION) - 1])
            word >>= e.ACTION_BITS
        if not is_full:
            break
    return line
