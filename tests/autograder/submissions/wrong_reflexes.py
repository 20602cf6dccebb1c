"""Wrong: a reflex agent that waits, and an evaluation that sees nothing."""

import recursive_pairs
from game import Agent
from recursive_pairs import *  # noqa: F403


class ReflexAgent(Agent):
    def getAction(self, gameState):
        return "Stop"


class ExpectimaxAgent(recursive_pairs.ExpectimaxAgent):
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        super().__init__(depth=depth)
        if evalFn == "better":
            self.evaluationFunction = lambda state: 0
