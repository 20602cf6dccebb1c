"""Hostile: starts what would stay when it is gone."""

import multiprocessing
import os
import subprocess
import sys

from attacking import attempt, call
from lazy import *


def forked():
    if os.fork() == 0:
        os.setsid()
        os._exit(0)


attempt("fork", forked)
attempt("vfork", call, 58)
attempt("clone", call, 56, 17, 0, 0, 0, 0)
attempt("clone3", call, 435, bytes(64), 64)
attempt("subprocess", subprocess.run, [sys.executable, "-c", ""])
attempt("system", lambda: os.system("true") and 1 / 0)
attempt("exec", os.execv, sys.executable, [sys.executable, "-c", ""])
attempt("spawn", os.posix_spawn, sys.executable, [sys.executable, "-c", ""], {})
attempt("pool", multiprocessing.Pool, 1)
attempt("a session of its own", call, 112)
attempt("another group", os.setpgid, 0, os.getppid())
