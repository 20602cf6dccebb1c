"""Alpha-beta as one nested function with pairs."""

from template_base import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        INF = float("inf")

        def look(state, depth, who, a, b):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state), None
            after = who + 1
            deeper = depth
            if after == state.getNumAgents():
                after, deeper = 0, depth + 1
            best, move = (-INF, None) if who == 0 else (INF, None)
            for action in state.getLegalActions(who):
                v = look(state.generateSuccessor(who, action), deeper, after, a, b)[0]
                if who == 0:
                    if v > best:
                        best, move = v, action
                    if best > b:
                        break
                    a = max(a, best)
                else:
                    if v < best:
                        best, move = v, action
                    if best < a:
                        break
                    b = min(b, best)
            return best, move

        return look(gameState, 0, 0, -INF, INF)[1]
