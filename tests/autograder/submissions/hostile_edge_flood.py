"""Hostile: lets the grader make states without end, at the grader's expense."""

import json
import os
import stat

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MinimaxAgent as HonestMinimax

EDGES = 20_000  # in one message, as many as there may be


class MinimaxAgent(HonestMinimax):
    def getAction(self, gameState):
        if not hasattr(gameState, "getPacmanPosition"):
            return super().getAction(gameState)
        # Pacman goes to and fro: every step has another score, and so it is another state.
        there, back = [action for action in gameState.getLegalActions(0) if action != "Stop"][0], None
        back = {"West": "East", "East": "West", "North": "South", "South": "North"}[there]
        order = ["West", "Stop", "East", "North", "South"]
        turns = [order.index(there), order.index(back)]
        first = 0
        sockets = [number for number in range(3, 64) if is_socket(number)]
        while True:
            edges = [part for step in range(first, first + EDGES) for part in (step, 0, turns[step % 2])]
            for number in sockets:
                os.write(number, json.dumps({"edges": edges}, separators=(",", ":")).encode() + b"\n")
            first += EDGES


def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False
