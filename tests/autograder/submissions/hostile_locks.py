"""Hostile: leaves locks on a file that other submissions can read, and looks for theirs."""

import fcntl
import os
import socket
import struct

from attacking import LINE, attempt, call
from lazy import *

SHARED = open(os.__file__, "rb")
LOCK = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 1, 0)

attempt("flock", fcntl.flock, SHARED, fcntl.LOCK_SH | fcntl.LOCK_NB)
attempt("lockf", fcntl.lockf, SHARED, fcntl.LOCK_SH | fcntl.LOCK_NB)
for name, command in {"F_GETLK": 5, "F_SETLK": 6, "F_SETLKW": 7, "F_OFD_GETLK": 36, "F_OFD_SETLK": 37}.items():
    attempt(name, fcntl.fcntl, SHARED, command, LOCK)
attempt("a lease", fcntl.fcntl, SHARED, fcntl.F_SETLEASE, fcntl.F_RDLCK)
attempt("a watch", fcntl.fcntl, os.open(".", os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)
attempt("an option of the line", call, 54, LINE, socket.SOL_SOCKET, socket.SO_SNDBUF, struct.pack("i", 4096), 4)
