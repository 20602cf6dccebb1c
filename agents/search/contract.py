"""The interface of a game as five functions, the result of a search, and a checker for your own games.

Everything in this package plays any game through these five functions and nothing else:

    player(s)           the player to move: 0 is MAX, for whom values are computed; 1, 2, … are the others
    actions(s)          the legal actions of that player, in a fixed order
    result(s, a)        the state after the action; `s` itself does not change
    terminal_test(s)    True if the game is over
    utility(s, p)       the value of a terminal state for player p

A sixth, `probabilities(s)`, is for games with chance nodes, states in which `player` returns CHANCE: it returns each
action with its probability.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

from agents.search.errors import GameError

S = TypeVar("S")  # a state: hashable, and equal to every state in which the same things are true
A = TypeVar("A")  # an action: hashable

MAX: Final = 0
CHANCE: Final = -1


class Game(Protocol[S, A]):
    """The contract of a game. Functions are pure: the same arguments give the same result, and states never change.

    The order of `actions` is part of the contract: of two actions with the same value, the first one is taken.
    """

    def player(self, state: S, /) -> int:
        """Return the player to move: 0, 1, 2, … or CHANCE. Called only for states that are not terminal."""

    def actions(self, state: S, /) -> Sequence[A]:
        """Return the legal actions, never empty in a state that is not terminal."""

    def result(self, state: S, action: A, /) -> S:
        """Return the state after `action`."""

    def terminal_test(self, state: S, /) -> bool:
        """Return True if the game is over."""

    def utility(self, state: S, player: int, /) -> float:
        """Return the value of a terminal state for `player`."""


class StochasticGame(Game[S, A], Protocol[S, A]):
    """A game with chance nodes: states in which `player` returns CHANCE."""

    def probabilities(self, state: S, /) -> Sequence[tuple[A, float]]:
        """Return the actions of a chance node with their probabilities, which add up to 1."""


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[A]):
    """The result of a search. All values are for player 0, whichever player moves at the root.

    values: root action -> value, only where the value is exact. Minimax, expectimax and similar searches have every
        one. Alpha-beta has those of the best action, of all that tie with it, and of actions that were the best so far
        when they were tried; the others are only known to be worse, and are missing. Monte Carlo search has estimates.
    nodes: states generated, not counting the root.
    cutoffs: states at which a cut left actions untried.
    depth: plies actually searched: the length of the longest line.
    complete: every line reached the end of the game, so a deeper search would return the same.
    """

    action: A
    value: float
    values: dict[A, float]
    nodes: int
    cutoffs: int = 0
    principal_variation: tuple[A, ...] = ()
    depth: int = 0
    seconds: float = field(default=0.0, compare=False)
    complete: bool = False

    @property
    def best_actions(self) -> tuple[A, ...]:
        """The actions known to have exactly the best value, in order, for a random choice among them."""
        return tuple(action for action, value in self.values.items() if value == self.value)


def check_game(
    game: Game[S, A],
    start: S,
    *,
    games: int = 10,
    max_plies: int = 200,
    rng: random.Random | None = None,
) -> int:
    """Play at random and check the contract of `Game` at every state; return the number of states checked.

    Raise GameError with the fault and the state. Run it on your own game before you search it: a `result` that changes
    its argument makes every search wrong in ways that are hard to notice.
    """
    rng = rng or random.Random(0)
    checked = 0
    players = {MAX}
    for _ in range(games):
        state = start
        for ply in range(max_plies + 1):
            where = f"{state!r} (ply {ply})"
            checked += 1
            _check_identity(state, state, where)
            if game.terminal_test(state):
                _check_utilities(game, state, players, where)
                break
            player = game.player(state)
            if type(player) is not int or player < CHANCE:
                raise GameError(f"player is {player!r} in {where}; expected CHANCE (-1), 0, 1, 2, …")
            actions = _check_actions(game, state, where)
            if player == CHANCE:
                check_distribution(_probabilities(game, state, where), where)
            else:
                players.add(player)
            state = _check_result(game, state, rng.choice(actions), where)
    return checked


def check_distribution(outcomes: Iterable[tuple[A, float]], where: str) -> None:
    """Raise GameError unless the probabilities are numbers from 0 to 1 that add up to 1."""
    total = 0.0
    for action, probability in outcomes:
        if not 0 <= probability <= 1:
            raise GameError(f"probability {probability!r} of action {action!r} in {where} is not between 0 and 1")
        total += probability
    if not math.isclose(total, 1, abs_tol=1e-6):
        raise GameError(f"probabilities add up to {total:g} instead of 1 in {where}")


def _check_identity(state: S, again: S, where: str) -> None:
    try:
        same_hash = hash(state) == hash(again)
    except TypeError as cause:
        raise GameError(f"the state cannot be hashed: {where}") from cause
    if not state == again:
        raise GameError(f"the same play twice gives states that are not equal: {where}")
    if not same_hash:
        raise GameError(f"equal states have different hashes: {where}")


def _check_actions(game: Game[S, A], state: S, where: str) -> list[A]:
    actions = list(game.actions(state))
    if not actions:
        raise GameError(f"no actions although the state is not terminal: {where}")
    if list(game.actions(state)) != actions:
        raise GameError(f"actions come in another order when asked again: {where}")
    if len(set(actions)) != len(actions):
        raise GameError(f"an action is listed twice: {actions!r} in {where}")
    return actions


def _check_result(game: Game[S, A], state: S, action: A, where: str) -> S:
    """Return the successor; raise GameError if generating it twice gives unequal states or changes `state`."""
    before = hash(state), repr(state), game.player(state), list(game.actions(state))
    successor = game.result(state, action)
    again = game.result(state, action)
    if game.terminal_test(state):
        raise GameError(f"result changes its argument: after {action!r} it is terminal: {where}")
    after = hash(state), repr(state), game.player(state), list(game.actions(state))
    if before != after:
        raise GameError(f"result changes its argument: after {action!r} it is {state!r}; it was {where}")
    _check_identity(successor, again, f"{successor!r} after {action!r} in {where}")
    return successor


def _check_utilities(game: Game[S, A], state: S, players: Iterable[int], where: str) -> None:
    for player in players:
        utility = game.utility(state, player)
        try:
            finite = math.isfinite(utility)
        except TypeError:
            finite = False
        if not finite:
            raise GameError(f"utility for player {player} is {utility!r}, not a finite number, in {where}")


def _probabilities(game: Game[S, A], state: S, where: str) -> Sequence[tuple[A, float]]:
    probabilities = getattr(game, "probabilities", None)
    if probabilities is None:
        raise GameError(f"chance moves in {where}, but the game has no function probabilities(state)")
    outcomes: Sequence[tuple[A, float]] = probabilities(state)
    strangers = {action for action, _ in outcomes} - set(game.actions(state))
    if strangers:
        raise GameError(f"probabilities names actions that are not legal: {strangers!r} in {where}")
    return outcomes
