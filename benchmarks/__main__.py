"""Run all benchmarks, or the named ones: `python -m benchmarks [--against DIR] [PROGRAM …]`."""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from benchmarks.student_minimax import StudentMinimax
from pacman import GameState, load_layout

HERE = Path(__file__).resolve().parent
PROGRAMS = (
    "table",
    "world",
    "search",
    "kernel",
    "environments",
    "batch",
    "start",
    "grading",
    "classroom",
    "recording",
    "display",
)
ON_DEMAND = ("mutants",)  # run only by name: it takes long and does not measure speed
BOARDS = (("small", 2, 3), ("medium", 2, 3), ("trap", 2, 4), ("tricky", 4, 2))
ROUNDS, TIMES = 5, 2


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    known = (*PROGRAMS, *ON_DEMAND)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM", help=", ".join(known))
    parser.add_argument("--against", metavar="DIR", help="compare with the Berkeley-style engine in this folder")
    parser.add_argument("--sets", metavar="N", help="number of fresh sets of cases that `mutants` draws")
    parser.add_argument("--markdown", metavar="FILE", help="page to which `mutants` writes its tables")
    options = parser.parse_args()
    unknown = set(options.programs) - set(known)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; known: {', '.join(known)}")
    if options.against:
        try:
            compare(Path(options.against))
        except EngineError as error:
            parser.exit(2, f"{parser.prog}: {error}\n")
    for name in options.programs or (() if options.against else PROGRAMS):
        print(f"\n== {name} ".ljust(120, "="), flush=True)
        program = [sys.executable, "-u", "-X", "faulthandler", str(HERE / f"bench_{name}.py")]
        wanted = {"--sets": options.sets, "--markdown": options.markdown} if name == "mutants" else {}
        given = [word for option, value in wanted.items() if value for word in (option, value)]
        done = subprocess.run([*program, *given], check=False)
        if done.returncode:
            parser.exit(1, f"{parser.prog}: {name} ended with status {done.returncode}\n")


def compare(folder: Path) -> None:
    """Run the same student's search on the same boards, alternately in both engines."""
    print(f"{'A student’s minimax':34} {'nodes':>8} {'there, nodes/s':>15} {'here, nodes/s':>15} {'× as fast':>10}")
    for name, ghosts, depth in BOARDS:
        layout = load_layout(name)
        job = {
            "layout": list(layout.rows),
            "ghosts": ghosts,
            "depth": depth,
            "times": TIMES,
            "student": str(HERE / "student_minimax.py"),
        }
        theirs, ours = [], []
        for _ in range(ROUNDS):
            answer = _there(folder, job)
            theirs.append(min(answer["seconds"]))
            seconds, nodes = [], 0
            for _ in range(TIMES):
                agent = StudentMinimax(depth)
                started = process_time()
                agent.getAction(GameState.initial(layout, ghosts).deepCopy())
                seconds.append(process_time() - started)
                nodes = agent.nodes
            ours.append(min(seconds))
            if answer["nodes"] != nodes:
                print(f"{name}: {answer['nodes']} nodes, expected {nodes}: the engines do not agree")
        ratio = median(its / own for its, own in zip(theirs, ours, strict=True))
        title = f"{name}, {ghosts} ghosts, depth {depth}"
        print(f"{title:34} {nodes:8,} {nodes / median(theirs):15,.0f} {nodes / median(ours):15,.0f} {ratio:10.1f}")


class EngineError(Exception):
    """Raised when the other engine cannot be measured."""


def _there(folder: Path, job: dict[str, object]) -> dict[str, Any]:
    for name in ("pacman.py", "layout.py"):
        if not (folder / name).is_file():
            raise EngineError(f"{folder}: no {name}; expected a Berkeley-style engine")
    program = [sys.executable, str(HERE / "against.py")]
    done = subprocess.run(program, cwd=folder, input=json.dumps(job), capture_output=True, text=True)
    if done.returncode:
        raise EngineError(f"the engine in {folder} failed: {(done.stderr.strip() or 'no message').splitlines()[-1]}")
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


if __name__ == "__main__":
    main()
