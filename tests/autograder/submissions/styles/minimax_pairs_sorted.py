"""Minimax that counts plies down and keeps triples of value, place and action."""

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        plies = self.depth * gameState.getNumAgents()
        return self.decide(gameState, plies)[2]

    def decide(self, state, plies):
        if not plies or state.isWin() or state.isLose():
            return self.evaluationFunction(state), 0, None
        agents = state.getNumAgents()
        agent = (agents - plies % agents) % agents
        triples = []
        for place, action in enumerate(state.getLegalActions(agent)):
            value = self.decide(state.generateSuccessor(agent, action), plies - 1)[0]
            triples.append((-value if agent == 0 else value, place, action))
        triples.sort(key=lambda triple: triple[:2])
        value, place, action = triples[0]
        return (-value if agent == 0 else value), place, action
