"""The command `solve`: the value of perfect play on a small board."""

import argparse
import math

from commands.options import whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "The score of perfect play against ghosts that want Pacman to have the least, and against ghosts that move at "
        "random, with the number of states. For small boards only. `-p OptimalAgent` plays so in batches."
    )
    parser.add_argument("-l", "--layout", default="lecture", metavar="LAYOUT", help="a name or a .lay file")
    parser.add_argument("-k", "--ghosts", type=whole_number(0), metavar="N", help="at most N ghosts (default: all)")
    parser.add_argument("--max-states", type=whole_number(1), metavar="N", help="give up beyond (default: 1000000)")
    parser.add_argument("--json", metavar="FILE", help="the values as JSON (-: standard output)")
    parser.add_argument(
        "--progress", action=argparse.BooleanOptionalAction, default=None, help="a bar (default: on a terminal)"
    )


def run(options: argparse.Namespace) -> int:
    from commands.output import check_destination, note, say, write_json
    from experiments.exact.solver import MOST_STATES, OPPONENTS, explore, solve
    from experiments.output.progress_bar import ProgressBar
    from pacman.layout import load_layout
    from pacman.state import GameState

    if options.json:
        check_destination(options.json)
    start = GameState.initial(load_layout(options.layout), options.ghosts)
    try:
        with ProgressBar(None, shown=options.progress, unit="state", label="exploring") as bar:
            graph = explore(start, most_states=options.max_states or MOST_STATES, on_state=bar.advance)
        solutions = []
        for opponents in OPPONENTS:
            with ProgressBar(None, shown=options.progress, unit="sweep", label=opponents) as bar:
                solutions.append(solve(graph, opponents, bar.advance))
    except KeyboardInterrupt:
        note("interrupted")
        return 130
    if options.json:
        values = {
            solution.opponents: {
                "value": solution.value if math.isfinite(solution.value) else None,
                "win_probability": solution.win_probability,
                "sweeps": solution.sweeps,
            }
            for solution in solutions
        }
        write_json(options.json, {"layout": start.layout.name, "states": len(graph), "solutions": values})
    if options.json != "-":
        ghosts = "1 ghost" if start.num_agents == 2 else f"{start.num_agents - 1} ghosts"
        say(f"{start.layout.name}, {ghosts}: {len(graph):,} states (who stands where, what is left, whose turn it is)")
        for solution in solutions:
            say(
                f"perfect play against {solution.opponents} ghosts: {_in_words(solution.value)}, "
                f"won with probability {solution.win_probability:.4f}"
            )
    return 0


def _in_words(value: float) -> str:
    if value == -math.inf:
        return "no score can be forced (the ghosts can play on for ever, and every move costs a point)"
    return f"score {value:.10g}"
