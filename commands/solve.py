"""The command `solve`: compute the value of perfect play on a small board."""

import argparse

from commands.shared.options import add_count, add_file, add_num_ghosts, add_progress, note_missing_ghosts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Compute the score of perfect play against ghosts that minimise it and ghosts that move at random, with "
        "the number of states. For small boards only. In a batch, `-p OptimalAgent` plays this way."
    )
    parser.add_argument("-l", "--layout", default="lecture", metavar="LAYOUT", help="a name or a .lay file")
    add_num_ghosts(parser)
    add_count(parser, "--max-states", least=1, help="give up on boards with more states (default: 1000000)")
    add_file(parser, "--json", help="write the values as JSON (-: standard output)")
    add_progress(parser)


def run(options: argparse.Namespace) -> int:
    from commands.shared.output import check_destinations, write_report
    from experiments.exact.solver import MOST_STATES, OPPONENTS, explore, solve
    from experiments.output.solver_report import solver_json, solver_text
    from jobs.progress_bar import ProgressBar
    from pacman.layout import load_layout
    from pacman.state import GameState

    check_destinations(options.json)
    layout = load_layout(options.layout)
    note_missing_ghosts(options, [layout])
    start = GameState.initial(layout, options.num_ghosts)
    with ProgressBar(None, shown=options.progress, unit="state", label="exploring") as bar:
        graph = explore(start, most_states=options.max_states or MOST_STATES, on_state=bar.advance)
    solutions = []
    for opponents in OPPONENTS:
        with ProgressBar(None, shown=options.progress, unit="sweep", label=opponents) as bar:
            solutions.append(solve(graph, opponents, bar.advance))
    write_report(options.json, solver_json(layout.name, solutions), solver_text(layout.name, solutions))
    return 0
