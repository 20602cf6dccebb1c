"""The grader's side of counting: the states of one decision, made again from what the student's process reports."""

from autograder.channel import ProtocolError
from autograder.failures import UNCOUNTABLE, StudentFailure
from autograder.sandbox.replies import Answer, Call, Reply
from pacman.directions import ACTIONS
from pacman.errors import PacmanError
from pacman.state import GameState


class ExploredCount:
    """Believes no number: only states that our own engine makes from states it has made before are counted.

    Nor more than `most`: what comes beyond is wrong anyway, and making it again would be our own time lost.
    """

    def __init__(self, state: GameState, most: int) -> None:
        self.states: set[GameState] = set()
        self._known = [state]
        self._num_agents = state.num_agents
        self._most = most

    def serve(self, reply: Reply) -> None:
        if isinstance(reply, Call):
            raise ProtocolError("a call where there is no tree")
        edges = iter((reply.edges if isinstance(reply, Answer) else reply).numbers)
        for number, agent, action in zip(edges, edges, edges, strict=True):
            if len(self._known) > self._most:
                return
            self._make(number, agent, action)

    def _make(self, number: int, agent: int, action: int) -> None:
        if not (number < len(self._known) and agent < self._num_agents and action < len(ACTIONS)):
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
        self.states.update((state, child))
