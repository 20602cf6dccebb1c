"""The student's code as the grader sees it, wherever it runs."""

import math
from collections.abc import Set
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from agents.search.search_tree import SearchTree
from autograder.case_types.fixed_tree import FixedTree
from autograder.failures import Failure
from pacman.berkeley.editions import Edition
from pacman.berkeley.search_recorder import RecorderLimits
from pacman.chances import RandomSource
from pacman.directions import Action
from pacman.layout import Layout
from pacman.state import GameState

START_SEED: Final = 0  # of the dice when a question begins; the original's when it is started


class DecisionTime(NamedTuple):
    """The seconds of all decisions in one game or tree, and of one alone: who takes longer than that hangs."""

    total: float
    single: float = math.inf


@dataclass(frozen=True)
class TreeAnswer:
    """An agent's answer on a fixed tree: its action, or why there is none, and the states it generated.

    remark: what is wrong with an answer that is no action of the root.
    searched: the tree that it asked for, with the scores of leaves where those were asked for.
    requests: how many successors and scores it asked for.
    scored_last: the last state whose score was asked for; None if there is none.
    is_negated: its evaluation was the negated score; False in a tree that is evaluated so if the agent could not be
        constructed with such an evaluation.
    """

    action: str | None
    generated: frozenset[str]
    failure: Failure | None = None
    remark: str = ""
    searched: SearchTree[str, str] | None = None
    requests: int = 0
    scored_last: str | None = None
    is_negated: bool = False


@dataclass(frozen=True)
class WatchedAnswer:
    """An agent's decision in a game with all that it looked at: its action, or why there is none.

    is_full: it looked at more than is written down.
    """

    action: str | None
    tree: SearchTree[GameState, Action]
    is_full: bool
    failure: Failure | None = None


class StudentAgent(Protocol):
    """An agent of the submission in a game. What goes wrong in its code is raised as StudentFailure."""

    explored: Set[GameState]  # what the last decision generated, and from what, where states are counted
    is_negated: bool  # its evaluation is the negated score, as was asked for

    def registerInitialState(self, state: GameState) -> None:
        """A new game begins."""

    def getAction(self, state: GameState) -> Action:
        """The agent's answer, as it came: the game knows what is legal."""

    def final(self, state: GameState) -> None:
        """The game is over."""


class Student(Protocol):
    """A loaded submission, or one that could not be loaded, in which case every call raises StudentFailure."""

    edition: Edition
    keys: int  # under so many a case of games is played, and the median counts; 0 is one, of which nothing is reported

    @property
    def ghost_rng(self) -> RandomSource:
        """What the ghosts draw from."""

    def start_question(self, seconds: float) -> None:
        """A new question begins, with the dice of START_SEED; all of it may take so long by the wall clock.

        On Linux, seconds do not count in which a busy machine kept the code, or us, from running.
        """

    def question_seconds_left(self) -> float:
        """How long the question may still take; 0 or less when its time is up."""

    def allow_rerun(self, is_allowed: bool) -> None:
        """Call before a case runs. If it may be run again, it ends at once when its process is killed from outside."""

    @property
    def is_interrupted(self) -> bool:
        """True if the case ended in that way: its result says nothing of the student's code."""

    def restart_case(self) -> None:
        """Begin the interrupted case again, with the dice that it began with; it cannot be interrupted once more."""

    def limit_time(self, seconds: float) -> None:
        """From now on, the question may take so long by the wall clock."""

    def use_key(self, number: int) -> None:
        """Play games under the key of this number, from 1. After the first, the code starts anew as if by `forget`."""

    def start_case(self, is_last: bool) -> None:
        """A case begins; `is_last`: the next one, if there is one, begins with dice of its own."""

    @property
    def can_skip_games(self) -> bool:
        """True if games of the present case may be left out: no random number that counts later depends on them."""

    def seed(self, seed: int | str) -> None:
        """Set the ghosts' dice and the student's own."""

    def start_game(self, series: str, number: int, seed: int | str | None) -> None:
        """Set the dice for a game of a series that is scored, counted from 1.

        `seed` is how the original would set them; with None it goes on with the stream of the game before.
        """

    def solve_tree(self, tree: FixedTree, agent: str, depth: int, seconds: DecisionTime) -> TreeAnswer:
        """Ask the agent of that name for its action at the root of a fixed tree."""

    def agent(
        self,
        name: str,
        arguments: dict[str, Any],
        layout: Layout,
        seconds: DecisionTime,
        *,
        most_explored: int = 0,
        is_negated: bool = False,
    ) -> StudentAgent:
        """An agent for games on a layout; `most_explored` counts explored states, up to that number.

        is_negated: construct it with an evaluation that returns the negated score, if it can be.
        """

    def watch(
        self,
        name: str,
        arguments: dict[str, Any],
        state: GameState,
        seconds: DecisionTime,
        limits: RecorderLimits,
        *,
        is_negated: bool = False,
    ) -> WatchedAnswer:
        """Ask a new agent for one decision, and write down the tree that it looks at, as far as the limits allow.

        is_negated: as in `agent`.
        """

    def take_output(self) -> str:
        """What the student's code has printed since this was asked last."""

    def forget(self) -> None:
        """The code is to know nothing of what it was asked so far: it starts anew before it is asked again.

        What it has printed and nobody has taken is gone, too.
        """

    def close(self) -> None:
        """Nothing more is wanted."""


def printable(action: str) -> str:
    """An answer that may be anything, fit for a message."""
    return action if action.isprintable() and len(action) <= 40 else ascii(action[:40])
