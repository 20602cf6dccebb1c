"""Berkeley's `util`, as submissions use it."""

import math
import random

import pytest

from pacman.berkeley import util


def test_stack_and_queue() -> None:
    stack, queue = util.Stack(), util.Queue()
    for item in (1, 2, 3):
        stack.push(item)
        queue.push(item)
    assert [stack.pop(), stack.pop()] == [3, 2]
    assert [queue.pop(), queue.pop()] == [1, 2]
    assert not stack.isEmpty()
    assert 3 in queue.list
    queue.pop()
    assert queue.isEmpty()


def test_priority_queue() -> None:
    queue = util.PriorityQueue()
    for item, priority in (("b", 2), ("a", 1), ("c", 2), ("d", 3)):
        queue.push(item, priority)
    queue.update("d", 0)  # lowered
    queue.update("b", 9)  # not raised
    queue.update("e", 1.5)  # new
    assert [queue.pop() for _ in range(5)] == ["d", "a", "e", "b", "c"]
    assert queue.isEmpty()
    by_size = util.PriorityQueueWithFunction(len)
    for item in ("ccc", "a", "bb"):
        by_size.push(item)
    assert [by_size.pop() for _ in range(3)] == ["a", "bb", "ccc"]


def test_counter() -> None:
    counter = util.Counter()
    counter["a"] += 2
    counter.incrementAll(["a", "b", "c"], 1)
    assert (counter["a"], counter["nobody"], counter.totalCount()) == (3, 0, 5)
    assert counter.argMax() == "a"
    assert util.Counter().argMax() is None
    assert counter.sortedKeys()[0] == "a"
    assert counter * {"a": 2, "b": 10} == 16
    assert (counter + counter)["a"] == 6
    assert (counter - counter).totalCount() == 0
    twin = counter.copy()
    twin += {"z": 1}
    assert "z" not in counter
    counter.normalize()
    assert counter.totalCount() == pytest.approx(1)
    counter.divideAll(2)
    assert counter["a"] == pytest.approx(0.3)
    util.Counter().normalize()  # nothing to scale


def test_sampling_takes_keys_in_sorted_order_with_one_draw() -> None:
    counter = util.Counter({"West": 1, "East": 1, "North": 2})
    random.seed("cs188")  # the first draws are 0.7475…, 0.5977…, 0.8725…
    assert [util.sample(counter), util.chooseFromDistribution(counter), util.sampleFromCounter(counter)] == [
        "North",
        "North",
        "West",
    ]
    random.seed(0)  # 0.844…, 0.757…
    assert util.chooseFromDistribution([(0.8, "a"), (0.2, "b")]) == "b"
    assert util.sample([3, 1], ["a", "b"]) == "b"
    assert util.nSample([0.5, 0.5], ["b", "a"], 6) == ["b"] * 4 + ["a"] * 2
    assert util.getProbability("b", [0.25, 0.5, 0.25], ["a", "b", "b"]) == 0.75
    assert util.normalize([1, 3]) == [0.25, 0.75]
    assert util.normalize(util.Counter({"a": 4}))["a"] == 1
    random.seed(1)  # 0.134…, 0.847…
    assert [util.flipCoin(0.5), util.flipCoin(0.5)] == [True, False]


def test_numbers() -> None:
    assert util.manhattanDistance((1, 2), (4.5, 0)) == 5.5
    assert util.nearestPoint((4.5, 2.0)) == (5, 2)
    assert (util.sign(3), util.sign(0), util.sign(-2)) == (1, 1, -1)
    assert util.arrayInvert([[1, 2], [3, 4]]) == [[1, 3], [2, 4]]
    assert util.matrixAsList([[True, False], [False, True]]) == [(0, 0), (1, 1)]


def test_lookup() -> None:
    assert util.lookup("here", {"here": 3}) == 3
    assert util.lookup("math.floor", {}) is math.floor
    assert util.lookup("floor", {"math": math}) is math.floor
    with pytest.raises(Exception, match="nowhere not found"):
        util.lookup("nowhere", {})


def test_a_stub_names_itself() -> None:
    def unfinished() -> None:
        util.raiseNotDefined()

    with pytest.raises(
        SystemExit, match=r"\*\*\* Method not implemented: unfinished at line \d+ of .*test_berkeley_util"
    ):
        unfinished()


def test_timeout_function() -> None:
    def endless() -> None:
        while True:
            pass

    assert util.TimeoutFunction(lambda x: x + 1, 5)(2) == 3
    with pytest.raises(util.TimeoutFunctionException):
        util.TimeoutFunction(endless, 0.05)()
