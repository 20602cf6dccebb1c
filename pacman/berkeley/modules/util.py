"""Berkeley's module `util`: the data structures and helpers that submissions import."""

import heapq
import inspect
import io
import random
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FrameType
from typing import Any, NoReturn, TextIO

from pacman.agent_code.error_messages import NOT_IMPLEMENTED as _NOT_IMPLEMENTED
from pacman.chances import plain_sum as _plain_sum
from pacman.directions import Position

# -- collections ------------------------------------------------------------------------------------------------------


class Stack:
    """Stack: last in, first out."""

    def __init__(self) -> None:
        self.list: list[Any] = []

    def push(self, item: Any) -> None:
        self.list.append(item)

    def pop(self) -> Any:
        return self.list.pop()

    def isEmpty(self) -> bool:
        return not self.list


class Queue:
    """Queue: first in, first out. `list` has the newest item first."""

    def __init__(self) -> None:
        self.list: list[Any] = []

    def push(self, item: Any) -> None:
        self.list.insert(0, item)

    def pop(self) -> Any:
        return self.list.pop()

    def isEmpty(self) -> bool:
        return not self.list


class PriorityQueue:
    """Priority queue: the lowest priority number first; items of equal priority in the order of insertion."""

    def __init__(self) -> None:
        self.heap: list[tuple[float, int, Any]] = []
        self.count = 0

    def push(self, item: Any, priority: float) -> None:
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self) -> Any:
        return heapq.heappop(self.heap)[2]

    def isEmpty(self) -> bool:
        return not self.heap

    def update(self, item: Any, priority: float) -> None:
        """Lower the priority number of the first equal item in the heap, or push the item if no equal one exists.

        The given item replaces the one in the heap.
        """
        for place, (waiting, count, held) in enumerate(self.heap):
            if held == item:
                if priority < waiting:
                    del self.heap[place]
                    self.heap.append((priority, count, item))
                    heapq.heapify(self.heap)
                return
        self.push(item, priority)


class PriorityQueueWithFunction(PriorityQueue):
    """Priority queue that computes the priority of each item by a function."""

    def __init__(self, priorityFunction: Callable[[Any], float]) -> None:
        super().__init__()
        self.priorityFunction = priorityFunction

    def push(self, item: Any, priority: float | None = None) -> None:
        super().push(item, self.priorityFunction(item) if priority is None else priority)


class Counter(dict[Any, Any]):
    """Dictionary of numbers in which missing keys have the value 0."""

    def __getitem__(self, key: Any) -> Any:
        return self.setdefault(key, 0)

    def incrementAll(self, keys: Iterable[Any], count: float) -> None:
        for key in keys:
            self[key] += count

    def argMax(self) -> Any:
        """Return the first key with the highest value, or None if the counter is empty."""
        return max(self, key=self.__getitem__, default=None)

    def sortedKeys(self) -> list[Any]:
        """Return the keys, highest value first."""
        return sorted(self, key=self.__getitem__, reverse=True)

    def totalCount(self) -> Any:
        return sum(self.values())

    def normalize(self) -> None:
        """Scale the values to sum to 1, unless they sum to 0."""
        total = float(self.totalCount())
        if total:
            for key in self:
                self[key] /= total

    def divideAll(self, divisor: float) -> None:
        for key in self:
            self[key] /= float(divisor)

    def copy(self) -> "Counter":
        return Counter(self)

    def __mul__(self, other: Mapping[Any, Any]) -> Any:
        """Return the dot product, summed in the order of the shorter one's keys."""
        keys, others = (other, self) if len(other) < len(self) else (self, other)
        return _plain_sum([self[key] * other[key] for key in keys if key in others])

    def __add__(self, other: Mapping[Any, Any]) -> "Counter":
        total = self.copy()
        for key, value in other.items():
            total[key] += value
        return total

    __radd__ = __add__

    def __sub__(self, other: Mapping[Any, Any]) -> "Counter":
        return self + {key: -value for key, value in other.items()}


# -- distributions ----------------------------------------------------------------------------------------------------


def normalize(vectorOrCounter: Any) -> Any:
    """Return a counter or a list scaled to sum to 1; one that sums to 0 is returned unchanged."""
    if isinstance(vectorOrCounter, Counter):
        scaled = vectorOrCounter.copy()
        scaled.normalize()
        return scaled
    total = float(sum(vectorOrCounter))
    return [value / total for value in vectorOrCounter] if total else vectorOrCounter


def sample(distribution: Any, values: Sequence[Any] | None = None) -> Any:
    """Draw a value by one call of `random.random()`.

    A counter's keys are taken in sorted order, so equal counters give equal draws however they were filled.
    """
    if values is None:
        items = sorted(distribution.items())
        distribution, values = [weight for _, weight in items], [value for value, _ in items]
    if _plain_sum(distribution) != 1:
        distribution = normalize(distribution)
    drawn = random.random()
    reached = 0.0
    for value, probability in zip(values, distribution, strict=False):
        reached += probability
        if drawn <= reached:
            return value
    return values[-1]  # rounding can leave the sum slightly below the number drawn


def sampleFromCounter(ctr: Counter) -> Any:
    return sample(ctr)


def nSample(distribution: Sequence[float], values: Sequence[Any], n: int) -> list[Any]:
    """Draw n values; they are returned in the order of `values`."""
    if _plain_sum(distribution) != 1:
        distribution = normalize(distribution)
    drawn = sorted(random.random() for _ in range(n))
    samples: list[Any] = []
    place, reached = 0, distribution[0]
    for number in drawn:
        while number >= reached and place < len(values) - 1:
            place += 1
            reached += distribution[place]
        samples.append(values[place])
    return samples


def getProbability(value: Any, distribution: Sequence[float], values: Sequence[Any]) -> Any:
    pairs = zip(distribution, values, strict=False)
    return _plain_sum([probability for probability, item in pairs if item == value])


def chooseFromDistribution(distribution: Any) -> Any:
    """Draw from a counter or a list of (probability, value) pairs; None if the pairs sum to less than the draw."""
    if isinstance(distribution, dict):
        return sample(distribution)
    drawn = random.random()
    reached = 0.0
    for probability, value in distribution:
        reached += probability
        if drawn <= reached:
            return value
    return None


def flipCoin(p: float) -> bool:
    return random.random() < p


class FixedRandom:
    """Random number generator that always starts in the same state."""

    def __init__(self) -> None:
        self.random = random.Random("fixed")


# -- numbers and names ------------------------------------------------------------------------------------------------


def manhattanDistance(xy1: Position, xy2: Position) -> float:
    return abs(xy1[0] - xy2[0]) + abs(xy1[1] - xy2[1])


def nearestPoint(pos: Position) -> tuple[int, int]:
    """Return the grid point nearest to a position; halves are rounded up."""
    return int(pos[0] + 0.5), int(pos[1] + 0.5)


def sign(x: float) -> int:
    return 1 if x >= 0 else -1


def arrayInvert(array: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Transpose a matrix."""
    return [list(column) for column in zip(*array, strict=False)]


def matrixAsList(matrix: Sequence[Sequence[Any]], value: Any = True) -> list[tuple[int, int]]:
    return [(row, column) for row, cells in enumerate(matrix) for column, cell in enumerate(cells) if cell == value]


def lookup(name: str, namespace: Mapping[str, Any]) -> Any:
    """Return a function or class by name: `module.name`, or one of the namespace or of its modules."""
    module_name, _, member = name.rpartition(".")
    if module_name:
        return getattr(__import__(module_name, fromlist=[member]), member)
    if name in namespace:
        return namespace[name]
    owners = [module for module in namespace.values() if inspect.ismodule(module) and hasattr(module, name)]
    if len(owners) == 1:
        return getattr(owners[0], name)
    raise Exception(f"{name} {'is ambiguous' if owners else 'not found as a method or class'}")


def raiseNotDefined() -> NoReturn:
    """Raise SystemExit, with status 1; templates call this where the student's code belongs."""
    caller = inspect.stack()[1]
    raise SystemExit(f"{_NOT_IMPLEMENTED}: {caller.function} at line {caller.lineno} of {caller.filename}")


def pause() -> None:
    input("<Press enter/return to continue>")


class WritableNull:
    """File-like object that discards everything written to it."""

    def write(self, string: str) -> None:
        pass


_muted: list[TextIO] = []


def mutePrint() -> None:
    """Suppress printing until `unmutePrint`; a second call has no effect."""
    if not _muted:
        _muted.append(sys.stdout)
        sys.stdout = io.StringIO()


def unmutePrint() -> None:
    if _muted:
        sys.stdout = _muted.pop()


# -- time -------------------------------------------------------------------------------------------------------------


class TimeoutFunctionException(Exception):
    """Raised when a function takes too long."""


class TimeoutFunction:
    """Wrapper of a function that raises TimeoutFunctionException after `timeout` seconds.

    It uses SIGALRM where the system has it; elsewhere the time is checked when the function returns.
    """

    def __init__(self, function: Callable[..., Any], timeout: float) -> None:
        self.function = function
        self.timeout = timeout

    def handle_timeout(self, signum: int, frame: FrameType | None) -> NoReturn:
        raise TimeoutFunctionException

    def __call__(self, *args: Any, **keyArgs: Any) -> Any:
        if not hasattr(signal, "SIGALRM"):
            start = time.monotonic()
            result = self.function(*args, **keyArgs)
            if time.monotonic() - start >= self.timeout:
                raise TimeoutFunctionException
            return result
        previous = signal.signal(signal.SIGALRM, self.handle_timeout)
        signal.setitimer(signal.ITIMER_REAL, self.timeout)
        try:
            return self.function(*args, **keyArgs)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
