"""Hostile: reports draws from the shared random stream that it did not make. `lie` is a report as JSON."""

import gc
import json

from game import Agent


class ReflexAgent(Agent):
    def __init__(self, lie="{}"):
        report = json.loads(lie.replace("'", '"').replace(";", ","))
        for thing in gc.get_objects():
            if type(thing).__name__ == "StudentStream":
                thing.report = lambda: report

    def getAction(self, state):
        return [action for action in state.getLegalActions(0) if action != "Stop"][0]
