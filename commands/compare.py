"""The command `compare`: which of two agents is better?"""

import argparse
from dataclasses import replace

from commands.game_options import add_limits, add_results, add_running, limits_of, open_runner, results_of
from commands.options import add_ghosts, whole_number
from commands.output import check_destinations, check_page, write_report, write_text
from experiments.batch.matchup import Matchup
from experiments.batch.player_spec import PlayerSpec
from experiments.output.comparison_report import comparison_text
from experiments.statistics.comparison import compare
from pacman.layout import load_layout

EPILOG = """\
Both play the same games: game i has one seed for the two of them. The looks at the results are fixed beforehand (at N
games, N/2, N/4 and so on), and the playing stops at the first one at which the difference is clear. The 5 % of error
are divided among the looks, so two agents of one strength are called different in at most 5 % of such comparisons.
A rare large loss that was not seen yet may outweigh small steady gains: a verdict waits until what the rules make
possible in games up to twice as long as the longest seen could not turn it round. Example:

    run.py compare ReflexAgent MinimaxAgent,depth=2 -l small -n 400
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EPILOG
    parser.add_argument("first", metavar="A", help="a name or file.py:Class, with arguments: MinimaxAgent,depth=3")
    parser.add_argument("second", metavar="B", help="the other one")
    parser.add_argument("-l", "--layout", default="small", metavar="LAYOUT", help="a name or a .lay file")
    add_ghosts(parser, default="RandomGhost")
    parser.add_argument("-n", "--games", type=whole_number(2), default=400, metavar="N", help="at most (default: 400)")
    parser.add_argument("--by", choices=("score", "wins"), default="score", help="what decides (default: score)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the batch (default: 0)")
    add_results(parser)
    parser.add_argument("--json", metavar="FILE", help="the comparison as JSON (-: standard output)")
    parser.add_argument("--html", metavar="FILE", help="a page with games of both side by side, in step")
    add_limits(parser)
    add_running(parser)


def run(options: argparse.Namespace) -> int:
    results = results_of(options)
    check_destinations(options.json)
    check_page(options.html)
    layout, ghost, limits = load_layout(options.layout), PlayerSpec.parse(options.ghosts), limits_of(options)
    matchups = [
        replace(Matchup.on(layout, PlayerSpec.parse(text), ghost, options.num_ghosts, limits), side=side)
        for side, text in (("A", options.first), ("B", options.second))
    ]
    with open_runner(options, matchups, options.games, options.seed, results) as runner:
        comparison = compare(runner, options.by)
        if options.html:
            from experiments.output.games_page import comparison_page, telling_pairs

            write_text(options.html, comparison_page(runner, comparison, telling_pairs(runner)))
    write_report(options.json, comparison.as_json(), comparison_text(comparison))
    return 0
