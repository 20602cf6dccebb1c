"""A correct submission: functions for max, min and chance that call each other; Stop is never searched by Pacman."""

from game import Agent, Directions
from pacman import GameState
from recursive_pairs import ReflexAgent, betterEvaluationFunction, scoreEvaluationFunction  # noqa: F401 (found by name)
from util import lookup


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = lookup(evalFn, globals())
        self.depth = int(depth)

    def pacman_actions(self, state):
        moves = [move for move in state.getLegalActions(0) if move != Directions.STOP]
        return moves or state.getLegalActions(0)

    def is_leaf(self, state, depth):
        return depth == 0 or state.isWin() or state.isLose() or not state.getLegalActions(0)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState: GameState):
        best_value, best_action = -float("inf"), None
        for action in self.pacman_actions(gameState):
            value = self.min_value(gameState.generateSuccessor(0, action), self.depth, 1)
            if value > best_value:
                best_value, best_action = value, action
        return best_action

    def max_value(self, state, depth):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        value = -float("inf")
        for action in self.pacman_actions(state):
            value = max(value, self.min_value(state.generateSuccessor(0, action), depth, 1))
        return value if value != -float("inf") else self.evaluationFunction(state)

    def min_value(self, state, depth, ghost):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        value = float("inf")
        for action in state.getLegalActions(ghost):
            successor = state.generateSuccessor(ghost, action)
            if ghost == state.getNumAgents() - 1:
                value = min(value, self.max_value(successor, depth - 1))
            else:
                value = min(value, self.min_value(successor, depth, ghost + 1))
        return value if value != float("inf") else self.evaluationFunction(state)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, beta = -float("inf"), float("inf")
        best_action = None
        for action in self.pacman_actions(gameState):
            value = self.min_value(gameState.generateSuccessor(0, action), self.depth, 1, alpha, beta)
            if value > alpha:
                alpha, best_action = value, action
        return best_action

    def max_value(self, state, depth, alpha, beta):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        value = -float("inf")
        for action in self.pacman_actions(state):
            value = max(value, self.min_value(state.generateSuccessor(0, action), depth, 1, alpha, beta))
            if value > beta:
                return value
            alpha = max(alpha, value)
        return value if value != -float("inf") else self.evaluationFunction(state)

    def min_value(self, state, depth, ghost, alpha, beta):
        if state.isWin() or state.isLose():
            return self.evaluationFunction(state)
        value = float("inf")
        for action in state.getLegalActions(ghost):
            successor = state.generateSuccessor(ghost, action)
            if ghost == state.getNumAgents() - 1:
                value = min(value, self.max_value(successor, depth - 1, alpha, beta))
            else:
                value = min(value, self.min_value(successor, depth, ghost + 1, alpha, beta))
            if value < alpha:
                return value
            beta = min(beta, value)
        return value if value != float("inf") else self.evaluationFunction(state)


class ExpectimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        actions = self.pacman_actions(gameState)
        return max(actions, key=lambda a: self.chance_value(gameState.generateSuccessor(0, a), self.depth, 1))

    def max_value(self, state, depth):
        if self.is_leaf(state, depth):
            return self.evaluationFunction(state)
        return max(self.chance_value(state.generateSuccessor(0, a), depth, 1) for a in self.pacman_actions(state))

    def chance_value(self, state, depth, ghost):
        actions = state.getLegalActions(ghost)
        if state.isWin() or state.isLose() or not actions:
            return self.evaluationFunction(state)
        total = 0
        for action in actions:
            successor = state.generateSuccessor(ghost, action)
            if ghost == state.getNumAgents() - 1:
                total += self.max_value(successor, depth - 1)
            else:
                total += self.chance_value(successor, depth, ghost + 1)
        return float(total) / len(actions)


better = betterEvaluationFunction
