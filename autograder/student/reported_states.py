"""The states of one decision, recreated from what the student's process reports: counted, or written down as a tree.

Nothing is believed: only states that our own engine makes from states that it has made before are there.
"""

from collections.abc import Iterator, Sequence
from math import copysign, inf

from agents.search.search_tree import SearchTree
from autograder.channel import LARGEST_VALUE, ProtocolError
from autograder.failures import UNCOUNTABLE, StudentFailure
from autograder.sandbox.replies import Answer, Call, Edges, Reply
from pacman.berkeley.search_recorder import RecorderLimits, SearchRecorder
from pacman.directions import ACTIONS, Action
from pacman.errors import PacmanError
from pacman.state import GameState


def reported_edges(reply: Reply) -> Edges:
    """The part of a report that came with a reply; ProtocolError for a call, which belongs to a fixed tree."""
    if isinstance(reply, Call):
        raise ProtocolError("a call where there is no tree")
    return reply.edges if isinstance(reply, Answer) else reply


def recreated(edges: Edges, known: Sequence[GameState]) -> Iterator[tuple[GameState, int, Action, GameState]]:
    """Each reported edge: the state it starts from, the agent, the action, and the state it leads to.

    `known` are the states by number, to which the caller adds each new one; ProtocolError if there is no such edge.
    """
    numbers = iter(edges.numbers)
    for number, agent, action in zip(numbers, numbers, numbers, strict=True):
        if not (number < len(known) and agent < known[0].num_agents and action < len(ACTIONS)):
            raise ProtocolError("a state that nobody has made")
        state = known[number]
        try:
            # As in the original, a copy of a state has forgotten that the game is over.
            child = (state.reopened() if state.is_over else state).successor(agent, ACTIONS[action])
        except PacmanError as error:
            raise ProtocolError("a move that is not legal") from error
        yield state, agent, ACTIONS[action], child


class ExploredCount:
    """The different states that a decision generates, and the one it starts from.

    No more than `most`: what comes beyond is wrong anyway, and recreating it would be our own time lost.
    """

    def __init__(self, state: GameState, most: int) -> None:
        self.states: set[GameState] = set()
        self._known = [state]
        self._most = most

    def serve(self, reply: Reply) -> None:
        edges = reported_edges(reply)
        known, states, most = self._known, self.states, self._most
        if edges.numbers:
            states.add(known[0])
        if len(known) > most:
            return
        for _, _, _, child in recreated(edges, known):
            known.append(child)
            states.add(child)
            if len(states) < len(known):  # an equal one was written to since, and so this was new to the other side
                raise StudentFailure(UNCOUNTABLE)
            if len(known) > most:
                return


class WatchedSearch:
    """The tree that a decision looks at, with the values that its evaluation returned."""

    def __init__(self, root: GameState, limits: RecorderLimits) -> None:
        self.tree: SearchTree[GameState, Action] = SearchTree(root)
        self._recorder = SearchRecorder(root, self.tree, limits)

    @property
    def is_full(self) -> bool:
        """True if there was more than is written down."""
        return self._recorder.is_full

    def serve(self, reply: Reply) -> None:
        edges = reported_edges(reply)
        for state, agent, action, child in recreated(edges, self._recorder.states):
            self._recorder.note_successor(state, agent, action, child)
        if isinstance(reply, Answer) and reply.is_full:
            self._recorder.is_full = True
        if any(number >= len(self.tree.nodes) for number, _ in edges.values):
            raise ProtocolError("the value of a state that nobody has made")
        for number, value in edges.values:
            self.tree.evaluate(number, value if abs(value) < LARGEST_VALUE else copysign(inf, value))
