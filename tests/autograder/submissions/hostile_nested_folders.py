"""Hostile: leaves folders that are hard to remove, nested by the thousands, and without any permissions."""

import os

from recursive_pairs import *  # noqa: F403

here = os.open(".", os.O_RDONLY)
for _ in range(3000):
    os.mkdir("d")
    os.chdir("d")
os.fchdir(here)
os.close(here)
os.makedirs("closed/inside")
open("closed/inside/file", "w").close()
os.symlink("/", "closed/root")
os.mkfifo("closed/pipe")
os.chmod("closed/inside", 0)
os.chmod("closed", 0)
os.chmod(".", 0)
