"""The command `compare`: which of two agents is better?"""

import argparse
from typing import TYPE_CHECKING

from commands.options import add_limits, add_running, limits_of, whole_number

if TYPE_CHECKING:
    from experiments.statistics.comparison import Comparison

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
    parser.add_argument("-g", "--ghost", default="RandomGhost", metavar="GHOST", help="a name or file.py:Class")
    parser.add_argument("-k", "--ghosts", type=whole_number(0), metavar="N", help="at most N ghosts (default: all)")
    parser.add_argument("-n", "--games", type=whole_number(2), default=400, metavar="N", help="at most (default: 400)")
    parser.add_argument("--by", choices=("score", "wins"), default="score", help="what decides (default: score)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the seed of the batch (default: 0)")
    parser.add_argument("--out", metavar="FILE", help="write each game as a line of JSON as soon as it ends")
    parser.add_argument("--resume", action="store_true", help="go on with the file of --out where it ends")
    parser.add_argument("--json", metavar="FILE", help="the comparison as JSON (-: standard output)")
    add_limits(parser)
    add_running(parser)


def run(options: argparse.Namespace) -> int:
    from dataclasses import replace

    from commands.output import check_destination, note, say, write_json
    from experiments.batch.matchup import Cell
    from experiments.batch.player_spec import Player
    from experiments.batch.results_file import ResultsFile
    from experiments.batch.runner import Runner
    from experiments.errors import ExperimentError
    from experiments.output.batch_report import troubles
    from experiments.statistics.comparison import compare
    from pacman.layout import load_layout

    if options.resume and not options.out:
        raise ExperimentError("--resume goes on with a results file; say which one by --out FILE")
    if options.json:
        check_destination(options.json)
    layout, ghost, limits = load_layout(options.layout), Player.parse(options.ghost), limits_of(options)
    cells = [
        replace(Cell.on(layout, Player.parse(text), ghost, options.ghosts, limits), side=side)
        for side, text in (("A", options.first), ("B", options.second))
    ]
    results = ResultsFile(options.out, resume=options.resume) if options.out else None
    try:
        with Runner(cells, options.games, options.seed, options.workers, results, options.progress) as runner:
            comparison = compare(runner, options.by)
    except KeyboardInterrupt:
        kept = f"{options.out} holds the games that finished; go on with --resume" if results else "nothing was kept"
        note(f"interrupted; {kept}")
        return 130
    for line in troubles(cells, runner.tallies):
        note(line)
    if options.json:
        write_json(options.json, {"first": cells[0].names, "second": cells[1].names, **comparison.as_json()})
    if options.json != "-":
        say(_text(comparison, cells[0].pacman.name, cells[1].pacman.name))
    return 0


def _text(comparison: "Comparison", first: str, second: str) -> str:
    from experiments.output.batch_report import ASSUMPTION, bounds_text, percentages, span, text_table

    rows = [
        [
            name,
            f"{summary.win_rate:.1%}",
            percentages(summary.win_rate_interval),
            f"{summary.mean_score:.1f}",
            span(summary.mean_score_interval),
        ]
        for name, summary in ((f"A {first}", comparison.first), (f"B {second}", comparison.second))
    ]
    score, rate = comparison.score, comparison.win_rate
    rate_points = (100 * rate.interval[0], 100 * rate.interval[1])
    rows.append(["B - A", f"{100 * rate.mean:+.1f} %", span(rate_points), f"{score.mean:+.1f}", span(score.interval)])
    by = "mean score" if comparison.measure == "score" else "win rate"
    verdict = {
        "better": f"B is better by {by}",
        "worse": f"A is better by {by}",
        "no difference found": f"no difference in {by} was found; that is not proof that there is none",
    }[comparison.verdict]
    stage = f"look {comparison.looks} of {comparison.planned}, {comparison.score.games} games with the same seeds"
    return "\n".join(
        [
            text_table(["agent", "won", "interval", "mean score", "interval"], rows),
            f"{verdict} ({stage}).",
            "Over all looks, equals are called different in at most 5 % of comparisons; each interval holds at all "
            "looks together with 95 %.",
            f"{ASSUMPTION} Here: {bounds_text(comparison.score_bounds)}.",
        ]
    )
