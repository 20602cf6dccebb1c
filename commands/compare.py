"""The command `compare`: find out which of two agents is better, or watch both play."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING

from commands.shared.options import (
    add_count,
    add_file,
    add_flag,
    add_ghosts,
    add_language,
    add_limits,
    add_results,
    add_running,
    add_window_arguments,
    note_missing_ghosts,
)
from commands.shared.output import check_destinations, say, write_report, write_text
from commands.shared.viewing import crashes, report_game, window_settings
from experiments.errors import ExperimentError
from pacman.errors import DisplayError

if TYPE_CHECKING:
    from experiments.batch.matchup import Matchup

EPILOG = """\
Both agents play the same games: game i has the same seed for both. The results are tested at fixed points, called
looks (after …, N/4, N/2 and N games), and play stops at the first look that shows a clear difference. The error
probability of 5 % is divided among the looks, so two equally strong agents are called different in at most 5 % of
comparisons. Many small gains may be outweighed by a rare large loss that has not occurred yet: a verdict is therefore
given only when the worst scores that the rules allow, in games up to twice as long as the longest one seen, could not
reverse it. Example:

    run.py compare ReflexAgent MinimaxAgent,depth=2 -l small -n 400

--watch shows games instead of counting them: a window with both games of one seed, step by step, in which the first
move that differs is marked. It begins with game 0 of the comparison; the key N shows the next one. Nothing is compared
or written then. Example:

    run.py compare ReflexAgent MinimaxAgent,depth=2 -l small --watch
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EPILOG
    parser.add_argument("first", metavar="A", help="a name or file.py:Class, with arguments: MinimaxAgent,depth=3")
    parser.add_argument("second", metavar="B", help="the other agent")
    parser.add_argument("-l", "--layout", default="small", metavar="LAYOUT", help="a name or a .lay file")
    add_ghosts(parser, default="RandomGhost")
    add_count(parser, "-n", "--games", least=2, default=400, help="play at most N games (default: 400)")
    parser.add_argument(
        "--by", choices=("score", "wins"), default="score", help="compare mean scores or wins (default: score)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the batch (default: 0)")
    add_results(parser)
    add_file(parser, "--json", help="write the comparison as JSON (-: standard output)")
    add_file(parser, "--html", help="write a page that shows games of both side by side")
    add_language(parser, "the page or the window")
    add_limits(parser)
    add_running(parser)
    window = parser.add_argument_group("watching")
    add_flag(window, "--watch", help="show both games side by side in a window instead of comparing them")
    add_window_arguments(window)


def run(options: argparse.Namespace) -> int:
    from commands.shared.running import limits_of, open_runner, results_of
    from experiments.batch.matchup import Matchup
    from experiments.batch.player_spec import PlayerSpec
    from experiments.output.comparison_report import comparison_text
    from experiments.statistics.comparison import compare
    from pacman.layout import load_layout

    results = None if options.watch else results_of(options)
    check_destinations(options.out, options.json, page=options.html)
    layout, ghost, limits = load_layout(options.layout), PlayerSpec.parse(options.ghosts), limits_of(options)
    note_missing_ghosts(options, [layout])
    matchups = [
        replace(Matchup.on(layout, PlayerSpec.parse(text), ghost, options.num_ghosts, limits), side=side)
        for side, text in (("A", options.first), ("B", options.second))
    ]
    if options.watch:
        return _watch(options, matchups)
    with open_runner(options, matchups, options.games, options.seed, results) as runner:
        comparison = compare(runner, options.by)
        if options.html:
            from experiments.output.games_page import comparison_page, notable_pairs
            from pacman.display.messages import Words

            words = Words(options.lang)
            write_text(options.html, comparison_page(runner, comparison, notable_pairs(runner, words), words))
    write_report(options.json, comparison.as_json(), comparison_text(comparison))
    return 0


def _watch(options: argparse.Namespace, matchups: Sequence[Matchup]) -> int:
    """Show the two games of each seed side by side in a window; return the exit code."""
    from experiments.batch.game_task import check_players, game_seed, new_game
    from pacman.display import screen_problem
    from pacman.display.geometry import checked_zoom

    _check_nothing_is_written(options)
    checked_zoom(options.zoom)
    for matchup in matchups:
        check_players(matchup)
    if problem := screen_problem():
        raise DisplayError(f"--watch: no window: {problem}; --html FILE writes a page with both games instead")
    from pacman.display.viewer import watch_pair

    records = watch_pair(
        {f"{matchup.side} {matchup.pacman.name}": partial(new_game, matchup) for matchup in matchups},
        (game_seed(options.seed, number) for number in count()),
        **window_settings(options),
    )
    for record in records:
        say(f"{record.agents[0]}, seed {record.seed!s}:")
        report_game(record)
    return crashes(records)


def _check_nothing_is_written(options: argparse.Namespace) -> None:
    """Raise ExperimentError for an option that --watch cannot obey, instead of ignoring it."""
    for option in ("out", "resume", "json", "html", "game_time", "cluster"):
        if getattr(options, option):
            raise ExperimentError(
                f"--watch neither compares nor writes; --{option.replace('_', '-')} needs a comparison"
            )
