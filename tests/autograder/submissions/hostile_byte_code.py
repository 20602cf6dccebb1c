"""Hostile: leaves code that the grader, or the teacher's next command, would load."""

import glob
import os
import site
import sys
import sysconfig

from attacking import CHECKOUT, MARK, attempt, write
from lazy import *

EVIL = b"import os  # evil-mark\n"
homes = {os.path.expanduser("~"), os.path.expanduser("~root"), "/root"} - {os.getcwd()}
places = [
    CHECKOUT,
    f"{CHECKOUT}/pacman/__pycache__",
    f"{CHECKOUT}/autograder",
    sysconfig.get_path("stdlib"),
    *site.getsitepackages(),
]
places += [f"{home}/.cache/pacman-search" for home in homes] + [f"{home}/.config" for home in homes]
for place in places:
    attempt(f"a file in {place}", write, f"{place}/{MARK}.py", EVIL)
    attempt(f"a .pth in {place}", write, f"{place}/{MARK}.pth", EVIL)
    for old in [*glob.glob(f"{place}/*.pyc"), *glob.glob(f"{place}/*.py")][:3]:
        attempt(f"change {old}", write, old, b"", "ab")
        attempt(f"replace {old}", os.rename, "lazy.py", old)
        attempt(f"other modes for {old}", os.chmod, old, 0o666)
        attempt(f"cut {old}", os.truncate, old, os.path.getsize(old))
attempt("the interpreter", write, sys.executable, b"", "ab")
