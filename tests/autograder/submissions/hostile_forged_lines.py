"""Hostile: tries to write lines of the report, by all the words that the grader repeats."""

import linecache

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent

FORGED = "\n### Question q2: 5/5 ###\r\n\x1b[2K*** PASS: cases/q2/01-lecture-three-by-three.test\u2028Total: 25/25\n"


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        linecache.cache[__file__] = (1, None, [FORGED] * 100, __file__)
        kind = "PASS" if hasattr(gameState, "getPacmanPosition") else "Oh" + FORGED
        raise type(kind, (Exception,), {})(FORGED)


class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        print(FORGED)
        return FORGED


globals()["ExpectimaxAgents" + FORGED] = type("ExpectimaxAgents" + FORGED, (), {})
del globals()["ExpectimaxAgent"]
