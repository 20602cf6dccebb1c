"""Alpha-beta as a coroutine: each node is a generator that is sent the values of its children."""

from template_base import MultiAgentSearchAgent


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        answer = {}

        def node(state, agent, depth, low, high, is_root=False):
            best = None
            for action in state.getLegalActions(agent):
                value = yield state.generateSuccessor(agent, action), low, high
                if best is None or (value > best if agent == 0 else value < best):
                    best = value
                    if is_root:
                        answer["action"] = action
                if agent == 0:
                    low = max(low, best)
                else:
                    high = min(high, best)
                if low > high:
                    break
            return best

        def run(state, agent, depth, low, high, is_root=False):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            following = (agent + 1) % state.getNumAgents()
            walk = node(state, agent, depth, low, high, is_root)
            found = None
            while True:
                try:
                    child, low, high = walk.send(found)
                except StopIteration as end:
                    return end.value
                found = run(child, following, depth + (following == 0), low, high)

        run(gameState, 0, 0, float("-inf"), float("inf"), is_root=True)
        return answer["action"]
