"""Expectimax breadth first: all states of a ply, then values from the last ply to the first."""

from template_base import MultiAgentSearchAgent


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()
        layers = [[(gameState, None)]]
        for ply in range(agents * self.depth):
            layer = []
            for place, (state, _) in enumerate(layers[-1]):
                if ply and (state.isWin() or state.isLose()):
                    continue
                for action in state.getLegalActions(ply % agents):
                    layer.append((state.generateSuccessor(ply % agents, action), place))
            layers.append(layer)
        values = None
        for ply in range(agents * self.depth, 0, -1):
            below, values = values, []
            groups = [[] for _ in layers[ply]]
            if below is not None:
                for value, (_, parent) in zip(below, layers[ply + 1]):
                    groups[parent].append(value)
            for (state, _), group in zip(layers[ply], groups):
                if not group:
                    values.append(self.evaluationFunction(state))
                elif ply % agents == 0:
                    values.append(max(group))
                else:
                    values.append(sum(group) / len(group))
        actions = gameState.getLegalActions(0)
        return actions[values.index(max(values))]
