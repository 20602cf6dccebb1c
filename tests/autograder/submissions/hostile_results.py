"""Hostile: puts a file, a folder, a link and a FIFO where the results will be."""

import os

from attacking import GRADER, MARK, attempt, read, write
from lazy import *

for folder in (
    f"/proc/{GRADER}/cwd",
    "..",
    "../..",
    "/tmp",
    "/var/tmp",
    os.path.expanduser("~root"),
    "/autograder/results",
):
    attempt(f"a file in {folder}", write, f"{folder}/{MARK}-results.json", b'{"score": 25}')
    attempt(f"a folder in {folder}", os.mkdir, f"{folder}/{MARK}-folder")
    attempt(f"a link in {folder}", os.symlink, "/etc/passwd", f"{folder}/{MARK}-link")
    attempt(f"a FIFO in {folder}", os.mkfifo, f"{folder}/{MARK}-fifo")
    attempt(f"names in {folder}", os.listdir, folder)
attempt("a link to somewhere else", os.symlink, "/etc/passwd", "here")
attempt("a hard link", os.link, "lazy.py", "again.py")
attempt("the command line", read, f"/proc/{GRADER}/cmdline")
