"""What experiments and grading ask of whatever runs their tasks: processes on this machine, or a cluster.

A task is a function that a worker can import, called with plain data. A file that it reads is one that `carry` was told
of: the path that it answers is good wherever the task runs.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any


class TaskExecutor(Executor):
    """An executor that says how much to give it; what it runs on may be another machine."""

    @property
    def workers(self) -> int:
        """Tasks that run at a time."""
        raise NotImplementedError

    @property
    def task_seconds(self) -> float:
        """How long a task should take, so that handing it out costs little beside it."""
        return 0.05

    def carry(self, path: str) -> str:
        """The path at which tasks find this file, and the Python files beside it if it is one itself."""
        return path

    def as_here(self, text: str) -> str:
        """A text from a task, in which carried files have the paths that they have here."""
        return text

    def prepare(self, function: Callable[..., object], *arguments: Any) -> None:
        """Run this on every machine that tasks may run on, and wait for it."""
        function(*arguments)
