"""Create matchups, results files, executors and runners from the options of a command."""

import argparse
import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from agents.loading import parse_arguments
from commands.shared.options import note_namesakes
from commands.shared.output import kept_text, note
from commands.shared.provenance import keep_made_by
from experiments.batch.game_task import LOCAL_TASKS, GameTasks
from experiments.batch.matchup import GameLimits, Matchup
from experiments.batch.matrix import Matrix
from experiments.batch.player_spec import PlayerSpec
from experiments.batch.results_file import ResultsFile
from experiments.batch.runner import Runner
from experiments.batch.scheduling import pool_options
from experiments.errors import ExperimentError
from experiments.output.batch_report import unfinished_lines
from experiments.statistics.tally import Tally
from jobs.errors import ClusterLostError
from jobs.inline_executor import InlineExecutor
from jobs.open_executor import open_executor
from jobs.task_executor import TaskExecutor
from pacman.plugins import loaded_plugins

SMALL_BATCH: Final = 4  # games


def matrix_of(options: argparse.Namespace, agents: Sequence[str]) -> Matrix:
    arguments = parse_arguments(options.agent_args)
    return Matrix(
        agents=tuple(PlayerSpec.parse(text, arguments) for text in agents),
        layouts=tuple(options.layout or ["small"]),
        ghosts=tuple((PlayerSpec.parse(text), options.num_ghosts) for text in options.ghosts or ["RandomGhost"]),
    )


def limits_of(options: argparse.Namespace) -> GameLimits:
    return GameLimits(options.max_moves, options.move_time or None, options.game_time or None)


def results_of(options: argparse.Namespace) -> ResultsFile | None:
    if options.resume and not options.out:
        raise ExperimentError("--resume continues a results file; name it with --out FILE")
    return ResultsFile(options.out, resume=options.resume) if options.out else None


def executor_of(options: argparse.Namespace, limits: GameLimits) -> TaskExecutor:
    """Open the executor that plays many games: a pool of processes, or a cluster."""
    return open_executor(options.cluster, options.workers, pool_options(limits), note)


def _suits_this_process(options: argparse.Namespace, matchups: Sequence[Matchup], games: int) -> bool:
    """True if a batch is so small that starting a worker would take longer than the games.

    Files of users and plugins are not run in this process: they may print, hang or end it.
    """
    players = [player for matchup in matchups for player in (matchup.pacman, matchup.ghost)]
    is_trusted = all(player.is_built_in for player in players) and not loaded_plugins()
    return options.cluster is None and is_trusted and games * len(matchups) <= SMALL_BATCH


@contextlib.contextmanager
def keeping(kept: Callable[[], str]) -> Iterator[None]:
    """Add to the message of an interrupt or of a lost cluster which results are kept."""
    try:
        yield
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"interrupted; {kept()}") from None
    except ClusterLostError as error:
        raise ExperimentError(f"{error}; {kept()}") from error


@contextlib.contextmanager
def open_runner(
    options: argparse.Namespace,
    matchups: Sequence[Matchup],
    games: int,
    seed: int,
    results: ResultsFile | None = None,
    executor: TaskExecutor | None = None,
    kept: Callable[[], str] | None = None,
    tasks: GameTasks = LOCAL_TASKS,
    marks: Mapping[str, Any] | None = None,
    remarks: Callable[[Sequence[Tally]], list[str]] = unfinished_lines,
) -> Iterator[Runner]:
    """Yield a runner for the options; afterwards note the lines of `remarks`, which reports games that failed.

    An interrupt or a lost cluster is raised again with a message that says which results were kept.
    """
    if executor is None:  # a caller that passes an executor runs many batches; note it once, not for each
        note_namesakes(options, (matchup.pacman.spec for matchup in matchups))
    with keeping(kept or partial(kept_games, results)), contextlib.ExitStack() as stack:
        is_local = tasks is LOCAL_TASKS  # other tasks may start processes, or run code of users
        if executor is None and is_local and _suits_this_process(options, matchups, games):
            executor = InlineExecutor()
        executor = executor or stack.enter_context(executor_of(options, matchups[0].limits))
        runner = Runner(matchups, games, seed, options.workers, results, options.progress, executor, tasks, marks or {})
        stack.enter_context(runner)
        if results is not None:  # after the players were checked: bad input writes no file
            keep_made_by(str(results.path), resume=options.resume)
        yield runner
    for line in remarks(runner.tallies):
        note(line)


def kept_games(results: ResultsFile | None) -> str:
    """Return the part of a message that says which games an interrupted run has kept."""
    return kept_text(results.path if results else None, "finished games")
