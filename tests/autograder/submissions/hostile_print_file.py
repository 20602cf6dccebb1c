"""Hostile: removes the file that catches what it prints, and puts a folder in its place."""

import os

from recursive_pairs import *  # noqa: F403

path = os.readlink("/proc/self/fd/1").removesuffix(" (deleted)")
print("before")
try:
    os.unlink(path)
except OSError:
    pass
try:
    os.mkdir(path)
    os.rmdir(path)
except OSError:
    pass
os.ftruncate(1, 0)
print("after")
