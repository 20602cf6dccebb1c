"""The grader's side of counting: the states of one decision, made again from what the student's process reports."""

from autograder.channel import Message, ProtocolError
from autograder.failures import UNCOUNTABLE, Failure, FailureKind, StudentFailure
from pacman.directions import ACTIONS
from pacman.errors import PacmanError
from pacman.state import GameState


class ExploredCount:
    """Believes no number: only states that our own engine makes from states it has made before are counted."""

    def __init__(self, state: GameState, most: int) -> None:
        self.states: set[GameState] = set()
        self._known = [state]
        self._most = most

    def serve(self, message: Message) -> None:
        edges = message.get("edges", [])
        if not isinstance(edges, list) or len(edges) % 3 or not set(map(type, edges)) <= {int}:
            raise ProtocolError("not a report of states")
        if len(self._known) + len(edges) // 3 > self._most:
            text = f"one decision looked at more than {self._most:,} states"
            raise StudentFailure(Failure(FailureKind.MISBEHAVED, text))
        for number, agent, action in zip(edges[::3], edges[1::3], edges[2::3], strict=True):
            if not (0 <= number < len(self._known) and 0 <= action < len(ACTIONS)):
                raise ProtocolError("a state that nobody has made")
            state = self._known[number]
            try:
                # As in the original, a copy of a state has forgotten that the game is over.
                child = (state.reopened() if state.is_over else state).successor(agent, ACTIONS[action])
            except PacmanError as error:
                raise ProtocolError("a move that is not legal") from error
            if child in self.states:  # it was written to since, and so it was new to the other side
                raise StudentFailure(UNCOUNTABLE)
            self._known.append(child)
            self.states.add(state)
            self.states.add(child)
