"""What experiments and grading ask of whatever runs their tasks: processes on this machine, or a cluster.

A task is a function that a worker can import, called with plain data. A file that it reads is one that `carry` was told
of: the path that it answers is good wherever the task runs.
"""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")


class TaskExecutor(Executor):
    """An executor that says how much to give it; what it runs on may be another machine.

    As it stands, it answers for an executor of which nothing is known.
    """

    @property
    def workers(self) -> int:
        """Tasks that run at a time."""
        return os.cpu_count() or 1

    @property
    def task_seconds(self) -> float:
        """How long a task should take, so that handing it out costs little beside it."""
        return 0.05

    def carry(self, path: str, files: Mapping[str, Path] | None = None) -> str:
        """The path at which tasks find this file, and the Python files beside it if it is one itself.

        `files`: what goes with it instead, by names that are relative to where it lies; the path may be a folder then.
        """
        return path

    def as_here(self, text: str) -> str:
        """A text from a task, in which carried files have the paths that they have here."""
        return text

    def run_everywhere(self, function: Callable[..., T], *arguments: Any) -> list[T]:
        """Run this on every machine that tasks may run on, and wait for what each answers."""
        return [function(*arguments)]

    def prepare(self, function: Callable[..., object], *arguments: Any) -> None:
        """Run what compiles for the tasks on every machine, and wait for it."""
        self.run_everywhere(function, *arguments)
