"""Right: a util.Counter of values at the root, dictionaries below, state and turn in one tuple."""

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
        values = util.Counter()
        for action in gameState.getLegalActions(0):
            values[action] = self.of((gameState.generateSuccessor(0, action), 1, 0))
        return values.argMax()

    def children(self, node):
        state, agent, depth = node
        following = (0, depth + 1) if agent == state.getNumAgents() - 1 else (agent + 1, depth)
        return {action: (state.generateSuccessor(agent, action), *following) for action in state.getLegalActions(agent)}

    def of(self, node):
        state, agent, depth = node
        if depth >= self.depth:
            return self.evaluationFunction(state)
        if state.isWin():
            return self.evaluationFunction(state)
        if state.isLose():
            return self.evaluationFunction(state)
        values = {action: self.of(child) for action, child in self.children(node).items()}
        return values[max(values, key=values.get)] if agent == 0 else self.ghost(list(values.values()))

    def ghost(self, values):
        return min(values)


class ExpectimaxAgent(MinimaxAgent):
    def ghost(self, values):
        weights = [1.0 / len(values)] * len(values)
        return sum(weight * value for weight, value in zip(weights, values))


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        values = util.Counter()
        for action in gameState.getLegalActions(0):
            alpha = max(values.values()) if values else -float("inf")
            values[action] = self.of(gameState.generateSuccessor(0, action), 1, 0, {"a": alpha, "b": float("inf")})
        return values.argMax()

    def of(self, state, agent, depth, bounds):
        if depth >= self.depth or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        following = (0, depth + 1) if agent == state.getNumAgents() - 1 else (agent + 1, depth)
        values = []
        bounds = bounds.copy()
        for action in state.getLegalActions(agent):
            values.append(self.of(state.generateSuccessor(agent, action), *following, bounds))
            if agent == 0:
                bounds["a"] = max(bounds["a"], values[-1])
            else:
                bounds["b"] = min(bounds["b"], values[-1])
            if bounds["b"] < bounds["a"]:
                break
        return min(values) if agent else max(values)
