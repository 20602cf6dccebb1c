"""Searches in many styles, right and wrong. A line `#LOG state, value` becomes a call in the instrumented copy."""

HEAD = """
class Search:
    def __init__(self, depth="2", **other):
        self.depth = int(depth)

    def evaluationFunction(self, state):
        return state.getScore()

    def is_leaf(self, state, depth):
        return state.isWin() or state.isLose() or depth == self.depth

"""

PAIR = """
class MinimaxAgent(Search):
    def getAction(self, state):
        best, taken = float("-inf"), None
        for action in state.getLegalActions(0):
            found = self.ghost(state.generateSuccessor(0, action), 1, 0)
            if found > best:
                best, taken = found, action
        return taken

    def pacman(self, state, depth):
        if self.is_leaf(state, depth):
            value = self.evaluationFunction(state)
            #LOG state, value
            return value
        values = []
        for action in state.getLegalActions(0):
            values.append(self.ghost(state.generateSuccessor(0, action), 1, depth))
        value = max(values)
        #LOG state, value
        return value

    def ghost(self, state, agent, depth):
        if self.is_leaf(state, depth):
            value = self.evaluationFunction(state)
            #LOG state, value
            return value
        values = []
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            if agent == state.getNumAgents() - 1:
                values.append(self.pacman(child, depth + 1))
            else:
                values.append(self.ghost(child, agent + 1, depth))
        value = min(values)
        #LOG state, value
        return value
"""

CLOSURES = """
class MinimaxAgent(Search):
    def getAction(self, state):
        agents = state.getNumAgents()

        def value(state, ply):
            if self.is_leaf(state, ply // agents):
                found = self.evaluationFunction(state)
            else:
                agent = ply % agents
                below = [value(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent)]
                found = min(below) if agent else max(below)
            #LOG state, found
            return found

        actions = state.getLegalActions(0)
        return max(actions, key=lambda action: value(state.generateSuccessor(0, action), 1))
"""

METHODS = """
class MinimaxAgent(Search):
    def getAction(self, state):
        return max(state.getLegalActions(0), key=lambda a: self.value(state.generateSuccessor(0, a), 1, 0))

    def value(self, state, agent, depth):
        if self.is_leaf(state, depth):
            found = self.evaluationFunction(state)
        elif agent == 0:
            found = self.maximum(state, depth)
        else:
            found = self.minimum(state, agent, depth)
        #LOG state, found
        return found

    def maximum(self, state, depth):
        return max(self.value(state.generateSuccessor(0, a), 1, depth) for a in state.getLegalActions(0))

    def minimum(self, state, agent, depth):
        after = (agent + 1) % state.getNumAgents()
        children = [state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]
        return min(self.value(child, after, depth + (after == 0)) for child in children)
"""

GENERATORS = """
class MinimaxAgent(Search):
    def getAction(self, state):
        return max(state.getLegalActions(0), key=lambda a: next(self.value(state.generateSuccessor(0, a), 1)))

    def value(self, state, ply):
        agents = state.getNumAgents()
        if self.is_leaf(state, ply // agents):
            found = self.evaluationFunction(state)
        else:
            agent = ply % agents
            below = [next(self.value(state.generateSuccessor(agent, a), ply + 1)) for a in state.getLegalActions(agent)]
            found = min(below) if agent else max(below)
        #LOG state, found
        yield found
"""

MEMO = """
class MinimaxAgent(Search):
    def getAction(self, state):
        self.known = {}
        return max(state.getLegalActions(0), key=lambda a: self.value(state.generateSuccessor(0, a), 1))

    def value(self, state, ply):
        if (state, ply) not in self.known:
            self.known[state, ply] = self.searched(state, ply)
        #LOG state, self.known[state, ply]
        return self.known[state, ply]

    def searched(self, state, ply):
        agents = state.getNumAgents()
        if self.is_leaf(state, ply // agents):
            return self.evaluationFunction(state)
        agent = ply % agents
        below = [self.value(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent)]
        return min(below) if agent else max(below)
"""

STACK = """
class MinimaxAgent(Search):
    def getAction(self, state):
        agents = state.getNumAgents()
        nodes, order = [(state, 0, None)], []
        values, below = {}, {}
        while nodes:
            state, ply, above = nodes.pop()
            number = len(order)
            order.append((number, state, ply, above))
            below[number] = []
            if not self.is_leaf(state, ply // agents):
                agent = ply % agents
                for action in reversed(state.getLegalActions(agent)):
                    nodes.append((state.generateSuccessor(agent, action), ply + 1, (number, action)))
        for number, state, ply, above in reversed(order):
            if not below[number]:
                values[number] = self.evaluationFunction(state)
            else:
                found = [value for value, _ in below[number]]
                values[number] = min(found) if ply % agents else max(found)
            #LOG state, values[number]
            if above is not None:
                below[above[0]].insert(0, (values[number], above[1]))
        return max(below[0], key=lambda pair: pair[0])[1]
"""

TUPLES = """
class MinimaxAgent(Search):
    def getAction(self, state):
        return self.value(state, 0)[1]

    def value(self, state, ply):
        agents = state.getNumAgents()
        if self.is_leaf(state, ply // agents):
            pair = self.evaluationFunction(state), None
        else:
            agent = ply % agents
            actions = state.getLegalActions(agent)
            pairs = [(self.value(state.generateSuccessor(agent, a), ply + 1)[0], a) for a in actions]
            pair = (min if agent else max)(pairs, key=lambda pair: pair[0])
        #LOG state, pair[0]
        return pair
"""

DICTIONARIES = """
class MinimaxAgent(Search):
    def getAction(self, state):
        return self.look(state, 0)["action"]

    def look(self, state, ply):
        agents = state.getNumAgents()
        best = {"value": None, "action": None}
        if self.is_leaf(state, ply // agents):
            best["value"] = self.evaluationFunction(state)
        else:
            agent = ply % agents
            for action in state.getLegalActions(agent):
                found = self.look(state.generateSuccessor(agent, action), ply + 1)["value"]
                if best["value"] is None or (found < best["value"] if agent else found > best["value"]):
                    best = {"value": found, "action": action}
        #LOG state, best["value"]
        return best
"""

NUMPY = """
import numpy as np


class MinimaxAgent(Search):
    def getAction(self, state):
        actions = state.getLegalActions(0)
        return actions[int(np.argmax([self.value(state.generateSuccessor(0, a), 1) for a in actions]))]

    def value(self, state, ply):
        agents = state.getNumAgents()
        if self.is_leaf(state, ply // agents):
            found = np.float32(self.evaluationFunction(state))
        else:
            agent = ply % agents
            actions = state.getLegalActions(agent)
            below = np.array([self.value(state.generateSuccessor(agent, a), ply + 1) for a in actions])
            found = below.min() if agent else below.max()
        #LOG state, float(found)
        return found
"""

NEGAMAX = """
class MinimaxAgent(Search):
    def getAction(self, state):
        return max(state.getLegalActions(0), key=lambda a: -self.value(state.generateSuccessor(0, a), 1))

    def value(self, state, ply):
        agents = state.getNumAgents()
        sign = -1 if ply % agents else 1
        if self.is_leaf(state, ply // agents):
            found = sign * self.evaluationFunction(state)
        else:
            agent, after = ply % agents, (ply + 1) % agents
            turn = -1 if (agent == 0) != (after == 0) else 1
            actions = state.getLegalActions(agent)
            found = max(turn * self.value(state.generateSuccessor(agent, a), ply + 1) for a in actions)
        #LOG state, found
        return found
"""

LAMBDA = """
def logged(state, value):
    #LOG state, value
    return value


class MinimaxAgent(Search):
    def getAction(self, state):
        agents = state.getNumAgents()
        value = lambda state, ply: logged(
            state,
            self.evaluationFunction(state)
            if self.is_leaf(state, ply // agents)
            else (min if ply % agents else max)(
                value(state.generateSuccessor(ply % agents, action), ply + 1)
                for action in state.getLegalActions(ply % agents)
            ),
        )
        return max(state.getLegalActions(0), key=lambda action: value(state.generateSuccessor(0, action), 1))
"""

HELPER = """
import searching


class MinimaxAgent(Search):
    def getAction(self, state):
        return max(
            state.getLegalActions(0), key=lambda a: searching.value(self, state.generateSuccessor(0, a), 1)
        )
"""
HELPER_MODULE = """
def value(agent, state, ply):
    agents = state.getNumAgents()
    if agent.is_leaf(state, ply // agents):
        found = agent.evaluationFunction(state)
    else:
        mover = ply % agents
        below = [value(agent, state.generateSuccessor(mover, a), ply + 1) for a in state.getLegalActions(mover)]
        found = min(below) if mover else max(below)
    #LOG state, found
    return found
"""

STYLES = {
    "recursive pair": PAIR,
    "closures": CLOSURES,
    "methods": METHODS,
    "generators": GENERATORS,
    "memo": MEMO,
    "iterative with a stack": STACK,
    "tuples": TUPLES,
    "dictionaries": DICTIONARIES,
    "numpy scalars": NUMPY,
    "negamax": NEGAMAX,
    "lambda": LAMBDA,
    "helper module": HELPER,
}

# -- alpha-beta, fail-soft

SOFT = """
class AlphaBetaAgent(Search):
    def getAction(self, state):
        alpha, taken = float("-inf"), None
        for action in state.getLegalActions(0):
            value = self.value(state.generateSuccessor(0, action), 1, alpha, float("inf"))
            if value > alpha:
                alpha, taken = value, action
        return taken

    def value(self, state, ply, alpha, beta):
        window, below, agents = (alpha, beta), [], state.getNumAgents()
        if self.is_leaf(state, ply // agents):
            value = self.evaluationFunction(state)
            #LOG state, value
            return value
        agent = ply % agents
        value = float("inf") if agent else float("-inf")
        for action in state.getLegalActions(agent):
            found = self.value(state.generateSuccessor(agent, action), ply + 1, alpha, beta)
            below.append(found)
            if agent:
                value = min(value, found)
                if value < alpha:
                    break
                beta = min(beta, value)
            else:
                value = max(value, found)
                if value > beta:
                    break
                alpha = max(alpha, value)
        #LOG state, value
        return value
"""
HARD = "        value = min(max(value, window[0]), window[1])\n        #LOG state, value".join(
    SOFT.rsplit("        #LOG state, value", maxsplit=1)
)
EXPECTIMAX = PAIR.replace("MinimaxAgent", "ExpectimaxAgent").replace(
    "value = min(values)", "value = sum(values) / len(values)"
)

# Wrong agents: the source and what is changed in it. The instrumented copy says where a value does not follow.
WRONG = [
    *(
        (PAIR, old, new)
        for old, new in [
            ("value = max(values)", "value = min(values)"),
            ("value = min(values)", "value = max(values)"),
            ("value = max(values)", "value = values[-1]"),
            ("value = max(values)", "value = values[0]"),
            ("value = min(values)", "value = values[-1]"),
            ("value = min(values)", "value = values[0]"),
            ("value = min(values)", "value = sum(values) / len(values)"),
            ("value = max(values)", "value = sum(values)"),
            ("value = max(values)", "value = max([0, *values])"),
            ("value = min(values)", "value = min([0, *values])"),
            ("value = min(values)", "value = min(values) - 1"),
            ("value = max(values)", "value = 0.9 * max(values)"),
            ("value = max(values)", "value = max(values, key=abs)"),
            ("value = min(values)", "value = sorted(values)[len(values) // 2]"),
            ("value = self.evaluationFunction(state)", "value = int(self.evaluationFunction(state))"),
            ("value = self.evaluationFunction(state)", "value = self.evaluationFunction(state) + depth"),
            ("value = self.evaluationFunction(state)", "value = abs(self.evaluationFunction(state))"),
            ("found > best", "found < best or taken is None"),
        ]
    ),
    *(
        (SOFT, old, new)
        for old, new in [
            ("value = min(value, found)", "value = found"),
            ("value = max(value, found)", "value = found"),
            ("value = min(value, found)", "value = max(value if value < float('inf') else found, found)"),
            ('value = float("inf") if agent else float("-inf")', "value = 0"),
            ("value = max(value, found)", "value = max(value, found - 2)"),
            ("value = self.evaluationFunction(state)", "value = round(self.evaluationFunction(state))"),
        ]
    ),
    *(
        (EXPECTIMAX, old, new)
        for old, new in [
            ("value = sum(values) / len(values)", "value = sum(values)"),
            ("value = sum(values) / len(values)", "value = min(values)"),
            ("value = sum(values) / len(values)", "value = sum(values) // len(values)"),
            ("value = sum(values) / len(values)", "value = sum(set(values)) / len(set(values))"),
            ("value = sum(values) / len(values)", "value = sum(values) / (len(values) + 1)"),
            ("value = max(values)", "value = sum(values) / len(values)"),
        ]
    ),
]
RIGHT = {
    **{
        name: STYLES[name]
        for name in ("recursive pair", "closures", "methods", "memo", "tuples", "dictionaries", "negamax")
    },
    "fail-soft": SOFT,
    "fail-hard": HARD,
    "fail-hard, called minimax": HARD.replace("AlphaBetaAgent", "MinimaxAgent"),
    "expectimax": EXPECTIMAX,
}

# -- unusual right searches: values in another form, or numbers about states that are not their values

ACTION_VALUES = """
class MinimaxAgent(Search):
    def getAction(self, state):
        actions = state.getLegalActions(0)
        worth = [self.action_value(state, action, 0) for action in actions]
        return actions[worth.index(max(worth))]

    def action_value(self, state, action, ply):
        return self.value(state.generateSuccessor(ply % state.getNumAgents(), action), ply + 1)

    def value(self, state, ply):
        agents = state.getNumAgents()
        if self.is_leaf(state, ply // agents):
            found = self.evaluationFunction(state)
        else:
            worth = [self.action_value(state, action, ply) for action in state.getLegalActions(ply % agents)]
            found = min(worth) if ply % agents else max(worth)
        #LOG state, found
        return found
"""
COST = """
class MinimaxAgent(Search):
    def getAction(self, state):
        return min(state.getLegalActions(0), key=lambda a: self.cost(state.generateSuccessor(0, a), 1))

    def cost(self, state, ply):
        agents = state.getNumAgents()
        if self.is_leaf(state, ply // agents):
            found = -self.evaluationFunction(state)
        else:
            agent = ply % agents
            below = [self.cost(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent)]
            found = max(below) if agent else min(below)
        #LOG state, found
        return found
"""
SCALED = PAIR.replace("value = self.evaluationFunction(state)", "value = 2 * self.evaluationFunction(state) - 100")
WEIGHTED = """
class ExpectimaxAgent(Search):
    def getAction(self, state):
        return max(state.getLegalActions(0), key=lambda a: self.share(state.generateSuccessor(0, a), 1, 1.0))

    def share(self, state, ply, probability):
        agents = state.getNumAgents()
        agent, actions = ply % agents, state.getLegalActions(ply % agents)
        if self.is_leaf(state, ply // agents):
            found = probability * self.evaluationFunction(state)
        else:
            part = probability / len(actions) if agent else probability
            below = [self.share(state.generateSuccessor(agent, a), ply + 1, part) for a in actions]
            found = sum(below) if agent else max(below)
        #LOG state, found
        return found
"""
SAME_STATE = """
class MinimaxAgent(Search):
    def getAction(self, state):
        return self.look(state, 0, 0)[1]

    def look(self, state, agent, depth):
        if agent == state.getNumAgents():
            return self.look(state, 0, depth + 1)
        if self.is_leaf(state, depth):
            #LOG state, self.evaluationFunction(state)
            return self.evaluationFunction(state), None
        best = None
        for action in state.getLegalActions(agent):
            found = self.look(state.generateSuccessor(agent, action), agent + 1, depth)[0]
            if best is None or (found < best[0] if agent else found > best[0]):
                best = found, action
        #LOG state, best[0]
        return best
"""
ORDERED = """
class AlphaBetaAgent(Search):
    def getAction(self, state):
        alpha, taken = float("-inf"), None
        for action in state.getLegalActions(0):
            value = self.value(state.generateSuccessor(0, action), 1, alpha, float("inf"))
            if value > alpha:
                alpha, taken = value, action
        return taken

    def width(self, state, agent):
        return len([state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)])

    def rank(self, state, number):
        return 7 if number == 0 else self.rank(state, number - 1)

    def value(self, state, ply, alpha, beta):
        agents = state.getNumAgents()
        if self.is_leaf(state, ply // agents):
            value = self.evaluationFunction(state)
            #LOG state, value
            return value
        agent = ply % agents
        value = float("inf") if agent else float("-inf")
        children = [state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]
        children.sort(key=lambda child: self.ORDER)
        for child in children:
            found = self.value(child, ply + 1, alpha, beta)
            value = min(value, found) if agent else max(value, found)
            if value < alpha if agent else value > beta:
                break
            alpha, beta = (alpha, min(beta, value)) if agent else (max(alpha, value), beta)
        #LOG state, value
        return value
"""
LEAVES_INSIDE = """
class AlphaBetaAgent(Search):
    def getAction(self, state):
        alpha, taken = float("-inf"), None
        for action in state.getLegalActions(0):
            value = self.value(state.generateSuccessor(0, action), 1, alpha, float("inf"))
            if value > alpha:
                alpha, taken = value, action
        return taken

    def value(self, state, ply, alpha, beta):
        agents = state.getNumAgents()
        if ply == 1 and self.is_leaf(state, 0):
            #LOG state, self.evaluationFunction(state)
            return self.evaluationFunction(state)
        agent = ply % agents
        for action in state.getLegalActions(agent):
            child = state.generateSuccessor(agent, action)
            is_leaf = self.is_leaf(child, (ply + 1) // agents)
            found = self.evaluationFunction(child) if is_leaf else self.value(child, ply + 1, alpha, beta)
            if agent and found < alpha:
                #LOG state, alpha
                return alpha
            if not agent and found > beta:
                #LOG state, beta
                return beta
            alpha, beta = (alpha, min(beta, found)) if agent else (max(alpha, found), beta)
        #LOG state, beta if agent else alpha
        return beta if agent else alpha
"""
UNUSUAL = {
    "values of actions": ACTION_VALUES,
    "costs": COST,
    "another scale": SCALED,
    "weighted by probability": WEIGHTED,
    "a call with the same state": SAME_STATE,
    "ordered by a number of successors": ORDERED.replace("ORDER", "width(child, (ply + 1) % agents)"),
    "ordered by a recursive helper": ORDERED.replace("ORDER", "rank(child, 3)"),
    "leaves inside, fail-hard": LEAVES_INSIDE,
}
UNUSUAL_WRONG = [
    (COST, "else min(below)", "else sum(below) / len(below)"),
    (COST, "found = max(below)", "found = below[0]"),
    (ACTION_VALUES, "else max(worth)", "else sum(worth)"),
    (ACTION_VALUES, "min(worth) if", "max(worth) if"),
    (NEGAMAX, "found = max(turn", "found = min(turn"),
    (SCALED, "value = max(values)", "value = values[-1]"),
    (SAME_STATE, "found > best[0])", "found < best[0])"),
]
