"""Wrong: leaves get the value of the state that getAction was given. Style: nested function with the wrong name in it."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        def expectimax(agent, depth, state):
            if state.isLose() or state.isWin() or depth == self.depth:
                return self.evaluationFunction(gameState)
            children = [(agent, a) for a in state.getLegalActions(agent)]
            if agent == 0:
                return max(expectimax(1, depth, state.generateSuccessor(*c)) for c in children)
            following = agent + 1
            if following == state.getNumAgents():
                following, depth = 0, depth + 1
            return sum(expectimax(following, depth, state.generateSuccessor(*c)) for c in children) / len(children)

        return max(gameState.getLegalActions(0), key=lambda a: expectimax(1, 0, gameState.generateSuccessor(0, a)))
