"""Points of typical agents at the thresholds of q1 and q5: `python -m benchmarks.thresholds [SEEDS] [STYLE …]`.

For each style, print the points of many gradings with different seeds. Bad luck should cost a correct agent at most one
point in fifty gradings.
"""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import mean

from tqdm import tqdm  # type: ignore[import-untyped]

from autograder.assignment.assignment import OUR_OWN
from autograder.assignment.case_files import CaseFile, properties_text
from autograder.case_types.game_case import GameCase
from autograder.results import CaseResult
from autograder.student.in_process import InProcessStudent
from autograder.student.limits import Limits
from autograder.student.student import Student
from pacman.berkeley.submission import load_submission

STYLES = Path(__file__).resolve().parent.parent / "tests" / "autograder" / "submissions" / "play_styles.py"
LIMITS = Limits(pacman_moves=2000)  # several times as many as a correct agent needs
GRADINGS = 50


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.thresholds", description=__doc__)
    parser.add_argument("seeds", nargs="?", type=int, default=200, metavar="SEEDS")
    parser.add_argument("styles", nargs="*", metavar="STYLE", help="the beginning of a style's name, such as q1")
    options = parser.parse_args()
    student = InProcessStudent(STYLES, LIMITS)
    print(f"{'':50} {'points':>7} {'worst':>6} {'of':>3} {f'lost in {GRADINGS}':>11}")
    for name, changes in styles():
        if not options.styles or name.startswith(tuple(options.styles)):
            seeds = tqdm(range(options.seeds), name, leave=False)
            show(name, [play(student, name[:2], {**changes, "randomSeed": str(seed)}) for seed in seeds])


def styles() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the name of each style, which begins with its question, and the properties it changes in the case."""
    module = load_submission(STYLES)
    for name in module.RIGHT_REFLEXES + module.BAD_REFLEXES:
        yield f"q1 {name}", {"agentName": name}
    for name in module.RIGHT_EVALUATIONS + module.BAD_EVALUATIONS:
        for search in module.SEARCHES:
            yield f"q5 {name} {search}", {"agentName": search, "agentArgs": f"evalFn={name}"}


def play(student: Student, question: str, changes: Mapping[str, str]) -> CaseResult:
    """Grade the games of a question for a student, with some properties changed."""
    file = CaseFile.read(OUR_OWN / question / "games.test")
    changed = CaseFile.from_text(properties_text({**file.values, **changes}), file.path)
    return GameCase(changed, OUR_OWN).run(student, LIMITS)


def show(name: str, results: list[CaseResult]) -> None:
    points = [result.points for result in results]
    most = results[0].max_points
    lost = GRADINGS * (most - mean(points))
    print(f"{name:50} {mean(points):7.3f} {min(points):6g} {most:3g} {lost:11.2f}", flush=True)


if __name__ == "__main__":
    main()
