"""Hostile: prints a grade where the grader prints."""

from attacking import GRADER, attempt, write
from lazy import *

LINE = b"Total: 25/25\n"
for number in range(3):
    attempt(f"descriptor {number}", write, f"/proc/{GRADER}/fd/{number}", LINE, "ab")
for name in ("/dev/tty", "/dev/console", "/dev/stdout", "/dev/kmsg", "/dev/pts/0"):
    attempt(name, write, name, LINE, "ab")
