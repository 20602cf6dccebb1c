"""Minimax with one explicit stack of (step, …) tuples and a stack of values, as a small machine."""

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        actions = gameState.getLegalActions(0)
        results = [self.run(gameState.generateSuccessor(0, action)) for action in actions]
        return actions[results.index(max(results))]

    def run(self, start):
        todo, values = [("visit", start, 1, self.depth)], []
        while todo:
            step = todo.pop()
            if step[0] == "fold":
                _, agent, count = step
                found = values[-count:]
                del values[-count:]
                values.append(max(found) if agent == 0 else min(found))
                continue
            _, state, agent, depth = step
            if agent == state.getNumAgents():
                agent, depth = 0, depth - 1
            if depth == 0 or state.isWin() or state.isLose():
                values.append(self.evaluationFunction(state))
                continue
            legal = state.getLegalActions(agent)
            todo.append(("fold", agent, len(legal)))
            for action in reversed(legal):
                todo.append(("visit", state.generateSuccessor(agent, action), agent + 1, depth))
        return values[0]
