"""What runs in a worker of the cluster: each task goes to a process of the local pool, never into the worker itself.

Games draw from the process's `random`, agents may crash or hang, and a worker has threads of its own.
"""

import os
import pickle
import threading
from multiprocessing import current_process
from pathlib import Path
from typing import Any, Final, NamedTuple

from distributed import get_worker

from agents.kernel.machine.cache import is_being_built
from experiments.batch.process_pool import ProcessPool, TaskLost

_IDLE_SECONDS: Final = 60.0  # then a pool is ended; the next task starts another


class Limits(NamedTuple):
    """Those of a ProcessPool."""

    silence: float | None
    task_time: float | None


class Answer(NamedTuple):
    """What became of a task: its result, the error it raised, or how it was lost."""

    result: Any = None
    error: BaseException | None = None
    loss: tuple[type[TaskLost], str, tuple[int, int], float] | None = None
    is_compiling: bool = False  # whether this machine was building the kernel meanwhile


def run_task(packed: bytes, limits: Limits, files: str) -> Answer:
    """Run a packed task in a process of this worker's pool. `files`: where in the worker's folder its files are."""
    worker = get_worker()
    folder = Path(worker.local_directory, files)
    pool = _pools.enter(limits, worker.state.nthreads)
    try:
        return Answer(pool.submit(_call, str(folder), packed).result(), is_compiling=is_being_built())
    except TaskLost as loss:
        return Answer(loss=(type(loss), str(loss), loss.report, loss.seconds))
    except (Exception, SystemExit) as error:
        return Answer(error=error)
    finally:
        _pools.leave(limits)


def _call(folder: str, packed: bytes) -> Any:
    """In the process of the pool: the task, in the folder where the files of its job are."""
    os.chdir(folder)
    function, arguments, options = pickle.loads(packed)
    return function(*arguments, **options)


class _Pools:
    """The pools of this worker, by their limits. One that nobody has used for a while is ended."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pools: dict[Limits, ProcessPool] = {}
        self._users: dict[Limits, int] = {}
        self._timers: dict[Limits, threading.Timer] = {}

    def enter(self, limits: Limits, processes: int) -> ProcessPool:
        with self._lock:
            if limits in self._timers:
                self._timers.pop(limits).cancel()
            if limits not in self._pools:
                # A worker with a nanny is a daemon to multiprocessing, which would let it have no processes.
                current_process().daemon = False
                self._pools[limits] = ProcessPool(processes, silence=limits.silence, task_time=limits.task_time)
            self._users[limits] = self._users.get(limits, 0) + 1
            return self._pools[limits]

    def leave(self, limits: Limits) -> None:
        with self._lock:
            self._users[limits] -= 1
            if not self._users[limits]:
                timer = self._timers[limits] = threading.Timer(_IDLE_SECONDS, self._end, [limits])
                timer.daemon = True
                timer.start()

    def end(self, busy_ones: bool) -> None:
        for limits in list(self._pools):
            self._end(limits, busy_ones)

    def _end(self, limits: Limits, if_busy: bool = False) -> None:
        with self._lock:
            pool = self._pools.pop(limits, None) if if_busy or not self._users[limits] else None
        if pool is not None:
            pool.terminate()


_pools = _Pools()


def end_pools(busy_ones: bool) -> None:
    """End the pools of this worker that are idle, or all."""
    _pools.end(busy_ones)
