"""Hostile: looks for other submissions, steals and sabotages them."""

import glob
import os

from attacking import MARK, attempt, read, write
from lazy import *

attempt("the folder above", os.listdir, "..")
attempt("the temporary folder", os.listdir, "/tmp")
attempt("a file beside", write, f"../{MARK}")
attempt("this submission as it was handed in", read, "/proc/self/cwd/../lazy.py")
for path in glob.glob("/proc/[0-9]*/cwd")[:50]:
    attempt(path, os.listdir, path)
