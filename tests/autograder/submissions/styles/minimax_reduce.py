"""Minimax by functools.reduce and lambdas."""

from functools import reduce

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        n = gameState.getNumAgents()
        end = lambda s, t: s.isWin() or s.isLose() or t == n * self.depth
        go = lambda s, t: [s.generateSuccessor(t % n, a) for a in s.getLegalActions(t % n)]
        fold = lambda t: (lambda x, y: y if y > x else x) if t % n == 0 else (lambda x, y: y if y < x else x)
        value = lambda s, t: (
            self.evaluationFunction(s) if end(s, t) else reduce(fold(t), (value(c, t + 1) for c in go(s, t)))
        )
        actions = gameState.getLegalActions(0)
        values = [value(gameState.generateSuccessor(0, a), 1) for a in actions]
        return actions[values.index(max(values))]
