"""Hostile: threads without end, which go on when the answer is given."""

import threading

from attacking import attempt
from lazy import *

stop = threading.Event()


def bomb():
    threading.stack_size(32768)
    for number in range(20_000):
        threading.Thread(target=stop.wait, daemon=True).start()


attempt("20 000 threads", bomb)
