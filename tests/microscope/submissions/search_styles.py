"""Correct searches in ten styles, as students write them. Each calls `note` with the value it finds for a state.

`note` does nothing here; an instrumented copy replaces it. Values are Pacman's, whoever is to move.
"""

from collections import deque
from math import inf

import util
from game import Agent
from util import manhattanDistance


def note(state, value):
    return value


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


def tellingEvaluation(state):
    """Give almost all states different values."""
    place = state.getPacmanPosition()
    food = sum(1 / (1 + manhattanDistance(place, dot)) for dot in state.getFood().asList())
    ghosts = sum(1 / (1 + manhattanDistance(place, ghost)) ** 2 for ghost in state.getGhostPositions())
    return state.getScore() + 3 * food - 7 * ghosts


class SearchAgent(Agent):
    def __init__(self, evalFn="tellingEvaluation", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)

    def is_leaf(self, state, ply):
        return state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents()

    def best(self, state, value_of):
        """Return the first action with the largest value."""
        values = {action: value_of(action) for action in state.getLegalActions(0)}
        note(state, max(values.values()))
        return max(values, key=values.get)


class OrderedAlphaBetaAgent(SearchAgent):
    """Alpha-beta that tries promising successors first."""

    goes_up = False

    def getAction(self, state):
        return self.search(state, 0, -inf, inf)[1]

    def ordered(self, state, agent):
        after = [(state.generateSuccessor(agent, action), action) for action in state.getLegalActions(agent)]
        return sorted(after, key=lambda pair: self.evaluationFunction(pair[0]), reverse=agent == 0 and not self.goes_up)

    def search(self, state, ply, alpha, beta):
        if self.is_leaf(state, ply):
            return note(state, self.evaluationFunction(state)), None
        agent = ply % state.getNumAgents()
        best, chosen = (-inf if agent == 0 else inf), None
        for successor, action in self.ordered(state, agent):
            value, _ = self.search(successor, ply + 1, alpha, beta)
            if value > best if agent == 0 else value < best:
                best, chosen = value, action
            if best > beta if agent == 0 else best < alpha:
                break
            if agent == 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        return note(state, best), chosen


class BackwardsAlphaBetaAgent(OrderedAlphaBetaAgent):
    """Orders the successors of every agent in the same way, which cuts less but is still correct."""

    goes_up = True


class PeekingAlphaBetaAgent(OrderedAlphaBetaAgent):
    """Orders the successors by the best evaluation one move later, so it generates more than it searches."""

    def ordered(self, state, agent):
        after = [(state.generateSuccessor(agent, action), action) for action in state.getLegalActions(agent)]
        follower = (agent + 1) % state.getNumAgents()
        return sorted(after, key=lambda pair: self.promise(pair[0], follower), reverse=agent == 0)

    def promise(self, state, agent):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        after = (state.generateSuccessor(agent, action) for action in state.getLegalActions(agent))
        return max(map(self.evaluationFunction, after))


class MemoisedMinimaxAgent(SearchAgent):
    def getAction(self, state):
        self.memory = {}
        return self.best(state, lambda action: self.value(state.generateSuccessor(0, action), 1))

    def value(self, state, ply):
        if (state, ply) not in self.memory:
            self.memory[state, ply] = self.found(state, ply)
        return note(state, self.memory[state, ply])

    def found(self, state, ply):
        if self.is_leaf(state, ply):
            return self.evaluationFunction(state)
        agent = ply % state.getNumAgents()
        after = (state.generateSuccessor(agent, action) for action in state.getLegalActions(agent))
        return (min if agent else max)(self.value(successor, ply + 1) for successor in after)


class IterativeAlphaBetaAgent(SearchAgent):
    """An explicit stack of frames: state, ply, actions to try, best value, alpha, beta."""

    def getAction(self, state):
        answer = None
        stack = [self.frame(state, 0, -inf, inf)]
        while True:
            top = stack[-1]
            agent = top["ply"] % state.getNumAgents()
            is_cut = top["best"] > top["beta"] if agent == 0 else top["best"] < top["alpha"]
            if top["left"] and not is_cut:
                top["action"] = top["left"].popleft()
                successor = top["state"].generateSuccessor(agent, top["action"])
                stack.append(self.frame(successor, top["ply"] + 1, top["alpha"], top["beta"]))
                continue
            value = note(top["state"], top["best"])
            stack.pop()
            if not stack:
                return answer
            above = stack[-1]
            mover = above["ply"] % state.getNumAgents()
            if value > above["best"] if mover == 0 else value < above["best"]:
                above["best"] = value
                if len(stack) == 1:
                    answer = above["action"]
            bound = "beta" if mover else "alpha"
            above[bound] = (min if mover else max)(above[bound], above["best"])

    def frame(self, state, ply, alpha, beta):
        agent = ply % state.getNumAgents()
        frame = {"state": state, "ply": ply, "alpha": alpha, "beta": beta, "best": inf if agent else -inf}
        if self.is_leaf(state, ply):
            return {**frame, "best": self.evaluationFunction(state), "left": deque()}
        return {**frame, "left": deque(state.getLegalActions(agent))}


class GeneratorMinimaxAgent(SearchAgent):
    def getAction(self, state):
        best, action = max((value, -number, action) for number, (value, action) in enumerate(self.values(state, 0)))[
            ::2
        ]
        note(state, best)
        return action

    def values(self, state, ply):
        agent = ply % state.getNumAgents()
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            if self.is_leaf(successor, ply + 1):
                yield note(successor, self.evaluationFunction(successor)), action
            else:
                pick = min if (ply + 1) % state.getNumAgents() else max
                yield note(successor, pick(value for value, _ in self.values(successor, ply + 1))), action


class FailHardAlphaBetaAgent(SearchAgent):
    """Returns no value outside the window (fail-hard)."""

    def getAction(self, state):
        alpha, chosen = -inf, None
        for action in state.getLegalActions(0):
            value = self.ghost(state.generateSuccessor(0, action), 1, alpha, inf)
            if value > alpha:
                alpha, chosen = value, action
        note(state, alpha)
        return chosen

    def value(self, state, ply, alpha, beta):
        if self.is_leaf(state, ply):
            return note(state, self.evaluationFunction(state))
        return (self.ghost if ply % state.getNumAgents() else self.pacman)(state, ply, alpha, beta)

    def pacman(self, state, ply, alpha, beta):
        for action in state.getLegalActions(0):
            alpha = max(alpha, self.value(state.generateSuccessor(0, action), ply + 1, alpha, beta))
            if alpha >= beta:
                return note(state, beta)
        return note(state, alpha)

    def ghost(self, state, ply, alpha, beta):
        if self.is_leaf(state, ply):
            return note(state, self.evaluationFunction(state))
        agent = ply % state.getNumAgents()
        for action in state.getLegalActions(agent):
            beta = min(beta, self.value(state.generateSuccessor(agent, action), ply + 1, alpha, beta))
            if beta <= alpha:
                return note(state, alpha)
        return note(state, beta)


class ClampedAlphaBetaAgent(FailHardAlphaBetaAgent):
    """Returns no value outside the window, not even that of a leaf."""

    def value(self, state, ply, alpha, beta):
        return min(max(super().value(state, ply, alpha, beta), alpha), beta)


class BreadthFirstMinimaxAgent(SearchAgent):
    """Builds the tree ply by ply, then backs its values up."""

    def getAction(self, state):
        nodes = [(state, None, None, 0)]
        for number, (here, _, _, ply) in enumerate(nodes):
            if not self.is_leaf(here, ply):
                agent = ply % state.getNumAgents()
                for action in here.getLegalActions(agent):
                    nodes.append((here.generateSuccessor(agent, action), number, action, ply + 1))
        values = [None] * len(nodes)
        answer = None
        for number in range(len(nodes) - 1, -1, -1):
            here, above, action, ply = nodes[number]
            if values[number] is None:
                values[number] = self.evaluationFunction(here)
            note(here, values[number])
            if above is None:
                continue
            agent, known = nodes[above][3] % state.getNumAgents(), values[above]
            if known is None or (values[number] <= known if agent else values[number] >= known):
                values[above] = values[number]
                answer = action if above == 0 else answer
        return answer


class NegamaxAlphaBetaAgent(SearchAgent):
    """Negamax: one function for all agents, with values for the agent to move."""

    def getAction(self, state):
        return self.negamax(state, 0, -inf, inf)[1]

    def negamax(self, state, ply, alpha, beta):
        agent = ply % state.getNumAgents()
        sign = -1 if agent else 1
        if self.is_leaf(state, ply):
            return sign * note(state, self.evaluationFunction(state)), None
        flips = (agent == 0) != ((agent + 1) % state.getNumAgents() == 0)
        best, chosen = -inf, None
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            if flips:
                value = -self.negamax(successor, ply + 1, -beta, -alpha)[0]
            else:
                value = self.negamax(successor, ply + 1, alpha, beta)[0]
            if value > best:
                best, chosen = value, action
            if best > beta:
                break
            alpha = max(alpha, best)
        note(state, sign * best)
        return best, chosen


class DeepeningAlphaBetaAgent(SearchAgent):
    """Searches one round, then two; the best action of the last search comes first in the next."""

    def getAction(self, state):
        best = None
        for rounds in range(1, self.depth + 1):
            actions = sorted(state.getLegalActions(0), key=lambda action: action != best)
            alpha = -inf
            for action in actions:
                value = self.value(state.generateSuccessor(0, action), 1, alpha, inf, rounds)
                if value > alpha:
                    alpha, best = value, action
            note(state, alpha)
        return best

    def value(self, state, ply, alpha, beta, rounds):
        if state.isWin() or state.isLose() or ply == rounds * state.getNumAgents():
            return note(state, self.evaluationFunction(state))
        agent = ply % state.getNumAgents()
        best = inf if agent else -inf
        for action in state.getLegalActions(agent):
            value = self.value(state.generateSuccessor(agent, action), ply + 1, alpha, beta, rounds)
            best = (min if agent else max)(best, value)
            if best < alpha if agent else best > beta:
                break
            if agent:
                beta = min(beta, best)
            else:
                alpha = max(alpha, best)
        return note(state, best)


class CachedEvaluationExpectimaxAgent(SearchAgent):
    """Never evaluates two states that are equal."""

    def getAction(self, state):
        self.evaluations = {}
        return self.best(state, lambda action: self.value(state.generateSuccessor(0, action), 1))

    def evaluated(self, state):
        if state not in self.evaluations:
            self.evaluations[state] = self.evaluationFunction(state)
        return self.evaluations[state]

    def value(self, state, ply):
        if self.is_leaf(state, ply):
            return note(state, self.evaluated(state))
        agent = ply % state.getNumAgents()
        actions = state.getLegalActions(agent)
        values = [self.value(state.generateSuccessor(agent, action), ply + 1) for action in actions]
        return note(state, sum(values) / len(values) if agent else max(values))


class TwoPassesAlphaBetaAgent(SearchAgent):
    """Finds the value of the root first, and then, with a window around it, the first action with that value."""

    def getAction(self, state):
        best = note(state, self.value(state, 0, -inf, inf))
        for action in state.getLegalActions(0):
            if self.value(state.generateSuccessor(0, action), 1, best - 1e-6, inf) >= best:
                return action

    def value(self, state, ply, alpha, beta):
        if self.is_leaf(state, ply):
            return note(state, self.evaluationFunction(state))
        agent = ply % state.getNumAgents()
        best = inf if agent else -inf
        for action in state.getLegalActions(agent):
            found = self.value(state.generateSuccessor(agent, action), ply + 1, alpha, beta)
            best = (min if agent else max)(best, found)
            if best < alpha if agent else best > beta:
                break
            if agent:
                beta = min(beta, best)
            else:
                alpha = max(alpha, best)
        return note(state, best)


class AlphaBetaAgent(OrderedAlphaBetaAgent):
    """Evaluates by the score, as in the assignment."""

    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        super().__init__(evalFn, depth)


class LookingAheadMinimaxAgent(MemoisedMinimaxAgent):
    """Its evaluation looks one move ahead, which is not part of the search."""

    def __init__(self, evalFn="lookingAhead", depth="1"):
        super().__init__(evalFn, depth)


def lookingAhead(state):
    if state.isWin() or state.isLose():
        return state.getScore()
    return sum(state.generateSuccessor(0, action).getScore() for action in state.getLegalActions(0))


class OwnOrderAlphaBetaAgent(OrderedAlphaBetaAgent):
    """Orders moves by another evaluation than that of its leaves."""

    def ordered(self, state, agent):
        after = [(state.generateSuccessor(agent, action), action) for action in state.getLegalActions(agent)]
        return sorted(after, key=lambda pair: orderingEvaluation(pair[0]))


def orderingEvaluation(state):
    return 1000 + len(state.getFood().asList())
