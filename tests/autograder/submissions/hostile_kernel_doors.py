"""Hostile: tries system calls that affect other processes or the machine."""

import os
import time

from attacking import attempt, call
from lazy import *

DOORS = {
    "unshare a user": (272, 0x10000000),
    "unshare mounts": (272, 0x20000),
    "mount": (165, b"none", b".", b"tmpfs", 0, None),
    "chroot": (161, b"."),
    "io_uring": (425, 1, bytes(120)),
    "bpf": (321, 0, bytes(64), 64),
    "perf_event_open": (298, bytes(128), 0, -1, -1, 0),
    "userfaultfd": (323, 0),
    "personality": (135, 0x0040000),
    "a handle": (304, -100, bytes(64), 0),
    "setuid 0": (105, 0),
    "setns": (308, 0, 0),
    "kexec": (246, 0, 0, None, 0),
    "init_module": (175, None, 0, b""),
    "reboot": (169, 0),
    "swapon": (167, b"/dev/null", 0),
    "settimeofday": (164, None, None),
    "mknod": (133, b"device", 0o20666, 0x103),
    "fanotify": (300, 0, 0),
    "another seccomp filter": (317, 0, 0, None),
    "an x32 call": (0x40000000 + 39,),
}
for name, arguments in DOORS.items():
    attempt(name, call, *arguments)
attempt("set the clock", time.clock_settime, time.CLOCK_REALTIME, time.time())
attempt("chown", os.chown, ".", 0, 0)
attempt("chmod", os.chmod, ".", 0)
attempt("an attribute", os.setxattr, ".", "user.evil", b"x")
