"""The command `agents`: the agents, ghosts, evaluations and features there are."""

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None: the command lists everything."""


def run(options: argparse.Namespace) -> int:
    from agents.evaluation import EVALUATIONS
    from agents.features import FAMILIES, FEATURES
    from agents.loading import GHOSTS, PACMEN, argument_names

    for title, kinds in (("Pacman (-p, arguments by -a)", PACMEN), ("Ghosts (-g, by --ghost-args)", GHOSTS)):
        print(f"{title}:")
        for name, kind in kinds.items():
            print(f"  {name:<20} {(kind.__doc__ or '').splitlines()[0]}")
            if argument_names(kind):
                print(f"  {'':<20} {', '.join(argument_names(kind))}")
    print("Evaluations (evaluation=…):")
    for name, evaluation in EVALUATIONS.items():
        print(f"  {name:<20} {', '.join(f'{key} {weight:g}' for key, weight in evaluation.weights.items())}")
    print("Features of an evaluation:")
    for name, value in [*FEATURES.items(), *((f"{family}-N", value) for family, value in FAMILIES.items())]:
        print(f"  {name:<20} {value.__doc__}")
    return 0
