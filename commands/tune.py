"""The command `tune`: find better weights for an evaluation by local search."""

import argparse
from functools import partial
from pathlib import Path

from commands.shared.options import (
    add_count,
    add_file,
    add_flag,
    add_limits,
    add_matchups,
    add_running,
    file_name,
    note_missing_ghosts,
)
from commands.shared.output import check_destinations, kept_text, note, write_report
from experiments.errors import ExperimentError
from experiments.tuning.weight_problem import METHODS

EPILOG = """\
Every candidate plays the same games: N of each matchup, with seeds that batches and comparisons never use. -l and -g
may be repeated; all matchups have the same weight. The file of --out holds the best weights so far, which agents use
with evaluation=FILE; FILE.tuning.json beside it holds all candidates. --resume continues after an interrupt, or with
more candidates. At the end the best weights are compared with those of --start in games with other seeds. Example:

    run.py tune -l small -l medium -g RandomGhost -g DirectionalGhost --method genetic --out weights.json
    run.py compare ExpectimaxAgent ExpectimaxAgent,evaluation=weights.json -l small
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EPILOG
    add_matchups(parser, default="ExpectimaxAgent", help="the agent (default: %(default)s)")
    parser.add_argument(
        "--start",
        default="better",
        metavar="EVALUATION",
        help="begin with the weights of this evaluation (default: better)",
    )
    more = "features to tune as well, starting from weight 0: ghost-closeness,danger-2"
    parser.add_argument("--features", default="", metavar="LIST", help=more)
    parser.add_argument(
        "--method", choices=tuple(METHODS), default="annealing", help="local search method (default: %(default)s)"
    )
    add_count(parser, "--candidates", least=1, default=200, help="try at least N candidates (default: %(default)s)")
    games = "games of each matchup for each candidate (default: %(default)s)"
    add_count(parser, "-n", "--games", least=1, default=100, help=games)
    fresh = "games of each matchup in the comparison at the end (default: %(default)s; 0: none)"
    add_count(parser, "--fresh-games", least=0, default=400, help=fresh)
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of the games and of the search (default: 0)"
    )
    parser.add_argument(
        "--out", type=file_name, metavar="FILE.json", help="file for the best weights so far (required)"
    )
    add_flag(parser, "--resume", help="continue the tuning of --out")
    add_file(parser, "--json", help="write the outcome as JSON (-: standard output)")
    add_limits(parser)
    add_running(parser)


def run(options: argparse.Namespace) -> int:
    from commands.shared.provenance import keep_made_by
    from commands.shared.running import executor_of, keeping, limits_of, matrix_of, open_runner
    from experiments.output.tuning_report import tuning_json, tuning_text
    from experiments.tuning.fresh_comparison import compare_fresh, fresh_matchups
    from experiments.tuning.tuner import Tuner, Tuning, tuning_path

    if not options.out:
        raise ExperimentError("tune writes the best weights to a file; name it with --out FILE.json")
    destination = Path(options.out)
    if destination.suffix != ".json":
        raise ExperimentError(f"--out {options.out}: expected a name that ends in .json")
    candidates = tuning_path(destination)
    check_destinations(options.out, str(candidates), options.json)
    if destination.exists() and not candidates.exists():
        raise ExperimentError(f"{destination}: not written by a tuning: there is no {candidates}; choose another file")
    if destination.exists() and not options.resume:
        raise ExperimentError(f"{destination}: already exists; resume it with --resume, or choose another file")
    limits = limits_of(options)
    matchups = matrix_of(options, [options.pacman]).matchups(limits)
    if "evaluation" in matchups[0].pacman.arguments:
        raise ExperimentError(f"-p {options.pacman}: tune chooses the evaluation; name the initial one with --start")
    note_missing_ghosts(options, (matchup.layout for matchup in matchups))
    tuning = Tuning(matchups, _start(options), options.method, options.games, options.seed)
    with executor_of(options, limits) as executor:
        tuner = Tuner(tuning, destination, executor, options.resume, options.progress)
        kept = partial(kept_text, candidates, "candidates so far")
        with keeping(kept):
            tuner.run(options.candidates, on_start=lambda: keep_made_by(options.out, resume=options.resume))
        # The best of many candidates looks better than it is in the games that selected it: compare in others.
        fresh = None
        if options.fresh_games and tuner.best != dict(tuning.start):
            fresh_ones, seed = fresh_matchups(tuning, tuner.best), options.seed + 1
            with open_runner(options, fresh_ones, options.fresh_games, seed, executor=executor, kept=kept) as runner:
                fresh = compare_fresh(runner)
    if tuner.first_error:
        note(tuner.first_error)
    write_report(options.json, tuning_json(tuner, fresh), tuning_text(tuner, fresh))
    return 0


def _start(options: argparse.Namespace) -> dict[str, float]:
    """Return the initial weights: those of --start, and 0 for the additional features."""
    from agents.evaluation import LinearEvaluation, make_evaluation
    from agents.features import feature

    evaluation = make_evaluation(options.start)
    if not isinstance(evaluation, LinearEvaluation):
        raise ExperimentError(f"--start {options.start}: expected an evaluation that is a weighted sum of features")
    added = [name for name in map(str.strip, options.features.split(",")) if name]
    for name in added:
        feature(name)
    start = {**evaluation.weights, **{name: 0.0 for name in added if name not in evaluation.weights}}
    if set(start) <= {"score"}:
        raise ExperimentError(f"--start {options.start}: has no feature but the score; add some with --features")
    return start
