"""The grader's side of watching: the tree of one decision, made again from what the student's process reports."""

from math import copysign, inf

from autograder.channel import LARGEST_VALUE, ProtocolError
from autograder.sandbox.replies import Answer, Call, Reply
from pacman.berkeley.search_recorder import SearchRecorder
from pacman.directions import ACTIONS
from pacman.errors import PacmanError
from pacman.state import GameState


class WatchedSearch:
    """Believes no state: only what our own engine makes from states that it has made before is written down."""

    def __init__(self, root: GameState, most: int) -> None:
        self.recorder = SearchRecorder(root, most)

    def serve(self, reply: Reply) -> None:
        if isinstance(reply, Call):
            raise ProtocolError("a call where there is no tree")
        edges = reply.edges if isinstance(reply, Answer) else reply
        numbers = iter(edges.numbers)
        for number, agent, action in zip(numbers, numbers, numbers, strict=True):
            self._make(number, agent, action)
        known = len(self.recorder.states)
        if any(number >= known for number, _ in edges.values):
            raise ProtocolError("the value of a state that nobody has made")
        self.recorder.evaluations += (
            (number, value if abs(value) < LARGEST_VALUE else copysign(inf, value)) for number, value in edges.values
        )

    def _make(self, number: int, agent: int, action: int) -> None:
        states = self.recorder.states
        if not (number < len(states) and agent < states[0].num_agents and action < len(ACTIONS)):
            raise ProtocolError("a state that nobody has made")
        state = states[number]
        try:
            # As in the original, a copy of a state has forgotten that the game is over.
            child = (state.reopened() if state.is_over else state).successor(agent, ACTIONS[action])
        except PacmanError as error:
            raise ProtocolError("a move that is not legal") from error
        self.recorder.note_successor(state, agent, ACTIONS[action], child)
