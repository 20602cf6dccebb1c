"""Hostile: leaves memory, queues and keys behind that belong to no process."""

import os
from multiprocessing import shared_memory

from attacking import MARK, attempt, call, write
from lazy import *

attempt("POSIX shared memory", shared_memory.SharedMemory, f"{MARK}-memory", True, 1000)
attempt("a file in /dev/shm", write, f"/dev/shm/{MARK}")
attempt("System V memory", call, 29, 0x4556494C, 4096, 0o1666)
attempt("System V semaphores", call, 64, 0x4556494C, 1, 0o1666)
attempt("a System V queue", call, 68, 0x4556494C, 0o1666)
attempt("a POSIX queue", call, 240, b"evil-mark", 0o102, 0o666, None)
attempt("a key", call, 248, b"user", b"evil-mark", b"x", 1, -3)
attempt("memory as a file", os.memfd_create, MARK)
