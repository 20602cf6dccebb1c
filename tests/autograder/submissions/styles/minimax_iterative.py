"""Minimax without recursion: a list of open nodes, each a dictionary."""

from template_base import MultiAgentSearchAgent


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        agents = gameState.getNumAgents()
        root = self.opened(gameState, 0, 0)
        stack = [root]
        while stack:
            node = stack[-1]
            if node["todo"]:
                action = node["todo"].pop(0)
                child = node["state"].generateSuccessor(node["agent"], action)
                agent = (node["agent"] + 1) % agents
                rounds = node["rounds"] + (agent == 0)
                node["action"] = action
                if child.isWin() or child.isLose() or rounds == self.depth:
                    self.report(node, self.evaluationFunction(child))
                else:
                    stack.append(self.opened(child, agent, rounds))
            else:
                stack.pop()
                if stack:
                    self.report(stack[-1], node["value"])
        return root["best"]

    def opened(self, state, agent, rounds):
        start = float("inf") if agent else float("-inf")
        return {
            "state": state,
            "agent": agent,
            "rounds": rounds,
            "todo": list(state.getLegalActions(agent)),
            "value": start,
            "best": None,
            "action": None,
        }

    def report(self, node, value):
        better = value < node["value"] if node["agent"] else value > node["value"]
        if better:
            node["value"] = value
            node["best"] = node["action"]
