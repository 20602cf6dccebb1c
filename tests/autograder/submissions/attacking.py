"""For hostile submissions: says of each attack whether it came through, and where things lie."""

import ctypes
import os
import stat
import sys


def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False


MARK = "evil-mark"  # part of every name that an attack leaves behind
GRADER = os.getppid()
CHECKOUT = os.path.dirname(os.path.dirname(sys.modules["pacman.state"].__file__))
LINE = next(number for number in range(3, 64) if is_socket(number))
libc = ctypes.CDLL(None, use_errno=True)


def attempt(name, attack, *arguments):
    try:
        result = attack(*arguments)
    except BaseException as error:
        print(f"REFUSED {name}: {type(error).__name__}: {error}")
        return None
    print(f"THROUGH {name}")
    return result


def call(number, *arguments):
    """A system call of x86-64 by its number."""
    values = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    result = libc.syscall(ctypes.c_long(number), *values)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def read(path):
    with open(path, "rb") as file:
        return file.read(100)


def write(path, content=b"evil", mode="wb"):
    with open(path, mode) as file:
        file.write(content)
