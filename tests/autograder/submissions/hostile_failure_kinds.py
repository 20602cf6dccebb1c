"""Hostile: reports failures that only the grader can know of, in the grader's words."""

import json
import os
import sys

from attacking import LINE
from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent

WORDS = "the grader failed: no space left on device"


def asked():
    """The number of the grader's question, which lies in a frame above."""
    frame = sys._getframe()
    while not isinstance(frame.f_locals.get("message"), dict):
        frame = frame.f_back
    return frame.f_locals["message"]["id"]


def report(kind):
    cause = ["exception", WORDS, [], ""]
    message = {"id": asked(), "failure": {"kind": kind, "text": WORDS, "trail": [], "cause": cause}}
    os.write(LINE, json.dumps(message).encode() + b"\n")
    while True:
        pass


class MinimaxAgent(MultiAgentSearchAgent):
    kinds = ("hung", "timed out", "out of the question's time", "died", "misbehaved")

    def getAction(self, gameState):
        report(self.kinds[gameState.getNumAgents() % len(self.kinds)])


class AlphaBetaAgent(MinimaxAgent):
    kinds = ("hung",)


class ExpectimaxAgent(MinimaxAgent):
    kinds = ("not loaded", "out of memory", "missing", "exited")
