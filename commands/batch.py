"""The command `batch`: play many games without a display and summarise them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from commands.shared.options import (
    add_count,
    add_file,
    add_language,
    add_limits,
    add_matchups,
    add_results,
    add_running,
    file_name,
    note_missing_ghosts,
)
from commands.shared.output import check_destinations, write_report, write_text
from commands.shared.provenance import write_csv
from experiments.errors import ExperimentError

if TYPE_CHECKING:
    from experiments.batch.matrix import Matrix

EPILOG = """\
-p, -l and -g may be repeated: every agent plays on every layout against every kind of ghost. Arguments follow a name
after a comma: -p MinimaxAgent,depth=3. Instead, --matrix reads all of this from a TOML file:

    games = 200
    layouts = ["small", "open"]
    agents = ["ReflexAgent", { name = "MinimaxAgent", arguments = { depth = 2 }, label = "minimax 2" }]
    ghosts = ["RandomGhost", { name = "DirectionalGhost", count = 1 }]

Game i has the same seed in every matchup and with any number of workers. Output of the agents is not shown.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EPILOG
    add_matchups(parser, action="append", help="a name or file.py:Class")
    parser.add_argument(
        "--matrix", type=file_name, metavar="FILE.toml", help="read agents, layouts and ghosts from a file"
    )
    add_count(parser, "-n", "--games", least=1, help="games of each matchup (default: 100)")
    parser.add_argument("--seed", type=int, metavar="N", help="the seed of the batch (default: 0)")
    add_results(parser)
    add_file(parser, "--json", help="write the summary as JSON (-: standard output)")
    add_file(parser, "--csv", help="write the summary as CSV (-: standard output)")
    add_file(parser, "--html", help="write a page with the summary and a replay of the most informative games")
    add_language(parser, "the page")
    add_file(parser, "--plot", help="draw scores and win rates, as .svg or .png")
    add_limits(parser)
    add_running(parser)


def run(options: argparse.Namespace) -> int:
    from commands.shared.running import limits_of, open_runner, results_of
    from experiments.output.batch_report import batch_csv, batch_json, batch_text
    from pacman.made_by import add_facts

    results = results_of(options)
    if options.json == options.csv == "-":
        raise ExperimentError("--json - and --csv -: only one of them can go to standard output")
    check_destinations(options.out, options.json, options.csv, options.plot, page=options.html)
    if options.plot:
        from experiments.output.plot import check_picture, draw_batch

        check_picture(options.plot)
    matrix = _matrix(options)
    games = options.games or matrix.games or 100
    seed = next(number for number in (options.seed, matrix.seed, 0) if number is not None)
    matchups = matrix.matchups(limits_of(options))
    add_facts(seed=seed)
    note_missing_ghosts(options, (matchup.layout for matchup in matchups))
    with open_runner(options, matchups, games, seed, results) as runner:
        runner.play()
        summaries = runner.summaries()
        if options.html:
            from experiments.output.games_page import batch_page, notable_games
            from pacman.display.messages import Words

            words = Words(options.lang)
            write_text(options.html, batch_page(runner, summaries, notable_games(runner, words), words))
    if options.plot:
        draw_batch(options.plot, runner.tallies, summaries)
    if options.csv:
        write_csv(options.csv, *batch_csv(summaries))
    write_report(options.json, batch_json(summaries, seed), batch_text(summaries), options.csv)
    return 0


def _matrix(options: argparse.Namespace) -> Matrix:
    from commands.shared.running import matrix_of
    from experiments.batch.matrix import read_matrix

    if options.matrix:
        if options.pacman or options.layout or options.ghosts or options.agent_args or options.num_ghosts is not None:
            raise ExperimentError(
                "--matrix: agents, layouts and ghosts come from the file; leave out -p, -a, -l, -g, -k"
            )
        return read_matrix(options.matrix)
    return matrix_of(options, options.pacman or ["ReflexAgent"])
