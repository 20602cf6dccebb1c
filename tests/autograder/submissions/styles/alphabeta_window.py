"""Alpha-beta with a window as an object, which each call narrows for itself."""

from dataclasses import dataclass, replace

from template_base import MultiAgentSearchAgent


@dataclass(frozen=True)
class Window:
    alpha: float = float("-inf")
    beta: float = float("inf")

    def raised(self, value):
        return replace(self, alpha=max(self.alpha, value))

    def lowered(self, value):
        return replace(self, beta=min(self.beta, value))


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        window, best, best_action = Window(), float("-inf"), None
        for action in gameState.getLegalActions(self.index):
            value = self.search(gameState.generateSuccessor(self.index, action), 1, 1, window)
            if value > best:
                best, best_action = value, action
            window = window.raised(best)
        return best_action

    def search(self, state, agent, level, window):
        if agent == state.getNumAgents():
            agent, level = 0, level + 1
        if state.isWin() or state.isLose() or level > self.depth:
            return self.evaluationFunction(state)
        return self.highest(state, level, window) if agent == 0 else self.lowest(state, agent, level, window)

    def highest(self, state, level, window):
        value = float("-inf")
        for action in state.getLegalActions(0):
            value = max(value, self.search(state.generateSuccessor(0, action), 1, level, window))
            if value > window.beta:
                return value
            window = window.raised(value)
        return value

    def lowest(self, state, agent, level, window):
        value = float("inf")
        for action in state.getLegalActions(agent):
            value = min(value, self.search(state.generateSuccessor(agent, action), agent + 1, level, window))
            if value < window.alpha:
                return value
            window = window.lowered(value)
        return value
