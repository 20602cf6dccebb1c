"""Minimax with a dictionary of values by state, agent and depth, filled by a decorator."""

from functools import wraps

from template_base import MultiAgentSearchAgent


def remembered(method):
    known = {}

    @wraps(method)
    def looked_up(self, state, agent, depth):
        key = (state, agent, depth, id(self))
        if key not in known:
            known[key] = method(self, state, agent, depth)
        return known[key]

    return looked_up


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return max(gameState.getLegalActions(0), key=lambda action: self.after(gameState, 0, self.depth, action))

    def after(self, state, agent, depth, action):
        child = state.generateSuccessor(agent, action)
        if agent + 1 == state.getNumAgents():
            return self.value(child, 0, depth - 1)
        return self.value(child, agent + 1, depth)

    @remembered
    def value(self, state, agent, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        pick = min if agent else max
        return pick(self.after(state, agent, depth, action) for action in state.getLegalActions(agent))
