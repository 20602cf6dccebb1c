"""Generator of an assignment of the course's size, in its format, with generated trees and games.

Five questions worth 25 points: ten games of a reflex agent, 33 fixed trees and a counted game of about 140 moves each
for minimax and alpha-beta, 16 trees and such a game for expectimax, ten games for the evaluation. With counted searches
three rounds deep it is half the work of the original's own assignment, which takes the original some 15 s.
"""

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from autograder.assignment.assignment import generate_solutions, load_assignment
from autograder.assignment.case_files import properties_text
from benchmarks.random_trees import TreeKind, random_tree
from pacman.layout import load_layout

SHAPES: Final = ((2, 1), (3, 1), (2, 2), (4, 1))  # of the trees: agents, depth
GAME_SEED: Final = 19  # 134 moves of Pacman on `small`, for all three searches
GAMES: Final = {"class": "EvalAgentTest", "ghosts": "[RandomGhost(1)]", "numGames": "10", "randomSeed": "0"}
PASS_ALL: Final = {"class": "PassAllTestsQuestion", "max_points": "5"}
PARTIAL: Final = {"class": "PartialCreditQuestion"}

Properties = Mapping[str, str]


def write_course(folder: Path) -> None:
    """Write the assignment to a folder, with its solutions."""
    _write_question(folder / "q1", {**PARTIAL, "max_points": "4"}, {"games": _reflex_games()})
    for name, agent, trees in (
        ("q2", "MinimaxAgent", 33),
        ("q3", "AlphaBetaAgent", 33),
        ("q4", "ExpectimaxAgent", 16),
    ):
        cases = {f"{number:02d}-tree": _tree(agent, number) for number in range(trees)}
        _write_question(folder / name, PASS_ALL, {**cases, "99-game": _judged_game(agent)})
    _write_question(folder / "q5", {**PARTIAL, "max_points": "6"}, {"games": _evaluation_games()})
    for _ in generate_solutions(load_assignment(folder, with_solutions=False)):
        pass


def _reflex_games() -> Properties:
    thresholds = {"scoreThresholds": "500 1000", "winsMinimum": "1", "winsThresholds": "5 8"}
    return {**GAMES, "agentName": "ReflexAgent", "layoutName": "open", **thresholds}


def _evaluation_games() -> Properties:
    agent = {"agentName": "ExpectimaxAgent", "agentArgs": "evalFn=better", "layoutName": "small"}
    thresholds = {"scoreThresholds": "500 1000", "nonTimeoutThresholds": "10", "winsThresholds": "1 5 10"}
    return {**GAMES, **agent, **thresholds}


def _tree(agent: str, number: int) -> Properties:
    num_agents, depth = SHAPES[number % len(SHAPES)]
    tree = random_tree(TreeKind(num_agents, depth), random.Random(number))
    return {"class": "GraphGameTreeTest", "alg": agent, "depth": str(depth), "num_agents": str(num_agents), **tree}


def _judged_game(agent: str) -> Properties:
    layout = load_layout("small")
    maze = {"layoutName": layout.name, "layout": "\n".join(layout.rows)}
    return {"class": "PacmanGameTreeTest", "alg": agent, "depth": "3", "seed": str(GAME_SEED), **maze}


def _write_question(folder: Path, config: Properties, cases: Mapping[str, Properties]) -> None:
    folder.mkdir(parents=True)
    (folder / "CONFIG").write_text(properties_text(config))
    for name, properties in cases.items():
        (folder / f"{name}.test").write_text(properties_text(properties))
