"""The states of a fixed tree, handed out one by one to a search that the grader does not trust."""

from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.worlds import TreeWorld
from autograder.channel import Message, ProtocolError, TreeView
from autograder.sandbox.replies import Answer, Call, Reply


class TreeServer:
    """Hands out a tree to a search, wherever it runs; `generated` holds what it has generated."""

    def __init__(self, tree: FixedTree) -> None:
        self._world = TreeWorld(tree)

    @property
    def generated(self) -> frozenset[str]:
        return frozenset(self._world.generated)

    def root(self) -> TreeView:
        return self._view(self._world.tree.start)

    def successor(self, state: str, action: str) -> TreeView:
        """Raises KeyError for what is not in the tree or was not handed out."""
        if state not in self._world.generated:
            raise KeyError(state)
        return self._view(self._world.successor(state, 0, action))

    def serve(self, reply: Reply) -> Message | None:
        """The response to a call; ProtocolError for one that has none."""
        if isinstance(reply, Answer) and not reply.edges.numbers:
            return None
        if not isinstance(reply, Call):
            raise ProtocolError("a report of states where there is a tree")
        try:
            return {"call": reply.number, "view": self.successor(reply.state, reply.action)}
        except KeyError as error:
            raise ProtocolError("a state that is not in the tree") from error

    def _view(self, state: str) -> TreeView:
        tree = self._world.tree
        return TreeView(state, tree.actions(state), state in tree.wins, state in tree.losses, tree.values.get(state))
