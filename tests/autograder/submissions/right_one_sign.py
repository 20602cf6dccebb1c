"""Right: one function for all agents, with a sign for the player to move; generators in place of lists."""

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
        return max(
            gameState.getLegalActions(0),
            key=lambda action: self.worth(gameState.generateSuccessor(0, action), 1 % gameState.getNumAgents(), 1),
        )

    def worth(self, state, agent, turns):
        if state.isWin() or state.isLose() or turns == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        sign = -1 if agent else 1
        after = (agent + 1) % state.getNumAgents()
        return sign * max(
            sign * self.worth(state.generateSuccessor(agent, action), after, turns + 1)
            for action in state.getLegalActions(agent)
        )


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        bound = -float("inf")
        answer = None
        for action in reversed(list(reversed(gameState.getLegalActions(0)))):
            found = self.worth(gameState.generateSuccessor(0, action), 1, [bound, float("inf")])
            if answer is None or found > bound:
                bound, answer = found, action
        return answer

    def worth(self, state, turns, window):
        if state.isWin() or state.isLose() or turns == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        agent = turns % state.getNumAgents()
        mine, yours = (1, 0) if agent else (0, 1)
        sign = -1 if agent else 1
        window = list(window)
        best = -float("inf")
        for action in state.getLegalActions(agent):
            best = max(best, sign * self.worth(state.generateSuccessor(agent, action), turns + 1, window))
            if best > sign * window[yours]:
                return sign * best
            window[mine] = sign * max(best, sign * window[mine])
        return sign * best


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return max((self.worth(gameState.generateSuccessor(0, a), 1), a) for a in gameState.getLegalActions(0))[1]

    def worth(self, state, turns):
        if state.isWin() or state.isLose() or turns == self.depth * state.getNumAgents():
            return self.evaluationFunction(state)
        agent = turns % state.getNumAgents()
        below = (self.worth(state.generateSuccessor(agent, a), turns + 1) for a in state.getLegalActions(agent))
        return sum(below) / len(state.getLegalActions(agent)) if agent else max(below)
