"""Hostile: looks the answers up, and lets our own search answer."""

import importlib
import os
import sys

from attacking import CHECKOUT, attempt, read
from lazy import *

for name in [name for name in sys.modules if sys.modules[name] is None]:
    del sys.modules[name]
sys.path.append(CHECKOUT)
importlib.invalidate_caches()
for name in (
    "agents.search",
    "agents",
    "agents.search.minimax",
    "autograder.case_types.reference",
    "experiments.lecture",
):
    attempt(f"import {name}", importlib.import_module, name)
for name in ("autograder/cases/q2/01-lecture-three-by-three.solution", "autograder/cases/CONFIG", "agents/pacmen.py"):
    attempt(f"read {name}", read, f"{CHECKOUT}/{name}")
attempt("names of cases", os.listdir, f"{CHECKOUT}/autograder/cases")
attempt("tests", read, f"{CHECKOUT}/tests/autograder/submissions/recursive_pairs.py")
attempt("history", read, f"{CHECKOUT}/.git/config")
