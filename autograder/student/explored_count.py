"""The grader's side of counting: the states of one decision, made again from what the student's process reports."""

from collections.abc import Sequence

from autograder.channel import ProtocolError
from autograder.failures import UNCOUNTABLE, StudentFailure
from autograder.sandbox.replies import Answer, Call, Reply
from pacman.directions import ACTIONS
from pacman.errors import PacmanError
from pacman.state import GameState


def made_again(known: Sequence[GameState], number: int, agent: int, action: int) -> GameState:
    """The state that a reported edge leads to from one of the known ones; ProtocolError if there is no such edge."""
    if not (number < len(known) and agent < known[0].num_agents and action < len(ACTIONS)):
        raise ProtocolError("a state that nobody has made")
    state = known[number]
    try:
        # As in the original, a copy of a state has forgotten that the game is over.
        return (state.reopened() if state.is_over else state).successor(agent, ACTIONS[action])
    except PacmanError as error:
        raise ProtocolError("a move that is not legal") from error


class ExploredCount:
    """Believes no number: only states that our own engine makes from states it has made before are counted.

    Nor more than `most`: what comes beyond is wrong anyway, and making it again would be our own time lost.
    """

    def __init__(self, state: GameState, most: int) -> None:
        self.states: set[GameState] = set()
        self._known = [state]
        self._most = most

    def serve(self, reply: Reply) -> None:
        if isinstance(reply, Call):
            raise ProtocolError("a call where there is no tree")
        edges = (reply.edges if isinstance(reply, Answer) else reply).numbers
        if edges:
            self.states.add(self._known[0])
            self._count(edges)

    def _count(self, edges: list[int]) -> None:
        known, states, most = self._known, self.states, self._most
        numbers = iter(edges)
        for number, agent, action in zip(numbers, numbers, numbers, strict=True):
            if len(known) > most:
                return
            child = made_again(known, number, agent, action)
            known.append(child)
            states.add(child)
            if len(states) < len(known):  # an equal one was written to since, and so this was new to the other side
                raise StudentFailure(UNCOUNTABLE)
