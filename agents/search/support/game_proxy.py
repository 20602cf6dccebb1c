"""A proxy for a game that changes a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic

from agents.search.contract import A, Game, S


def original(game: Game[S, A]) -> Game[S, A]:
    """Return the game behind all its proxies."""
    return original(game._game) if isinstance(game, GameProxy) else game


class GameProxy(Generic[S, A]):
    """Forwards to `game`; a subclass overrides what it changes.

    A function that is not overridden is returned unwrapped. Searches fetch each function once, so it has no overhead.
    """

    def __init__(self, game: Game[S, A]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        if name == "_game":  # only before __init__, for example while a copy is created
            raise AttributeError(name)
        return getattr(self._game, name)

    if TYPE_CHECKING:

        def player(self, state: S, /) -> int: ...
        def actions(self, state: S, /) -> Sequence[A]: ...
        def result(self, state: S, action: A, /) -> S: ...
        def terminal_test(self, state: S, /) -> bool: ...
        def utility(self, state: S, player: int, /) -> float: ...
        def probabilities(self, state: S, /) -> Sequence[tuple[A, float]]: ...
