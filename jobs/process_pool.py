"""A pool of worker processes behind the interface of `concurrent.futures`.

Batches and the grading of a class run on it. Unlike the standard pool, it survives the death of a worker: a task that
hangs or kills its process is lost, and the others continue. Any other `concurrent.futures` executor can replace it, on
one condition: games draw from the global generator of `random`, so no other code in the same process may draw from it
at the same time. The threads of a cluster's worker do, so there each task runs in a separate process, from this pool.
"""

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing import connection, resource_tracker
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Final, NamedTuple, TypeVar

from jobs.errors import JobError
from jobs.pool_worker import MOVES, PROGRESS_SIZE, SCORE, STARTED, Cores, serve
from jobs.task_executor import TaskExecutor
from pacman.plugins import plugin_files

T = TypeVar("T")

_TASKS_PER_WORKER: Final = 2  # the running one and the next, so that a worker never waits for the pool
_EXIT_GRACE_SECONDS: Final = 1.0  # for a worker that is ending: its own exit code is more informative than SIGKILL
_NO_MAIN_GUARD: Final = 77  # exit code of a worker; see `_check_main_guard`
MAIN_GUARD: Final = (
    "the script starts its work whenever it is imported, and workers import it; "
    'expected the work below: if __name__ == "__main__":'
)
_MOST_BYTES: Final = 8_192  # size of a task sent to a busy worker: it must fit into the pipe, or sending would block


class TaskLost(Exception):
    """A task whose worker died. `report` holds the moves and the score that it reported last."""

    def __init__(self, message: str, report: tuple[int, int] = (0, 0), seconds: float = 0.0) -> None:
        super().__init__(message)
        self.report = report
        self.seconds = seconds


class TaskTimedOut(TaskLost):
    """A task that exceeded a time limit, so that its worker was killed."""


class PoolOptions(NamedTuple):
    """Options of a ProcessPool as picklable data, because a cluster opens the pools on its workers.

    silence: seconds that a task may run without calling `pool_worker.report`; task_time: seconds that it may take in
    all. A task that exceeds a limit is killed and raises TaskTimedOut; if its process ends by itself, TaskLost.
    has_long_tasks: no task is queued at a busy worker, and the cores are divided among the workers, because their tasks
    start processes of their own, which should not all end up on the same core.
    tidy_up: called when all processes have ended, to remove what they left behind.
    plugins: files that workers load before their first task; None for the plugins of this process.
    """

    silence: float | None = None
    task_time: float | None = None
    has_long_tasks: bool = False
    tidy_up: Callable[[], None] | None = None
    plugins: tuple[str, ...] | None = None


_PLAIN: Final = PoolOptions()


@dataclass
class _Task:
    packed: bytes
    future: "Future[Any]"


@dataclass
class _Worker:
    process: Any
    pipe: Any
    progress: Any  # memory shared with the worker process
    tasks: deque[_Task] = field(default_factory=deque)  # the first one is running
    finished: int = 0
    last_report: tuple[int, int] | None = None  # of the running task
    last_sign: float = 0.0
    began: float = 0.0

    @property
    def is_working(self) -> bool:
        """True once the worker has begun the first of its tasks. Until then its process is still starting."""
        return bool(self.tasks) and self.progress[STARTED] > self.finished

    def times(self, now: float) -> tuple[float, float]:
        """Return the seconds without a sign of life, and the seconds since the running task began."""
        if not self.is_working:
            return 0.0, 0.0
        if self.last_report is None:
            self.began = now
        if self.report != self.last_report:
            self.last_report = self.report
            self.last_sign = now
        return now - self.last_sign, now - self.began

    @property
    def report(self) -> tuple[int, int]:
        return (self.progress[MOVES], self.progress[SCORE]) if self.is_working else (0, 0)


class ProcessPool(TaskExecutor):
    """Pool of `workers` processes, spawned (not forked) and replaced when they die."""

    def __init__(self, workers: int, options: PoolOptions = _PLAIN) -> None:
        self._options = options
        ours = tuple(str(files[0]) for files in plugin_files())
        self._plugins = ours if options.plugins is None else options.plugins
        limits = [limit for limit in (options.silence, options.task_time) if limit is not None]
        self._pause = min(0.25, max(0.02, min(limits) / 10)) if limits else None
        self._context = multiprocessing.get_context("spawn")
        self._lock = threading.RLock()
        self._waiting: deque[_Task] = deque()
        self._is_closing = False
        self._is_terminated = False
        _check_main_guard()
        _occupy_standard_files()
        self._wake_up, self._alarm = self._context.Pipe(duplex=False)
        self._cores = _shared_out(workers) if options.has_long_tasks else [None] * workers
        self._workers = [self._start_worker(cores) for cores in self._cores]
        self._manager = threading.Thread(target=self._manage, name="process pool", daemon=True)
        self._manager.start()

    @property
    def workers(self) -> int:
        return len(self._workers)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        task = _Task(pickle.dumps((fn, args, kwargs)), Future())
        with self._lock:
            if self._is_closing:
                raise RuntimeError("the pool has been shut down")
            self._waiting.append(task)
            self._assign_tasks()
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Close the pool once all tasks are done; with `cancel_futures`, once the tasks that have begun are done."""
        with self._lock:
            self._is_closing = True
            if cancel_futures:
                for task in self._waiting:
                    task.future.cancel()
                self._waiting.clear()
            self._alarm.send_bytes(b"!")
        if wait:
            self._manager.join()

    def terminate(self) -> None:
        """Close the pool now: running tasks raise TaskLost. A task that handles SIGTERM has a moment to clean up."""
        with self._lock:
            self._is_terminated = True
            for worker in self._workers:
                worker.process.terminate()
            for worker in self._workers:
                _wait_for_exit(worker.process)
                worker.process.kill()
                for task in worker.tasks:
                    task.future.set_exception(TaskLost("the pool was ended"))
                worker.tasks.clear()
        self.shutdown(cancel_futures=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> bool | None:
        if kind is None:
            self.shutdown()
        else:
            self.terminate()
        return None

    # -- the manager thread -------------------------------------------------------------------------------------------

    def _manage(self) -> None:
        while True:
            with self._lock:
                if self._is_closing and not self._waiting and not any(worker.tasks for worker in self._workers):
                    break
                sources = [self._wake_up, *(worker.pipe for worker in self._workers)]
                sources += [worker.process.sentinel for worker in self._workers]
            ready = set(connection.wait(sources, self._pause))
            if self._wake_up in ready:
                self._wake_up.recv_bytes()
            for number, worker in enumerate(self._workers):
                if worker.process.sentinel in ready:
                    self._reap(number, worker)
                elif worker.pipe in ready:
                    self._receive(number, worker)
                elif self._pause is not None:
                    self._check_time(number, worker)
        for worker in self._workers:
            worker.pipe.close()  # ends the loop of a worker; one that does not end in time is killed
        for worker in self._workers:
            worker.process.join(timeout=5)
            worker.process.kill()
            worker.process.join()
        if self._options.tidy_up is not None:
            self._options.tidy_up()

    def _receive(self, number: int, worker: _Worker) -> None:
        """Take one result; if there are more, the pipe is ready again."""
        try:
            self._finish(worker, worker.pipe.recv_bytes())
        except (EOFError, OSError):
            self._reap(number, worker)

    def _reap(self, number: int, worker: _Worker) -> None:
        """Replace a worker that has ended or closed its pipe. Results already sent count; its running task fails."""
        _wait_for_exit(worker.process)
        worker.process.kill()
        worker.process.join()
        with contextlib.suppress(EOFError, OSError):
            while worker.pipe.poll():
                self._finish(worker, worker.pipe.recv_bytes())
        if worker.process.exitcode == _NO_MAIN_GUARD:
            self._replace(number, JobError(MAIN_GUARD))
        else:
            self._replace(number, TaskLost(_exit_description(worker.process.exitcode), worker.report))

    def _finish(self, worker: _Worker, packed: bytes) -> None:
        with self._lock:
            if not worker.tasks:  # the pool was ended meanwhile
                return
            task = worker.tasks.popleft()
            worker.finished += 1
            worker.last_report = None
            self._assign_tasks()
        try:
            is_good, answer = pickle.loads(packed)
        except Exception as error:
            is_good, answer = False, error
        if is_good:
            task.future.set_result(answer)
        else:
            task.future.set_exception(answer)

    def _check_time(self, number: int, worker: _Worker) -> None:
        silent, busy = worker.times(monotonic())
        for spent, limit in ((silent, self._options.silence), (busy, self._options.task_time)):
            # A result in the pipe counts, even if this thread comes late to read it.
            if limit is not None and spent > limit and not worker.pipe.poll():
                worker.process.kill()
                worker.process.join()
                self._replace(number, TaskTimedOut(f"longer than {limit:g} s", worker.report, busy))
                return

    def _replace(self, number: int, error: TaskLost | JobError) -> None:
        """Start a new worker for a dead one. Its first task fails with `error`; the others return to the queue."""
        worker = self._workers[number]
        with self._lock:
            if self._is_terminated:
                return
            worker.pipe.close()
            lost = worker.tasks.popleft() if worker.tasks else None  # the running task; the others have not begun
            self._waiting.extendleft(reversed(worker.tasks))
            worker.tasks.clear()
            self._workers[number] = self._start_worker(self._cores[number])
            self._assign_tasks()
        if lost is not None:
            lost.future.set_exception(error)

    # -- both threads, with the lock held -----------------------------------------------------------------------------

    def _assign_tasks(self) -> None:
        most = 1 if self._options.has_long_tasks else _TASKS_PER_WORKER
        while self._waiting:
            worker = min(self._workers, key=lambda worker: len(worker.tasks))
            if len(worker.tasks) >= most or (worker.tasks and len(self._waiting[0].packed) > _MOST_BYTES):
                return
            task = self._waiting.popleft()
            # A task that was queued at a worker that died has a future that is marked as running already.
            if task.future.running() or task.future.set_running_or_notify_cancel():
                worker.tasks.append(task)
                with contextlib.suppress(OSError):  # it has just ended; the manager thread will replace it
                    worker.pipe.send_bytes(task.packed)

    def _start_worker(self, cores: Cores) -> _Worker:
        progress = self._context.RawArray("q", PROGRESS_SIZE)
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs, progress, cores, self._plugins), daemon=True)
        with prepared_start():
            process.start()
        theirs.close()
        return _Worker(process, ours, progress)


def _check_main_guard() -> None:
    """End a worker that, importing the main script, is about to start workers itself.

    The exit code reports this to the pool that started the worker.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):  # as multiprocessing itself finds out
        os._exit(_NO_MAIN_GUARD)


def _shared_out(workers: int) -> list[Cores]:
    """Divide the cores of this machine among the workers as evenly as possible; None if the system hides them."""
    if not hasattr(os, "sched_getaffinity"):
        return [None] * workers
    cores = sorted(os.sched_getaffinity(0))
    return [cores[number::workers] or [cores[number % len(cores)]] for number in range(workers)]


def _wait_for_exit(process: Any) -> None:
    """Poll for the exit of a process; `join(timeout)` can block forever on one that has closed all its files."""
    until = monotonic() + _EXIT_GRACE_SECONDS
    while process.is_alive() and monotonic() < until:
        sleep(0.01)


@contextlib.contextmanager
def prepared_start() -> Iterator[None]:
    """Start processes in this context with PYTHONHASHSEED=0 and SIGINT blocked.

    With equal hashes, an agent's sets of strings have the same order in all workers. Ctrl-C is handled by the parent.
    """
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = "0"
    can_block = hasattr(signal, "pthread_sigmask")
    if can_block:
        resource_tracker.ensure_running()  # otherwise the first process starts it, which unblocks SIGINT
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if can_block else set()
    try:
        yield
    finally:
        if can_block:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if before is None:
            del os.environ["PYTHONHASHSEED"]
        else:
            os.environ["PYTHONHASHSEED"] = before


def _occupy_standard_files() -> None:
    """Open closed standard files: otherwise a pipe of the pool takes their number, and a worker would close it."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(handle, True)
    os.close(handle)


def _exit_description(code: int) -> str:
    if code >= 0:
        return f"the process ended itself (exit code {code})"
    try:
        return f"the process was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"the process was ended by signal {-code}"
