"""The state of a fixed tree as a submission sees it. The tree itself stays with the grader, who notes what is asked."""

from typing import Final, NoReturn, Protocol

from autograder.channel import SCORES_A_MESSAGE, Channel, ProtocolError, TreeView, decode_view
from pacman.errors import PacmanError

NO_SCORE: Final = "getScore() called on non-terminal state or before maximum depth achieved."
IN_WORDS: Final = "a state of the test tree"


class Tree(Protocol):
    """Where the states of a tree come from; it hears of everything that is asked."""

    def successor(self, state: str, action: str, agent: int) -> TreeView: ...
    def note_score(self, state: str) -> None: ...


class RemoteTree:
    """A tree on the other side of a channel."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._calls = 0
        self._scored: list[str] = []  # not reported yet

    def successor(self, state: str, action: str, agent: int) -> TreeView:
        self._calls += 1
        call = {"call": self._calls, "state": state, "action": action, "agent": agent, "scored": self.take_scored()}
        self._channel.send(call)
        reply = self._channel.receive()
        if reply.get("call") != self._calls:
            raise ProtocolError("not the reply to this call")
        return decode_view(reply["view"])

    def note_score(self, state: str) -> None:
        if len(self._scored) < SCORES_A_MESSAGE:
            self._scored.append(state)

    def take_scored(self) -> list[str]:
        scored, self._scored = self._scored, []
        return scored


class TreeState:
    """The few functions that a search needs, and no others: a search that calls more is not a general one."""

    def __init__(self, view: TreeView, num_agents: int, tree: Tree) -> None:
        self._view = view
        self._num_agents = num_agents
        self._tree = tree

    def getNumAgents(self) -> int:
        return self._num_agents

    def isWin(self) -> bool:
        return self._view.is_win

    def isLose(self) -> bool:
        return self._view.is_lose

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:
        return list(self._view.actions)

    def generateSuccessor(self, agentIndex: int, action: str) -> "TreeState":
        if action not in self._view.actions:
            legal = ", ".join(self._view.actions) or "none"
            raise PacmanError(f"Illegal action {action} in state {self._view.name}; legal: {legal}")
        agent = agentIndex if type(agentIndex) is int and 0 <= agentIndex < self._num_agents else 0
        return TreeState(self._tree.successor(self._view.name, action, agent), self._num_agents, self._tree)

    # Names that other editions of the course give to the same.
    getAvailableActions = getLegalActions
    getNextState = generateNextState = generateSuccessor

    def getScore(self) -> float:
        self._tree.note_score(self._view.name)
        if self._view.score is None:
            raise PacmanError(NO_SCORE)
        return self._view.score

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"{IN_WORDS} has no {name}: it has getLegalActions, generateSuccessor, getNumAgents, isWin, isLose and "
            "getScore; what Pacman sees is a matter for self.evaluationFunction"
        )

    def __repr__(self) -> str:
        return f"<state {self._view.name} of the test tree>"


def in_students_words(text: str) -> str:
    """What Python says of the class that we gave such a state."""
    name = TreeState.__name__
    return text.replace(f"'{name}' object", IN_WORDS).replace(f"'{name}'", IN_WORDS).replace(f"{name}.", "")
