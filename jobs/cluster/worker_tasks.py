"""Code that runs on a worker of the cluster: each task goes to a process of a local pool, never to the worker itself.

Games draw from the global generator of `random`, agents may crash or hang, and a worker has its own threads.
"""

import os
import pickle
import threading
from multiprocessing import current_process
from pathlib import Path
from typing import Any, Final, NamedTuple

from distributed import get_worker

from agents.kernel.machine.cache import is_being_built
from jobs.process_pool import PoolOptions, ProcessPool, TaskLost

_IDLE_SECONDS: Final = 60.0  # until an unused pool is closed; the next task opens another


class TaskAnswer(NamedTuple):
    """Outcome of a task: its result, the error that it raised, or the arguments of its TaskLost."""

    result: Any = None
    error: BaseException | None = None
    loss: tuple[type[TaskLost], str, tuple[int, int], float] | None = None
    is_compiling: bool = False  # True if this machine was building the kernel at the same time


def run_task(packed: bytes, options: PoolOptions, files: str) -> TaskAnswer:
    """Run a pickled task in a process of this worker's pool. `files` is the subfolder of the job's files."""
    options = _located(options, files)
    pool = pools.enter(options, get_worker().state.nthreads)
    try:
        return _answer(pool, packed, files)
    finally:
        pools.leave(options)


def run_once(packed: bytes, options: PoolOptions, files: str) -> TaskAnswer:
    """Run a pickled task in a process that ends with it."""
    with _new_pool(1, _located(options, files)) as pool:
        return _answer(pool, packed, files)


def _answer(pool: ProcessPool, packed: bytes, files: str) -> TaskAnswer:
    folder = Path(get_worker().local_directory, files)
    try:
        return TaskAnswer(pool.submit(_call, str(folder), packed).result(), is_compiling=is_being_built())
    except TaskLost as loss:
        return TaskAnswer(loss=(type(loss), str(loss), loss.report, loss.seconds))
    except (Exception, SystemExit) as error:  # raised by the task: the caller's future raises it again
        return TaskAnswer(error=error)


def _call(folder: str, packed: bytes) -> Any:
    """Run the task, in the process of the pool, with the folder of the job's files as working directory."""
    os.chdir(folder)
    function, arguments, options = pickle.loads(packed)
    return function(*arguments, **options)


def _located(options: PoolOptions, files: str) -> PoolOptions:
    """Return the options with plugins at the paths that they have on this worker."""
    folder = Path(get_worker().local_directory, files)
    return options._replace(plugins=tuple(str(folder / name) for name in options.plugins or ()))


def _new_pool(processes: int, options: PoolOptions) -> ProcessPool:
    # A worker with a nanny is a daemon of multiprocessing, and daemons may not have child processes.
    current_process().daemon = False
    return ProcessPool(processes, options)


class _Pools:
    """The pools of this worker, by their options. A pool that has been idle for `_IDLE_SECONDS` is closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pools: dict[PoolOptions, ProcessPool] = {}
        self._users: dict[PoolOptions, int] = {}
        self._timers: dict[PoolOptions, threading.Timer] = {}

    def enter(self, options: PoolOptions, processes: int) -> ProcessPool:
        with self._lock:
            if options in self._timers:
                self._timers.pop(options).cancel()
            if options not in self._pools:
                self._pools[options] = _new_pool(processes, options)
            self._users[options] = self._users.get(options, 0) + 1
            return self._pools[options]

    def leave(self, options: PoolOptions) -> None:
        with self._lock:
            self._users[options] -= 1
            if not self._users[options]:
                timer = self._timers[options] = threading.Timer(_IDLE_SECONDS, self._end, [options])
                timer.daemon = True
                timer.start()

    def end(self, busy_ones: bool) -> None:
        """Close the idle pools, or all of them if `busy_ones`."""
        for options in list(self._pools):
            self._end(options, busy_ones)

    def _end(self, options: PoolOptions, if_busy: bool = False) -> None:
        with self._lock:
            pool = self._pools.pop(options, None) if if_busy or not self._users[options] else None
        if pool is not None:
            pool.terminate()


pools = _Pools()
