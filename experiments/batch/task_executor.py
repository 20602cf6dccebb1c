"""What experiments and grading ask of whatever runs their tasks: processes on this machine, or a cluster.

A task is a function that a worker can import, called with plain data. A file that it reads is one that `carry` was told
of: the path that it answers is good wherever the task runs.
"""

from concurrent.futures import Executor
from typing import Final

TASK_SECONDS: Final = 0.05  # of work in one task, where a message to another process is all that it costs


class TaskExecutor(Executor):
    """An executor that says how many tasks it runs at a time, and how much work each should hold."""

    task_seconds: float = TASK_SECONDS

    @property
    def workers(self) -> int:
        raise NotImplementedError

    def carry(self, path: str) -> str:
        """The path at which tasks find this file, and the Python files beside it if it is one itself."""
        return path
