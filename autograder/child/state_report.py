"""Report the states that a decision generates to the grader, which recreates them.

States have numbers: 0 is the state that the decision is about. An edge is three numbers, for the state it starts from,
the agent and the action; each reported edge gives the next number to the state it leads to. The grader generates these
states itself, so a submission cannot claim states that do not exist. A decision is reported in one of two ways:

- counted (`ExploredReport`): an edge to a state that equals an earlier one is not reported. A state that the student's
  code has modified cannot be recreated; a decision that generates successors of one fails, and the message says so.
- watched (a `SearchRecorder` that writes to an `EdgeReport`): the tree of all requests for successors, with the values
  of states: evaluations, and at its end the numbers that the agent's functions returned for them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import isnan
from threading import Lock
from typing import Final

from autograder.channel import EDGES_A_MESSAGE, VALUES_A_MESSAGE, Channel, Message, bounded
from autograder.failures import UNCOUNTABLE, StudentFailure
from pacman.directions import ACTIONS, Action
from pacman.packed_state import PackedState
from pacman.state import GameState

_plain_successor = GameState.successor
_ACTION_NUMBERS: Final = {action: number for number, action in enumerate(ACTIONS)}


class EdgeReport:
    """Collects edges and values, and sends them to the grader in portions of `portion` edges.

    The grader therefore knows most of the report even if the decision never ends.
    is_searched_again: a state was expanded again after its value had been returned.
    """

    def __init__(self, channel: Channel, portion: int = EDGES_A_MESSAGE) -> None:
        self._channel = channel
        self._longest = 3 * portion
        self._edges: list[int] = []
        self._values: dict[int, float] = {}  # in order of their last change
        self._results: dict[int, float] = {}  # in the same order
        self.is_searched_again = False

    def add(self, parent: int, mover: int, action: Action, state: GameState) -> None:
        self._values.pop(parent, None)  # it was evaluated before its search, which tells nothing of its value
        self._edges += parent, mover, _ACTION_NUMBERS[action]
        if len(self._edges) >= self._longest:
            self._channel.send(self.take())

    def evaluate(self, number: int, value: float) -> None:
        self._values.pop(number, None)
        self._values[number] = value

    def expand_again(self, number: int) -> None:
        self._values.pop(number, None)

    def conclude(self, number: int, value: float) -> None:
        self._results.pop(number, None)
        self._results[number] = value
        if len(self._results) >= VALUES_A_MESSAGE:
            self._channel.send(self.take())

    def search_again(self) -> None:
        self.is_searched_again = True

    def take(self) -> Message:
        """Return a message with all that was not sent yet; of the values, the latest that fit into a message."""
        edges, self._edges = self._edges, []
        message: Message = {"edges": edges}
        for key, noted in (("values", self._values), ("results", self._results)):
            if values := _listed(noted):
                message[key] = values
            noted.clear()
        return message


def _listed(noted: Mapping[int, float]) -> list[float]:
    """Return a flat list of states' numbers, each followed by its value."""
    listed: list[float] = []
    for number, value in [*noted.items()][-VALUES_A_MESSAGE:]:
        if not isnan(value):
            listed += number, bounded(value)
    return listed


class ExploredReport:
    """Reports the distinct states that a decision generates, which the grader counts."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._has_strangers = False
        self._report = EdgeReport(channel)

    @contextmanager
    def watching(self, state: GameState) -> Iterator[None]:
        """Report every successor that is generated inside the `with` block, by any thread, starting from `state`."""
        numbers: dict[PackedState, int] = {state: 0}
        lock = Lock()  # a state gets its number and its edge in one step
        report = self._report = EdgeReport(self._channel)
        self._has_strangers = False

        def noting_successor(parent: GameState, agentIndex: int, action: Action) -> GameState:
            child = _plain_successor(parent, agentIndex, action)
            if child not in numbers:
                with lock:
                    if child not in numbers:
                        add(parent, agentIndex, action, child)
            return child

        def add(parent: GameState, agentIndex: int, action: Action, child: GameState) -> None:
            # A state that was written to has another hash, but a dict may find the same object all the same.
            number = numbers.get(parent.packed_form())
            if number is None:
                self._has_strangers = True
            else:
                report.add(number, agentIndex % parent.num_agents, action, child)
                numbers[child] = len(numbers)

        GameState.successor = GameState.generateSuccessor = noting_successor  # type: ignore[assignment, method-assign]
        try:
            yield
        finally:
            GameState.successor = GameState.generateSuccessor = _plain_successor  # type: ignore[method-assign]

    def take(self) -> Message:
        """Return the last portion of the report.

        Raise StudentFailure if the decision generated successors of a state that the grader cannot recreate.
        """
        if self._has_strangers:
            raise StudentFailure(UNCOUNTABLE)
        return self._report.take()
