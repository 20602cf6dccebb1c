"""The grader's side of watching: the tree of one decision, made again from what the student's process reports."""

from math import copysign, inf

from autograder.channel import LARGEST_VALUE, ProtocolError
from autograder.sandbox.replies import Answer, Call, Reply
from autograder.student.explored_count import made_again
from pacman.berkeley.search_recorder import RecorderLimits, SearchRecorder
from pacman.directions import ACTIONS
from pacman.state import GameState


class WatchedSearch:
    """Believes no state: only what our own engine makes from states that it has made before is written down."""

    def __init__(self, root: GameState, limits: RecorderLimits) -> None:
        self.recorder = SearchRecorder(root, limits)

    def serve(self, reply: Reply) -> None:
        if isinstance(reply, Call):
            raise ProtocolError("a call where there is no tree")
        edges = reply.edges if isinstance(reply, Answer) else reply
        numbers = iter(edges.numbers)
        for number, agent, action in zip(numbers, numbers, numbers, strict=True):
            child = made_again(self.recorder.states, number, agent, action)
            self.recorder.note_successor(self.recorder.states[number], agent, ACTIONS[action], child)
        if isinstance(reply, Answer) and reply.is_full:
            self.recorder.is_full = True
        known = len(self.recorder.states)
        if any(number >= known for number, _ in edges.values):
            raise ProtocolError("the value of a state that nobody has made")
        self.recorder.note_values(
            (number, value if abs(value) < LARGEST_VALUE else copysign(inf, value)) for number, value in edges.values
        )
