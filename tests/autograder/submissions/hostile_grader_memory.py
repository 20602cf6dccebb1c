"""Hostile: rewrites the grader's memory."""

import ctypes

from attacking import GRADER, attempt, call, read, write
from lazy import *


def attach():
    call(101, 16, GRADER, 0, 0)  # PTRACE_ATTACH
    call(101, 17, GRADER, 0, 0)


def write_over():
    vector = (ctypes.c_long * 2)(0x1000, 0)
    call(311, GRADER, vector, 1, vector, 1, 0)


attempt("maps", read, f"/proc/{GRADER}/maps")
attempt("memory", write, f"/proc/{GRADER}/mem", b"", "r+b")
attempt("environment", read, f"/proc/{GRADER}/environ")
attempt("ptrace", attach)
attempt("process_vm_writev", write_over)
attempt("pidfd_open", call, 434, GRADER, 0)
attempt("kcmp", call, 312, GRADER, GRADER, 0, 0, 0)
