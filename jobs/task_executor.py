"""Interface between experiments or grading and the executor of their tasks: local processes, or a cluster.

A task is a function that a worker can import, called with plain data. Every file that a task reads must be passed to
`carry` first, which returns a path that is valid wherever the task runs.
"""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class TaskExecutor(Executor):
    """Executor that knows how many tasks suit it, and how long each should take. It may run them on another machine.

    The methods here are the default implementation for a plain Executor.
    """

    @property
    def workers(self) -> int:
        """Number of tasks that run at the same time."""
        return os.cpu_count() or 1

    @property
    def task_seconds(self) -> float:
        """Recommended duration of a task, so that the overhead of submitting it is small in comparison."""
        return 0.05

    def carry(self, path: str, files: Mapping[str, Path] | None = None) -> str:
        """Ship a file to the workers and return its path there; those beside a Python file are shipped, too.

        `files` replaces them: paths by names relative to the folder of `path`, which may itself be a folder then.
        """
        return path

    def as_here(self, text: str) -> str:
        """Map worker paths in a text from a task, for example an error message, back to local paths."""
        return text

    def run_everywhere(self, function: Callable[..., T], *arguments: Any) -> list[T]:
        """Call the function on every machine that runs tasks, wait, and return all results."""
        return [function(*arguments)]

    def prepare(self, function: Callable[..., object], *arguments: Any) -> None:
        """Call a function that compiles code for the tasks on every machine, and wait for it."""
        self.run_everywhere(function, *arguments)
