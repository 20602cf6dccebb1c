"""Games of submissions in a tournament. Each game has a separate child process, so that no state survives it."""

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from autograder.case_types.game_case import ended_by
from autograder.classroom.intake import Submission
from autograder.failures import StudentFailure
from autograder.sandbox.sandbox_pool import open_pool
from autograder.sandbox.scratch_folder import remove_abandoned
from autograder.student.dice_key import DiceKey
from autograder.student.limits import Limits, wall_clock_limit
from autograder.student.open_student import open_student
from autograder.student.student import AgentRequest, DecisionTime, StudentAgent
from autograder.termination_signals import raise_on_signals
from experiments.batch import game_task
from experiments.batch.game_task import GameTasks, GameWatch, RecordedGame, game_seed
from experiments.batch.matchup import BatchSeed, GameLimits, Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.batch.rows import Row
from jobs.process_pool import PoolOptions
from pacman.errors import IllegalActionError, InternalError
from pacman.game import Game
from pacman.record import EndReason, GameRecord, Outcome, Player

_LIMITS: Final = Limits()
_GRACE: Final = 4  # a busy machine may slow everything down by this factor before a worker counts as hanging


@dataclass(frozen=True, kw_only=True)
class SubmittedPlayer(PlayerSpec):
    """An agent of a submission: `spec` is the name of its class, `label` the id of the student."""

    submission: Submission

    def identity(self) -> dict[str, Any]:
        return {**super().identity(), "id": self.label, "sha256": self.submission.sha256}

    def relocated(self, carry: Callable[[str], str]) -> "SubmittedPlayer":
        return self  # the files travel with the task, and an argument names a file of the submission

    def make_pacman(self) -> Any:
        raise InternalError(f"{self.name}: a submission must not be loaded outside its sandbox")


def contest_pool_options(limits: GameLimits) -> PoolOptions:
    """Return the options of a pool of processes that play games of submissions, which limit their own time.

    The pool only ends a worker that hangs itself, and removes the scratch folders of workers that were killed.
    """
    wait = None if limits.move_time is None else _GRACE * (wall_clock_limit(limits.move_time) + _LIMITS.load)
    return PoolOptions(silence=wait, has_long_tasks=True, tidy_up=remove_abandoned)


def check_player(matchup: Matchup) -> None:
    """Create the agents once, before any game; those of a submission may fail, which costs its own games only."""
    if isinstance(matchup.pacman, SubmittedPlayer):
        matchup.ghost.make_ghosts(matchup.ghosts)
    else:
        game_task.check_players(matchup)


def play_games(games: Sequence[tuple[Matchup, int]], batch_seed: BatchSeed) -> list[Row]:
    """Play several games in order and return their rows."""
    return [play_game(matchup, batch_seed, number) for matchup, number in games]


def play_game(matchup: Matchup, batch_seed: BatchSeed, number: int) -> Row:
    """Play the game with this number; a submission plays in a child process, a built-in agent in this one."""
    if not isinstance(matchup.pacman, SubmittedPlayer):
        return game_task.play_game(matchup, batch_seed, number)
    started = perf_counter()
    seed = game_seed(batch_seed, number)
    outcome = _record(matchup, matchup.pacman, seed).outcome
    error = game_task.shortened(outcome.error)
    return Row(number, seed, outcome.score, outcome.reason.value, outcome.moves, perf_counter() - started, error)


def record_game(matchup: Matchup, batch_seed: BatchSeed, number: int) -> RecordedGame:
    """Play the game with this number again and return its record; the searches of a submission are not recorded."""
    if not isinstance(matchup.pacman, SubmittedPlayer):
        return game_task.record_game(matchup, batch_seed, number)
    record = _record(matchup, matchup.pacman, game_seed(batch_seed, number))
    return RecordedGame(number, game_task.without_exception(record), {})


CONTEST_TASKS: Final = GameTasks(check_player, play_games, record_game)


def _record(matchup: Matchup, player: SubmittedPlayer, seed: int) -> GameRecord:
    """Play a game of a submission and return its record. A failure of the student's code is its outcome.

    Raise any other exception, which is not the student's fault.
    """
    limits = matchup.limits
    watch = GameWatch(replace(limits, move_time=None, game_time=None))  # the sandbox limits the time, by a fair clock
    game_task.seed_everything(seed)
    ghosts = matchup.ghost.make_ghosts(matchup.ghosts)
    with raise_on_signals(), _agent(matchup, player, seed) as agent:
        if isinstance(agent, StudentFailure):
            outcome = Outcome(EndReason.CRASHED, score=0, moves=0, agent=0, exception=agent)
            names = ("", *(type(ghost).__name__ for ghost in ghosts))
            record = GameRecord(matchup.layout, len(ghosts), seed, names, [], outcome)
        else:
            record = Game(matchup.layout, agent, ghosts, seed=seed, max_moves=limits.max_moves).run(watch)
    return _named(record, player)


@contextmanager
def _agent(matchup: Matchup, player: SubmittedPlayer, seed: int) -> Iterator[StudentAgent | StudentFailure]:
    """Yield the agent in a new child process, or the failure to create it.

    The seed of its random numbers does not reveal that of the ghosts.
    """
    limits, submission = matchup.limits, player.submission
    seconds = DecisionTime(limits.game_time or math.inf, limits.move_time or math.inf)
    request = AgentRequest(player.spec, dict(player.arguments), seconds)
    with (
        open_pool("auto", _LIMITS) as pool,
        open_student(Path(submission.name), _LIMITS, pool, DiceKey(str(seed)), submission.files) as student,
    ):
        student.start_game(matchup.layout.name, 1, None)
        agent: StudentAgent | StudentFailure
        try:
            agent = student.agent(request, matchup.layout)
        except StudentFailure as failure:
            agent = failure
        yield agent


def _named(record: GameRecord, player: SubmittedPlayer) -> GameRecord:
    """Return the record with the student's id in place of our class, and the failure in the student's words."""
    outcome = record.outcome
    problem = outcome.exception
    if problem is not None and not isinstance(problem, StudentFailure | IllegalActionError):
        raise problem
    if isinstance(problem, StudentFailure):
        outcome = replace(outcome, reason=ended_by(outcome), error=problem.failure.text)
    return replace(
        record,
        agents=(player.name, *record.agents[1:]),
        players=(Player(player.name), *map(Player, record.agents[1:])),
        outcome=outcome,
    )
