"""Hostile: fills the disk with files that have no name and are not open: one page of each is mapped.

By the C library, since a mapping of Python's own keeps its file open.
"""

import ctypes
import mmap
import os

from attacking import libc, write
from lazy import *

CONTENT = bytes(2**22)


def keep(name):
    write(name, CONTENT)
    file = os.open(name, os.O_RDONLY)
    libc.mmap(None, ctypes.c_size_t(4096), mmap.PROT_READ, mmap.MAP_SHARED, file, ctypes.c_long(0))
    os.close(file)
    os.unlink(name)


for number in range(100):
    keep(f"file-{number}")
print("THROUGH 400 MB without a name")
