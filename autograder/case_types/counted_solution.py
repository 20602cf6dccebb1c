"""Solutions of counted games: the right decision for each move, and the answers of searches with two common bugs.

Each line of a solution is the JSON of one move of Pacman. Two variants of the search are accepted, with Stop among
Pacman's actions and without.
"""

import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from autograder.assignment.case_files import CaseFile
from autograder.case_types.reference import Decision, decide, right_actions
from autograder.errors import GradingError
from pacman.berkeley.modules.ghostAgents import DirectionalGhost
from pacman.directions import ACTIONS, Action
from pacman.game import Game
from pacman.layout import Layout
from pacman.record import Outcome
from pacman.state import GameState

GHOSTS: Final = 2
LONGEST_GAME: Final = 1000  # moves of Pacman when a solution is generated
_VARIANTS: Final = (True, False)  # with Stop, without
PROPERTIES: Final = ("optimalActions", "altDepthActions", "partialPlyBugActions")

T = TypeVar("T")


@dataclass(frozen=True)
class CountedSolution:
    """For each move of Pacman, the right decisions, and the actions of searches with a bug."""

    optimal: list[list[Decision]]
    other_depths: list[list[list[Action]]]  # a round too few, a round too many
    partial_rounds: list[list[list[Action]]]  # the last round without the ghosts

    @property
    def most_explored(self) -> int:
        return max((variant.explored for move in self.optimal for variant in move), default=0)

    @classmethod
    def read(cls, file: CaseFile) -> "CountedSolution":
        return cls(
            _json_lines(file, PROPERTIES[0], _decision, "[[actions, states], …]"),
            _json_lines(file, PROPERTIES[1], _actions, "[actions, …]"),
            _json_lines(file, PROPERTIES[2], _actions, "[actions, …]"),
        )

    @classmethod
    def of(
        cls, agent: str, depth: int, decisions: Iterable[tuple[GameState, Decision]], *, is_negated: bool
    ) -> "CountedSolution":
        """Return the solution of a game, given the states in which Pacman decides and the decisions with Stop."""
        solution = cls([], [], [])
        for state, with_stop in decisions:
            solution.optimal.append([with_stop, decide(state, agent, depth, with_stop=False, is_negated=is_negated)])
            solution.other_depths.append(
                [
                    list(right_actions(state, agent, rounds, with_stop=stop, is_negated=is_negated)) if rounds else []
                    for rounds in (depth - 1, depth + 1)
                    for stop in _VARIANTS
                ]
            )
            solution.partial_rounds.append(
                [
                    list(right_actions(state, agent, depth, with_stop=stop, whole_rounds=False, is_negated=is_negated))
                    for stop in _VARIANTS
                ]
            )
        return solution

    def properties(self) -> dict[str, str]:
        """Return the properties of the `.solution` file."""
        optimal = [[[variant.actions, variant.explored] for variant in move] for move in self.optimal]
        columns: tuple[list[Any], ...] = (optimal, self.other_depths, self.partial_rounds)
        return {key: "\n".join(map(json.dumps, moves)) for key, moves in zip(PROPERTIES, columns, strict=True)}


def play_game(
    layout: Layout,
    agent: str,
    depth: int,
    seed: int,
    lengths: range,
    *,
    decisions: int | None,
    is_negated: bool,
) -> list[tuple[GameState, Decision]]:
    """Play the game of a case; return the states in which Pacman decides, with the right decisions (Stop allowed).

    lengths: the accepted numbers of Pacman's moves; GradingError is raised for any other.
    decisions: if given, the game ends after this many moves of Pacman, and any length is accepted.
    """
    pacman = _RightPacman(seed, lambda state: decide(state, agent, depth, with_stop=True, is_negated=is_negated))
    outcome = pacman.play(layout, lengths.stop if decisions is None else decisions)
    if outcome.exception is not None:
        raise GradingError(f"the game cannot be played: {outcome.error}")
    moves = len(pacman.decisions)
    if decisions is None and moves >= lengths.stop:
        raise GradingError(f"the game does not end within {lengths.stop} moves of Pacman")
    if decisions is None and moves not in lengths:
        raise GradingError(f"the game ends after {moves} moves of Pacman")
    return pacman.decisions


def decision_states(layout: Layout, seed: int, solution: CountedSolution) -> list[GameState]:
    """Return the states in which Pacman decides in the game of a case, in which Pacman makes only right moves."""
    right = iter(solution.optimal)
    pacman = _RightPacman(seed, lambda state: next(right)[0])
    pacman.play(layout, len(solution.optimal))
    return [state for state, _ in pacman.decisions]


class _RightPacman:
    """Pacman in the game of a case: plays the first right action, and seeds the rng after each decision."""

    def __init__(self, seed: int, decision_in: Callable[[GameState], Decision]) -> None:
        self.decisions: list[tuple[GameState, Decision]] = []
        self._seed = seed
        self._rng = random.Random(seed)
        self._decision_in = decision_in

    def play(self, layout: Layout, most_moves: int) -> Outcome:
        """Play a game that ends after `most_moves` of Pacman at the latest."""
        ghosts = [DirectionalGhost(index, rng=self._rng) for index in range(1, GHOSTS + 1)]
        return Game(layout, self, ghosts, max_moves=most_moves * (GHOSTS + 1)).run().outcome

    def getAction(self, state: GameState) -> Action:
        right = self._decision_in(state)
        self.decisions.append((state, right))
        self._rng.seed(self._seed + len(self.decisions))
        return right.actions[0]


def _json_lines(file: CaseFile, key: str, read: Callable[[Any], T], expected: str) -> list[list[T]]:
    moves = []
    for number, line in file.rows(key):
        try:
            variants = [read(variant) for variant in json.loads(line)]
            if not variants:
                raise ValueError("no variant")
            moves.append(variants)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise GradingError(f"{file.place(number)}: not the JSON of a move; expected {expected}") from error
    if not moves:
        raise file.error(key, f"{key} is empty; expected a line of JSON for each move")
    return moves


def _decision(variant: Any) -> Decision:
    actions, explored = variant
    if not actions:
        raise ValueError("no action is right")
    return Decision(tuple(_actions(actions)), int(explored))


def _actions(variant: Any) -> list[Action]:
    if not isinstance(variant, list) or not all(action in ACTIONS for action in variant):
        raise ValueError("not a list of actions")
    return variant
