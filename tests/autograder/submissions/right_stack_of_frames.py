"""Right: minimax and expectimax without recursion, alpha-beta in closures that share variables."""

import util
from game import Agent


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0  # Pacman is always agent index 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        """Every node is a list: state, turn, parent, action, values of its children."""
        root = [gameState, 0, None, None, []]
        nodes = [root]
        for node in nodes:
            state, turn = node[0], node[1]
            if turn < self.depth * state.getNumAgents() and not (state.isWin() or state.isLose()):
                agent = turn % state.getNumAgents()
                for action in state.getLegalActions(agent):
                    nodes.append([state.generateSuccessor(agent, action), turn + 1, node, action, []])
        while nodes:
            state, turn, parent, action, values = nodes.pop()
            if not values:
                value = self.evaluationFunction(state)
            else:
                value = self.combine(turn % state.getNumAgents(), [v for v, _ in values])
            if parent is not None:
                parent[4].append((value, action))
        best = max(v for v, _ in root[4])
        return [action for v, action in root[4] if v == best][0]

    def combine(self, agent, values):
        return min(values) if agent else max(values)


class ExpectimaxAgent(MinimaxAgent):
    def combine(self, agent, values):
        return sum(values) / float(len(values)) if agent else max(values)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()
        limit = self.depth

        def over(state, depth):
            return depth == limit or state.isLose() or state.isWin()

        def pacman(state, depth, alpha, beta):
            if over(state, depth):
                return self.evaluationFunction(state)
            v = -float("inf")
            for action in state.getLegalActions(0):
                v = max(v, ghost(1, state.generateSuccessor(0, action), depth, max(alpha, v), beta))
                if v > beta:
                    break
            return v

        def ghost(index, state, depth, alpha, beta):
            if over(state, depth):
                return self.evaluationFunction(state)
            v = float("inf")
            for action in state.getLegalActions(index):
                child = state.generateSuccessor(index, action)
                if index + 1 < agents:
                    v = min(v, ghost(index + 1, child, depth, alpha, min(beta, v)))
                else:
                    v = min(v, pacman(child, depth + 1, alpha, min(beta, v)))
                if v < alpha:
                    break
            return v

        best = (-float("inf"), None)
        for action in gameState.getLegalActions(0):
            value = ghost(1, gameState.generateSuccessor(0, action), 0, best[0], float("inf"))
            best = max(best, (value, action), key=lambda pair: pair[0])
        return best[1]
