"""Which states a decision looks at, reported to the grader, which recreates them.

A state is known by a number: 0 is the one that the decision is about, and every reported edge, three numbers for the
state it starts from, the agent and the action, gives the next number to the state it leads to. So a claim costs as much
as the truth: only states that the engine really makes from each other count. A decision is reported in one of two ways:

- counted (`ExploredReport`): an edge to a state that equals an earlier one is not reported. A state that the student's
  code has written to cannot be recreated; a decision that goes on from one fails, with a line that says so.
- watched (a `SearchRecorder` that writes to an `EdgeReport`): the tree of requests, with the values that were heard.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from math import isnan
from typing import Final

from autograder.channel import EDGES_A_MESSAGE, LARGEST_VALUE, Channel, Message
from autograder.failures import UNCOUNTABLE, StudentFailure
from pacman.directions import ACTIONS, Action
from pacman.state import GameState

_plain_successor = GameState.successor
_ACTION_NUMBERS: Final = {action: number for number, action in enumerate(ACTIONS)}


class EdgeReport:
    """Edges and values that were not sent yet; portions of so many edges are sent as soon as they are there.

    What was sent is known to the grader even if the decision never ends.
    """

    def __init__(self, channel: Channel, portion: int = EDGES_A_MESSAGE) -> None:
        self._channel = channel
        self._longest = 3 * portion
        self._edges: list[int] = []
        self._values: dict[int, float] = {}  # the latest last

    def add(self, parent: int, mover: int, action: Action, state: GameState) -> None:
        self._edges += parent, mover, _ACTION_NUMBERS[action]
        if len(self._edges) >= self._longest:
            self._channel.send(self.take())

    def evaluate(self, number: int, value: float) -> None:
        self._values.pop(number, None)
        self._values[number] = value

    def take(self) -> Message:
        """What was not sent yet; of the values, the latest that fit into a message."""
        edges, self._edges = self._edges, []
        values: list[float] = []
        for number, value in [*self._values.items()][-EDGES_A_MESSAGE:]:
            if not isnan(value):
                values += number, max(-LARGEST_VALUE, min(value, LARGEST_VALUE))
        self._values.clear()
        return {"edges": edges, "values": values} if values else {"edges": edges}


class ExploredReport:
    """Reports the different states that a decision generates, to be counted."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._has_strangers = False
        self._report = EdgeReport(channel)

    @contextmanager
    def watching(self, state: GameState) -> Iterator[None]:
        """While this is open every successor that is made from `state` on is noted."""
        numbers = {state: 0}
        report = self._report = EdgeReport(self._channel)
        self._has_strangers = False

        def noting_successor(parent: GameState, agentIndex: int, action: Action) -> GameState:
            child = _plain_successor(parent, agentIndex, action)
            if child not in numbers:
                number = numbers.get(parent)
                if number is None:
                    self._has_strangers = True
                else:
                    report.add(number, agentIndex % parent.num_agents, action, child)
                    numbers[child] = len(numbers)
            return child

        GameState.successor = GameState.generateSuccessor = noting_successor  # type: ignore[assignment, method-assign]
        try:
            yield
        finally:
            GameState.successor = GameState.generateSuccessor = _plain_successor  # type: ignore[method-assign]

    def take(self) -> Message:
        """What was not sent yet; StudentFailure if the decision went on from a state that cannot be recreated."""
        if self._has_strangers:
            raise StudentFailure(UNCOUNTABLE)
        return self._report.take()
