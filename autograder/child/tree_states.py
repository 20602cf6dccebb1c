"""The state of a fixed tree as a submission sees it. The tree itself stays with the grader, who notes what is asked."""

from collections.abc import Callable
from typing import Final, NoReturn, TypeAlias

from autograder.channel import TreeView
from pacman.errors import PacmanError

NO_SCORE: Final = "getScore() called on non-terminal state or before maximum depth achieved."
IN_WORDS: Final = "a state of the test tree"

Successor: TypeAlias = Callable[[str, str], TreeView]  # by state and action


class TreeState:
    """The few functions that a search needs, and no others: a search that calls more is not a general one."""

    def __init__(self, view: TreeView, num_agents: int, successor: Successor) -> None:
        self._view = view
        self._num_agents = num_agents
        self._successor = successor

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
        return TreeState(self._successor(self._view.name, action), self._num_agents, self._successor)

    # Names that other editions of the course give to the same.
    getAvailableActions = getLegalActions
    getNextState = generateNextState = generateSuccessor

    def getScore(self) -> float:
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
