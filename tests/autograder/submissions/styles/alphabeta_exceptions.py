"""Alpha-beta that leaves a node by raising an exception."""

from template_base import MultiAgentSearchAgent


class Cut(Exception):
    def __init__(self, value):
        super().__init__(value)
        self.value = value


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        self.plan = []
        self.explore(gameState, 0, [float("-inf"), float("inf")])
        top = max(value for value, _ in self.plan)
        return [action for value, action in self.plan if value == top][0]

    def explore(self, state, turn, bounds):
        try:
            return self.visit(state, turn, list(bounds))
        except Cut as cut:
            return cut.value

    def visit(self, state, turn, bounds):
        count = state.getNumAgents()
        if state.isWin() or state.isLose() or turn == count * self.depth:
            return self.evaluationFunction(state)
        mine = 0 if turn % count == 0 else 1
        beats = (lambda x, y: x > y) if mine == 0 else (lambda x, y: x < y)
        result = None
        for action in state.getLegalActions(turn % count):
            value = self.explore(state.generateSuccessor(turn % count, action), turn + 1, bounds)
            if turn == 0:
                self.plan.append((value, action))
            if result is None or beats(value, result):
                result = value
            if beats(result, bounds[1 - mine]):
                raise Cut(result)
            if beats(result, bounds[mine]):
                bounds[mine] = result
        return result
