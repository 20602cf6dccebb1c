"""PacmanGameTreeTest: one game in which every decision is graded by its action and by the states that it generates.

The student's answers are only recorded. Pacman always makes the right move, so that every submission decides in the
same states.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Final, Literal, TypeAlias, get_args

from autograder.analysis_limits import COUNTED_BEYOND, COUNTED_STATES, costs_only
from autograder.assignment.case_files import CaseFile
from autograder.case_types.case import Case
from autograder.case_types.counted_solution import (
    GHOSTS,
    LONGEST_GAME,
    PROPERTIES,
    CountedSolution,
    decision_states,
    play_game,
)
from autograder.case_types.evaluation_key import KEY, evaluation_remarks, is_negated
from autograder.case_types.failure_data import replay_data
from autograder.case_types.reference import SEARCHES, Decision, searched_states
from autograder.errors import GradingError
from autograder.failures import FailureKind, StudentFailure
from autograder.results import CaseResult, short_digest
from autograder.student.limits import Limits
from autograder.student.student import AgentRequest, Student, StudentAgent, printable
from pacman.berkeley.modules.ghostAgents import DirectionalGhost
from pacman.board_text import board_text
from pacman.directions import Action
from pacman.errors import unknown
from pacman.game import Game
from pacman.layout import Layout
from pacman.record import Outcome
from pacman.state import GameState

GAME_SECONDS: Final = 120.0
MOST_LETTERS: Final = 200  # actions of an answer as text
Explored: TypeAlias = Literal["count", "set"]  # property of a decision's states that is compared with the solution
EXPLORED: Final[tuple[Explored, ...]] = get_args(Explored)


@dataclass(frozen=True)
class MoveAnswer:
    """A student's decision in one state.

    explored: the number of states that the decision generated. states: these states, empty if the number is wrong.
    is_negated: the agent's evaluation was the negated score.
    """

    state: GameState
    action: str
    explored: int
    states: Set[GameState]
    is_negated: bool = False


class CountedCase(Case):
    """A layout, the seed of its ghosts, and the right decisions.

    A decision must generate the right number of states, as in the original. With `explored: "set"` in the file it must
    generate the same states as a right search, so that memorised numbers do not help. `decisions: "1"` ends the game
    after that many moves of Pacman.
    """

    # Berkeley's files also have max_points, which is ignored.
    keys: ClassVar[Set[str] | None] = frozenset(
        {"alg", "depth", "seed", "layout", "layoutName", "explored", "decisions", KEY, "maxTime", "max_points"}
    )
    solution_keys: ClassVar[Set[str] | None] = frozenset(PROPERTIES)

    def __init__(self, file: CaseFile, folder: Path, solution: CaseFile | None = None) -> None:
        self.agent = file.required("alg")
        self.depth = file.whole_number("depth", least=1)
        self.seed = file.whole_number("seed")
        self.compares = file.word("explored", "rule for explored states", EXPLORED, "count")
        self.decisions = file.whole_number("decisions", least=1) if "decisions" in file else None
        self.is_negated = is_negated(file, self.agent)
        source = f"{file.path}:{file.lines.get('layout', 1)}: layout"
        self.layout = Layout.from_text(file.required("layout"), file.get("layoutName", "layout"), source)
        self.seconds = file.seconds("maxTime", default=GAME_SECONDS)
        # A cache, since all submissions decide in the same states; by state, with_stop and is_negated.
        self._searched: dict[tuple[GameState, bool, bool], Set[GameState]] = {}
        super().__init__(file, folder, solution)

    def read_solution(self, solution: CaseFile) -> None:
        self.solution = CountedSolution.read(solution)

    def best_result(self) -> CaseResult:
        return self.result(True, ())

    def play(self, lengths: range, *, is_negated: bool) -> list[tuple[GameState, Decision]]:
        """Return the states in which Pacman decides, and the right decisions; raise GradingError for another length."""
        if self.agent not in SEARCHES:
            raise self.file.error("alg", unknown("algorithm", self.agent, SEARCHES))
        try:
            return play_game(
                self.layout,
                self.agent,
                self.depth,
                self.seed,
                lengths,
                decisions=self.decisions,
                is_negated=is_negated,
            )
        except GradingError as error:
            raise GradingError(f"{self.file.path}: {error}") from error

    def solve(self) -> dict[str, str]:
        return self._solution(is_negated=self.is_negated).properties()

    def _solution(self, *, is_negated: bool) -> CountedSolution:
        """Return the right decisions by the negated score, or by the score."""
        decisions = self.play(range(LONGEST_GAME), is_negated=is_negated)
        return CountedSolution.of(self.agent, self.depth, decisions, is_negated=is_negated)

    @cached_property
    def states(self) -> list[GameState]:
        """The states in which Pacman decides, in order."""
        return decision_states(self.layout, self.seed, self.solution)

    def run(self, student: Student, limits: Limits) -> CaseResult:
        seconds = self.game_seconds(limits, self.seconds)
        most = max(COUNTED_STATES, COUNTED_BEYOND * self.solution.most_explored)
        request = AgentRequest(self.agent, {"depth": self.depth}, seconds, self.is_negated)
        agent = student.agent(request, self.layout, most)
        student.seed(self.seed)
        # An agent that could not be constructed with the negated score is judged by the score.
        solution = self.solution if agent.is_negated == self.is_negated else self._solution(is_negated=False)
        pacman = _RecordedPacman(agent, student, self, solution)
        ghosts = [DirectionalGhost(index, rng=student.ghost_rng) for index in range(1, GHOSTS + 1)]
        most_moves = None if self.decisions is None else self.decisions * (GHOSTS + 1)
        record = Game(self.layout, pacman, ghosts, max_moves=most_moves).run()
        answers = tuple(pacman.answers)
        if record.outcome.exception is not None:
            return _with_behaviour(self._interrupted(record.outcome, answers), answers)
        verdict = self._check(answers, solution)
        result = self.result(not verdict.messages, verdict.messages, answer=answers, drawing=verdict.drawing)
        result.reasons += evaluation_remarks(
            is_asked=self.is_negated, is_negated=agent.is_negated, passed=result.passed
        )
        if verdict.move is not None:
            with costs_only("picture of the game", [result]):
                result.game = replay_data(record, self.agent, (verdict.move - 1) * len(record.agents))
        return _with_behaviour(result, answers)

    def _interrupted(self, outcome: Outcome, answers: tuple[MoveAnswer, ...]) -> CaseResult:
        """Return the result of a game that ended with an exception; raise the exception if it costs more than the case.

        That is an exit of the student's code, which costs the question, or an error that is not the student's fault.
        """
        problem = outcome.exception
        if isinstance(problem, StudentFailure) and problem.failure.kind is not FailureKind.EXITED:
            ended = f"Agent {problem.failure.kind.value} on {self.layout.name}: no credit"
            messages = [ended, *problem.failure.lines]
            return self.result(False, messages, failure=problem.failure, answer=answers or None)
        assert problem is not None
        raise problem

    def _check(self, answers: Sequence[MoveAnswer], solution: CountedSolution) -> "_Verdict":
        moves = list(zip(answers, solution.optimal, strict=False))
        for number, (answer, variants) in enumerate(moves, start=1):
            wanted = [variant.explored for variant in variants]
            if answer.explored not in wanted:
                counts = " or ".join(map(str, dict.fromkeys(wanted)))
                seen = f"in round {number} the search looked at {answer.explored} different states"
                text = f"{seen}; expected {counts} (with Stop or without)"
                return _Verdict(["Bug: Wrong number of states expanded.", text], _board(answer), number)
            if self.compares == "set" and not self._is_searched(answer):
                text = f"in round {number} the search looked at other states than those that the depth calls for"
                return _Verdict(["Bug: Wrong states expanded.", text], _board(answer), number)
        if _fits(answers, [[variant.actions for variant in variants] for _, variants in moves]):
            return _Verdict([], [])
        if _fits(answers, solution.partial_rounds):
            return _Verdict(["Bug: Partial Ply Bug", "the last round stops before all ghosts have moved"], [])
        if _fits(answers, solution.other_depths):
            return _Verdict(["Bug: Search depth off by 1"], [])
        return _example(moves)

    def _is_searched(self, answer: MoveAnswer) -> bool:
        """True if a right search, with Stop or without, generates exactly the states of this answer."""
        if self.agent not in SEARCHES:
            return True
        searched = (
            self.searched_states(answer.state, with_stop, is_negated=answer.is_negated) for with_stop in (True, False)
        )
        return any(answer.states == states for states in searched)

    def searched_states(self, state: GameState, with_stop: bool, *, is_negated: bool = False) -> Set[GameState]:
        """Return the states of a right decision in this state."""
        key = state, with_stop, is_negated
        if key not in self._searched:
            self._searched[key] = searched_states(
                state, self.agent, self.depth, with_stop=with_stop, is_negated=is_negated
            )
        return self._searched[key]


def _with_behaviour(result: CaseResult, answers: Sequence[MoveAnswer]) -> CaseResult:
    """Add the actions, by their first letters (`-` for Stop), and a digest of the numbers of generated states."""
    letters = ("-" if answer.action == "Stop" else printable(answer.action)[:1] for answer in answers)
    result.answer_text = "".join(letters)[:MOST_LETTERS]
    result.generated_digest = short_digest(str(answer.explored) for answer in answers)
    return result


@dataclass(frozen=True)
class _Verdict:
    """Messages about a mistake (empty if all is right), with the board and the number of Pacman's move."""

    messages: list[str]
    drawing: list[str]
    move: int | None = None


def _fits(answers: Sequence[MoveAnswer], accepted: Sequence[Sequence[Sequence[Action]]]) -> bool:
    """True if there is one variant that accepts the answers of all moves."""
    variants = min((len(move) for move in accepted), default=0)
    return any(
        all(answer.action in move[variant] for answer, move in zip(answers, accepted, strict=False))
        for variant in range(variants)
    )


def _example(moves: Sequence[tuple[MoveAnswer, Sequence[Decision]]]) -> _Verdict:
    """Return the first wrong move as an example, by the variant that accepts the most moves before it."""
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


class _RecordedPacman:
    """Pacman in the graded game: asks the student's agent, records the answer, and makes the right move."""

    def __init__(self, agent: StudentAgent, student: Student, case: CountedCase, solution: CountedSolution) -> None:
        self.answers: list[MoveAnswer] = []
        self._agent = agent
        self._student = student
        self._case = case
        self._optimal = solution.optimal

    def registerInitialState(self, state: GameState) -> None:
        self._student.seed(self._case.seed)
        self._agent.registerInitialState(state)

    def getAction(self, state: GameState) -> Action:
        action = self._agent.getAction(state)
        move = len(self.answers) + 1
        self._student.seed(self._case.seed + move)
        states = self._agent.explored
        optimal = self._optimal[move - 1 : move]
        is_right = any(len(states) == variant.explored for variants in optimal for variant in variants)
        text = action if isinstance(action, str) else ""
        kept = states if is_right else frozenset()
        self.answers.append(MoveAnswer(state.frozen_copy(), text, len(states), kept, self._agent.is_negated))
        if not optimal:
            path = self._case.file.path
            raise GradingError(f"{path}: the game continues after the {len(self._optimal)} moves of the solution")
        return self._optimal[move - 1][0].actions[0]
