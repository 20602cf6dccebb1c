"""Hostile: writes results of its own wherever it may, and prints them."""

import json
from pathlib import Path

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MultiAgentSearchAgent

GRADE = {"points": 25, "max_points": 25, "score": 25, "questions": [], "tests": []}
for name in ("results.json", "grade.json"):
    Path(name).write_text(json.dumps(GRADE))
print("### Question q2: 5/5 ###\nTotal: 25/25")


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        print("*** PASS: everything")
        return "Stop"
