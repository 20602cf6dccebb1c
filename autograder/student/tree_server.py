"""The states of a fixed tree, handed out one by one to a search that the grader does not trust."""

from agents.search.search_tree import ROOT, SearchTree
from autograder.analysis_limits import TREE_STATES
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.worlds import TreeWorld
from autograder.channel import Message, ProtocolError, TreeView
from autograder.failures import Failure
from autograder.sandbox.replies import Answer, Call, Reply
from autograder.student.student import TreeAnswer


class TreeServer:
    """Hands out a tree to a search, wherever it runs.

    searched: what the search has asked for; leaves have their scores where those were asked for.
    requests: how many successors and scores were asked for.
    scored_last: the last state whose score was asked for; None if there is none.
    """

    def __init__(self, tree: FixedTree) -> None:
        self._world = TreeWorld(tree)
        self.searched: SearchTree[str, str] = SearchTree(tree.start)
        self.searched.root.is_over = tree.is_end(tree.start)
        self.requests = 0
        self.scored_last: str | None = None
        self._numbers: dict[tuple[int, int, str], int] = {}
        self._last = {tree.start: ROOT}  # by name, since a search says no more of a state than that

    @property
    def generated(self) -> frozenset[str]:
        return frozenset(self._world.generated)

    def answer(
        self, action: str | None, failure: Failure | None = None, *, remark: str = "", is_negated: bool = False
    ) -> TreeAnswer:
        """What came of the search."""
        return TreeAnswer(
            action, self.generated, failure, remark, self.searched, self.requests, self.scored_last, is_negated
        )

    def root(self) -> TreeView:
        return self._view(self._world.tree.start)

    def successor(self, state: str, action: str, agent: int) -> TreeView:
        """Raises KeyError for what is not in the tree or was not handed out. A tree does not care who moves."""
        if state not in self._world.generated:
            raise KeyError(state)
        child = self._world.successor(state, agent, action)
        self.requests += 1
        self._note(state, agent, action, child)
        return self._view(child)

    def _note(self, state: str, agent: int, action: str, child: str) -> None:
        parent = self._last.get(state)
        if parent is None:  # it came after the last one that is written down
            return
        number = self._numbers.get((parent, agent, action))
        if number is None and self.searched.generated < TREE_STATES:  # a search without end must not fill our memory
            node = self.searched.add(parent, agent, action, child)
            node.is_over = self._world.tree.is_end(child)
            number = self._numbers[parent, agent, action] = node.number
        if number is not None:
            self._last[child] = number

    def note_score(self, state: str) -> None:
        """Raises KeyError as `successor` does."""
        if state not in self._world.generated:
            raise KeyError(state)
        self.requests += 1
        self.scored_last = state
        score = self._world.tree.values.get(state)
        if score is not None and state in self._last:
            self.searched.evaluate(self._last[state], score)

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
