"""Hostile: starts a thread with its own table of open files, which the grader does not check."""

import ctypes

from attacking import attempt, call, libc
from lazy import *

VM, FS, FILES, SIGHAND, THREAD, SYSVSEM = 0x100, 0x200, 0x400, 0x800, 0x10000, 0x40000
STACK = ctypes.create_string_buffer(2**16)


def clone(flags):
    top = ctypes.addressof(STACK) + 2**15
    if libc.clone(libc.pause, ctypes.c_void_p(top - top % 16), ctypes.c_int(flags), None) < 0:
        raise OSError(ctypes.get_errno(), "clone")


attempt("a thread with files of its own", clone, VM | FS | SIGHAND | THREAD | SYSVSEM)
attempt("a thread with a folder of its own", clone, VM | FILES | SIGHAND | THREAD | SYSVSEM)
attempt("a process that shares memory", clone, VM | FS | FILES | SIGHAND | SYSVSEM)
attempt("files of its own, later", call, 272, FILES)
attempt("files of its own, by closing some", call, 436, 60, 60, 2)
attempt("a thread by clone3", call, 435, bytes(88), 88)
