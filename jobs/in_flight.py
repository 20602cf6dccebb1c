"""Tasks submitted to an executor, each with a key chosen by the caller."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class InFlight(Generic[K, T]):
    """Tasks in flight: `submit` adds one, `next_done` returns them in the order in which they finish."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._done: SimpleQueue[Future[T]] = SimpleQueue()
        self._keys: dict[Future[T], K] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def submit(self, key: K, function: Callable[..., T], *arguments: Any) -> None:
        future = self._executor.submit(function, *arguments)
        self._keys[future] = key
        future.add_done_callback(self._done.put)

    def next_done(self) -> "tuple[K, Future[T]]":
        """Wait for a task to finish and return its key and future; at least one must be in flight."""
        while True:
            try:
                future = self._done.get(timeout=1)  # some systems cannot interrupt an endless wait
            except Empty:
                continue
            return self._keys.pop(future), future
