"""The command `compare`: which of two agents is better?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from commands.shared.options import (
    add_ghosts,
    add_limits,
    add_results,
    add_running,
    add_window_arguments,
    file_name,
    whole_number,
)
from commands.shared.output import check_destinations, check_page, say, write_report, write_text
from commands.shared.viewing import crashes, report_game, window_theme
from experiments.errors import ExperimentError
from pacman.errors import DisplayError

if TYPE_CHECKING:
    from experiments.batch.matchup import Matchup

EPILOG = """\
Both play the same games: game i has one seed for the two of them. The looks at the results are fixed beforehand (at N
games, N/2, N/4 and so on), and the playing stops at the first one at which the difference is clear. The 5 % of error
are divided among the looks, so two agents of one strength are called different in at most 5 % of such comparisons.
A rare large loss that was not seen yet may outweigh small steady gains: a verdict waits until what the rules make
possible in games up to twice as long as the longest seen could not turn it round. Example:

    run.py compare ReflexAgent MinimaxAgent,depth=2 -l small -n 400

--watch shows games instead of counting them: a window with both games of one seed in step, and the first move in which
they differ marked. It begins with game 0 of the comparison; N is the next one. Nothing is compared or written then.
Example:

    run.py compare ReflexAgent MinimaxAgent,depth=2 -l small --watch
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
    parser.add_argument("--json", type=file_name, metavar="FILE", help="the comparison as JSON (-: standard output)")
    parser.add_argument(
        "--html", type=file_name, metavar="FILE", help="a page with games of both side by side, in step"
    )
    add_limits(parser)
    add_running(parser)
    window = parser.add_argument_group("watching")
    window.add_argument(
        "--watch", action="store_true", help="show both in a window, in step, instead of comparing them"
    )
    add_window_arguments(window)


def run(options: argparse.Namespace) -> int:
    from commands.shared.running import limits_of, open_runner, results_of
    from experiments.batch.matchup import Matchup
    from experiments.batch.player_spec import PlayerSpec
    from experiments.output.comparison_report import comparison_text
    from experiments.statistics.comparison import compare
    from pacman.layout import load_layout

    results = None if options.watch else results_of(options)
    check_destinations(options.out, options.json, options.html)
    check_page(options.html)
    layout, ghost, limits = load_layout(options.layout), PlayerSpec.parse(options.ghosts), limits_of(options)
    matchups = [
        replace(Matchup.on(layout, PlayerSpec.parse(text), ghost, options.num_ghosts, limits), side=side)
        for side, text in (("A", options.first), ("B", options.second))
    ]
    if options.watch:
        return _watch(options, matchups)
    with open_runner(options, matchups, options.games, options.seed, results) as runner:
        comparison = compare(runner, options.by)
        if options.html:
            from experiments.output.games_page import comparison_page, telling_pairs

            write_text(options.html, comparison_page(runner, comparison, telling_pairs(runner)))
    write_report(options.json, comparison.as_json(), comparison_text(comparison))
    return 0


def _watch(options: argparse.Namespace, matchups: Sequence[Matchup]) -> int:
    """Both games of one seed after another, in a window."""
    from agents.microscope.death import view_death
    from experiments.batch.game_task import check_players, game_seed, new_game
    from pacman.display import screen_problem
    from pacman.display.geometry import checked_zoom

    _check_nothing_is_written(options)
    checked_zoom(options.zoom)
    for matchup in matchups:
        check_players(matchup)
    if problem := screen_problem():
        raise DisplayError(f"--watch: no window: {problem}; --html FILE makes a page of both instead")
    from pacman.display.viewer import watch_pair

    records = watch_pair(
        {f"{matchup.side} {matchup.pacman.name}": partial(new_game, matchup) for matchup in matchups},
        (game_seed(options.seed, number) for number in count()),
        zoom=options.zoom,
        frame_time=options.frame_time,
        theme=window_theme(options),
        explain_death=view_death,
    )
    for record in records:
        say(f"{record.agents[0]}, seed {record.seed!s}:")
        report_game(record)
    return crashes(records)


def _check_nothing_is_written(options: argparse.Namespace) -> None:
    """An option that watching cannot serve is better told of than passed over."""
    for option in ("out", "resume", "json", "html", "game_time", "cluster"):
        if getattr(options, option):
            raise ExperimentError(
                f"--watch compares and writes nothing; --{option.replace('_', '-')} needs a comparison"
            )
