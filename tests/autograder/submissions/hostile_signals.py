"""Hostile: stops and ends the grader by signals, in every way there is."""

import os
import signal

from attacking import GRADER, LINE, attempt, call
from lazy import *

attempt("a signal", os.kill, GRADER, signal.SIGURG)  # harmless where it comes through
attempt("the grader's group", os.killpg, os.getpgid(GRADER), signal.SIGURG)  # harmless where it comes through
attempt("tgkill", call, 234, GRADER, GRADER, 23)
attempt("tkill", call, 200, GRADER, 23)
attempt("sigqueue", call, 129, GRADER, 23, bytes(128))
attempt("everyone", os.kill, -1, 0)
attempt("own group", os.kill, 0, 0)
attempt("a socket's owner", lambda: __import__("fcntl").fcntl(LINE, 8, GRADER))
attempt("to outlive it", call, 157, 1, 0, 0, 0, 0)
