"""Minimax, alpha-beta and expectimax in the kernel, with the answers of `agents.search`."""

from array import array
from time import perf_counter
from typing import Final

from agents.evaluation import Evaluation
from agents.kernel import library
from agents.kernel.board import address, board_of
from agents.kernel.pace import Pace
from agents.kernel.position import position_of
from agents.kernel.search_words import (
    ALPHA_BETA,
    COMPLETE,
    CONTROL_WORDS,
    CUTOFFS,
    DEEPEST,
    EXACT,
    EXPECTIMAX,
    FRAME_WORDS,
    LINE_WORDS,
    MINIMAX,
    MOST_ACTIONS,
    NODES,
    OUTCOME,
    PAUSED,
    ROOT_AGENT,
    ROOT_LINES,
    ROOT_VALUES,
)
from agents.kernel.terms import terms_of
from agents.kernel.words import ACTION, ACTION_BITS, LINE_FULL, MOST_PLIES
from agents.search import SearchResult
from pacman.directions import ACTIONS, Action
from pacman.state import GameState

ALGORITHMS: Final = {"minimax": MINIMAX, "alpha_beta": ALPHA_BETA, "expectimax": EXPECTIMAX}


def search(
    algorithm: str, state: GameState, depth: int, evaluation: Evaluation, agent: int = 0
) -> SearchResult[Action] | None:
    """Search `depth` plies ahead for `agent`. None where the kernel cannot: ask `agents.search` then."""
    if not 1 <= depth < MOST_PLIES or state.is_over:
        return None
    board = board_of(state.layout)
    terms = board and terms_of(evaluation, board)
    position = board and position_of(board, state)
    if not (board and terms and position):
        return None
    started = perf_counter()
    memory = _spare_memory()
    memory.control[:4] = array("q", (ALGORITHMS[algorithm], depth, agent, board.num_cells))
    kernel = library.part("search")
    arguments = (*memory.addresses, *position.addresses, *terms.addresses)
    kernel.begin_search(*arguments[:6])
    pace = Pace()
    kernel.run_search(*arguments, pace.states)
    while memory.control[OUTCOME] == PAUSED:  # slice by slice, so that signals are heard in between
        pace.adapt(pace.states)
        pace.look()
        kernel.run_search(*arguments, pace.states)
    result = memory.result(state.legal_actions(agent), started)
    _spare.append(memory)
    return result


class Memory:
    """What a search writes into. `addresses`: of its arrays, in the order the kernel takes them."""

    def __init__(self) -> None:
        self.control = array("q", bytes(8 * CONTROL_WORDS))
        self._frames = array("q", bytes(8 * FRAME_WORDS * MOST_PLIES))
        self.values = array("d", bytes(8 * (ROOT_VALUES + MOST_ACTIONS)))
        self.lines = array("q", bytes(8 * (ROOT_LINES + MOST_ACTIONS * LINE_WORDS)))
        own = address(self.control), address(self._frames), address(self.values), address(self.lines)
        self.addresses: tuple[int, ...] = own

    def result(self, choices: tuple[Action, ...], started: float) -> SearchResult[Action]:
        control = self.control
        values = {
            action: self.values[ROOT_VALUES + index]
            for index, action in enumerate(choices)
            if control[EXACT] >> index & 1
        }
        better = max if control[ROOT_AGENT] == 0 else min
        best = better(values, key=values.__getitem__)
        return SearchResult(
            action=best,
            value=values[best],
            values=values,
            nodes=control[NODES],
            cutoffs=control[CUTOFFS],
            principal_variation=(best, *line_at(self.lines, ROOT_LINES + choices.index(best) * LINE_WORDS)),
            depth=control[DEEPEST],
            seconds=perf_counter() - started,
            complete=bool(control[COMPLETE]),
        )


_spare: list[Memory] = []  # handed on from search to search, of which several may run at a time


def _spare_memory() -> Memory:
    try:
        return _spare.pop()
    except IndexError:
        return Memory()


def line_at(lines: "array[int]", start: int) -> list[Action]:
    """The line of play that the kernel wrote there."""
    line = []
    for word in lines[start : start + LINE_WORDS]:
        is_full = word >= LINE_FULL
        while word:
            line.append(ACTIONS[(word & ACTION) - 1])
            word >>= ACTION_BITS
        if not is_full:
            break
    return line
