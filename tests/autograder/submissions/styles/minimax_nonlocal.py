"""Minimax by nested functions that write to variables of the function around them."""

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        chosen, level = None, 0
        total = gameState.getNumAgents() * self.depth

        def enter(state):
            nonlocal chosen, level
            if level == total or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            who = level % state.getNumAgents()
            result, pick = None, None
            for action in state.getLegalActions(who):
                level += 1
                value = enter(state.generateSuccessor(who, action))
                level -= 1
                if result is None or (value > result if who == 0 else value < result):
                    result, pick = value, action
            if level == 0:
                chosen = pick
            return result

        enter(gameState)
        return chosen
