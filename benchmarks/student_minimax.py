"""Minimax as students write it, with Berkeley's names: it runs on every engine that has them."""

from typing import Any


class StudentMinimax:
    """Minimax over `getLegalActions` and `generateSuccessor`, plain and correct."""

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.nodes = 0

    def getAction(self, state: Any) -> Any:
        actions = state.getLegalActions(0)
        return max(actions, key=lambda action: self.value(state.generateSuccessor(0, action), 1, 0))

    def value(self, state: Any, agent: int, depth: int) -> Any:
        self.nodes += 1
        if state.isWin() or state.isLose() or depth == self.depth:
            return state.getScore()
        following = (agent + 1) % state.getNumAgents()
        deeper = depth + (following == 0)
        values = [
            self.value(state.generateSuccessor(agent, action), following, deeper)
            for action in state.getLegalActions(agent)
        ]
        return max(values) if agent == 0 else min(values)
