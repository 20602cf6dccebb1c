"""The command `agents`: list the agents, ghosts, evaluations and features."""

import argparse
from typing import TYPE_CHECKING

from commands.shared.options import add_plugins

if TYPE_CHECKING:
    from agents.evaluation import Evaluation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_plugins(parser)


def run(options: argparse.Namespace) -> int:
    from agents.evaluation import EVALUATIONS
    from agents.features import FAMILIES, FEATURES
    from agents.loading import argument_names
    from agents.registry import AGENTS, GHOSTS

    for title, kinds in (("Pacman (-p, arguments by -a)", AGENTS), ("Ghosts (-g, by --ghost-args)", GHOSTS)):
        print(f"{title}:")
        for name, kind in kinds.items():
            print(f"  {name:<20} {(kind.__doc__ or '').splitlines()[0]}")
            if argument_names(kind):
                print(f"  {'':<20} {', '.join(argument_names(kind))}")
    print("Evaluations (evaluation=…):")
    for name, evaluation in EVALUATIONS.items():
        print(f"  {name:<20} {_meaning(evaluation)}")
    print("Features of an evaluation:")
    for name, value in [*FEATURES.items(), *((f"{family}-N", value) for family, value in FAMILIES.items())]:
        print(f"  {name:<20} {value.__doc__}")
    return 0


def _meaning(evaluation: "Evaluation") -> str:
    """Return the weights of a linear evaluation, or the first line of the docstring of any other function."""
    from agents.evaluation import LinearEvaluation

    if isinstance(evaluation, LinearEvaluation):
        return ", ".join(f"{key} {weight:g}" for key, weight in evaluation.weights.items())
    return (evaluation.__doc__ or "").partition("\n")[0]
