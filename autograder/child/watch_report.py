"""A decision that is watched, reported to the grader as it goes: whoever hangs has shown what he did until then."""

from math import isnan

from autograder.channel import EDGES_A_MESSAGE, LARGEST_VALUE, WATCHED_A_MESSAGE, Channel, Message
from pacman.berkeley.search_recorder import RecorderLimits, SearchRecorder
from pacman.directions import ACTIONS, Action
from pacman.state import GameState


class WatchReport(SearchRecorder):
    """Takes notes, and sends them off in portions.

    An edge is three numbers: the state it starts from, the agent and the action; it gives the next number to the state
    that it leads to.
    """

    def __init__(self, root: GameState, channel: Channel, limits: RecorderLimits) -> None:
        super().__init__(root, limits)
        self._channel = channel
        self._told_states = 1

    def note_successor(self, state: GameState, mover: int, action: Action, child: GameState) -> None:
        super().note_successor(state, mover, action, child)
        if len(self.states) - self._told_states >= WATCHED_A_MESSAGE:
            self._channel.send(self.take())

    def take(self) -> Message:
        """What was not told yet."""
        edges: list[int] = []
        for number in range(self._told_states, len(self.states)):
            edges += self.parents[number], self.movers[number], ACTIONS.index(self.actions[number])
        values: list[float] = []
        for number, value in self.evaluations[-EDGES_A_MESSAGE:]:
            if not isnan(value):
                values += number, max(-LARGEST_VALUE, min(value, LARGEST_VALUE))
        self._told_states = len(self.states)
        self.evaluations.clear()
        return {"edges": edges, "values": values}
