"""Minimax as a pipeline of generators: paths are drawn from one stage to the next, and folded at the end."""

from itertools import groupby

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()
        paths = iter([((), gameState, 0, 0)])
        for ply in range(self.depth * agents):
            paths = self.moved(paths, ply)
        lines = [(path, self.evaluationFunction(state)) for path, state, _, _ in paths]
        for ply in reversed(range(1, self.depth * agents)):
            lines = list(self.folded(lines, ply, max if ply % agents == 0 else min))
        best = max(value for _, value in lines)
        return next(path[0] for path, value in lines if value == best)

    def moved(self, paths, ply):
        for path, state, agent, rounds in paths:
            if self.is_leaf(state, rounds):
                yield path, state, agent, rounds
                continue
            last = agent == state.getNumAgents() - 1
            for action in state.getLegalActions(agent):
                child = state.generateSuccessor(agent, action)
                yield (*path, action), child, 0 if last else agent + 1, rounds + 1 if last else rounds

    def is_leaf(self, state, rounds):
        return rounds == self.depth or state.isWin() or state.isLose()

    def folded(self, lines, ply, pick):
        for path, group in groupby(lines, key=lambda line: line[0][:ply]):
            values = list(group)
            yield (path, values[0][1]) if len(values[0][0]) <= ply else (path, pick(value for _, value in values))
