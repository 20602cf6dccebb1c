"""Berkeley's `util`, as submissions use it."""

import heapq
import math
import random

import pytest

from pacman.berkeley.modules import util


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


def test_a_queue_has_the_newest_first() -> None:
    queue = util.Queue()
    for item in "abc":
        queue.push(item)
    assert queue.list == ["c", "b", "a"]
    assert (queue.pop(), queue.list) == ("a", ["c", "b"])


class Item:
    """Item that equals others of the same name without being the same object."""

    def __init__(self, name: str, note: str) -> None:
        self.name, self.note = name, note

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Item) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)


def test_an_update_stores_the_new_object_under_the_old_count() -> None:
    queue = util.PriorityQueue()
    queue.push(Item("a", "old"), 5)
    queue.push(Item("b", ""), 3)
    queue.update(Item("a", "worse"), 5)
    assert [(priority, count, item.note) for priority, count, item in queue.heap] == [(3, 1, ""), (5, 0, "old")]
    queue.update(Item("a", "new"), 3)
    assert [(priority, count, item.note) for priority, count, item in queue.heap] == [(3, 0, "new"), (3, 1, "")]
    queue.update(Item("c", ""), 9)
    assert (queue.count, queue.heap[-1][1]) == (3, 2)


def test_an_update_of_an_item_that_waits_twice_looks_at_the_first_in_the_heap() -> None:
    """Compare with a plain reimplementation, over many random queues."""
    rng = random.Random(0)
    for _ in range(200):
        queue = util.PriorityQueue()
        heap: list[tuple[int, int, str]] = []
        for count in range(8):
            item, priority = rng.choice("abc"), rng.randrange(10)
            queue.push(item, priority)
            heapq.heappush(heap, (priority, count, item))
        for _ in range(6):
            item, priority = rng.choice("abcd"), rng.randrange(10)
            queue.update(item, priority)
            waiting = [entry for entry in heap if entry[2] == item]
            if not waiting:
                heapq.heappush(heap, (priority, queue.count - 1, item))
            elif waiting[0][0] > priority:
                heap.remove(waiting[0])
                heap.append((priority, waiting[0][1], item))
                heapq.heapify(heap)
            assert queue.heap == heap


def test_adding_makes_a_new_counter() -> None:
    counter = other = util.Counter({"b": 1, "a": 2})
    counter += util.Counter({"c": 3, "a": 4})
    assert counter == {"b": 1, "a": 6, "c": 3}
    assert list(counter) == ["b", "a", "c"]
    assert other == {"b": 1, "a": 2}
    assert isinstance(counter, util.Counter)


def test_sums_of_a_counter() -> None:
    """The product adds from left to right on every Python; the others use the `sum` of the running Python."""
    tenths = util.Counter(dict.fromkeys(range(10), 0.1))
    ones = util.Counter(dict.fromkeys(range(10), 1))
    by_steps = 0.0
    for _ in range(10):
        by_steps += 0.1
    assert tenths * ones == by_steps != 1
    assert tenths.totalCount() == sum([0.1] * 10)
    tenths.normalize()
    assert set(tenths.values()) == {0.1 / sum([0.1] * 10)}
    assert util.normalize([0.1] * 10) == [0.1 / sum([0.1] * 10)] * 10
    # The order is that of the shorter one's keys, or of the left one's if both have the same length.
    left, right = util.Counter({"a": 1e16, "b": 1, "c": -1e16}), util.Counter({"c": 1, "a": 1, "b": 1})
    assert left * right == (1e16 + 1) - 1e16
    assert right * left == (-1e16 + 1e16) + 1
    assert left * util.Counter({"c": 1, "b": 1, "a": 1, "d": 1}) == (1e16 + 1) - 1e16
    assert util.Counter({"c": 1, "b": 1, "a": 1, "d": 1}) * left == (1e16 + 1) - 1e16
    assert "d" not in left


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
    random.seed(0)
    assert util.chooseFromDistribution([(0.4, "a"), (0.4, "b")]) is None  # pairs are not scaled
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


def test_printing_can_be_muted(capsys: pytest.CaptureFixture[str]) -> None:
    util.unmutePrint()  # nothing to undo
    util.mutePrint()
    util.mutePrint()
    print("unheard")
    util.unmutePrint()
    print("heard")
    assert capsys.readouterr().out == "heard\n"


def test_a_fixed_generator() -> None:
    one, other = util.FixedRandom().random, util.FixedRandom().random
    assert isinstance(one, random.Random)
    assert [one.random() for _ in range(3)] == [other.random() for _ in range(3)]
