"""The states of a fixed tree, handed out one by one to a search that the grader does not trust."""

from autograder.analysis_limits import TREE_ASKS
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.worlds import TreeWorld
from autograder.channel import Message, ProtocolError, TreeView
from autograder.sandbox.replies import Answer, Call, Reply
from autograder.student.student import TreeAsk


class TreeServer:
    """Hands out a tree to a search, wherever it runs.

    `generated` holds what it has generated, `asks` what it has asked for, in order.
    """

    def __init__(self, tree: FixedTree) -> None:
        self._world = TreeWorld(tree)
        self._asks: list[TreeAsk] = []

    @property
    def asks(self) -> tuple[TreeAsk, ...]:
        return tuple(self._asks)

    @property
    def generated(self) -> frozenset[str]:
        return frozenset(self._world.generated)

    def root(self) -> TreeView:
        return self._view(self._world.tree.start)

    def successor(self, state: str, action: str, agent: int) -> TreeView:
        """Raises KeyError for what is not in the tree or was not handed out. A tree does not care who moves."""
        if state not in self._world.generated:
            raise KeyError(state)
        self._note(TreeAsk(state, action, agent))
        return self._view(self._world.successor(state, agent, action))

    def note_score(self, state: str) -> None:
        """Raises KeyError as `successor` does."""
        if state not in self._world.generated:
            raise KeyError(state)
        self._note(TreeAsk(state))

    def _note(self, ask: TreeAsk) -> None:
        if len(self._asks) < TREE_ASKS:  # a search without end must not fill our memory
            self._asks.append(ask)

    def serve(self, reply: Reply) -> Message | None:
        """The response to a call; ProtocolError for one that has none."""
        if not isinstance(reply, Answer | Call) or (isinstance(reply, Answer) and reply.edges.numbers):
            raise ProtocolError("a report of states where there is a tree")
        try:
            for state in reply.scored:
                self.note_score(state)
            if isinstance(reply, Answer):
                return None
            return {"call": reply.number, "view": self.successor(reply.state, reply.action, reply.agent)}
        except KeyError as error:
            raise ProtocolError("a state that is not in the tree") from error

    def _view(self, state: str) -> TreeView:
        tree = self._world.tree
        return TreeView(state, tree.actions(state), state in tree.wins, state in tree.losses, tree.values.get(state))
