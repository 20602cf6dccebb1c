"""Alpha-beta with match statements on the turn and on the window."""

from template_base import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        window = (float("-inf"), float("inf"))
        found = []
        for action in gameState.getLegalActions(0):
            value = self.search(gameState.generateSuccessor(0, action), 1, self.depth, window)
            found.append((value, action))
            window = (max(window[0], value), window[1])
        return max(found, key=lambda pair: pair[0])[1]

    def search(self, state, agent, depth, window):
        match (agent == state.getNumAgents(), state.isWin() or state.isLose()):
            case (_, True):
                return self.evaluationFunction(state)
            case (True, False):
                agent, depth = 0, depth - 1
        match (agent, depth):
            case (_, 0):
                return self.evaluationFunction(state)
            case (0, _):
                value, best = float("-inf"), max
            case _:
                value, best = float("inf"), min
        for action in state.getLegalActions(agent):
            value = best(value, self.search(state.generateSuccessor(agent, action), agent + 1, depth, window))
            match (agent, window):
                case (0, (low, high)) if value > high:
                    return value
                case (0, (low, high)):
                    window = (max(low, value), high)
                case (_, (low, high)) if value < low:
                    return value
                case (_, (low, high)):
                    window = (low, min(high, value))
        return value
