"""A game as five functions, the answer of a search, and a checker for games of your own.

Everything in this package plays any game through these five functions and nothing else:

    player(s)           whose move it is: 0 is MAX, the player we search for; 1, 2, … are the others
    actions(s)          what that player may do, in a fixed order
    result(s, a)        the state after the action; `s` itself stays as it was
    terminal_test(s)    is the game over?
    utility(s, p)       what the end of the game is worth to player p

A sixth, `probabilities(s)`, is for games with dice: in a state where `player` answers CHANCE nobody chooses, and it
says how likely each action is.
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
    """The contract of a game. Functions are pure: asked twice, they answer the same, and no state ever changes.

    The order of `actions` is part of the contract: wherever two actions are worth the same, the first one is taken.
    """

    def player(self, state: S, /) -> int:
        """Whose move it is: 0, 1, 2, … or CHANCE. Asked only of states that are not terminal."""

    def actions(self, state: S, /) -> Sequence[A]:
        """The legal actions, never empty in a state that is not terminal."""

    def result(self, state: S, action: A, /) -> S:
        """The state after `action`."""

    def terminal_test(self, state: S, /) -> bool:
        """Is the game over?"""

    def utility(self, state: S, player: int, /) -> float:
        """What a terminal state is worth to `player`."""


class StochasticGame(Game[S, A], Protocol[S, A]):
    """A game with chance nodes: states in which `player` answers CHANCE."""

    def probabilities(self, state: S, /) -> Sequence[tuple[A, float]]:
        """The actions of a chance node with their probabilities, which add up to 1."""


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[A]):
    """What a search found out. All values are in the eyes of player 0, whoever moves at the root.

    values: root action -> value, only where the search knows the value exactly. Minimax, expectimax and their kin know
        every one. Alpha-beta knows the best action, all that tie with it, and those that were the best so far when they
        were tried; of the others it learns only that they are worse, and does not list them. Monte Carlo search lists
        its estimates.
    nodes: states generated, the root not counted.
    cutoffs: states at which a cut left actions untried.
    depth: plies really looked ahead: the longest line that was followed.
    complete: every line that was followed ended with the end of the game, so a deeper search would answer the same.
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
        """The actions known to be worth exactly as much as the best one, in order: draw among these, if you like."""
        return tuple(action for action, value in self.values.items() if value == self.value)


def check_game(
    game: Game[S, A],
    start: S,
    *,
    games: int = 10,
    max_plies: int = 200,
    rng: random.Random | None = None,
) -> int:
    """Play at random and check the contract of `Game` at every state; return how many states were checked.

    Raises GameError, which says what is wrong and in which state. Run it on a game of your own before you search it:
    a `result` that changes its argument makes every search wrong in ways that are hard to see.
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
    """The successor, after checking that making it twice gives equals and leaves `state` as it was."""
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
