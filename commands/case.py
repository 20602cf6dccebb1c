"""The command `case`: write a decision of a recorded game as a case, a fixed tree for examples and for the grader."""

import argparse

from commands.shared.exit_codes import DONE
from commands.shared.options import add_count, file_name, whole_number
from pacman.decision_case import AGENTS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Write a decision of a recorded game as a fixed tree: a .test file for `examples`, `explain` and `grade`. "
        "Leaves are evaluated by the score. With a line expect_action it becomes an example."
    )
    parser.add_argument("game", type=file_name, metavar="GAME.json", help="a recorded game")
    add_count(parser, "--move", least=1, required=True, help="the decision at move N")
    parser.add_argument("--depth", type=whole_number(1), required=True, metavar="D", help="rounds of the tree")
    parser.add_argument("-p", "--pacman", choices=AGENTS, default=AGENTS[0], help="the agent (default: %(default)s)")
    parser.add_argument("-o", "--output", type=file_name, required=True, metavar="FILE.test", help="the file to write")


def run(options: argparse.Namespace) -> int:
    from commands.shared.output import check_destinations, check_ending, say, write_text
    from commands.shared.positions import decision_at
    from pacman.decision_case import decision_case
    from pacman.errors import PacmanError
    from pacman.replay import load_replay

    check_ending("test", options.output, "-o ")
    check_destinations(options.output)
    decision = decision_at(load_replay(options.game), options.move)
    try:
        text = decision_case(decision.state, options.depth, options.pacman)
    except PacmanError as error:
        raise PacmanError(f"{options.game}: move {decision.number + 1}: {error}") from error
    write_text(options.output, text)
    say(f"Saved {options.output}")
    return DONE
