"""Pacman's survival against the worst ghosts: solved without a limit, or searched to a horizon.

`SafetySolver` decides whether Pacman can stay alive forever, or win, whatever the ghosts do. `HorizonSearch` counts the
rounds that Pacman is certain to survive, and finds the play that kills Pacman. Both ignore the parts of a state that do
not matter here: the score, and which ghosts were eaten in the last round.
"""

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, TypeAlias

from pacman.directions import Action
from pacman.record import Move
from pacman.state import GameState

MOST_PLIES: Final = 240  # depth of a search, which bounds its recursion

Key: TypeAlias = tuple[Any, ...]


class Verdict(Enum):
    """Result of an action, whatever the ghosts do: Pacman can live forever or win, can be killed, or not decided."""

    SAFE = auto()
    LOST = auto()
    UNKNOWN = auto()


def _key(state: GameState, agent: int) -> Key:
    """Return the part of a state on which the rest of the game depends."""
    agents, edible, timers, _, _, _ = state.packed()
    return (*agents, edible, timers, agent)


# -- without a limit --------------------------------------------------------------------------------------------------


class _Node:
    """A state with the agent to move, in the graph of the solver.

    children: in the order of the actions, empty if the verdict is known; None before the node is expanded.
    parents: the nodes that have this one as a child. choice: index of the child that one of Pacman's nodes rests on,
        which is the first that is not lost so far.
    """

    __slots__ = ("agent", "children", "choice", "is_lost", "parents", "state")

    def __init__(self, state: GameState, agent: int) -> None:
        self.state = state
        self.agent = agent
        self.children: list[_Node] | None = None
        self.parents: list[_Node] = []
        self.choice = 0
        self.is_lost = False

    def rests_on(self, child: "_Node") -> bool:
        """True if this node would be lost, or choose again, were the child lost."""
        assert self.children is not None
        return not self.is_lost and (self.agent != 0 or self.children[self.choice] is child)


class SafetySolver:
    """Decides whether the ghosts can kill Pacman, by exploring all reachable states, including cycles.

    Each of Pacman's nodes rests on one action, and on the next one when that is found to be lost. When no node is left
    to be expanded, all states that can follow from these actions are known, and Pacman dies in none of them. The
    verdicts of all states on the way are kept for later calls.
    """

    def __init__(self, num_agents: int, most_states: int) -> None:
        self._num_agents = num_agents
        self._left = most_states
        self._verdicts: dict[Key, Verdict] = {}
        self._nodes: dict[Key, _Node] = {}
        self._queue: deque[_Node] = deque()

    def verdict(self, state: GameState, action: Action) -> Verdict:
        """Return the result of Pacman's action; UNKNOWN once `most_states` were expanded, over all calls."""
        self._nodes.clear()
        self._queue.clear()
        root = self._node(state.successor(0, action), 1)
        self._want(root)
        while self._queue and not root.is_lost:
            node = self._queue.popleft()
            # A node may have been queued for an action that Pacman no longer chooses; then it need not be expanded.
            if node.children is None and (node is root or any(parent.rests_on(node) for parent in node.parents)):
                if self._left == 0:
                    break
                self._left -= 1
                self._expand(node)
        else:  # the root is lost, or all states that can follow are expanded
            self._keep_verdicts(is_closed=not root.is_lost)
            return Verdict.LOST if root.is_lost else Verdict.SAFE
        self._keep_verdicts(is_closed=False)
        return Verdict.UNKNOWN

    def _keep_verdicts(self, *, is_closed: bool) -> None:
        for key, node in self._nodes.items():
            if node.is_lost:
                self._verdicts[key] = Verdict.LOST
            elif is_closed and node.children is not None:
                self._verdicts[key] = Verdict.SAFE

    def _node(self, state: GameState, agent: int) -> _Node:
        if state.is_over:
            return _decided(_Node(state, agent), is_lost=state.is_lose)
        key = _key(state, agent)
        if key not in self._nodes:
            node = self._nodes[key] = _Node(state, agent)
            if key in self._verdicts:
                _decided(node, is_lost=self._verdicts[key] is Verdict.LOST)
        return self._nodes[key]

    def _want(self, node: _Node) -> None:
        if node.children is None:
            self._queue.append(node)

    def _expand(self, node: _Node) -> None:
        state, agent = node.state, node.agent
        below = (agent + 1) % self._num_agents
        node.children = [self._node(state.successor(agent, each), below) for each in state.legal_actions(agent)]
        for child in node.children:
            child.parents.append(node)
        self._update(node)
        if agent != 0 and not node.is_lost:
            for child in node.children:
                self._want(child)
        if node.is_lost:
            self._propagate_loss(node)

    def _update(self, node: _Node) -> None:
        """Update `is_lost` of a node from its children; one of Pacman's nodes may change its choice."""
        assert node.children is not None
        if node.agent != 0:
            node.is_lost = any(child.is_lost for child in node.children)
            return
        while node.choice < len(node.children) and node.children[node.choice].is_lost:
            node.choice += 1
        node.is_lost = node.choice == len(node.children)
        if not node.is_lost:
            self._want(node.children[node.choice])

    def _propagate_loss(self, node: _Node) -> None:
        """Propagate a loss to the nodes above."""
        lost = [node]
        while lost:
            for parent in lost.pop().parents:
                if not parent.is_lost:
                    self._update(parent)
                    if parent.is_lost:
                        lost.append(parent)


def _decided(node: _Node, *, is_lost: bool) -> _Node:
    node.children = []
    node.is_lost = is_lost
    return node


# -- to a horizon -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prospect:
    """The rounds that Pacman is certain to survive after an action, the round of the action included.

    line: if the ghosts can kill Pacman in the round after these, the play that does so, from this action on: Pacman
        survives as long as possible, and the ghosts take as few rounds as possible.
    """

    rounds: int
    line: tuple[Move, ...] = ()


class _TooManyStates(Exception):
    """Raised when the search has expanded its maximal number of states."""


class HorizonSearch:
    """Searches one round deeper at a time, until the ghosts kill Pacman or its limit of states is reached.

    states: the number expanded so far, over all calls.
    """

    def __init__(self, num_agents: int) -> None:
        self.states = 0
        self._last = 0  # number of states at which to stop
        self._num_agents = num_agents
        self._alive: dict[Key, int] = {}  # the plies that Pacman is certain to survive, at least
        self._dead: dict[Key, int] = {}  # the plies in which the ghosts can kill Pacman, at most

    def prospects(self, state: GameState, most_states: int) -> dict[Action, Prospect]:
        """Return the certain results of each of Pacman's actions, expanding at most `most_states` states."""
        self._last = self.states + most_states
        children = {action: state.successor(0, action) for action in state.legal_actions(0)}
        found = dict.fromkeys(children, Prospect(0))
        with suppress(_TooManyStates):  # what is known by then is certain
            for rounds in range(1, MOST_PLIES // self._num_agents + 1):
                plies = rounds * self._num_agents - 1
                survivors = []
                for action in [action for action in found if not found[action].line]:
                    if self._survives(children[action], 1, plies):
                        survivors.append(action)
                    else:
                        line = ((0, action), *self._killing_line(children[action], plies))
                        found[action] = Prospect(rounds - 1, line)
                found |= dict.fromkeys(survivors, Prospect(rounds))
                if not survivors:
                    break
        return found

    def _survives(self, state: GameState, agent: int, plies: int) -> bool:
        """True if Pacman survives this number of plies, whatever the ghosts do."""
        if state.is_over or plies <= 0:
            return not state.is_lose
        key = _key(state, agent)
        if self._alive.get(key, 0) >= plies:
            return True
        if self._dead.get(key, plies + 1) <= plies:
            return False
        if self.states == self._last:
            raise _TooManyStates
        self.states += 1
        survives = self._expand(state, agent, plies)
        (self._alive if survives else self._dead)[key] = plies  # says more than the old entry, which had no answer
        return survives

    def _expand(self, state: GameState, agent: int, plies: int) -> bool:
        below = (agent + 1) % self._num_agents
        is_pacman = agent == 0
        for action in state.legal_actions(agent):
            if self._survives(state.successor(agent, action), below, plies - 1) is is_pacman:
                return is_pacman
        return not is_pacman

    def _killing_line(self, state: GameState, plies: int) -> list[Move]:
        """Return play to the end from the first ghost's state, if Pacman can survive one round less than these plies.

        Both stay true at every state on the way, the plies counted down.
        """
        line: list[Move] = []
        agent = 1
        while not state.is_over:
            plies -= 1
            below = (agent + 1) % self._num_agents
            choices = ((action, state.successor(agent, action)) for action in state.legal_actions(agent))
            if agent == 0:
                action, state = next(c for c in choices if self._survives(c[1], below, plies - self._num_agents))
            else:
                action, state = next(c for c in choices if not self._survives(c[1], below, plies))
            line.append((agent, action))
            agent = below
        return line
