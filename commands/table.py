"""The command `table`: reproduce the lecture's table beside the published one."""

import argparse

from commands.shared.options import add_count, add_file, add_flag, add_limits, add_running
from commands.shared.output import check_destinations, write_report
from experiments.lecture import BOARDS, CELLS, PUBLISHED_GAMES, LectureTable, exact_table, lecture_matchups


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Minimax and expectimax Pacman against an adversarial and a random ghost, as in the lecture."
    parser.add_argument(
        "-l", "--layout", choices=tuple(BOARDS), default="lecture-close", help="the board (default: %(default)s)"
    )
    add_count(parser, "--games", least=1, default=5, help="games for each cell (default: 5, as in the lecture)")
    add_flag(parser, "--exact", help="also solve the Markov chains, which gives exact values")
    parser.add_argument("--minimax", metavar="AGENT", help="your own minimax agent, file.py:Class; it gets depth=4")
    parser.add_argument(
        "--expectimax", metavar="AGENT", help="your own expectimax agent, file.py:Class; it gets depth=4"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="seed of the games (default: 0; for the lecture's 5 games a selected one)"
    )
    add_file(parser, "--json", help="write the table as JSON (-: standard output)")
    add_limits(parser)
    add_running(parser)


def run(options: argparse.Namespace) -> int:
    from commands.shared.running import limits_of, open_runner
    from experiments.output.lecture_report import lecture_json, lecture_text

    check_destinations(options.json)
    board = BOARDS[options.layout]
    students = {name: spec for name in ("minimax", "expectimax") if (spec := getattr(options, name))}
    is_selected = options.seed is None and options.games == PUBLISHED_GAMES and not students
    seed = board.selected_seed if is_selected else options.seed or 0
    matchups = lecture_matchups(board, students, limits_of(options))
    with open_runner(options, matchups, options.games, seed) as runner:
        runner.play()
    sampled = dict(zip(CELLS, runner.summaries(), strict=True))
    exact = exact_table(board) if options.exact else {}
    table = LectureTable(board, seed, is_selected, students, sampled, exact)
    write_report(options.json, lecture_json(table), lecture_text(table))
    return 0
