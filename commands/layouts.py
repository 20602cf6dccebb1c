"""The command `layouts`: list the mazes, show one, or generate a new one."""

import argparse
import random
import re

from commands.shared.options import add_count, add_flag
from commands.shared.output import note, warn


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("layout", nargs="?", help="show this maze")
    new = parser.add_argument_group("a new maze, written to standard output")
    add_flag(new, "--generate", help="generate a maze whose left side mirrors the right")
    new.add_argument(
        "--size", type=width_and_height, default=(20, 11), metavar="WxH", help="width and height (default: 20x11)"
    )
    add_count(new, "-k", "--num-ghosts", least=0, default=2, help="number of ghosts (default: 2)")
    add_count(new, "--capsules", least=0, default=2, help="number of capsules (default: 2)")
    new.add_argument("--seed", type=int, metavar="N", help="the same N generates the same maze")
    new.add_argument(
        "--dead-ends", action=argparse.BooleanOptionalAction, default=False, help="allow dead ends (default: no)"
    )


def width_and_height(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,6})x(\d{1,6})", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text!r} is not a size; expected width and height, such as 20x11")
    return int(match[1]), int(match[2])


def run(options: argparse.Namespace) -> int:
    from pacman.errors import PacmanError
    from pacman.layout import load_layout

    if options.generate:
        if options.layout:
            raise PacmanError(f"--generate makes a new maze; leave out {options.layout!r}")
        return _generate(options)
    if options.layout:
        layout = load_layout(options.layout)
        print(layout)
        warn(layout.warnings)
        return 0
    return _list()


def _generate(options: argparse.Namespace) -> int:
    from autograder.assignment.maze_generator import generate_layout

    seed = random.randrange(10**6) if options.seed is None else options.seed
    width, height = options.size
    rng = random.Random(seed)
    layout = generate_layout(width, height, options.num_ghosts, options.capsules, rng, dead_ends=options.dead_ends)
    if options.seed is None:
        note(f"--seed {seed} generates this maze again")
    print(layout)
    return 0


def _list() -> int:
    from pacman.layout import layout_names, load_layout

    print(f"{'name':<14} {'size':>6} {'ghosts':>6} {'food':>5} {'capsules':>8}")
    for layout in map(load_layout, layout_names()):
        size = f"{layout.width}x{layout.height}"
        counts = len(layout.ghost_starts), len(layout.food_cells), len(layout.capsule_cells)
        print(f"{layout.name:<14} {size:>6} {counts[0]:>6} {counts[1]:>5} {counts[2]:>8}")
    return 0
