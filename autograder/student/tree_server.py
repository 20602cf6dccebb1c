"""Serve the states of a fixed tree one by one to a search that the grader does not trust."""

from collections.abc import Iterable
from typing import TypeAlias

from agents.search.search_tree import ROOT, SearchTree
from autograder.analysis_limits import TREE_REQUESTS
from autograder.case_types.fixed_tree import FixedTree
from autograder.case_types.state_spaces import TreeSpace
from autograder.channel import ProtocolError, TreeMessage, TreeView, unbounded
from autograder.failures import Failure, FailureKind
from autograder.sandbox.child_messages import Answer, Call, ChildMessage
from autograder.student.student import TreeAnswer

Move: TypeAlias = tuple[int, str, str]  # of an agent: its index, its action and the state that follows


class TreeServer:
    """Serves a tree to a search in this process or in a child process, and records the requests.

    requests: the number of requested successors and scores.
    scored_last: the last state whose score was read, if any.
    """

    def __init__(self, tree: FixedTree) -> None:
        self._space = TreeSpace(tree)
        self.requests = 0
        self.scored_last: str | None = None
        self._other_values: dict[str, float] = {}
        self._log: list[tuple[str, Move | None]] = []  # states that were asked for a successor, or for their score

    def answer(
        self,
        action: str | None,
        failure: Failure | None = None,
        *,
        remark: Failure | None = None,
        is_negated: bool = False,
        returned: Iterable[tuple[str, float]] = (),
    ) -> TreeAnswer:
        """Return the answer of the search, with all that was recorded."""
        has_crashed = failure is not None and failure.kind is FailureKind.CRASHED
        is_scored = self.scored_last is None or self.scored_last in self._space.tree.values
        return TreeAnswer(
            action,
            frozenset(self._space.generated),
            failure,
            remark,
            record=self.searched,
            requests=self.requests,
            scored_last=self.scored_last,
            lacks_score=has_crashed and not is_scored,
            other_values=self._other_values,
            is_negated=is_negated,
            returned={state: unbounded(value) for state, value in returned if state in self._space.generated},
        )

    def searched(self) -> SearchTree[str, str]:
        """Return the part of the tree that was requested, with the scores of the leaves that were read."""
        tree = self._space.tree
        searched: SearchTree[str, str] = SearchTree(tree.start)
        searched.root.is_over = tree.is_end(tree.start)
        numbers: dict[tuple[int, int, str], int] = {}
        last = {tree.start: ROOT}  # by name: a request identifies a state only by that
        for state, move in self._log:
            parent = last[state]
            if move is None:
                if (score := tree.values.get(state)) is not None:
                    searched.evaluate(parent, score)
                continue
            agent, action, child = move
            if (parent, agent, action) not in numbers:
                node = searched.add(parent, agent, action, child)
                node.is_over = tree.is_end(child)
                numbers[parent, agent, action] = node.number
            else:
                searched.expand_again(parent)
            last[child] = numbers[parent, agent, action]
        return searched

    def root(self) -> TreeView:
        return self._view(self._space.tree.start)

    def successor(self, state: str, action: str, agent: int) -> TreeView:
        """Return a successor, the same for each agent; raise KeyError for an unserved state or an unknown action."""
        if state not in self._space.generated:
            raise KeyError(state)
        child = self._space.successor(state, agent, action)
        self._note(state, (agent, action, child))
        return self._view(child)

    def note_score(self, state: str) -> None:
        """Record that a score was read; raise KeyError if the state was not served yet."""
        if state not in self._space.generated:
            raise KeyError(state)
        self._note(state, None)
        self.scored_last = state

    def _note(self, state: str, move: Move | None) -> None:
        self.requests += 1
        if self.requests <= TREE_REQUESTS:  # an endless search must not fill the memory
            self._log.append((state, move))

    def note_evaluation(self, state: str, value: float) -> None:
        """Record that the agent's evaluation did not return the score; raise KeyError as `successor` does."""
        if state not in self._space.generated:
            raise KeyError(state)
        self._other_values[state] = value

    def serve(self, reply: ChildMessage) -> TreeMessage | None:
        """Return the response to a call, or None for the final answer; raise ProtocolError for an invalid message."""
        if not isinstance(reply, Answer | Call) or (isinstance(reply, Answer) and reply.edges.numbers):
            raise ProtocolError("a report of states in a case with a fixed tree")
        try:
            for state in reply.scored:
                self.note_score(state)
            if isinstance(reply, Answer):
                for state, value in reply.evaluated:
                    self.note_evaluation(state, value)
                return None
            return [reply.number, *self.successor(reply.state, reply.action, reply.agent)]
        except KeyError as error:
            raise ProtocolError("a state that is not in the tree") from error

    def _view(self, state: str) -> TreeView:
        tree = self._space.tree
        return TreeView(state, tree.actions(state), state in tree.wins, state in tree.losses, tree.values.get(state))
