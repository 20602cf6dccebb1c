"""Hostile: replaces what the module `random` has, so that every draw is the one it wants."""

import random

from game import Agent

for name in ("random", "seed", "getstate", "setstate", "getrandbits", "choice"):
    for owner in (random, random.Random):
        try:
            setattr(owner, name, lambda *arguments: 0.0)
        except (TypeError, AttributeError):
            continue
random._inst = None


class ReflexAgent(Agent):
    def getAction(self, state):
        return [action for action in state.getLegalActions(0) if action != "Stop"][0]
