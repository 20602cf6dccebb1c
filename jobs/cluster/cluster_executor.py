"""A dask cluster behind the interface of `concurrent.futures`."""

import contextlib
import pickle
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from concurrent.futures import wait as wait_for
from functools import partial
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Final, NoReturn, TypeAlias, TypeVar

from distributed import KilledWorker

from jobs.cluster.connection import LOCAL, connected, first_line
from jobs.cluster.file_bundle import FileBundle
from jobs.cluster.job_plugin import FOLDER, REFUSED, JobPlugin
from jobs.cluster.worker_tasks import TaskAnswer, run_once, run_task
from jobs.errors import ClusterLostError, JobError
from jobs.process_pool import PoolOptions, TaskLost
from jobs.provenance import code_digest
from jobs.task_executor import TaskExecutor
from pacman.errors import PacmanError
from pacman.plugins import plugin_files

T = TypeVar("T")
RemoteFuture: TypeAlias = Any  # one of dask's, which have no types

_FIRST_WORKER_SECONDS: Final = 6.0
_NO_WORKER_SECONDS: Final = 30.0  # during a job: a worker that was lost may reconnect
_LOOK_SECONDS: Final = 2.0  # between two checks of the workers
_PAUSE_SECONDS: Final = 0.05  # between two polls while waiting for workers or results
_TASK_SECONDS: Final = 0.5  # of work in one task: a hundred times the overhead of submitting it
_SCHEDULER_SECONDS: Final = 0.005  # twice the time that a task costs the scheduler, which is one process
_COMPILING: Final = "compiling the search kernel (once on each machine of the cluster)…"


class ClusterExecutor(TaskExecutor):
    """Executor that runs tasks on those workers of a cluster that have the same code as this process.

    `address`: of a scheduler, or "local" for a cluster of `local_workers` processes that starts and ends with this
    executor. `options` are those of the ProcessPool on every worker. `note` shows a line to the user. The scheduler
    reassigns tasks of a worker that is lost. Raise JobError if the cluster cannot be used, ClusterLostError if it is
    lost later.
    """

    def __init__(
        self,
        address: str,
        local_workers: int,
        options: PoolOptions,
        note: Callable[[str], None],
    ) -> None:
        self._note = note
        self._is_local = address == LOCAL
        self._job = f"pacman-{secrets.token_hex(6)}"
        self._keys = (f"{self._job}-{number}" for number in count())
        self._files = FileBundle()
        plugins = (self._files.add(str(files[0]), {file.name: file for file in files}) for files in plugin_files())
        self._options = options._replace(plugins=tuple(plugins))
        self._num_sent = -1  # number of files that the workers have
        self._refused: dict[str, str] = {}  # reason by worker address
        self._workers: dict[str, int] = {}  # number of parallel tasks by address, for usable workers
        self._seen_workers = monotonic()  # time at which there was a usable worker
        # On this machine, this process notices the build itself; long tasks are gradings, which need no build.
        self._is_compiling_reported = self._is_local or options.has_long_tasks
        self._pending: dict[str, tuple[RemoteFuture, Future[Any]]] = {}
        self._done: SimpleQueue[RemoteFuture | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._problem: JobError | None = None
        with contextlib.ExitStack() as stack:
            self._client: Any = stack.enter_context(connected(address, local_workers))
            self.address = str(self._client.scheduler.address)
            with self._as_cluster_lost():
                self._client.subscribe_topic(REFUSED, self._on_refusal)
                self._send_files()
            stack.callback(self._forget_job)
            self._await_workers()
            self._stack = stack.pop_all()
        for worker, problem in list(self._refused.items()):
            self._report_refusal(worker, problem)
        self._collector = threading.Thread(target=self._collect, name="cluster", daemon=True)
        self._collector.start()

    @property
    def workers(self) -> int:
        return max(1, sum(self._workers.values()))

    @property
    def task_seconds(self) -> float:
        return max(_TASK_SECONDS, _SCHEDULER_SECONDS * self.workers)

    def carry(self, path: str, files: Mapping[str, Path] | None = None) -> str:
        return self._files.add(path, files)

    def as_here(self, text: str) -> str:
        return self._files.with_origins(text)

    def prepare(self, function: Callable[..., object], *arguments: Any) -> None:
        self._report_compiling()
        super().prepare(function, *arguments)

    def run_everywhere(self, function: Callable[..., T], *arguments: Any) -> list[T]:
        """Call the function on every worker without time limits, because no game is being timed yet.

        A worker that is lost before it answers is skipped. Raise ClusterLostError if no worker is left.
        """
        task = (
            pickle.dumps((function, arguments, {})),
            PoolOptions(tidy_up=self._options.tidy_up, plugins=self._options.plugins),
            FOLDER,
        )
        with self._as_cluster_lost():
            remotes = {
                worker: self._client.submit(run_once, *task, key=next(self._keys), workers=[worker], pure=False)
                for worker in list(self._workers)
            }
        while any(remote.status == "pending" and worker in self._workers for worker, remote in remotes.items()):
            sleep(_PAUSE_SECONDS)
            if self._problem is not None:
                raise self._problem
        answers = [self._answer_of(*pair) for pair in remotes.items() if pair[1].status != "pending"]
        if not answers:
            raise ClusterLostError(f"{self.address}: no worker is left")
        return answers

    def _answer_of(self, worker: str, remote: RemoteFuture) -> Any:
        try:
            if remote.status == "error":
                _raise(remote.exception())
            with self._as_cluster_lost():
                [answer] = self._gather([remote])
            return self._outcome(answer)
        except ClusterLostError:
            raise
        except PacmanError as error:
            raise type(error)(f"--cluster {self.address}: worker {worker}: {error}") from error
        except TaskLost as loss:
            raise JobError(f"--cluster {self.address}: worker {worker} can run no task: {loss}") from loss

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        packed = pickle.dumps((fn, args, kwargs))
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # the scheduler decides when it runs, so it cannot be cancelled here
        with self._as_cluster_lost():
            self._send_files()
            remote = self._client.submit(
                run_task, packed, self._options, FOLDER, key=next(self._keys), resources={self._job: 1}, pure=False
            )
        with self._lock:
            if self._problem is not None:  # the collector thread has ended, so the future would never finish
                raise self._problem
            self._pending[remote.key] = remote, future
        remote.add_done_callback(self._done.put)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster once all tasks are done; with `cancel_futures`, abandon those that are not."""
        with self._lock:
            pending = list(self._pending.values())
        if cancel_futures:
            with contextlib.suppress(ClusterLostError), self._as_cluster_lost():  # without a cluster, no task is queued
                self._client.cancel([remote for remote, _ in pending])
        elif wait:
            wait_for([future for _, future in pending])
        self._done.put(None)
        self._collector.join()
        self._fail(JobError("the connection to the cluster was closed"))
        self._stack.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> bool | None:
        self.shutdown(cancel_futures=kind is not None)
        return None

    # -- workers ------------------------------------------------------------------------------------------------------

    def _send_files(self) -> None:
        """Set up every present and future worker with the files carried so far."""
        if self._num_sent != len(self._files.contents):
            self._num_sent = len(self._files.contents)
            plugin = JobPlugin(self._job, code_digest(), self._files.contents, self._is_local)
            self._client.register_plugin(plugin, name=self._job)

    def _forget_job(self) -> None:
        """Unregister the plugin; ignore errors, because the connection may be lost already."""
        with contextlib.suppress(Exception):
            if self._client.status == "running":
                self._client.unregister_worker_plugin(self._job)

    def _on_refusal(self, event: tuple[float, dict[str, str]]) -> None:
        _, message = event
        if message["job"] == self._job and message["worker"] not in self._refused:
            self._refused[message["worker"]] = message["problem"]
            if self._workers:
                self._report_refusal(message["worker"], message["problem"])

    def _report_refusal(self, worker: str, problem: str) -> None:
        self._note(f"worker {worker} is not used: {problem}")

    def _await_workers(self) -> None:
        deadline = monotonic() + _FIRST_WORKER_SECONDS
        while not self._update_workers():
            if monotonic() > deadline or (self._refused and len(self._refused) == self._num_known):
                why = [f"worker {worker}: {problem}" for worker, problem in self._refused.items()]
                raise JobError(
                    f"--cluster {self.address}: no worker can be used; {why[0]}"
                    if why
                    else f"--cluster {self.address}: there are no workers; start one with: dask worker {self.address}"
                )
            sleep(_PAUSE_SECONDS)

    def _update_workers(self) -> bool:
        """Update the list of usable workers; return True if there are any."""
        known = self._client.scheduler_info()["workers"]
        self._num_known = len(known)
        self._workers = {
            worker: int(facts["resources"][self._job])
            for worker, facts in known.items()
            if self._job in facts["resources"]
        }
        if self._workers:
            self._seen_workers = monotonic()
        return bool(self._workers)

    # -- the collector thread -----------------------------------------------------------------------------------------

    def _collect(self) -> None:
        try:
            with self._as_cluster_lost():
                self._deliver_all()
        except JobError as problem:
            self._fail(problem)
        except Exception as error:  # a bug, here or in dask: without this, callers would wait forever
            self._fail(ClusterLostError(f"{self.address}: {type(error).__name__}: {first_line(error)}"))

    def _deliver_all(self) -> None:
        next_look = monotonic() + _LOOK_SECONDS
        while True:
            batch = self._next_done()
            if None in batch:
                return
            self._deliver([remote for remote in batch if remote is not None])
            if monotonic() > next_look:
                self._check_workers()
                next_look = monotonic() + _LOOK_SECONDS

    def _next_done(self) -> list[RemoteFuture | None]:
        """Return all tasks that are done by now, so that one request fetches all their results; None is the end."""
        batch: list[RemoteFuture | None] = []
        with contextlib.suppress(Empty):
            batch.append(self._done.get(timeout=_LOOK_SECONDS))
            while True:
                batch.append(self._done.get_nowait())
        return batch

    def _check_workers(self) -> None:
        if not self._update_workers() and monotonic() - self._seen_workers > _NO_WORKER_SECONDS:
            raise ClusterLostError(f"{self.address}: for {_NO_WORKER_SECONDS:g} s there was no worker")

    def _deliver(self, batch: Sequence[RemoteFuture]) -> None:
        finished = [remote for remote in batch if remote.status == "finished"]
        for remote, answer in zip(finished, self._gather(finished), strict=True):
            if answer.is_compiling:
                self._report_compiling()
            self._settle(remote, partial(self._outcome, answer))
        for remote in batch:
            if remote.status == "error":
                self._settle(remote, partial(_raise, remote.exception()))
            elif remote.status != "finished":
                raise self._lost()

    def _gather(self, futures: Sequence[RemoteFuture]) -> list[TaskAnswer]:
        return list(self._client.gather(futures)) if futures else []

    def _outcome(self, answer: TaskAnswer) -> Any:
        if answer.loss is not None:
            kind, message, report, seconds = answer.loss
            raise kind(message, report, seconds)
        if isinstance(answer.error, PacmanError):
            raise type(answer.error)(self.as_here(str(answer.error)))
        if answer.error is not None:
            raise answer.error
        return answer.result

    def _settle(self, remote: RemoteFuture, outcome: Callable[[], Any]) -> None:
        with self._lock:
            if remote.key not in self._pending:  # it was abandoned
                return
            _, future = self._pending.pop(remote.key)
        try:
            future.set_result(outcome())
        except (Exception, SystemExit) as error:  # raised by the task
            future.set_exception(error)

    def _report_compiling(self) -> None:
        if not self._is_compiling_reported:
            self._is_compiling_reported = True
            self._note(_COMPILING)

    @contextlib.contextmanager
    def _as_cluster_lost(self) -> Iterator[None]:
        """Convert connection errors to ClusterLostError.

        dask raises many types for a lost connection, in some versions a plain Exception. An error while the client is
        still connected is a bug and is raised unchanged.
        """
        try:
            yield
        except JobError:
            raise
        except Exception as error:
            if isinstance(error, (OSError, CancelledError)) or self._client.status != "running":
                raise self._lost() from error
            raise

    def _lost(self) -> ClusterLostError:
        return ClusterLostError(f"{self.address}: the connection to the scheduler is lost")

    def _fail(self, problem: JobError) -> None:
        """Fail all pending futures, and all later calls of `submit`."""
        with self._lock:
            self._problem = self._problem or problem
            pending = [future for _, future in self._pending.values()]
            self._pending.clear()
        for future in pending:
            future.set_exception(self._problem)


def _raise(error: BaseException) -> NoReturn:
    """Raise the error of a task that dask could not run: TaskLost if it killed its workers, otherwise JobError."""
    if isinstance(error, KilledWorker):
        raise TaskLost("the workers that ran it died, one after the other") from error
    raise JobError(f"the cluster cannot run the task: {first_line(error)}") from error
