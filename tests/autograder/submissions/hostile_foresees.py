"""Hostile: predicts the ghost's moves from the state of a random generator, if they share one."""

import random

from game import Agent


class ReflexAgent(Agent):
    foreseen = None

    def registerInitialState(self, state):
        self.hits = self.misses = 0

    def getAction(self, state):
        if self.foreseen is not None:
            came = state.getGhostState(1).getDirection()
            self.hits += came == self.foreseen
            self.misses += came != self.foreseen
        action = random.Random(1).choice([move for move in state.getLegalActions() if move != "Stop"])
        child = state.generateSuccessor(0, action)
        legal = sorted(child.getLegalActions(1))
        copy = random.Random()
        copy.setstate(random.getstate())
        self.foreseen = legal[min(int(copy.random() * len(legal)), len(legal) - 1)] if len(legal) > 1 else None
        return action

    def final(self, state):
        print("foreseen", self.hits, "of", self.hits + self.misses)
        self.foreseen = None
