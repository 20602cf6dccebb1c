"""Minimax in a wrapper for iterative deepening, whose first depth is the one that is asked for."""

from template_base import MultiAgentSearchAgent


class FixedDepth:
    def __init__(self, evaluate, limit):
        self.evaluate, self.limit = evaluate, limit

    def best(self, state):
        scored = [(self.look(state.generateSuccessor(0, move), 1, 0), move) for move in state.getLegalActions(0)]
        top = max(score for score, _ in scored)
        return [move for score, move in scored if score == top][0]

    def look(self, state, agent, level):
        if agent >= state.getNumAgents():
            return self.look(state, 0, level + 1)
        if level >= self.limit or state.isWin() or state.isLose():
            return self.evaluate(state)
        below = [self.look(state.generateSuccessor(agent, m), agent + 1, level) for m in state.getLegalActions(agent)]
        return min(below) if agent > 0 else max(below)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        answer = None
        for limit in range(self.depth, self.depth + 1):
            answer = FixedDepth(self.evaluationFunction, limit).best(gameState)
        return answer
