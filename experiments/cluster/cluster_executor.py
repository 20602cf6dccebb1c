"""A cluster behind the interface of `concurrent.futures`: tasks go to its scheduler, answers come back."""

import contextlib
import pickle
import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from functools import partial
from itertools import count
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Final, NoReturn, TypeAlias, TypeVar

import cloudpickle  # type: ignore[import-untyped]
from distributed import KilledWorker

from experiments.batch.process_pool import TaskLost
from experiments.batch.task_executor import TaskExecutor
from experiments.cluster import job_plugin
from experiments.cluster.code_digest import code_digest
from experiments.cluster.connection import LOCAL, connected
from experiments.cluster.file_bundle import FileBundle
from experiments.cluster.job_plugin import FOLDER, REFUSED, JobPlugin
from experiments.cluster.worker_tasks import Answer, Limits, run_task
from experiments.errors import ClusterLostError, ExperimentError
from pacman.errors import PacmanError

T = TypeVar("T")
RemoteFuture: TypeAlias = Any  # one of dask's, which have no types

_FIRST_WORKER_SECONDS: Final = 8.0
_NO_WORKER_SECONDS: Final = 30.0  # in the middle of a job: a worker that was lost may come again
_LOOK_SECONDS: Final = 2.0  # between two looks at the workers
_TASK_SECONDS: Final = 0.5  # of work in one task: a hundred times what handing it out costs
_SCHEDULER_SECONDS: Final = 0.005  # twice what a task costs the scheduler, which is one process
_COMPILING: Final = "compiling the search kernel (once on each machine of the cluster)…"


class ClusterExecutor(TaskExecutor):
    """The workers of a cluster that have our code. `note` says a line to whoever watches.

    `address`: of a scheduler, or "local" for a cluster of `local_workers` processes that is started here and ended with
    this. `silence` and `task_time` are those of the ProcessPool in every worker. What is lost with a worker, the
    scheduler gives to another. ExperimentError where the cluster cannot be used, or is lost.
    """

    def __init__(
        self,
        address: str,
        *,
        local_workers: int = 1,
        silence: float | None = None,
        task_time: float | None = None,
        note: Callable[[str], None] = lambda line: None,
    ) -> None:
        self._limits = Limits(silence, task_time)
        self._note = note
        self._is_local = address == LOCAL
        self._job = f"pacman-{secrets.token_hex(6)}"
        self._keys = (f"{self._job}-{number}" for number in count())
        self._files = FileBundle()
        self._num_sent = -1  # files that the workers have
        self._refused: dict[str, str] = {}  # why, by the address of the worker
        self._workers: dict[str, int] = {}  # how many tasks each of those that fit takes at a time
        self._seen_workers = monotonic()  # when there were some
        self._is_compiling_told = self._is_local  # there our own process sees it
        self._pending: dict[str, tuple[RemoteFuture, Future[Any]]] = {}
        self._done: SimpleQueue[RemoteFuture | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._problem: ExperimentError | None = None
        with contextlib.ExitStack() as stack:
            self._client: Any = stack.enter_context(connected(address, local_workers))
            self.address = str(self._client.scheduler.address)
            cloudpickle.register_pickle_by_value(job_plugin)
            self._client.subscribe_topic(REFUSED, self._hear_refusal)
            self._send_files()
            stack.callback(self._forget_job)
            self._await_workers()
            self._stack = stack.pop_all()
        for worker, problem in list(self._refused.items()):
            self._tell_refusal(worker, problem)
        self._collector = threading.Thread(target=self._collect, name="cluster", daemon=True)
        self._collector.start()

    @property
    def workers(self) -> int:
        return max(1, sum(self._workers.values()))

    @property
    def task_seconds(self) -> float:
        return max(_TASK_SECONDS, _SCHEDULER_SECONDS * self.workers)

    def carry(self, path: str) -> str:
        return self._files.add(path)

    def as_here(self, text: str) -> str:
        return self._files.with_origins(text)

    def prepare(self, function: Callable[..., object], *arguments: Any) -> None:
        packed = pickle.dumps((function, arguments, {}))
        self._tell_compiling()
        futures = [
            self._client.submit(run_task, packed, Limits(None, None), FOLDER, key=next(self._keys), workers=[worker])
            for worker in self._workers
        ]
        for answer in self._gather(futures):
            self._outcome(answer)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> "Future[T]":
        if self._problem is not None:
            raise self._problem
        packed = pickle.dumps((fn, args, kwargs))
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()  # the scheduler knows better what runs than we do
        try:
            self._send_files()
            remote = self._client.submit(
                run_task, packed, self._limits, FOLDER, key=next(self._keys), resources={self._job: 1}, pure=False
            )
        except Exception as error:
            raise self._lost() from error
        with self._lock:
            self._pending[remote.key] = remote, future
        remote.add_done_callback(self._done.put)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Ends when all tasks are done, or gives up those that are not."""
        with self._lock:
            pending = list(self._pending.values())
        if cancel_futures:
            with contextlib.suppress(Exception):
                self._client.cancel([remote for remote, _ in pending])
        elif wait:
            wait_for([future for _, future in pending])
        self._done.put(None)
        self._collector.join()
        self._fail(ExperimentError("the cluster was left"))
        self._stack.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> bool | None:
        self.shutdown(cancel_futures=kind is not None)
        return None

    # -- workers ------------------------------------------------------------------------------------------------------

    def _send_files(self) -> None:
        """Make every worker ready that there is or will be, with the files carried so far."""
        if self._num_sent != len(self._files.contents):
            self._num_sent = len(self._files.contents)
            plugin = JobPlugin(self._job, code_digest(), self._files.contents, self._is_local)
            self._client.register_plugin(plugin, name=self._job)

    def _forget_job(self) -> None:
        with contextlib.suppress(Exception):
            if self._client.status == "running":
                self._client.unregister_worker_plugin(self._job)

    def _hear_refusal(self, event: tuple[float, dict[str, str]]) -> None:
        _, message = event
        if message["job"] == self._job and message["worker"] not in self._refused:
            self._refused[message["worker"]] = message["problem"]
            if self._workers:
                self._tell_refusal(message["worker"], message["problem"])

    def _tell_refusal(self, worker: str, problem: str) -> None:
        self._note(f"worker {worker} is left out: {problem}")

    def _await_workers(self) -> None:
        deadline = monotonic() + _FIRST_WORKER_SECONDS
        while not self._look_at_workers():
            if monotonic() > deadline or (self._refused and len(self._refused) == self._num_known):
                why = [f"worker {worker}: {problem}" for worker, problem in self._refused.items()]
                raise ExperimentError(
                    f"--cluster {self.address}: no worker can be used; {why[0]}"
                    if why
                    else f"--cluster {self.address}: there are no workers; start one with: dask worker {self.address}"
                )
            sleep(0.05)

    def _look_at_workers(self) -> bool:
        """Whether there are workers that fit."""
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

    # -- the thread that waits for answers ----------------------------------------------------------------------------

    def _collect(self) -> None:
        next_look = monotonic() + _LOOK_SECONDS
        while True:
            batch = self._next_done()
            if None in batch:
                return
            self._deliver([remote for remote in batch if remote is not None])
            if monotonic() > next_look and self._problem is None:
                self._check_workers()
                next_look = monotonic() + _LOOK_SECONDS

    def _next_done(self) -> list[RemoteFuture | None]:
        """Everything that is done by now, so that all of it is fetched at once."""
        batch: list[RemoteFuture | None] = []
        with contextlib.suppress(Empty):
            batch.append(self._done.get(timeout=_LOOK_SECONDS))
            while True:
                batch.append(self._done.get_nowait())
        return batch

    def _check_workers(self) -> None:
        try:
            if not self._look_at_workers() and monotonic() - self._seen_workers > _NO_WORKER_SECONDS:
                self._fail(ClusterLostError(f"{self.address}: for {_NO_WORKER_SECONDS:g} s there has been no worker"))
        except Exception:
            self._fail(self._lost())

    def _deliver(self, batch: Sequence[RemoteFuture]) -> None:
        finished = [remote for remote in batch if remote.status == "finished"]
        try:
            answers = self._gather(finished)
        except Exception:
            self._fail(self._lost())
            return
        for remote, answer in zip(finished, answers, strict=True):
            if answer.is_compiling:
                self._tell_compiling()
            self._settle(remote, partial(self._outcome, answer))
        for remote in batch:
            if remote.status == "error":
                self._settle(remote, partial(_raise, remote.exception()))
            elif remote.status != "finished":
                self._fail(self._lost())

    def _gather(self, futures: Sequence[RemoteFuture]) -> list[Answer]:
        return list(self._client.gather(futures)) if futures else []

    def _outcome(self, answer: Answer) -> Any:
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
            if remote.key not in self._pending:  # it was given up
                return
            _, future = self._pending.pop(remote.key)
        try:
            future.set_result(outcome())
        except (Exception, SystemExit) as error:
            future.set_exception(error)

    def _tell_compiling(self) -> None:
        if not self._is_compiling_told:
            self._is_compiling_told = True
            self._note(_COMPILING)

    def _lost(self) -> ExperimentError:
        return ClusterLostError(f"{self.address}: the connection to the scheduler is lost")

    def _fail(self, problem: ExperimentError) -> None:
        """Nothing more will come."""
        with self._lock:
            self._problem = self._problem or problem
            pending = [future for _, future in self._pending.values()]
            self._pending.clear()
        for future in pending:
            future.set_exception(self._problem)


def _raise(error: BaseException) -> NoReturn:
    """What went wrong outside the task."""
    if isinstance(error, KilledWorker):
        raise TaskLost("the workers that played it died, one after the other", (0, 0), 0.0) from error
    lines = str(error).splitlines() or [type(error).__name__]
    raise ExperimentError(f"the cluster cannot run the task: {lines[0]}") from error
