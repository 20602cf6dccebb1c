"""Right: tests a child for the end before the call, so that the recursion meets no leaf."""

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
        return self.choose(gameState, 0, 1)[0]

    def choose(self, state, agent, depth):
        lastAgent = agent == state.getNumAgents() - 1
        results = []
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            if child.isWin() or child.isLose() or (lastAgent and depth == self.depth):
                results.append((action, self.evaluationFunction(child)))
            elif lastAgent:
                results.append((action, self.choose(child, 0, depth + 1)[1]))
            else:
                results.append((action, self.choose(child, agent + 1, depth)[1]))
        return self.pick(agent, results)

    def pick(self, agent, results):
        return max(results, key=lambda r: r[1]) if agent == 0 else min(results, key=lambda r: r[1])


class ExpectimaxAgent(MinimaxAgent):
    def pick(self, agent, results):
        if agent == 0:
            return max(results, key=lambda r: r[1])
        return None, float(sum(r[1] for r in results)) / len(results)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.choose(gameState, 0, 1, -99999999, 99999999)[0]

    def choose(self, state, agent, depth, a, b):
        lastAgent = agent == state.getNumAgents() - 1
        best = None
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            if child.isWin() or child.isLose() or (lastAgent and depth == self.depth):
                v = self.evaluationFunction(child)
            elif lastAgent:
                v = self.choose(child, 0, depth + 1, a, b)[1]
            else:
                v = self.choose(child, agent + 1, depth, a, b)[1]
            if best is None or (v > best[1] if agent == 0 else v < best[1]):
                best = (action, v)
            if agent == 0:
                if v > b:
                    return best
                a = max(a, v)
            else:
                if v < a:
                    return best
                b = min(b, v)
        return best
