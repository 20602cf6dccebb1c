"""The values that a search's own code returned, and the first node whose value does not follow from its children's.

The values are claims of the observed code: no points and no name of a bug depend on them. A node without a value, or
with a child without one, is unknown and never wrong.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice, product
from math import inf, isclose, isfinite, isinf
from typing import Any, Final, Generic, Literal, TypeAlias

from agents.microscope.divergence import place_text
from agents.search.contract import A
from agents.search.search_tree import Rule, SearchNode, SearchTree, bounds_text, number_text
from pacman.display.messages import Words

Node: TypeAlias = SearchNode[Any, Any]
Values: TypeAlias = Mapping[int, float]  # by the number of a node, for player 0
Window: TypeAlias = tuple[float, float]  # alpha and beta
# Bounds that a node may have in place of its value: none, any that fail-soft and fail-hard alpha-beta may return, or
# only alpha and beta themselves, as fail-hard alpha-beta returns them.
Bounds: TypeAlias = Literal["none", "any", "of the window"]
_LINES: Final = {"leaf": "own-leaf", "inner": "own-inner", "root": "own-root"}  # keys of messages
_NO_WINDOW: Final[Window] = (-inf, inf)
_SIGNED: Final = 5  # movers with signs of their own; all further ones have that of the last
_MANY: Final = 20_000  # values; with more, ghosts have one sign
# Relative and absolute tolerances. A choice passes on a value as it is; averages depend on the order of additions.
_CHOSEN: Final = 1e-9
_COMPUTED: Final = 1e-6


@dataclass(frozen=True)
class WrongValue(Generic[A]):
    """A node whose own value does not follow.

    kind: at a leaf, the value is not its evaluation; at an inner node, it does not follow from those of its children;
    at the root, the chosen action is not the one with the largest value.
    found: the value of the code, and `low` to `high` those that would follow; at the root, the values of the chosen
    action and of the best one.
    """

    kind: Literal["leaf", "inner", "root"]
    path: tuple[A, ...]
    number: int
    found: float
    low: float
    high: float


def own_values(tree: SearchTree[Any, Any]) -> dict[int, float]:
    """Return what the search's code returned for each node, with the sign that the code gave it.

    Nothing is known of a search in several passes: a node that the last one has cut keeps its value of an earlier one.
    """
    if tree.is_searched_again:
        return {}
    return {node.number: node.result for node in tree.nodes if node.result is not None}


def has_inner_values(tree: SearchTree[Any, Any]) -> bool:
    """True if the search's code returned a value for a node below the root that has children."""
    return any(tree.nodes[number].children for number in own_values(tree) if number != tree.root.number)


def first_wrong_value(
    tree: SearchTree[Any, A],
    action: A | None,
    num_agents: int,
    *,
    prunes: bool,
    evaluation: Callable[[Node], float | None] = lambda node: node.value if node.knowledge == "evaluated" else None,
) -> WrongValue[A] | None:
    """Return the first wrong node in the order in which the search left its nodes; None if no known value is wrong.

    The code may keep its values in another form, such as costs or values for the player to move. A form that explains
    every node is accepted; if none does, the nodes are judged in the one that explains most. Nothing is known if two
    forms do that; or if one other than the plain value does, but either it does not explain all leaves, or the plain
    value explains all nodes but leaves.

    action: that the search chose. prunes: it may return bounds, as fail-soft and fail-hard alpha-beta do.
    evaluation: returns the value of a leaf, or None if it is not known; by default the recorded one.

    Fail-hard alpha-beta returns alpha or beta in a tree without a cut, too. So if no action is skipped, the first wrong
    node is unknown unless it is also the first for a search that returns alpha or beta.
    """
    wrong = _first_in_any_form(tree, action, num_agents, "any" if prunes else "none", evaluation)
    if wrong is None or prunes or "mean" in _rules_of_others(tree, num_agents):
        return wrong
    of_window = _first_in_any_form(tree, action, num_agents, "of the window", evaluation)
    return wrong if of_window is not None and of_window.number == wrong.number else None


def _first_in_any_form(
    tree: SearchTree[Any, A],
    action: A | None,
    num_agents: int,
    bounds: Bounds,
    evaluation: Callable[[Node], float | None],
) -> WrongValue[A] | None:
    found = own_values(tree)
    evaluated = {number: evaluation(tree.nodes[number]) for number in found if not tree.nodes[number].children}
    explained: list[list[WrongValue[A]]] = []
    for factors, may_rescale in _forms(tree, found, num_agents):
        values = {number: value * factors[number] for number, value in found.items()}
        leaves = {} if may_rescale and _is_rescaled(values, evaluated) else evaluated
        most = min(map(len, explained), default=len(tree.nodes))
        wrong = islice(_wrong_values(tree, values, action, bounds, leaves), most + 1)
        returned = [_as_returned(each, tree, factors) for each in wrong]
        if not returned:
            return None
        if not explained or _has_evidence(tree, values, found, evaluated):
            explained.append(returned)
    fewest = min(map(len, explained))
    best = [wrong for wrong in explained if len(wrong) == fewest]
    if len({wrong[0].number for wrong in best}) > 1:
        return None
    if best[0] is not explained[0] and (_is_at_leaves(best[0], any) or _is_at_leaves(explained[0], all)):
        return None
    return best[0][0]


def _is_at_leaves(wrong: list[WrongValue[A]], how_many: Callable[[Iterable[bool]], bool]) -> bool:
    return how_many(each.kind == "leaf" for each in wrong)


def _has_evidence(
    tree: SearchTree[Any, Any], values: Values, found: Values, evaluated: Mapping[int, float | None]
) -> bool:
    """True if a form explains a node by more than chance, as bounds and zeros do.

    It changes the value of a leaf to its evaluation, or a value of an inner node is that of its children.
    """
    for number, value in values.items():
        if evaluated.get(number) is not None:
            expected = evaluated[number] if value != found[number] else None
        else:
            low, high = _following(tree, tree.nodes[number], values, _NO_WINDOW)
            expected = low if low == high else None
        if expected is not None and value != 0 and isfinite(expected) and _is_close(value, expected):
            return True
    return False


def _as_returned(wrong: WrongValue[A], tree: SearchTree[Any, A], factors: Mapping[int, float]) -> WrongValue[A]:
    """Return a wrong node with its values in the form in which the code returned them."""
    factor = factors[tree.root.children[0] if wrong.kind == "root" else wrong.number]
    low, high = sorted((wrong.low / factor, wrong.high / factor))
    return replace(wrong, found=wrong.found / factor, low=low, high=high)


def _forms(tree: SearchTree[Any, Any], values: Values, num_agents: int) -> Iterator[tuple[dict[int, float], bool]]:
    """Yield the forms of values that code may use: factors that give the value for player 0, by node.

    The value as it is; another sign for some of the movers; the value times the probability of the node. The flag is
    True if the code may also use another scale: not with probabilities, where a sum in place of the average is one.
    """
    nodes = [tree.nodes[number] for number in values]
    movers = {node.number: _mover(node, num_agents) for node in nodes}
    signed = min(num_agents, _SIGNED if len(nodes) <= _MANY else 2)
    for signs in product((1, -1), repeat=signed):
        yield {number: signs[min(mover, len(signs) - 1)] for number, mover in movers.items()}, True
    if "mean" in _rules_of_others(tree, num_agents):
        yield {node.number: 1 / _probability(tree, node) for node in nodes}, False


def _rules_of_others(tree: SearchTree[Any, Any], num_agents: int) -> list[Rule | None]:
    return [tree.rules.get(player) for player in range(1, num_agents)]


def _probability(tree: SearchTree[Any, Any], node: Node) -> float:
    """Return the probability of a node if all actions at nodes of averages are equally likely, and others certain."""
    probability = 1.0
    while node.parent is not None:
        node = tree.nodes[node.parent]
        if tree.rule_at(node) == "mean":
            probability /= len(node.children)
    return probability


def _mover(node: Node, num_agents: int) -> int:
    return node.ply % num_agents if node.player is None else node.player


def _is_rescaled(values: Values, evaluated: Mapping[int, float | None]) -> bool:
    """True if the values of all leaves are their evaluations on another scale, which changes no decision."""
    pairs = {(known, values[number]) for number, known in evaluated.items() if known is not None}
    low, high = min(pairs, default=(0.0, 0.0)), max(pairs, default=(0.0, 0.0))
    if all(known == value for known, value in pairs) or low[0] == high[0]:
        return len({value for _, value in pairs}) == 1
    slope = (high[1] - low[1]) / (high[0] - low[0])
    return slope > 0 and all(_is_close(value, low[1] + slope * (known - low[0])) for known, value in pairs)


def _wrong_values(
    tree: SearchTree[Any, A],
    values: Values,
    action: A | None,
    bounds: Bounds,
    evaluated: Mapping[int, float | None],
) -> Iterator[WrongValue[A]]:
    windows = {} if bounds == "none" else _windows(tree, values)
    for node in _in_post_order(tree):
        if node.parent is None:
            yield from _wrong_choice(tree, values, action)
        if node.number not in values:
            continue
        value = values[node.number]
        window = windows.get(node.number, _NO_WINDOW)
        if node.children:
            low, high = (-inf, inf) if window is None else _following(tree, node, values, window)
            kind: Literal["leaf", "inner"] = "inner"
        else:
            known = evaluated.get(node.number)
            low, high = (-inf, inf) if known is None or window is None else _allowed(known, window)
            kind = "leaf"
        is_chosen = kind == "inner" and tree.rule_at(node) != "mean"
        tolerance = _CHOSEN if is_chosen else _COMPUTED
        is_between = _is_at_least(value, low, tolerance) and _is_at_least(high, value, tolerance)
        is_edge = isinf(high - low) or any(_is_close(value, edge, tolerance) for edge in (low, high))
        if not is_between or (bounds == "of the window" and not is_edge):
            yield WrongValue(kind, tree.path(node), node.number, value, low, high)


def _wrong_choice(tree: SearchTree[Any, A], values: Values, action: A | None) -> Iterator[WrongValue[A]]:
    """Yield the root if all of its actions have a value and the chosen one is not the largest."""
    worth = {child.action: values.get(child.number) for child in tree.children(tree.root)}
    known = [value for value in worth.values() if value is not None]
    if action is None or worth.get(action) is None or len(known) < len(worth):
        return
    chosen, best = worth[action], max(known)
    if chosen is not None and not _is_at_least(chosen, best, _CHOSEN):
        yield WrongValue("root", (), tree.root.number, chosen, best, best)


def _following(
    tree: SearchTree[Any, Any], node: Node, values: Values, window: tuple[float, float]
) -> tuple[float, float]:
    """Return the range of values that follow from those of the children; everything if that is not known.

    window: of the search on entry.
    """
    rule = tree.rule_at(node)
    below = [values[child] for child in node.children if child in values]
    is_known = len(below) == len(node.children)
    if rule is None or not below or (rule == "mean" and not is_known):
        return -inf, inf
    if rule == "mean":
        mean = sum(below) / len(below)
        return mean, mean
    best = max(below) if rule == "max" else min(below)
    low, high = _allowed(best, window)
    if is_known:
        return low, high
    return (low, inf) if rule == "max" else (-inf, high)


def _allowed(value: float, window: Window) -> tuple[float, float]:
    """Return the range of values that a search may return for a value, at a leaf as well.

    window: of the search on entry. Outside of it, fail-soft returns the value and fail-hard the bound.
    """
    clamped = min(max(value, window[0]), window[1])
    return min(value, clamped), max(value, clamped)


def _windows(tree: SearchTree[Any, Any], values: Values) -> dict[int, Window | None]:
    """Return (alpha, beta) on entry of each node, from the values that the search had found by then.

    None if one of them is not known.
    """
    windows: dict[int, Window | None] = {tree.root.number: _NO_WINDOW}
    for node in tree.nodes:
        window = windows[node.number]
        for child in tree.children(node):
            windows[child.number] = window
            value = values.get(child.number)
            if window is None or value is None:
                window = None
            elif tree.rule_at(node) == "max":
                window = max(window[0], value), window[1]
            else:
                window = window[0], min(window[1], value)
    return windows


def _in_post_order(tree: SearchTree[Any, Any]) -> Iterator[Node]:
    pending: list[tuple[Node, bool]] = [(tree.root, False)]
    while pending:
        node, is_left = pending.pop()
        if is_left:
            yield node
        else:
            pending.append((node, True))
            pending += [(child, False) for child in reversed([*tree.children(node)])]


def _is_close(value: float, other: float, tolerance: float = _COMPUTED) -> bool:
    return isclose(value, other, rel_tol=tolerance, abs_tol=tolerance)


def _is_at_least(value: float, bound: float, tolerance: float) -> bool:
    return value >= bound or _is_close(value, bound, tolerance)


def own_value_texts(wrong: WrongValue[Any]) -> dict[str, str]:
    """Return the numbers of a sentence about a wrong node: the value that was found, and those that would follow."""
    low, high = number_text(wrong.low), number_text(wrong.high)
    expected = low if low == high else bounds_text(wrong.low, wrong.high)
    return {"found": number_text(wrong.found), "expected": expected}


def wrong_value_mark(wrong: WrongValue[Any], words: Words) -> str:
    """Return the mark of the first wrong node in a tree of text."""
    return words("own-misfit", place=words("first-wrong-value"), **own_value_texts(wrong))


def marks_of_text(parts_at: int | None, wrong: WrongValue[Any] | None, words: Words) -> dict[int, str]:
    """Return the marks in a tree of text by node: at the first difference, and at the first wrong value."""
    marks = {} if parts_at is None else {parts_at: words("here-they-part")}
    if wrong is not None:
        before = f"{marks[wrong.number]}; " if wrong.number in marks else ""
        marks[wrong.number] = before + wrong_value_mark(wrong, words)
    return marks


def own_values_line(tree: SearchTree[Any, Any], wrong: WrongValue[Any] | None, words: Words) -> list[str]:
    """Return a line about the values that the search's code returned below the root."""
    if wrong is not None:
        return [words(_LINES[wrong.kind], place=place_text(wrong.path, words), **own_value_texts(wrong))]
    return [words("own-follow")] if has_inner_values(tree) else inferred_line(tree, words)


def inferred_line(tree: SearchTree[Any, Any], words: Words) -> list[str]:
    """Return a line that says that values are inferred; none if some are known, or if there are none to infer."""
    is_inferred = any(node.children and node.parent is not None and node.knowledge != "unknown" for node in tree.nodes)
    return [words("own-unknown")] if is_inferred and not has_inner_values(tree) else []
