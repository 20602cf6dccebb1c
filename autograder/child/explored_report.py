"""Which states a decision looks at, reported to the grader, who makes them again and counts.

A state is known by a number: 0 is the one that the decision is about, and every reported edge, three numbers for the
state it starts from, the agent and the action, gives the next number to the state it leads to. An edge to a state that
has a number already need not be reported. So a claim costs as much as the truth: only states that the engine really
makes from each other can be counted. A state that the student's code has written to is none of those; a decision that
goes on from one fails, with a line that says so.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from autograder.channel import EDGES_A_MESSAGE, Channel
from autograder.failures import UNCOUNTABLE, StudentFailure
from pacman.directions import ACTIONS, Action
from pacman.state import GameState

_plain_successor = GameState.successor
_ACTION_NUMBERS: Final = {action: number for number, action in enumerate(ACTIONS)}


class ExploredReport:
    """Fills while a decision is being made, and sends itself off in portions."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._has_strangers = False
        self._numbers: dict[GameState, int] = {}
        self._edges: list[int] = []

    @contextmanager
    def watching(self, state: GameState) -> Iterator[None]:
        """While this is open every successor that is made from `state` on is noted."""
        self._numbers = {state: 0}
        self._edges = []
        self._has_strangers = False
        numbers = self._numbers

        def noting_successor(parent: GameState, agentIndex: int, action: Action) -> GameState:
            child = _plain_successor(parent, agentIndex, action)
            if child not in numbers:
                number = numbers.get(parent)
                if number is None:
                    self._has_strangers = True
                else:
                    self._note(number, agentIndex % parent.num_agents, _ACTION_NUMBERS[action])
                    numbers[child] = len(numbers)
            return child

        GameState.successor = GameState.generateSuccessor = noting_successor  # type: ignore[assignment, method-assign]
        try:
            yield
        finally:
            GameState.successor = GameState.generateSuccessor = _plain_successor  # type: ignore[method-assign]

    def _note(self, *edge: int) -> None:
        self._edges.extend(edge)
        if len(self._edges) >= 3 * EDGES_A_MESSAGE:
            self._channel.send({"edges": self.take()})

    def check(self) -> None:
        """Raises StudentFailure if the decision went on from a state that the grader cannot make again."""
        if self._has_strangers:
            raise StudentFailure(UNCOUNTABLE)

    def take(self) -> list[int]:
        edges, self._edges = self._edges, []
        return edges
