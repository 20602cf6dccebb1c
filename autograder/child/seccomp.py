"""seccomp: a Linux process gives up all system calls except those that a computation needs.

A filter is a program for the kernel's packet filter (BPF), which sees the number and the arguments of each call, but
not the memory that they point to. A refused call fails with an error that Python raises as OSError; the process is not
killed. The numbers for aarch64 are from the kernel's tables and untested on such a machine; the attacks that
`restrictions` tries at every start test them.
"""

import errno
import os
import struct
from collections.abc import Sequence
from ctypes import Structure, byref, c_char_p, c_int, c_long, c_ushort
from typing import Final, NamedTuple

from autograder.child.kernel_calls import libc, refused

# Calls of a program that only computes, reads files and writes in its own folder. Landlock restricts the files.
# Numbers for x86-64 and aarch64; None where the architecture has no such call.
_ALLOWED: Final[dict[str, tuple[int | None, int | None]]] = {
    # files
    "read": (0, 63), "write": (1, 64), "open": (2, None), "close": (3, 57), "stat": (4, None), "fstat": (5, 80),
    "lstat": (6, None), "lseek": (8, 62), "pread64": (17, 67), "pwrite64": (18, 68), "readv": (19, 65),
    "writev": (20, 66), "access": (21, None), "dup": (32, 23), "dup2": (33, None), "sendfile": (40, 71),
    "fsync": (74, 82), "fdatasync": (75, 83), "truncate": (76, 45), "ftruncate": (77, 46),
    "getdents": (78, None), "getcwd": (79, 17), "chdir": (80, 49), "fchdir": (81, 50), "rename": (82, None),
    "mkdir": (83, None), "rmdir": (84, None), "unlink": (87, None), "readlink": (89, None), "umask": (95, 166),
    "statfs": (137, 43), "fstatfs": (138, 44), "getdents64": (217, 61), "fadvise64": (221, 223), "openat": (257, 56),
    "mkdirat": (258, 34), "newfstatat": (262, 79), "unlinkat": (263, 35), "renameat": (264, 38),
    "readlinkat": (267, 78), "faccessat": (269, 48), "dup3": (292, 24), "preadv": (295, 69), "pwritev": (296, 70),
    "renameat2": (316, 276), "statx": (332, 291), "faccessat2": (439, 439),
    # the connection to the grader, which is already open, and pipes
    "sendto": (44, 206), "recvfrom": (45, 207), "shutdown": (48, 210),
    "getsockname": (51, 204), "getpeername": (52, 205), "getsockopt": (55, 209),
    "pipe": (22, None), "pipe2": (293, 59), "poll": (7, None), "ppoll": (271, 73), "select": (23, None),
    "pselect6": (270, 72), "epoll_create": (213, None), "epoll_create1": (291, 20), "epoll_ctl": (233, 21),
    "epoll_wait": (232, None), "epoll_pwait": (281, 22), "eventfd2": (290, 19),
    # memory
    "mmap": (9, 222), "mprotect": (10, 226), "munmap": (11, 215), "brk": (12, 214), "mremap": (25, 216),
    "msync": (26, 227), "mincore": (27, 232), "madvise": (28, 233),
    # threads, signals to the process itself, waiting
    "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139), "rt_sigpending": (127, 136),
    "rt_sigtimedwait": (128, 137), "rt_sigsuspend": (130, 133), "sigaltstack": (131, 132), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "sched_getparam": (143, 121), "sched_getscheduler": (145, 120),
    "sched_get_priority_max": (146, 125), "sched_get_priority_min": (147, 126), "futex": (202, 98),
    "set_robust_list": (273, 99), "get_robust_list": (274, 100), "set_tid_address": (218, 96), "rseq": (334, 293),
    "membarrier": (324, 283), "getcpu": (309, 168), "arch_prctl": (158, None), "exit": (60, 93),
    "exit_group": (231, 94), "wait4": (61, 260), "waitid": (247, 95), "pause": (34, None), "alarm": (37, None),
    "getitimer": (36, 102), "setitimer": (38, 103), "restart_syscall": (219, 128),
    # clocks and facts about the process itself
    "nanosleep": (35, 101), "clock_nanosleep": (230, 115), "gettimeofday": (96, 169), "time": (201, None),
    "clock_gettime": (228, 113), "clock_getres": (229, 114), "times": (100, 153), "getpid": (39, 172),
    "gettid": (186, 178), "getppid": (110, 173), "getpgrp": (111, None), "getpgid": (121, 155), "getsid": (124, 156),
    "getuid": (102, 174), "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177), "getgroups": (115, 158),
    "getresuid": (118, 148), "getresgid": (120, 150), "uname": (63, 160), "sysinfo": (99, 179), "getrlimit": (97, 163),
    "getrusage": (98, 165), "getpriority": (140, 141), "getrandom": (318, 278),
}  # fmt: skip


class _Machine(NamedTuple):
    column: int  # of the numbers above
    audit: int  # AUDIT_ARCH_*, the kernel's id of the architecture
    clone: int
    clone3: int
    kill: int
    tgkill: int
    prlimit: int
    prctl: int
    ioctl: int
    fcntl: int
    close_range: int
    install: int  # the seccomp call itself


_MACHINES: Final = {
    "x86_64": _Machine(0, 0xC000003E, 56, 435, 62, 234, 302, 157, 16, 72, 436, 317),
    "aarch64": _Machine(1, 0xC00000B7, 220, 435, 129, 131, 261, 167, 29, 25, 436, 277),
}

# Flags of a thread, which shares memory, folder, open files, signal handlers and semaphore adjustments with the others.
# A clone that shares less is refused: the grader's disk quota relies on open files that all threads share.
_CLONE_AS_A_THREAD: Final = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000 | 0x40000
_CLONE_NEW_NAMESPACES: Final = 0x7E020000
_HARMLESS_IOCTLS: Final = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # terminal queries, bytes waiting, flags
_HARMLESS_PRCTLS: Final = (3, 15, 16, 39)  # get dumpable, set and get the name of a thread, get no_new_privs
# Duplicates, flags, size of a pipe. No owner, which receives signals, and no locks: two submissions could communicate
# by locks on files that both can read.
_HARMLESS_FCNTLS: Final = (0, 1, 2, 3, 4, 1030, 1032)
_HARMLESS_CLOSE_RANGES: Final = (0, 4)  # close now or on exec; not CLOSE_RANGE_UNSHARE, which copies the descriptors

# The packet filter's instructions and return values, and the offsets of the parts of a call in its input.
_LOAD, _JUMP_EQUAL, _JUMP_FROM, _MASK, _RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_FOREIGN_CALLS: Final = 0x40000000  # first number of the x32 calls of x86-64
# First number that is newer than this list. Such calls fail with ENOSYS, as on an old kernel, for which libraries have
# a fallback; EPERM would be an error.
_NEW_CALLS: Final = 450
_FILTER_MODE: Final = 1
_FLAGS: Final = 1 | 1 << 2  # for all threads; without the slow mitigations of speculative store bypass


class _Program(Structure):
    _fields_ = (("length", c_ushort), ("filter", c_char_p))


Instruction = tuple[int, int, int, int]  # operation, steps to skip if true, if false, operand


def restrict() -> None:
    """Give up all system calls except the allowed ones, in every thread; raise OSError if the kernel refuses.

    The process must have set `no_new_privileges` before.
    """
    name = os.uname().machine
    if name not in _MACHINES:
        raise OSError(errno.ENOSYS, f"seccomp: no list of calls for Linux on {name}")
    machine = _MACHINES[name]
    program = b"".join(struct.pack("=HBBI", *instruction) for instruction in _program(machine, os.getpid()))
    given = _Program(len(program) // 8, program)
    if libc().syscall(c_long(machine.install), c_int(_FILTER_MODE), c_int(_FLAGS), byref(given)) != 0:
        raise refused("seccomp")


def _program(machine: _Machine, own_process: int) -> list[Instruction]:
    numbers = sorted(pair[machine.column] or 0 for pair in _ALLOWED.values() if pair[machine.column] is not None)
    program: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, machine.audit),
        _refuse(errno.EPERM),
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_FROM, 0, 1, _FOREIGN_CALLS),
        _refuse(errno.EPERM),
        (_JUMP_FROM, 0, 1, _NEW_CALLS),
        _refuse(errno.ENOSYS),
    ]
    # The flags of clone3 are in memory, which a filter cannot read. On ENOSYS the C library falls back to clone.
    program += _when(machine.clone3, [_refuse(errno.ENOSYS)])
    program += _when(machine.clone, _if_a_thread())
    program += _when(machine.kill, _if_argument_in(0, (own_process,)))
    program += _when(machine.tgkill, _if_argument_in(0, (own_process,)))
    program += _when(machine.prlimit, _if_argument_in(0, (0, own_process)))
    program += _when(machine.prctl, _if_argument_in(0, _HARMLESS_PRCTLS))
    program += _when(machine.ioctl, _if_argument_in(1, _HARMLESS_IOCTLS))
    program += _when(machine.fcntl, _if_argument_in(1, _HARMLESS_FCNTLS))
    program += _when(machine.close_range, _if_argument_in(2, _HARMLESS_CLOSE_RANGES))
    program += _each_equal(numbers, _allow())
    return [*program, _refuse(errno.EPERM)]


def _when(number: int, block: Sequence[Instruction]) -> list[Instruction]:
    """Return the instructions for one call: the block, and a refusal if the block ends without returning."""
    block = [*block, _refuse(errno.EPERM)]
    return [(_JUMP_EQUAL, 0, len(block), number), *block]


def _if_a_thread() -> list[Instruction]:
    mask = _CLONE_AS_A_THREAD | _CLONE_NEW_NAMESPACES
    return [_argument(0), (_MASK, 0, 0, mask), *_each_equal((_CLONE_AS_A_THREAD,), _allow())]


def _if_argument_in(argument: int, values: Sequence[int]) -> list[Instruction]:
    return [_argument(argument), *_each_equal(values, _allow())]


def _each_equal(values: Sequence[int], answer: Instruction) -> list[Instruction]:
    return [step for value in values for step in ((_JUMP_EQUAL, 0, 1, value), answer)]


def _argument(number: int) -> Instruction:
    """Return an instruction that loads the lower half of an argument; the upper half of pids and flags is zero."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * number)


def _allow() -> Instruction:
    return (_RETURN, 0, 0, _ALLOW)


def _refuse(error: int) -> Instruction:
    return (_RETURN, 0, 0, _REFUSE | error)
