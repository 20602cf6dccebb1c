"""Whole games in the kernel: the games of `pacman.play` between built-in agents, some hundred times as fast."""

import random
from array import array
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import combinations, cycle, islice
from typing import Any, TypeAlias

from agents.chances import favouring, uniform
from agents.evaluation import LinearEvaluation
from agents.ghosts import DirectionalGhost, RandomGhost
from agents.kernel import library
from agents.kernel.board import Board, address, board_of
from agents.kernel.engine import prepare
from agents.kernel.game_words import (
    ANY,
    BY_NAME,
    CHANCES_ROW,
    CHANCES_SIZE,
    DEPTHS,
    DRAWS_TIES,
    GAME_OUTCOME,
    GAME_WORDS,
    MASKS,
    MOST_MOVES,
    MOVES,
    NEAREST,
    PACMAN_ALGORITHM,
    POLICIES,
    RECORD_ROOM,
    RECORDED,
    SEARCHED,
)
from agents.kernel.pace import Pace
from agents.kernel.position import position_of
from agents.kernel.search import Memory
from agents.kernel.search_words import ALPHA_BETA, CELLS, EXPECTIMAX, MINIMAX, PAUSED
from agents.kernel.terms import Terms, terms_of
from agents.kernel.words import CHASE, MOST_PLIES, SCORE, STATUS
from agents.pacman import AlphaBetaAgent, ExpectimaxAgent, MinimaxAgent
from agents.reflex import GreedyAgent, ReflexAgent
from agents.search_agent import SearchAgent
from agents.searching_ghosts import MinimaxGhost, MixedGhost
from pacman.directions import ACTIONS, STOP, Action
from pacman.game import EndReason, GameInterrupted, GameRecord, Move, Outcome, Seed, players_of
from pacman.layout import Layout
from pacman.scoring import LOST, WON
from pacman.state import GameState

_ALGORITHMS: dict[type, int] = {
    ReflexAgent: MINIMAX,
    GreedyAgent: MINIMAX,
    MinimaxAgent: MINIMAX,
    AlphaBetaAgent: ALPHA_BETA,
    ExpectimaxAgent: EXPECTIMAX,
}
_REASONS = {WON: EndReason.WON, LOST: EndReason.LOST}
_ENDLESS = -1  # as a limit of moves
_MOST_COUNTED = 2**62  # moves: nobody will see so many

Watch: TypeAlias = Callable[[int, int], None]


def knows(pacman_agent: Any, ghost_agents: Sequence[Any]) -> bool:
    """Whether it is worth asking `play_game` about these agents; nothing is compiled to find out."""
    return (
        type(pacman_agent) in _ALGORITHMS
        and _is_plain(pacman_agent)
        and type(pacman_agent.evaluation) is LinearEvaluation
        and all(_policy(ghost) is not None for ghost in ghost_agents)
    )


def play_game(
    layout: Layout,
    pacman_agent: Any,
    ghost_agents: Sequence[Any] = (),
    *,
    seed: Seed,
    max_moves: int | None = None,
    watch: Watch | None = None,
) -> GameRecord | None:
    """The very game that `pacman.play` plays. None where the kernel cannot: ask `pacman.play` then.

    It can for Pacmen that search to a fixed depth with a sum of features, against the stock ghosts, and with a seed,
    once the kernel is there: `prepare("game")` compiles it, which takes some seconds and pays for many games.

    watch: is told the moves made and the score every few milliseconds of the game; what it raises ends it.
    """
    if not library.is_compiled("game") or prepare("game") is not None:
        return None
    state = GameState.initial(layout, len(ghost_agents))
    ghost_agents = ghost_agents[: state.num_agents - 1]
    board = board_of(layout)
    plan = seed is not None and board and _plan(board, state, pacman_agent, ghost_agents)
    if not (board and plan):
        return None
    game = _Game(board, state, plan, random.Random(seed), max_moves)
    agents = pacman_agent, *ghost_agents
    names = tuple(type(agent).__name__ for agent in agents)
    try:
        game.finish(watch)
    except KeyboardInterrupt:
        raise GameInterrupted(
            GameRecord(layout, len(ghost_agents), seed, names, *game.so_far(), players_of(agents))
        ) from None
    return GameRecord(layout, len(ghost_agents), seed, names, *game.so_far(), players_of(agents))


class _Plan:
    """Who plays how, as the kernel reads it."""

    def __init__(self, words: "array[int]", terms: Terms, policies: "tuple[_Policy, ...]") -> None:
        self.words, self.terms, self.chances = words, terms, _chances(policies)


# How a ghost chooses: what it thinks best, and the probability of that while it hunts and while it is scared, or None
# where it always takes one of the best.
_Policy = tuple[int, float | None, float | None]


def _plan(board: Board, state: GameState, pacman: Any, ghosts: Sequence[Any]) -> _Plan | None:
    if not knows(pacman, ghosts):
        return None
    terms = terms_of(pacman.evaluation, board)
    policies = tuple(policy for ghost in ghosts if (policy := _policy(ghost)))
    if terms is None or position_of(board, state) is None:
        return None
    words = array("q", bytes(8 * GAME_WORDS))
    words[PACMAN_ALGORITHM] = _ALGORITHMS[type(pacman)]
    words[DRAWS_TIES] = pacman.ties != "first"
    words[DEPTHS] = pacman.depth * state.num_agents if hasattr(pacman, "depth") else 1
    for index, (ghost, policy) in enumerate(zip(ghosts, policies, strict=True), start=1):
        if ghost.index != index:
            return None
        words[POLICIES + index] = policy[0]
        words[DEPTHS + index] = ghost.depth * state.num_agents if policy[0] == SEARCHED else 0
    if max(words[DEPTHS : DEPTHS + 1 + len(ghosts)]) >= MOST_PLIES:
        return None
    return _Plan(words, terms, policies)


def _is_plain(agent: SearchAgent) -> bool:
    """Whether the agent draws from the game's dice, sees ghosts as they come, and may be run by the kernel."""
    if getattr(agent, "engine", "auto") == "python" or agent._rng is not random:
        return False
    return not isinstance(agent, ExpectimaxAgent) or agent._model is None


def _policy(ghost: Any) -> _Policy | None:
    if getattr(ghost, "_dice", None) is not random:
        return None
    if type(ghost) is RandomGhost:
        return ANY, None, None
    if type(ghost) is DirectionalGhost:
        return NEAREST, ghost.prob_attack, ghost.prob_scaredFlee
    if type(ghost) is MinimaxGhost:
        return SEARCHED, None, None
    return (SEARCHED, ghost.skill, ghost.skill) if type(ghost) is MixedGhost else None


@lru_cache(maxsize=16)
def _chances(policies: tuple[_Policy, ...]) -> "array[float]":
    """The tables of all ghosts; see `agents.kernel.game_words`."""
    tables = array("d", [])
    for _, *probabilities in policies:
        for probability in probabilities:
            tables.extend(_table(probability))
    return tables


@lru_cache(maxsize=16)
def _table(probability: float | None) -> "array[float]":
    table = array("d", [-1.0]) * CHANCES_SIZE
    ways = [action for action in ACTIONS if action != STOP]
    for legal in _subsets(ways):
        for best in _subsets(legal):
            chances = uniform(best) if probability is None else favouring(best, legal, probability)
            row = (_mask(best) * MASKS + _mask(legal)) * CHANCES_ROW
            for reached, action in chances._thresholds:
                table[row + BY_NAME.index(ACTIONS.index(action))] = reached
    return table


def _subsets(actions: Sequence[Action]) -> list[tuple[Action, ...]]:
    return [subset for count in range(len(actions)) for subset in combinations(actions, count + 1)]


def _mask(actions: Sequence[Action]) -> int:
    return sum(1 << ACTIONS.index(action) for action in actions)


class _Game:
    """A game in progress."""

    def __init__(self, board: Board, state: GameState, plan: _Plan, dice: random.Random, max_moves: int | None) -> None:
        position = position_of(board, state)
        assert position is not None, "the plan has looked at it"
        self._position = position
        self._words = plan.words
        self._words[MOST_MOVES] = _ENDLESS if max_moves is None or max_moves > _MOST_COUNTED else max_moves
        self._words[GAME_OUTCOME] = PAUSED
        self._record = array("b", bytes(RECORD_ROOM))
        self._twister = array("q", dice.getstate()[1])
        self._choices = [[(agent, action) for action in ACTIONS] for agent in range(state.num_agents)]
        self._moves: list[Move] = []
        chase = _chase_terms(board)
        memory = Memory()
        memory.control[CELLS] = board.num_cells
        self._kept = board, plan, chase, memory
        self._run = partial(
            library.part("game").run_game,
            address(self._words),
            address(self._record),
            address(self._twister),
            address(plan.chances),
            *memory.addresses,
            *position.addresses,
            *plan.terms.addresses,
            *chase.addresses,
        )

    def finish(self, watch: Watch | None) -> None:
        pace = Pace()
        while self._words[GAME_OUTCOME] == PAUSED:
            pace.look()
            self._run(pace.states)
            self._take_down()
            pace.adapt(pace.states)
            if watch and self._words[GAME_OUTCOME] == PAUSED:
                watch(len(self._moves), self._position.words[SCORE])

    def _take_down(self) -> None:
        """Moves that were made and are not in our list yet."""
        recorded = self._words[RECORDED]
        missing = self._words[MOVES] - len(self._moves)
        turns = islice(cycle(self._choices), len(self._moves) % len(self._choices), None)
        made = self._record[recorded - missing : recorded]
        self._moves += [choices[heading] for choices, heading in zip(turns, made, strict=False)]

    def so_far(self) -> tuple[list[Move], Outcome]:
        self._take_down()  # Ctrl-C is heard when the kernel comes back: its moves have been made
        words = self._position.words
        is_limit = self._words[GAME_OUTCOME] != PAUSED
        unfinished = EndReason.MOVE_LIMIT if is_limit else EndReason.INTERRUPTED
        return self._moves, Outcome(_REASONS.get(words[STATUS], unfinished), words[SCORE], len(self._moves))


@lru_cache(maxsize=16)
def _chase_terms(board: Board) -> Terms:
    """What the searching ghosts want; see `agents.chase`."""
    return Terms({"ghost-distance": 1, "scared-distance": -1}, board, CHASE)
