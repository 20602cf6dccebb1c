"""Hostile: takes the grader's memory, files and time away, and gives itself more."""

import os
import resource

from attacking import GRADER, attempt
from lazy import *

for name in ("AS", "CPU", "NOFILE", "FSIZE"):
    kind = getattr(resource, f"RLIMIT_{name}")
    attempt(f"the grader's {name}", resource.prlimit, GRADER, kind)
    attempt(f"lower the grader's {name}", resource.prlimit, GRADER, kind, (10**6, 10**9))
    soft, hard = resource.getrlimit(kind)
    attempt(f"more {name}", resource.setrlimit, kind, (hard + 1, hard + 1))
attempt("slow the grader down", os.setpriority, os.PRIO_PROCESS, GRADER, 19)
attempt("nice", os.nice, -5)
attempt("real time", os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1))
attempt("the grader's cores", os.sched_setaffinity, GRADER, {0})
