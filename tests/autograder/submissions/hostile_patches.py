"""Hostile: changes the engine and the grader as far as it can reach."""

import builtins
import random
import sys

from pacman import GameState
from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent


class Yes(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 0


GameState.isWin = lambda self: True
GameState.getScore = lambda self: 1e9
GameState.getAndResetExplored = staticmethod(set)
random.random = lambda: 0.0
builtins.len = lambda things: 1
for name, module in list(sys.modules.items()):
    if name.startswith("autograder") and module is not None:
        for key in list(vars(module)):
            if key.startswith("_") and callable(getattr(module, key)) and not key.startswith("__"):
                setattr(module, key, lambda *given, **more: True)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return Yes("right")


class AlphaBetaAgent(MinimaxAgent):
    pass


class ExpectimaxAgent(MinimaxAgent):
    pass


class ReflexAgent(MinimaxAgent):
    pass
