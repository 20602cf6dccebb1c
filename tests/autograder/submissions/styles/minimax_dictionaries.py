"""Negamax on a table of dictionaries: the tree is written down first, then valued from the end."""

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()
        table = {0: {"state": gameState, "ply": 0, "below": {}, "value": None}}
        waiting = [0]
        while waiting:
            node = table[waiting.pop()]
            state, ply = node["state"], node["ply"]
            if ply and (state.isWin() or state.isLose() or ply == self.depth * agents):
                node["value"] = self.sign(ply, agents) * self.evaluationFunction(state)
                continue
            for action in state.getLegalActions(ply % agents):
                number = len(table)
                child = state.generateSuccessor(ply % agents, action)
                table[number] = {"state": child, "ply": ply + 1, "below": {}, "value": None}
                node["below"][action] = number
                waiting.append(number)
        for number in sorted(table, reverse=True):
            node = table[number]
            if node["below"]:
                node["value"] = max(self.seen(table[below], node["ply"], agents) for below in node["below"].values())
        root = table[0]
        return next(a for a, n in root["below"].items() if self.seen(table[n], 0, agents) == root["value"])

    def sign(self, ply, agents):
        return 1 if ply % agents == 0 else -1

    def seen(self, child, ply, agents):
        return self.sign(ply, agents) * self.sign(child["ply"], agents) * child["value"]
