"""Minimax in two passes: first the whole tree as nested lists, then its values from below."""

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        tree = self.grow(gameState, 0, self.depth)
        scores = [self.back_up(branch, 1 % gameState.getNumAgents(), gameState.getNumAgents()) for branch in tree]
        actions = gameState.getLegalActions(0)
        best = 0
        for i in range(1, len(scores)):
            if scores[i] > scores[best]:
                best = i
        return actions[best]

    def grow(self, state, agent, rounds):
        if rounds == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        nxt = agent + 1
        if nxt == state.getNumAgents():
            nxt, rounds = 0, rounds - 1
        return [self.grow(state.generateSuccessor(agent, a), nxt, rounds) for a in state.getLegalActions(agent)]

    def back_up(self, branch, agent, agents):
        if not isinstance(branch, list):
            return branch
        values = sorted(self.back_up(b, (agent + 1) % agents, agents) for b in branch)
        return values[-1] if agent == 0 else values[0]
