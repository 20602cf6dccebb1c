"""Whole games in the kernel: the games of `pacman.play` between built-in agents, some hundred times as fast."""

import random
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import cycle, islice
from typing import Any, TypeAlias

from agents.kernel.dispatch import use_kernel
from agents.kernel.machine import library
from agents.kernel.memory import encoding as e
from agents.kernel.memory import game_progress as g
from agents.kernel.memory import search_stack as m
from agents.kernel.packing.packed_layout import PackedLayout, address
from agents.kernel.packing.packed_players import PackedPlayers, pack_players
from agents.kernel.packing.packed_problem import PackedEvaluation, Problem, pack_problem
from agents.kernel.search import acquire_memory, release_memory
from agents.kernel.time_slices import TimeSlices
from pacman.directions import ACTIONS
from pacman.game import GameInterrupted, players_of
from pacman.layout import Layout
from pacman.record import EndReason, GameRecord, Move, Outcome, Seed
from pacman.scoring import LOST, WON
from pacman.state import GameState

_REASONS = {WON: EndReason.WON, LOST: EndReason.LOST}
_ENDLESS = -1  # the limit of moves that means none
_MOST_COUNTED = 2**62  # moves; a larger limit is never reached

Watch: TypeAlias = Callable[[int, int], None]


def play_game(
    layout: Layout,
    pacman_agent: Any,
    ghost_agents: Sequence[Any] = (),
    *,
    seed: Seed,
    max_moves: int | None = None,
    watch: Watch | None = None,
    count_nodes: Callable[[int], None] | None = None,
) -> GameRecord | None:
    """Play the same game as `pacman.play`. Return None if the kernel does not support it or is not built yet.

    It supports the agents of `pack_players`, an evaluation that is a sum of features, and games with a seed.

    watch: called with the number of moves and the score, at the start and every few milliseconds; its exceptions end
    the game.
    count_nodes: called when the game has ended, for any reason, with the number of states that Pacman's searches
    generated.
    """
    state = GameState.initial(layout, len(ghost_agents))
    ghost_agents = ghost_agents[: state.num_agents - 1]
    players = pack_players(pacman_agent, ghost_agents)
    if seed is None or players is None or not use_kernel(pacman_agent.engine):
        return None
    problem = pack_problem(state, pacman_agent.evaluation)
    if problem is None:
        return None
    game = _Game(problem, players, random.Random(seed), max_moves)
    agents = pacman_agent, *ghost_agents
    names = tuple(type(agent).__name__ for agent in agents)

    def record() -> GameRecord:
        return GameRecord(layout, len(ghost_agents), seed, names, *game.so_far(), players_of(agents))

    try:
        game.finish(watch)
    except KeyboardInterrupt:
        raise GameInterrupted(record()) from None
    finally:
        if count_nodes:
            count_nodes(game.pacman_nodes)
    return record()


class _Game:
    """A game in progress."""

    def __init__(self, problem: Problem, players: PackedPlayers, rng: random.Random, max_moves: int | None) -> None:
        self._state = problem.state.numbers
        self._control = players.control
        self._control[g.MOST_MOVES] = _ENDLESS if max_moves is None or max_moves > _MOST_COUNTED else max_moves
        self._control[g.OUTCOME] = e.PAUSED
        self._record = array("b", bytes(g.RECORD_CAPACITY))
        self._twister = array("q", rng.getstate()[1])
        num_agents = 1 + self._state[e.NUM_GHOSTS]
        self._choices = [[(agent, action) for action in ACTIONS] for agent in range(num_agents)]
        self._moves: list[Move] = []
        chase = chase_evaluation(problem.layout)
        self._memory = memory = acquire_memory()
        memory.control[m.CELLS] = problem.layout.num_cells
        self._kept = problem, players, chase  # keeps the memory behind the addresses alive
        self._run = partial(
            library.functions().run_game,
            address(self._control),
            address(self._record),
            address(self._twister),
            address(players.chances),
            *memory.addresses,
            *problem.addresses,
            *chase.addresses,
        )

    def finish(self, watch: Watch | None) -> None:
        if watch:
            watch(0, self._state[e.SCORE])
        slices = TimeSlices()
        while self._control[g.OUTCOME] == e.PAUSED:
            slices.begin()
            self._run(slices.states)
            self._take_down()
            slices.end(slices.states)
            if watch and self._control[g.OUTCOME] == e.PAUSED:
                watch(len(self._moves), self._state[e.SCORE])
        release_memory(self._memory)

    def _take_down(self) -> None:
        """Append the moves made since the last call to the list of moves."""
        recorded = self._control[g.RECORDED]
        missing = self._control[g.MOVES] - len(self._moves)
        turns = islice(cycle(self._choices), len(self._moves) % len(self._choices), None)
        made = self._record[recorded - missing : recorded]
        self._moves += [choices[heading] for choices, heading in zip(turns, made, strict=False)]

    @property
    def pacman_nodes(self) -> int:
        return self._control[g.PACMAN_NODES]

    def so_far(self) -> tuple[list[Move], Outcome]:
        self._take_down()  # Ctrl-C is raised when the kernel returns, after it has made moves
        is_limit = self._control[g.OUTCOME] != e.PAUSED
        unfinished = EndReason.MOVE_LIMIT if is_limit else EndReason.INTERRUPTED
        reason = _REASONS.get(self._state[e.STATUS], unfinished)
        return self._moves, Outcome(reason, self._state[e.SCORE], len(self._moves))


@lru_cache(maxsize=16)
def chase_evaluation(layout: PackedLayout) -> PackedEvaluation:
    """Return the evaluation of the searching ghosts; see `agents.chase`."""
    return PackedEvaluation({"ghost-distance": 1, "scared-distance": -1}, layout, e.CHASE)
