"""A small game tree written out in a case file, and the five functions that make it a game for `agents.search`."""

from dataclasses import dataclass
from typing import TypeAlias

from autograder.assignment.case_files import CaseFile
from autograder.channel import TreeView
from autograder.errors import GradingError

Moment: TypeAlias = tuple[str, int]  # a state and how many moves led to it


@dataclass(frozen=True)
class FixedTree:
    """States by name. Agents move in turn from agent 0; the order of actions is that of the lines in the file."""

    start: str
    num_agents: int
    wins: frozenset[str]
    losses: frozenset[str]
    successors: dict[str, dict[str, str]]  # state -> action -> next state
    values: dict[str, float]  # the states whose score may be asked for

    @classmethod
    def read(cls, file: CaseFile) -> "FixedTree":
        successors: dict[str, dict[str, str]] = {}
        for place, line in file.rows("successors"):
            words = line.split()
            if len(words) != 3:
                raise GradingError(f"{place}: {line.strip()!r} is no successor; expected: state action next-state")
            successors.setdefault(words[0], {})[words[1]] = words[2]
        values = {}
        for place, line in file.rows("evaluation"):
            words = line.split()
            try:
                state, value = words
                values[state] = float(value)
            except ValueError:
                raise GradingError(f"{place}: {line.strip()!r} is no evaluation; expected: state number") from None
        num_agents = file.whole_number("num_agents")
        if num_agents < 1:
            raise file.error("num_agents", f"num_agents is {num_agents}; expected 1 or more")
        return cls(
            start=file.required("start_state"),
            num_agents=num_agents,
            wins=frozenset(file.required("win_states").split(" ")),
            losses=frozenset(file.required("lose_states").split(" ")),
            successors=successors,
            values=values,
        )

    def actions(self, state: str) -> list[str]:
        return list(self.successors.get(state, ()))

    def is_over(self, state: str) -> bool:
        return state in self.wins or state in self.losses


class TreeServer:
    """Hands out a tree state by state to a search, wherever it runs, and notes which ones it generated."""

    def __init__(self, tree: FixedTree) -> None:
        self._tree = tree
        self.generated = {tree.start}

    def root(self) -> TreeView:
        return self._view(self._tree.start)

    def successor(self, state: str, action: str) -> TreeView:
        """Raises KeyError for what is not in the tree or was not handed out."""
        if state not in self.generated:
            raise KeyError(state)
        successor = self._tree.successors[state][action]
        self.generated.add(successor)
        return self._view(successor)

    def _view(self, state: str) -> TreeView:
        tree = self._tree
        return TreeView(state, tree.actions(state), state in tree.wins, state in tree.losses, tree.values.get(state))


class TreeGame:
    """The tree as a game for searchers. `generated` collects the states they look at."""

    def __init__(self, tree: FixedTree) -> None:
        self.tree = tree
        self.root: Moment = (tree.start, 0)
        self.generated = {tree.start}

    def player(self, moment: Moment, /) -> int:
        return moment[1] % self.tree.num_agents

    def actions(self, moment: Moment, /) -> list[str]:
        return self.tree.actions(moment[0])

    def result(self, moment: Moment, action: str, /) -> Moment:
        state = self.tree.successors[moment[0]][action]
        self.generated.add(state)
        return state, moment[1] + 1

    def terminal_test(self, moment: Moment, /) -> bool:
        """Won, lost, or nowhere to go."""
        return self.tree.is_over(moment[0]) or not self.actions(moment)

    def utility(self, moment: Moment, player: int, /) -> float:
        value = self.evaluate(moment)
        return value if player == 0 else -value

    def evaluate(self, moment: Moment, /) -> float:
        if moment[0] not in self.tree.values:
            raise GradingError(f"state {moment[0]!r} needs an evaluation and has none")
        return self.tree.values[moment[0]]
