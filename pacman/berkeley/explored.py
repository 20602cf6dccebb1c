"""Counting the states that a search looks at, for graders that ask for it."""

from collections.abc import Iterator
from contextlib import contextmanager

from pacman.directions import Action
from pacman.state import GameState

_plain_successor = GameState.successor


@contextmanager
def counting_explored() -> Iterator[set[GameState]]:
    """While this is open every successor that is made adds itself and its parent to `GameState.explored`.

    Outside, nothing is counted and nothing is paid: the counting rule takes the place of the plain one only meanwhile.
    """
    GameState.explored.clear()
    GameState.successor = GameState.generateSuccessor = _counting_successor  # type: ignore[method-assign, assignment]
    try:
        yield GameState.explored
    finally:
        GameState.successor = GameState.generateSuccessor = _plain_successor  # type: ignore[method-assign]
        GameState.explored.clear()


def _counting_successor(state: GameState, agentIndex: int, action: Action) -> GameState:
    child = _plain_successor(state, agentIndex, action)
    GameState.explored.update((state, child))
    return child
