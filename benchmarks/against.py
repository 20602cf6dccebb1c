"""Run the student's search on a Berkeley-style engine: started in its folder by `python -m benchmarks --against`.

Standard input: the JSON of {"layout": [rows], "ghosts": 2, "depth": 3, "times": 5, "student": "…/student_minimax.py"}.
Standard output: the JSON of {"nodes": …, "seconds": [CPU seconds of each run]}.

The engine needs the functions that its own command line uses, `layout.Layout(rows)` and
`pacman.GameState().initialize(layout, ghosts)`, and the methods of states that submissions use.
"""

import json
import runpy
import sys
from importlib import import_module
from time import process_time


def main() -> None:
    job = json.load(sys.stdin)
    sys.path.insert(0, ".")
    student = runpy.run_path(job["student"])["StudentMinimax"]
    state = import_module("pacman").GameState()
    state.initialize(import_module("layout").Layout(job["layout"]), job["ghosts"])
    nodes, seconds = 0, []
    for _ in range(job["times"]):
        agent = student(job["depth"])
        started = process_time()
        agent.getAction(state)
        seconds.append(process_time() - started)
        nodes = agent.nodes
    print()  # so that the result has a line of its own, whatever the engine has printed
    json.dump({"nodes": nodes, "seconds": seconds}, sys.stdout)


main()
