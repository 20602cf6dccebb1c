"""PacmanGameTreeTest: one game in which every decision is judged, by its action and by the states it looked at.

The student's answers are only noted. What is played is always the right move, so every submission meets the same
states.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from autograder.assignment.case_files import CaseFile
from autograder.case_types.case import Case
from autograder.case_types.counted_solution import (
    GHOSTS,
    LONGEST_GAME,
    CountedSolution,
    judged_states,
    play_game,
    solution_of,
)
from autograder.case_types.failure_data import replay_data
from autograder.case_types.reference import SEARCHES, Decision, searched_states
from autograder.errors import GradingError
from autograder.failures import FailureKind, StudentFailure
from autograder.results import CaseResult
from autograder.student.limits import Limits
from autograder.student.student import Student, StudentAgent, printable
from pacman.berkeley.modules.ghostAgents import DirectionalGhost
from pacman.board_text import board_text
from pacman.directions import Action
from pacman.errors import unknown
from pacman.game import Game
from pacman.layout import Layout
from pacman.record import Outcome
from pacman.state import GameState

GAME_SECONDS: Final = 120.0
LEAST_COUNTED: Final = 20_000  # states of one decision are counted so far, or to so many times what is right: enough to
COUNTED_BEYOND: Final = 10  # tell a search without pruning, or one that looks a round too far
EXPLORED: Final = ("count", "set")  # what is compared of the states that a decision looked at


@dataclass(frozen=True)
class MoveAnswer:
    """A student's decision in one state, and the states that it looked at."""

    state: GameState
    action: str
    explored: Set[GameState]


class CountedCase(Case):
    """A layout, the dice of its ghosts, and the right decisions.

    A decision must look at the right number of states, as in the original. Where the file says `explored: "set"` they
    must be those that a right search looks at: then it is no use to know the numbers.
    """

    def __init__(self, file: CaseFile, folder: Path, solution: CaseFile | None = None) -> None:
        self.agent = file.required("alg")
        self.depth = file.whole_number("depth")
        self.seed = file.whole_number("seed")
        self.compares = file.get("explored", "count")
        if self.compares not in EXPLORED:
            raise file.error("explored", unknown("rule for explored states", self.compares, EXPLORED))
        source = f"{file.path}:{file.lines.get('layout', 1)}: layout"
        self.layout = Layout.from_text(file.required("layout"), file.get("layoutName", "layout"), source)
        self._searched: dict[tuple[GameState, bool], Set[GameState]] = {}  # kept, since every submission meets them
        super().__init__(file, folder, solution)

    def read_solution(self, solution: CaseFile) -> None:
        self.solution = CountedSolution.read(solution)

    def play(self, lengths: range = range(LONGEST_GAME)) -> list[tuple[GameState, Decision]]:
        """The states in which Pacman decides, and the right decisions; GradingError for a game of another length."""
        if self.agent not in SEARCHES:
            raise self.file.error("alg", unknown("algorithm", self.agent, SEARCHES))
        try:
            return play_game(self.layout, self.agent, self.depth, self.seed, lengths)
        except GradingError as error:
            raise GradingError(f"{self.file.path}: {error}") from error

    def solve(self) -> dict[str, str]:
        return solution_of(self.agent, self.depth, self.play())

    @cached_property
    def states(self) -> list[GameState]:
        """The states in which Pacman decides, in order."""
        return judged_states(self.layout, self.seed, self.solution)

    def run(self, student: Student, limits: Limits) -> CaseResult:
        seconds = self.game_seconds(limits, self.file.number("maxTime", default=GAME_SECONDS))
        most = max(LEAST_COUNTED, COUNTED_BEYOND * self.solution.most_explored)
        agent = student.agent(self.agent, {"depth": self.depth}, self.layout, seconds, most_explored=most)
        student.seed(self.seed)
        judged = _Judged(agent, student, self)
        ghosts = [DirectionalGhost(index, rng=student.ghost_rng) for index in range(1, GHOSTS + 1)]
        record = Game(self.layout, judged, ghosts).run()
        answers = tuple(judged.answers)
        if record.outcome.exception is not None:
            return self._interrupted(record.outcome, answers)
        verdict = self._judge(answers)
        result = self.result(not verdict.messages, verdict.messages, answer=answers, drawing=verdict.drawing)
        if verdict.move is not None:
            result.game = replay_data(record, self.agent, (verdict.move - 1) * len(record.agents))
        return result

    def _interrupted(self, outcome: Outcome, answers: tuple[MoveAnswer, ...]) -> CaseResult:
        """The game ended by somebody's fault."""
        problem = outcome.exception
        if isinstance(problem, StudentFailure) and problem.failure.kind is not FailureKind.EXITED:
            ended = f"Agent {problem.failure.kind.value} on {self.layout.name}: no credit"
            messages = [ended, *problem.failure.lines]
            return self.result(False, messages, failure=problem.failure, answer=answers or None)
        assert problem is not None
        raise problem  # an exit costs the question; anything else is not the student's doing

    def _judge(self, answers: Sequence[MoveAnswer]) -> "_Verdict":
        moves = list(zip(answers, self.solution.optimal, strict=False))
        for number, (answer, variants) in enumerate(moves, start=1):
            wanted = [variant.explored for variant in variants]
            if len(answer.explored) not in wanted:
                counts = " or ".join(map(str, dict.fromkeys(wanted)))
                seen = f"in round {number} the search looked at {len(answer.explored)} different states"
                text = f"{seen}; expected {counts} (with Stop or without)"
                return _Verdict(["Bug: Wrong number of states expanded.", text], _board(answer), number)
            if self.compares == "set" and not self._is_searched(answer):
                text = f"in round {number} the search looked at other states than those that the depth calls for"
                return _Verdict(["Bug: Wrong states expanded.", text], _board(answer), number)
        if _fits(answers, [[list(variant.actions) for variant in variants] for _, variants in moves]):
            return _Verdict([], [])
        if _fits(answers, self.solution.partial_rounds):
            return _Verdict(["Bug: Partial Ply Bug", "the last round stops before all ghosts have moved"], [])
        if _fits(answers, self.solution.other_depths):
            return _Verdict(["Bug: Search depth off by 1"], [])
        return _example(moves)

    def _is_searched(self, answer: MoveAnswer) -> bool:
        """Are these the states that a right search looks at, with Stop or without?"""
        if self.agent not in SEARCHES:
            return True
        return any(answer.explored == self.searched_states(answer.state, with_stop) for with_stop in (True, False))

    def searched_states(self, state: GameState, with_stop: bool) -> Set[GameState]:
        """The states that a right decision in this state looks at."""
        key = state, with_stop
        if key not in self._searched:
            self._searched[key] = searched_states(state, self.agent, self.depth, with_stop=with_stop)
        return self._searched[key]


@dataclass(frozen=True)
class _Verdict:
    """What is wrong, if anything, the board where it shows, and the number of that move of Pacman's."""

    messages: list[str]
    drawing: list[str]
    move: int | None = None


def _fits(answers: Sequence[MoveAnswer], accepted: Sequence[Sequence[Sequence[Action]]]) -> bool:
    """Is there one variant that accepts the answer at every move?"""
    variants = min((len(move) for move in accepted), default=0)
    return any(
        all(answer.action in move[variant] for answer, move in zip(answers, accepted, strict=False))
        for variant in range(variants)
    )


def _example(moves: Sequence[tuple[MoveAnswer, Sequence[Decision]]]) -> _Verdict:
    """The first move that the variant does not accept which accepts the most moves before it."""
    wrong = [
        next(number for number, (answer, variants) in enumerate(moves) if answer.action not in variants[which].actions)
        for which in range(min(len(variants) for _, variants in moves))
    ]
    number = max(wrong)
    answer, variants = moves[number]
    best = " or ".join(variants[wrong.index(number)].actions)
    text = f"in round {number + 1} expected {best}, got {printable(answer.action)}"
    return _Verdict(["Bug: Suboptimal moves", text], _board(answer), number + 1)


def _board(answer: MoveAnswer) -> list[str]:
    return [f"  {row}" for row in board_text(answer.state).split("\n")]


class _Judged:
    """Pacman in the judged game: asks the student, notes the answer, makes the right move."""

    def __init__(self, agent: StudentAgent, student: Student, case: CountedCase) -> None:
        self.answers: list[MoveAnswer] = []
        self._agent = agent
        self._student = student
        self._case = case

    def registerInitialState(self, state: GameState) -> None:
        self._student.seed(self._case.seed)
        self._agent.registerInitialState(state)

    def getAction(self, state: GameState) -> Action:
        action = self._agent.getAction(state)
        self.answers.append(MoveAnswer(state, action if isinstance(action, str) else "", self._agent.explored))
        move = len(self.answers)
        self._student.seed(self._case.seed + move)
        optimal = self._case.solution.optimal
        if move > len(optimal):
            path = self._case.file.path
            raise GradingError(f"{path}: the game goes on after the {len(optimal)} moves of the solution")
        return optimal[move - 1][0].actions[0]
