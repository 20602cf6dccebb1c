"""The command `batch`: many games without a screen."""

import argparse
from typing import TYPE_CHECKING

from commands.options import add_limits, add_running, limits_of, whole_number

if TYPE_CHECKING:
    from experiments.batch.matrix import Matrix

EPILOG = """\
-p, -l and -g may be given several times: every agent plays on every layout against every kind of ghost. A name may
carry arguments: -p MinimaxAgent,depth=3. A matrix can also be a TOML file, for --matrix:

    games = 200
    layouts = ["small", "open"]
    agents = ["ReflexAgent", { name = "MinimaxAgent", arguments = { depth = 2 }, label = "minimax 2" }]
    ghosts = ["RandomGhost", { name = "DirectionalGhost", count = 1 }]

Game i has the same seed in every cell and with any number of workers. What agents print is not shown.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EPILOG
    parser.add_argument("-p", "--pacman", action="append", metavar="AGENT", help="a name or file.py:Class")
    parser.add_argument("-a", "--agent-args", default="", metavar="ARGS", help="for every agent, such as depth=3")
    parser.add_argument("-l", "--layout", action="append", metavar="LAYOUT", help="a name or a .lay file")
    parser.add_argument("-g", "--ghost", action="append", metavar="GHOST", help="a name or file.py:Class")
    parser.add_argument("-k", "--ghosts", type=whole_number(0), metavar="N", help="at most N ghosts (default: all)")
    parser.add_argument("--matrix", metavar="FILE.toml", help="agents, layouts and ghosts from a file")
    parser.add_argument("-n", "--games", type=whole_number(1), metavar="N", help="games of each cell (default: 100)")
    parser.add_argument("--seed", type=int, metavar="N", help="the seed of the batch (default: 0)")
    parser.add_argument("--out", metavar="FILE", help="write each game as a line of JSON as soon as it ends")
    parser.add_argument("--resume", action="store_true", help="go on with the file of --out where it ends")
    parser.add_argument("--json", metavar="FILE", help="the summary as JSON (-: standard output)")
    parser.add_argument("--csv", metavar="FILE", help="the summary as a table of values (-: standard output)")
    parser.add_argument("--plot", metavar="FILE", help="scores and win rates as a picture, .svg or .png")
    add_limits(parser)
    add_running(parser)


def run(options: argparse.Namespace) -> int:
    from commands.output import check_destination, note, say, write_csv, write_json
    from experiments.batch.results_file import ResultsFile
    from experiments.batch.runner import Runner
    from experiments.errors import ExperimentError
    from experiments.output.batch_report import ASSUMPTION, batch_csv, batch_json, batch_table, troubles
    from experiments.output.plot import check_picture, draw_batch

    if options.resume and not options.out:
        raise ExperimentError("--resume goes on with a results file; say which one by --out FILE")
    if options.json == options.csv == "-":
        raise ExperimentError("--json - and --csv -: standard output can take one of them")
    for destination in (options.json, options.csv, options.plot):
        if destination:
            check_destination(destination)
    if options.plot:
        check_picture(options.plot)
    matrix = _matrix(options)
    cells = matrix.cells(limits_of(options))
    games = options.games or matrix.games or 100
    seed = next(number for number in (options.seed, matrix.seed, 0) if number is not None)
    results = ResultsFile(options.out, resume=options.resume) if options.out else None
    try:
        with Runner(cells, games, seed, options.workers, results, options.progress) as runner:
            runner.play()
    except KeyboardInterrupt:
        kept = f"{options.out} holds the games that finished; go on with --resume" if results else "nothing was kept"
        note(f"interrupted; {kept}")
        return 130
    summaries = runner.summaries()
    for line in troubles(cells, runner.tallies):
        note(line)
    if options.plot:
        draw_batch(options.plot, cells, runner.tallies, summaries)
    if options.csv:
        write_csv(options.csv, *batch_csv(cells, summaries))
    if options.json:
        write_json(options.json, batch_json(cells, summaries, seed))
    if "-" not in (options.json, options.csv):
        say(batch_table(cells, summaries))
        say(f"Intervals hold with 95 %, rare outcomes not yet seen included. {ASSUMPTION}")
    return 0


def _matrix(options: argparse.Namespace) -> "Matrix":
    from agents.loading import parse_arguments
    from experiments.batch.matrix import Matrix, read_matrix
    from experiments.batch.player_spec import Player
    from experiments.errors import ExperimentError

    if options.matrix:
        if options.pacman or options.layout or options.ghost or options.agent_args or options.ghosts is not None:
            raise ExperimentError(
                "--matrix: agents, layouts and ghosts come from the file; leave out -p, -a, -l, -g, -k"
            )
        return read_matrix(options.matrix)
    arguments = parse_arguments(options.agent_args)
    return Matrix(
        agents=tuple(Player.parse(text, arguments) for text in options.pacman or ["ReflexAgent"]),
        layouts=tuple(options.layout or ["small"]),
        ghosts=tuple((Player.parse(text), options.ghosts) for text in options.ghost or ["RandomGhost"]),
    )
