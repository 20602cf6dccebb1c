"""Hostile: reads private files of the user."""

import os

from attacking import MARK, attempt, read, write
from lazy import *

for name in (
    "/etc/passwd",
    "/etc/shadow",
    "/etc/hosts",
    "/root/.bashrc",
    "/proc/1/environ",
    "/proc/self/environ",
    "/proc/meminfo",
):
    attempt(f"read {name}", read, name)
for folder in ("/", "/root", "/home", "/etc", "/proc", "/tmp", "/var", "/dev/shm", "/run"):
    attempt(f"names in {folder}", os.listdir, folder)
    attempt(f"write in {folder}", write, f"{folder}/{MARK}")
