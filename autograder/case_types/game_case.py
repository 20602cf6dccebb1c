"""EvalAgentTest: whole games, graded by average score, wins, and games not timed out."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple

from agents.loading import parse_arguments
from autograder.assignment.case_files import CaseFile
from autograder.case_types.case import Case
from autograder.case_types.failure_data import replay_data
from autograder.case_types.ghost_expressions import read_ghosts
from autograder.errors import GradingError
from autograder.failures import Failure, FailureKind, StudentFailure
from autograder.results import CaseResult
from autograder.student.limits import Limits
from autograder.student.student import START_SEED, AgentRequest, Student
from pacman.chances import RandomSource
from pacman.errors import IllegalActionError, LayoutError, PacmanError, one_line
from pacman.game import Agent, Game
from pacman.layout import Layout, load_layout
from pacman.record import EndReason, GameRecord, Outcome
from pacman.scoring import FOOD_SCORE, GHOST_SCORE, TIME_PENALTY, WIN_SCORE

DEFAULT_SECONDS: Final = 120.0
SERIES_KEYS: Final = frozenset({"layoutName", "numGames", "randomSeed", "maxTime"})
MEASURE_KEYS: Final = frozenset(
    f"{measure}{bound}" for measure in ("score", "nonTimeout", "wins") for bound in ("Minimum", "Thresholds")
)
NOT_PLAYED: Final = Outcome(EndReason.TIMED_OUT, score=0, moves=0)  # a game after one that hangs


@dataclass(frozen=True)
class Measure:
    """The requirements on one number: it must reach the minimum, and each threshold reached earns a point."""

    label: str
    minimum: float | None
    thresholds: tuple[float, ...]

    @classmethod
    def read(cls, file: CaseFile, key: str, label: str) -> "Measure":
        minimum = file.number(f"{key}Minimum") if f"{key}Minimum" in file else None
        return cls(label, minimum, tuple(file.numbers(f"{key}Thresholds")))

    def points(self, value: float) -> int | None:
        """Return the points of a value; None if it is below the minimum."""
        if self.minimum is not None and value < self.minimum:
            return None
        return sum(value >= threshold for threshold in self.thresholds)

    def explain(self, value: float, bound: str = "") -> str:
        """Return a line that explains the points of a value; `bound` is put before the value."""
        points = self.points(value)
        found = f"{self.label} {bound}{value:g}"
        if points is None:
            return f"{found} is below the minimum {self.minimum:g}: the case gives no points"
        if not self.thresholds:
            return found
        wanted = ", ".join(f"{threshold:g}" for threshold in self.thresholds)
        return f"{found}: {points} of {len(self.thresholds)} points (one each from {wanted})"


class Tally(NamedTuple):
    """The numbers by which games are graded: the average score, games not timed out, and wins."""

    score: float
    not_timed_out: float
    wins: float

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> "Tally":
        score = sum(outcome.score for outcome in outcomes) / len(outcomes)
        return cls(score, sum(not is_cut(outcome) for outcome in outcomes), sum(map(_is_won, outcomes)))


@dataclass(frozen=True)
class GameSeries:
    """A series of games with the same agents.

    seconds: the time for the moves of one game.
    """

    layout: Layout
    games: int
    seed: int | None
    seconds: float

    @classmethod
    def read(cls, file: CaseFile, folder: Path) -> "GameSeries":
        games = file.whole_number("numGames", least=1)
        seed = file.whole_number("randomSeed") if "randomSeed" in file else None
        return cls(find_layout(file, folder), games, seed, file.seconds("maxTime", default=DEFAULT_SECONDS))

    def play(
        self,
        student: Student,
        name: str,
        agent: AgentRequest,
        ghosts: Sequence[Callable[[RandomSource], Agent]],
        limits: Limits,
        is_lost: Callable[[Sequence[Outcome]], bool] = lambda outcomes: False,
    ) -> "PlayedSeries":
        """Play the series with an agent of the student's; `name` identifies it for the random numbers.

        A crash ends its game. An exit of the student's code is raised as StudentFailure and ends the series. After a
        decision that hangs, no further game is played, and the rest count as timed out. If `is_lost` is true for the
        outcomes so far, and no later random numbers depend on the rest, the series is stopped, and only the games that
        were played have outcomes.
        """
        pacman = student.agent(agent, self.layout)
        ghost_agents = [make(student.ghost_rng) for make in ghosts]
        outcomes: list[Outcome] = []
        lost: dict[str, Any] | None = None
        while len(outcomes) < self.games:
            student.start_game(name, len(outcomes) + 1, self._seed(outcomes))
            record = _play_game(Game(self.layout, pacman, ghost_agents), limits)
            outcomes.append(record.outcome)
            if lost is None and record.outcome.reason is not EndReason.WON:
                lost = replay_data(record, agent.name, arguments=agent.arguments)
            if _hangs(record.outcome):
                break
            if len(outcomes) < self.games and student.can_skip_games and is_lost(outcomes):
                return PlayedSeries(outcomes, lost, len(outcomes), pacman.has_unused_evaluation, is_stopped=True)
        skipped = [NOT_PLAYED] * (self.games - len(outcomes))
        return PlayedSeries(outcomes + skipped, lost, len(outcomes), pacman.has_unused_evaluation)

    def _seed(self, outcomes: Sequence[Outcome]) -> int | str | None:
        """Return the seed of the next game; None to continue the random stream.

        The original seeds the stream once, before the first game. The position in the stream after an endless game
        depends on the time at which it was stopped, so the game after it gets a separate seed.
        """
        if not outcomes:
            return self.seed
        start = START_SEED if self.seed is None else self.seed
        return f"{start}/{len(outcomes) + 1}" if is_cut(outcomes[-1]) else None


@dataclass(frozen=True)
class PlayedSeries:
    """The outcomes of a series, the data of the first game that was not won, and the number of games played.

    has_unused_evaluation: the evaluation that the agent was given by name was never called.
    is_stopped: the remaining games could not have changed the points, were not played and have no outcomes.
    """

    outcomes: list[Outcome]
    lost: dict[str, Any] | None
    played: int
    has_unused_evaluation: bool
    is_stopped: bool = False


class GameCase(Case):
    """A series of games of an agent against ghosts."""

    has_solution: ClassVar = False
    depends_on_luck: ClassVar = True
    keys: ClassVar[Set[str] | None] = SERIES_KEYS | MEASURE_KEYS | {"agentName", "agentArgs", "ghosts"}

    def __init__(self, file: CaseFile, folder: Path, solution: CaseFile | None = None) -> None:
        super().__init__(file, folder, solution)
        self.agent = file.required("agentName")
        self.arguments = parse_arguments(file.get("agentArgs"), of_a_bare_word=1)
        self.series = GameSeries.read(file, folder)
        if Path(file.required("layoutName")).stem != self.series.layout.name:  # a substitute with another name
            self.remarks = self.series.layout.warnings[:1]
        ghosts = file.required("ghosts")
        try:
            self.ghosts = read_ghosts(ghosts)
        except GradingError as error:
            raise file.error("ghosts", str(error)) from error
        self._measures = (  # of the numbers of a Tally
            Measure.read(file, "score", "average score"),
            Measure.read(file, "nonTimeout", "games not timed out"),
            Measure.read(file, "wins", "wins"),
        )

    @property
    def _most_points(self) -> int:
        return sum(len(measure.thresholds) for measure in self._measures)

    @property
    def _highest_score(self) -> int:
        """An upper bound of the score on this layout.

        It assumes a win, one move for each pellet, and each ghost eaten once for each capsule.
        """
        layout = self.series.layout
        ghosts = min(len(self.ghosts), len(layout.ghost_starts))
        pellets = len(layout.food_cells) * (FOOD_SCORE - TIME_PENALTY)
        return pellets + WIN_SCORE + GHOST_SCORE * ghosts * len(layout.capsule_cells)

    def best_result(self) -> CaseResult:
        games = self.series.games
        return self.partial_result(self._points(Tally(self._highest_score, games, games)), self._most_points, ())

    def run(self, student: Student, limits: Limits) -> CaseResult:
        ghosts = [plan.make for plan in self.ghosts]
        agent = AgentRequest(self.agent, self.arguments, self.game_seconds(limits, self.series.seconds))
        played = self.series.play(student, self.id, agent, ghosts, limits, self._is_lost)
        outcomes = played.outcomes
        tally = Tally.of(outcomes)
        endings = [ended_by(outcome).value for outcome in outcomes]
        lines = self._stopped_lines(outcomes) if played.is_stopped else self._explain(tally)
        lines.append(f"scores: {', '.join(str(outcome.score) for outcome in outcomes)}")
        lines.append(f"ended by: {', '.join(endings)}")
        points = 0 if played.is_stopped else self._points(tally)
        if points < self._most_points:
            lines += viewing_advice(outcomes)
        result = self.partial_result(points, self._most_points, [*lines, *failure_lines(outcomes)])
        result.ended_by = endings
        result.games_played = played.played
        result.unused_evaluation = self.arguments["evalFn"] if played.has_unused_evaluation else None
        result.near_threshold = None if played.is_stopped else self._is_near_threshold(outcomes)
        result.game = None if result.passed else played.lost
        result.failure = next(filter(None, map(_failure, outcomes)), None)
        return result

    def _points(self, tally: Tally) -> int:
        points = [measure.points(value) for measure, value in zip(self._measures, tally, strict=True)]
        return 0 if None in points else sum(number or 0 for number in points)

    def _explain(self, tally: Tally, bound: str = "") -> list[str]:
        return [measure.explain(value, bound) for measure, value in zip(self._measures, tally, strict=True)]

    def _is_near_threshold(self, outcomes: Sequence[Outcome]) -> bool:
        """True if the points would change without one of the games, or with one win more or less.

        Without one game, the numbers of games are scaled to the full series: nine wins of nine count as ten of ten.
        """
        tally = Tally.of(outcomes)
        others = [tally._replace(wins=wins) for wins in (tally.wins - 1, tally.wins + 1) if 0 <= wins <= len(outcomes)]
        games, rest, total = len(outcomes), len(outcomes) - 1, sum(outcome.score for outcome in outcomes)
        if rest:
            others += [
                Tally(
                    (total - score) / rest,
                    (tally.not_timed_out - is_in_time) * games / rest,
                    (tally.wins - is_won) * games / rest,
                )
                for score, is_in_time, is_won in {
                    (outcome.score, not is_cut(outcome), _is_won(outcome)) for outcome in outcomes
                }
            ]
        points = self._points(tally)
        return any(self._points(other) != points for other in others)

    def _is_lost(self, outcomes: Sequence[Outcome]) -> bool:
        """True if the case gives no points, regardless of the results of the remaining games."""
        return self._most_points > 0 and self._points(self._best(outcomes)) == 0

    def _best(self, outcomes: Sequence[Outcome]) -> Tally:
        """Return upper bounds of the final numbers after these games; no measure can give more points than for them."""
        games, so_far = self.series.games, Tally.of(outcomes)
        left = games - len(outcomes)
        total = sum(outcome.score for outcome in outcomes) + left * self._highest_score
        return Tally(total / games, so_far.not_timed_out + left, so_far.wins + left)

    def _stopped_lines(self, outcomes: Sequence[Outcome]) -> list[str]:
        certain = f"0 points are certain after {len(outcomes)} of {self.series.games} games; the others were not played"
        return [certain, *self._explain(self._best(outcomes), "at most ")]


def _play_game(game: Game, limits: Limits) -> GameRecord:
    """Play a game and return its record; exceptions of the student's code and illegal actions are its outcome.

    Raise StudentFailure if the student's code exits, and any other exception, which is not the student's fault.
    """
    game.max_moves = limits.pacman_moves * game.state.num_agents
    record = game.run()
    problem = record.outcome.exception
    if problem is not None and not isinstance(problem, StudentFailure | IllegalActionError):
        raise problem
    failure = _failure(record.outcome)
    if failure is not None and failure.kind is FailureKind.EXITED:
        raise StudentFailure(failure)
    return record


def find_layout(file: CaseFile, folder: Path) -> Layout:
    """Load the layout of a case: from a `layouts` folder beside the assignment or in it, or else one of ours."""
    name = file.required("layoutName")
    file_name = name if name.endswith(".lay") else f"{name}.lay"
    beside = folder.resolve().parent
    try:
        for candidate in (beside / "layouts", beside, folder / "layouts"):
            if (candidate / file_name).is_file():
                return load_layout(candidate / file_name)
        return load_layout(name)
    except LayoutError as error:
        raise file.error("layoutName", str(error)) from error


def ended_by(outcome: Outcome) -> EndReason:
    """Return how a game ended; a failure of the agent because of its time counts as TIMED_OUT, not CRASHED."""
    failure = _failure(outcome)
    return EndReason.TIMED_OUT if failure is not None and failure.is_late else outcome.reason


def is_cut(outcome: Outcome) -> bool:
    """True for a game that ran out of time or moves.

    The original has no limit on moves and waits until the time is up, so both count as timed out.
    """
    return ended_by(outcome) in (EndReason.TIMED_OUT, EndReason.MOVE_LIMIT)


def _is_won(outcome: Outcome) -> bool:
    return outcome.reason is EndReason.WON


def _hangs(outcome: Outcome) -> bool:
    failure = _failure(outcome)
    return failure is not None and failure.kind is FailureKind.HUNG


def _failure(outcome: Outcome) -> Failure | None:
    return outcome.exception.failure if isinstance(outcome.exception, StudentFailure) else None


def viewing_advice(outcomes: Sequence[Outcome]) -> list[str]:
    """Return a line of advice on watching the games, by their endings; empty if the code failed."""
    endings = {outcome.reason for outcome in outcomes}
    if EndReason.LOST in endings:
        advice = "in a lost game, go back from the end: which move let a ghost come near, and was there a better one?"
    elif EndReason.MOVE_LIMIT in endings:
        advice = "does Pacman move back and forth? Then nearer food, or food that was eaten, must be worth more"
    elif endings == {EndReason.WON}:
        advice = "all games are won, and each move costs a point: where does Pacman turn round or wait?"
    else:
        return []
    return [f"look for: {advice}"]


def failure_lines(outcomes: Sequence[Outcome]) -> list[str]:
    """Return lines about failures in the games, each text once with the first game in which it occurred."""
    lines: dict[str, int] = {}
    for number, outcome in enumerate(outcomes, start=1):
        failure = _failure(outcome)
        if outcome is NOT_PLAYED:
            lines.setdefault("not played after a decision that took too long; counted as timed out", number)
        elif outcome.reason is EndReason.MOVE_LIMIT:
            lines.setdefault(f"does not end: stopped after {outcome.moves} moves; counted as timed out", number)
        elif failure is not None:
            lines.setdefault("\n".join(failure.lines), number)
        elif outcome.reason is EndReason.CRASHED:
            problem = outcome.exception if isinstance(outcome.exception, PacmanError) else outcome.error
            lines.setdefault(one_line(f"crashed: {problem}"), number)
    return [line for text, number in lines.items() for line in f"game {number}: {text}".split("\n")]
