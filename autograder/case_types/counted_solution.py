"""The right decisions of a whole game, move by move, and what two common bugs would answer in their place.

Each line of a solution is the JSON of one move of Pacman. The right searches come in two variants, with Stop among
Pacman's actions and without; both are accepted.
"""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from autograder.assignment.case_files import CaseFile
from autograder.case_types.reference import Decision, decide
from autograder.errors import GradingError
from pacman.berkeley.modules.ghostAgents import DirectionalGhost
from pacman.directions import Action
from pacman.game import Game
from pacman.layout import Layout
from pacman.state import GameState

GHOSTS: Final = 2
LONGEST_GAME: Final = 1000  # moves of Pacman when a solution is made
_VARIANTS: Final = (True, False)  # with Stop, without

T = TypeVar("T")


@dataclass(frozen=True)
class CountedSolution:
    """For each move of Pacman: the right decisions, and the actions of a search with a bug."""

    optimal: list[list[Decision]]
    other_depths: list[list[list[Action]]]  # a round too few, a round too many
    partial_rounds: list[list[list[Action]]]  # the last round without the ghosts

    @property
    def most_explored(self) -> int:
        return max((variant.explored for move in self.optimal for variant in move), default=0)

    @classmethod
    def read(cls, file: CaseFile) -> "CountedSolution":
        return cls(
            _json_lines(file, "optimalActions", _decision, "[[actions, states], …]"),
            _json_lines(file, "altDepthActions", _actions, "[actions, …]"),
            _json_lines(file, "partialPlyBugActions", _actions, "[actions, …]"),
        )


def solve_game(layout: Layout, agent: str, depth: int, seed: int, longest: int = LONGEST_GAME) -> dict[str, str]:
    """Play the judged game and write down the properties of its solution."""
    dice = random.Random(seed)
    solver = _Solver(agent, depth, seed, dice)
    ghosts = [DirectionalGhost(index, rng=dice) for index in range(1, GHOSTS + 1)]
    outcome = Game(layout, solver, ghosts, max_moves=longest * (GHOSTS + 1)).run().outcome
    if outcome.exception is not None:
        raise GradingError(f"the game cannot be played: {outcome.error}")
    if solver.move >= longest:
        raise GradingError(f"the game does not end within {longest} moves of Pacman")
    return {key: "\n".join(lines) for key, lines in solver.lines.items()}


class _Solver:
    """Pacman in the judged game when there is no student yet: plays the first right action and writes all down."""

    def __init__(self, agent: str, depth: int, seed: int, dice: random.Random) -> None:
        self.lines: dict[str, list[str]] = {"optimalActions": [], "altDepthActions": [], "partialPlyBugActions": []}
        self.move = 0
        self._agent = agent
        self._depth = depth
        self._seed = seed
        self._dice = dice

    def getAction(self, state: GameState) -> Action:
        optimal = [decide(state, self._agent, self._depth, with_stop=stop) for stop in _VARIANTS]
        self._note("optimalActions", [[best.actions, best.explored] for best in optimal])
        depths = (self._depth - 1, self._depth + 1)
        self._note("altDepthActions", [self._actions(state, depth, stop) for depth in depths for stop in _VARIANTS])
        self._note("partialPlyBugActions", [self._actions(state, self._depth, stop, False) for stop in _VARIANTS])
        self.move += 1
        self._dice.seed(self._seed + self.move)
        return optimal[0].actions[0]

    def _actions(self, state: GameState, depth: int, with_stop: bool, whole_rounds: bool = True) -> tuple[Action, ...]:
        if depth == 0:
            return ()
        return decide(state, self._agent, depth, with_stop=with_stop, whole_rounds=whole_rounds).actions

    def _note(self, key: str, value: object) -> None:
        self.lines[key].append(json.dumps(value))


def _json_lines(file: CaseFile, key: str, read: Callable[[Any], T], expected: str) -> list[list[T]]:
    moves = []
    for place, line in file.rows(key):
        try:
            moves.append([read(variant) for variant in json.loads(line)])
        except (ValueError, TypeError, RecursionError) as error:
            raise GradingError(f"{place}: not the JSON of a move; expected {expected}") from error
    return moves


def _decision(variant: Any) -> Decision:
    actions, explored = variant
    if not actions:
        raise ValueError("no action is right")
    return Decision(tuple(_actions(actions)), int(explored))


def _actions(variant: Any) -> list[Action]:
    return [str(action) for action in variant]
