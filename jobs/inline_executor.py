"""An executor without processes: each task runs in this process, at once."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import ParamSpec, TypeVar

from jobs.task_executor import TaskExecutor

P = ParamSpec("P")
T = TypeVar("T")


class InlineExecutor(TaskExecutor):
    """Runs tasks of trusted code in the caller's thread. A worker process costs more to start than a short task."""

    @property
    def workers(self) -> int:
        return 1

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> "Future[T]":
        """Call the function and return a future that is done; an interrupt is raised here."""
        future: Future[T] = Future()
        try:
            future.set_result(function(*arguments, **options))
        except Exception as error:
            future.set_exception(error)
        return future
