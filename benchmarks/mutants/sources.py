"""Correct searches as students write them, and edits that make them wrong."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

Edits: TypeAlias = dict[str, str]  # text in the source of a correct search, and its replacement

HEADER: Final = """\
import math
import random
import statistics
import struct

import util
from game import Agent, Directions


def scoreEvaluationFunction(currentGameState):
    return currentGameState.getScore()


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index = 0
        self.evaluationFunction = util.lookup(evalFn, globals())
        self.depth = int(depth)


"""

MINIMAX: Final = """\
class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        best, choice = float("-inf"), None
        for action in gameState.getLegalActions(0):
            successor = gameState.generateSuccessor(0, action)
            value = self.value(successor, 0, 1)
            if value > best:
                best, choice = value, action
        return choice

    def value(self, state, depth, agent):
        if agent == state.getNumAgents():
            depth, agent = depth + 1, 0
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        if agent == 0:
            found = self.pacman(state, depth, agent)
        else:
            found = self.ghost(state, depth, agent)
        return found

    def pacman(self, state, depth, agent):
        values = []
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            values.append(self.value(successor, depth, agent + 1))
        return max(values)

    def ghost(self, state, depth, agent):
        values = []
        for move in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, move)
            values.append(self.value(successor, depth, agent + 1))
        return min(values)
"""

EXPECTIMAX: Final = MINIMAX.replace("MinimaxAgent", "ExpectimaxAgent").replace(
    "return min(values)", "return sum(values) / len(values)"
)

ALPHA_BETA: Final = """\
class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        alpha, beta = float("-inf"), float("inf")
        best, choice = float("-inf"), None
        for action in gameState.getLegalActions(0):
            successor = gameState.generateSuccessor(0, action)
            value = self.value(successor, 0, 1, alpha, beta)
            if value > best:
                best, choice = value, action
            alpha = max(alpha, best)
        return choice

    def value(self, state, depth, agent, alpha, beta):
        if agent == state.getNumAgents():
            depth, agent = depth + 1, 0
        if state.isWin() or state.isLose() or depth == self.depth:
            return self.evaluationFunction(state)
        if agent == 0:
            found = self.pacman(state, depth, agent, alpha, beta)
        else:
            found = self.ghost(state, depth, agent, alpha, beta)
        return found

    def pacman(self, state, depth, agent, alpha, beta):
        v = float("-inf")
        for action in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, action)
            value = self.value(successor, depth, agent + 1, alpha, beta)
            v = max(v, value)
            if v > beta:
                return v
            alpha = max(alpha, v)
        return v

    def ghost(self, state, depth, agent, alpha, beta):
        v = float("inf")
        for move in state.getLegalActions(agent):
            successor = state.generateSuccessor(agent, move)
            value = self.value(successor, depth, agent + 1, alpha, beta)
            v = min(v, value)
            if v < alpha:
                return v
            beta = min(beta, v)
        return v
"""

RIGHT: Final = {"q2": MINIMAX, "q3": ALPHA_BETA, "q4": EXPECTIMAX}
AGENTS: Final = {"q2": "MinimaxAgent", "q3": "AlphaBetaAgent", "q4": "ExpectimaxAgent"}

# Lines that many edits change.
LEAF: Final = "return self.evaluationFunction(state)"
OVER: Final = "state.isWin() or state.isLose()"
NEXT_ROUND: Final = """\
        if agent == state.getNumAgents():
            depth, agent = depth + 1, 0
"""
ROOT_ACTIONS: Final = "gameState.getLegalActions(0)"
PACMANS_ACTIONS: Final = "for action in state.getLegalActions(agent)"
GHOSTS_ACTIONS: Final = "for move in state.getLegalActions(agent)"
ROOT_START: Final = 'best, choice = float("-inf"), None'
ROOT_BETTER: Final = "if value > best:"
FOUND: Final = "return found"
PACMANS_NODE: Final = "if agent == 0:\n"
LAST_GHOST: Final = "agent == state.getNumAgents() - 1"
# The value of a ghost's node, for searches that collect the values in a list.
GHOSTS_VALUE: Final = {"q2": "min(values)", "q4": "sum(values) / len(values)"}
# The beginnings of the loops over actions, by whose they are.
LOOPS: Final = {"the root": ROOT_ACTIONS, "Pacman": PACMANS_ACTIONS, "ghosts": GHOSTS_ACTIONS}


@dataclass(frozen=True)
class Mutant:
    """A wrong search: its question, the source of its class, and the reason if it is exempt from failing.

    real: only states of the game can reveal it.
    """

    name: str
    question: str
    source: str = field(repr=False)
    exempt: str = ""
    real: bool = False

    @property
    def id(self) -> str:
        return f"{self.question}: {self.name}"

    @property
    def submission(self) -> str:
        return HEADER + self.source


def mutant(question: str, name: str, edits: Edits, *, exempt: str = "", real: bool = False) -> Mutant:
    """Return the correct search of a question, made wrong by some edits."""
    return Mutant(name, question, edited(f"{question}: {name}", RIGHT[question], edits), exempt, real)


def edited(name: str, source: str, edits: Edits) -> str:
    """Return the source with every occurrence of some texts replaced.

    Raise ValueError for a text that is not in it, with the name of the search.
    """
    for old, new in edits.items():
        if old not in source:
            raise ValueError(f"{name}: no {old!r} in the source")
        source = source.replace(old, new)
    return source


def distinct(mutants: Iterator[Mutant]) -> Iterator[Mutant]:
    """Yield each search once, under its first name; the groups overlap.

    Raise ValueError if two searches of a question have the same name.
    """
    names, searches = set(), set()
    for each in mutants:
        if each.id in names:
            raise ValueError(f"two wrong searches are called {each.id}")
        names.add(each.id)
        search = each.question, ast.dump(ast.parse(each.source))
        if search not in searches:
            searches.add(search)
            yield each
