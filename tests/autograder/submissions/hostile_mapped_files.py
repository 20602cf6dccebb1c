"""Hostile: fills the disk with files that have no name and are not open: one page of each is mapped."""

import itertools
import mmap
import os

from attacking import libc, write
from lazy import *

libc.mmap.restype = libc.mmap.argtypes = None
CONTENT = bytes(2**22)


def keep(name):
    write(name, CONTENT)
    file = os.open(name, os.O_RDONLY)
    libc.mmap(None, 4096, mmap.PROT_READ, mmap.MAP_SHARED, file, 0)  # Python's own mapping keeps a file open
    os.close(file)
    os.unlink(name)


for number in itertools.count():
    keep(f"file-{number}")
