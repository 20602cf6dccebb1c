"""The command `layouts`: the mazes there are, or one of them."""

import argparse

from commands.output import note


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("layout", nargs="?", help="show this one")


def run(options: argparse.Namespace) -> int:
    from pacman import layout_names, load_layout

    if options.layout:
        layout = load_layout(options.layout)
        print(layout)
        for warning in layout.warnings:
            note(f"warning: {warning}")
        return 0
    print(f"{'name':<14} {'size':>6} {'ghosts':>6} {'food':>5} {'capsules':>8}")
    for layout in map(load_layout, layout_names()):
        size = f"{layout.width}x{layout.height}"
        counts = len(layout.ghost_starts), len(layout.food_cells), len(layout.capsule_cells)
        print(f"{layout.name:<14} {size:>6} {counts[0]:>6} {counts[1]:>5} {counts[2]:>8}")
    return 0
