"""The grader's interface to a student's code, independent of the process that runs it."""

import math
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
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

START_SEED: Final = 0  # of the rng at the start of a question; the original seeds once, when it is started


class DecisionTime(NamedTuple):
    """Limits in seconds: for all decisions in one game or tree, and for a single one, beyond which the code hangs."""

    total: float
    single: float = math.inf


class AgentRequest(NamedTuple):
    """The agent that a submission is to create: its class, its arguments, and the time for its decisions.

    is_negated: construct it with an evaluation that returns the negated score, if possible.
    """

    name: str
    arguments: dict[str, Any]
    seconds: DecisionTime
    is_negated: bool = False


@dataclass(frozen=True)
class TreeAnswer:
    """An agent's answer on a fixed tree: its action, or the reason for its absence, and the states it generated.

    remark: the description of an answer that is not an action of the root.
    record: builds `searched`, which only a failed case needs.
    requests: the number of successors and scores that it requested.
    scored_last: the last state whose score was read, if any.
    lacks_score: the agent crashed because that state has no score.
    other_values: the values that its evaluation returned where they differ from the score, or the negated score.
    returned: the values that its functions returned for states, if they were recorded; claims of the code, on which
        neither points nor the name of a bug depend.
    is_negated: its evaluation was the negated score. False for a tree that requires this if the agent could not be
        constructed with such an evaluation.
    """

    action: str | None
    generated: frozenset[str]
    failure: Failure | None = None
    remark: Failure | None = None
    record: Callable[[], SearchTree[str, str]] | None = None
    requests: int = 0
    scored_last: str | None = None
    lacks_score: bool = False
    other_values: Mapping[str, float] = field(default_factory=dict)
    returned: Mapping[str, float] = field(default_factory=dict)
    is_negated: bool = False

    @cached_property
    def searched(self) -> SearchTree[str, str] | None:
        """The part of the tree that the agent generated, with the scores of the leaves that it read."""
        return None if self.record is None else self.record()


@dataclass(frozen=True)
class WatchedAnswer:
    """An agent's decision in a game: its action, or the reason for its absence, and the tree that it generated.

    is_full: it generated more than was recorded.
    """

    action: str | None
    tree: SearchTree[GameState, Action]
    is_full: bool
    failure: Failure | None = None


class StudentAgent(Protocol):
    """An agent of the submission in a game. All failures of its code are raised as StudentFailure."""

    explored: Set[GameState]  # if counted: states that the last decision generated, and those it generated them from
    is_negated: bool  # its evaluation is the negated score, as requested
    has_unused_evaluation: bool  # the evaluation that it was given by name has not been called in the games so far

    def registerInitialState(self, state: GameState) -> None:
        """Start a new game."""

    def getAction(self, state: GameState) -> Action:
        """Return the agent's answer unchanged; the game checks that it is legal."""

    def final(self, state: GameState) -> None:
        """End the game."""


class Student(Protocol):
    """A loaded submission, or one that could not be loaded, in which case every call raises StudentFailure."""

    source: bytes  # the submitted file
    examples: Mapping[str, bytes]  # the files of its folder `examples`, by name
    edition: Edition
    keys: int  # number of keys under which a case of games is played, of which the median counts; 0: no such series

    @property
    def ghost_rng(self) -> RandomSource:
        """The random number generator of the ghosts."""

    def start_question(self, seconds: float) -> None:
        """Start a question: seed the rng with START_SEED, and limit the question to `seconds` by the wall clock.

        On Linux, time in which a busy machine kept the student's code or the grader from running does not count.
        """

    def question_seconds_left(self) -> float:
        """Return the remaining time of the question; 0 or less if its time is up."""

    def allow_rerun(self, is_allowed: bool) -> None:
        """Allow the next case to be run a second time, or not; to be called before each case.

        If it is allowed, the case ends at once when its process is killed from outside.
        """

    @property
    def is_interrupted(self) -> bool:
        """True if the process of the case was killed from outside; the result then says nothing about the code."""

    def restart_case(self) -> None:
        """Restart the interrupted case with its initial rng state; it cannot be interrupted a second time."""

    def limit_time(self, seconds: float) -> None:
        """Limit the rest of the question to `seconds` by the wall clock."""

    def use_key(self, number: int) -> None:
        """Play games under the key of this number, from 1. For all but the first, restart the code as `forget` does."""

    def start_case(self, is_last: bool) -> None:
        """Start a case; `is_last`: the rng is seeded again before the next case, if there is one."""

    @property
    def can_skip_games(self) -> bool:
        """True if games of the present case may be left out, because no later random number depends on them."""

    def seed(self, seed: int | str) -> None:
        """Seed the ghosts' rng and the student's."""

    def start_game(self, series: str, number: int, seed: int | str | None) -> None:
        """Seed both rngs for a game of a scored series; games are numbered from 1.

        `seed` is the original's seed for this game; with None, the original continues the stream of the game before.
        """

    def solve_tree(
        self, tree: FixedTree, agent: str, depth: int, seconds: DecisionTime, *, records: bool = False
    ) -> TreeAnswer:
        """Ask the agent of that name for its action at the root of a fixed tree.

        records: also record the values that its functions return, which takes longer; never in a graded run.
        """

    def agent(self, request: AgentRequest, layout: Layout, most_explored: int = 0) -> StudentAgent:
        """Return an agent for games on a layout; if `most_explored` is not 0, count explored states up to it."""

    def watch(self, request: AgentRequest, state: GameState, limits: RecorderLimits) -> WatchedAnswer:
        """Ask a new agent for one decision, and record the tree that it generates, as far as the limits allow."""

    def take_output(self) -> str:
        """Return what the student's code has printed since the last call."""

    def forget(self) -> None:
        """Restart the code before the next request, so that no state survives; discard unread output."""

    def close(self) -> None:
        """Release the process and the files of the submission."""


def printable(action: str) -> str:
    """Return an arbitrary answer in a form that fits into a message."""
    return action if action.isprintable() and len(action) <= 40 else ascii(action[:40])
