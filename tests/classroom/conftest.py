"""Fixtures for the tests of classes: a small assignment, and submissions that are graded quickly."""

import argparse
import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.assignment.assignment import OUR_OWN
from commands import grade as command

SUBMISSIONS = Path(__file__).parent.parent / "autograder" / "submissions"
RIGHT = (SUBMISSIONS / "recursive_pairs.py").read_bytes()
NO_PRUNING = b"""
from game import Agent
import util


class MultiAgentSearchAgent(Agent):
    def __init__(self, evalFn="score", depth="2"):
        self.depth = int(depth)


class MinimaxAgent(MultiAgentSearchAgent):
    def getAction(self, state):
        return max(state.getLegalActions(0), key=lambda a: self.value(state.generateSuccessor(0, a), 1))

    def value(self, state, ply):
        agent = ply % state.getNumAgents()
        if state.isWin() or state.isLose() or ply == self.depth * state.getNumAgents():
            return state.getScore()
        values = [self.value(state.generateSuccessor(agent, a), ply + 1) for a in state.getLegalActions(agent)]
        return min(values) if agent else max(values)


class AlphaBetaAgent(MinimaxAgent):
    pass
"""
# It fails q3 as well, and no bug has to be named, which takes longer than grading.
FIRST_ACTION = NO_PRUNING.replace(
    b"pass\n", b"def getAction(self, state):\n        return state.getLegalActions(0)[0]\n"
)


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Two questions of a few trees: minimax, and alpha-beta."""
    folder = tmp_path / "test_cases"
    for question in ("q2", "q3"):
        (folder / question).mkdir(parents=True)
        for path in (OUR_OWN / question).iterdir():
            if path.name[:2] in ("CO", "01", "04", "08"):
                (folder / question / path.name).write_bytes(path.read_bytes())
    return folder


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    folder = tmp_path / "class"
    folder.mkdir()
    return folder


@pytest.fixture
def grade(shared_pool: None) -> Callable[..., int]:
    def run(*arguments: object) -> int:
        parser = argparse.ArgumentParser()
        command.add_arguments(parser)
        return command.run(parser.parse_args(list(map(str, arguments))))

    return run


def table(path: Path) -> dict[str, dict[str, str]]:
    """Return a CSV table by id, without the seconds."""
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {row["id"]: {key: value for key, value in row.items() if key not in ("id", "seconds")} for row in rows}


def lines(path: Path) -> dict[str, dict[str, Any]]:
    """Return the rows of a file of grades by id."""
    return {row["id"]: row for row in map(json.loads, path.read_text().splitlines())}
