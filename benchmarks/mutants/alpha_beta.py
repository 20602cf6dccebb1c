"""Mistakes in pruning, and in alpha-beta's loops."""

from collections.abc import Iterator
from typing import Final

from benchmarks.mutants.common import NO_SCORE_SO_FAR
from benchmarks.mutants.sources import LAST_GHOST, LOOPS, Edits, Mutant, mutant

CUT_ABOVE: Final = "if v > beta:\n                return v"
CUT_BELOW: Final = "if v < alpha:\n                return v"
RAISE: Final = "alpha = max(alpha, v)"
LOWER: Final = "beta = min(beta, v)"
PACMANS_END: Final = f"{RAISE}\n        return v"
GHOSTS_END: Final = f"{LOWER}\n        return v"
ROOT_RAISE: Final = "alpha = max(alpha, best)"
ROOT_WINDOW: Final = 'alpha, beta = float("-inf"), float("inf")'
ROOT_CALL: Final = "self.value(successor, 0, 1, alpha, beta)"
BEST: Final = "v = max(v, value)"
WORST: Final = "v = min(v, value)"
PACMANS_START: Final = 'v = float("-inf")'
GHOSTS_START: Final = 'v = float("inf")'
INF: Final = 'float("inf")'
_CALL: Final = "self.value(successor, depth, agent + 1, alpha, beta)"
_PACMANS_MADE: Final = "state.generateSuccessor(agent, action)\n            value = "
_GHOSTS_MADE: Final = "state.generateSuccessor(agent, move)\n            value = "
PACMANS_CALL: Final = _PACMANS_MADE + _CALL
GHOSTS_CALL: Final = _GHOSTS_MADE + _CALL
SAME_CUT: Final = "the cut happens for the same values"
BEYOND: Final = "where it is cut, every value beyond the bound says the same"


def _pacman_hands(window: str) -> Edits:
    return {PACMANS_CALL: PACMANS_CALL.replace("alpha, beta", window)}


def _ghost_hands(window: str) -> Edits:
    return {GHOSTS_CALL: GHOSTS_CALL.replace("alpha, beta", window)}


def _both_hand(window: str) -> Edits:
    return {**_pacman_hands(window), **_ghost_hands(window)}


def _cut(above: str | None, below: str | None) -> Edits:
    edits = {CUT_ABOVE: CUT_ABOVE.replace("v > beta", above)} if above else {}
    return edits | ({CUT_BELOW: CUT_BELOW.replace("v < alpha", below)} if below else {})


def _returning(value: str, end: str) -> Edits:
    """Return an edit of a place where a function ends."""
    return {end: end.replace("return v", f"return {value}")}


_CUTS: Final = {
    "on equality": _cut("v >= beta", "v <= alpha"),
    "on equality at Pacman's nodes": _cut("v >= beta", None),
    "on equality at ghosts' nodes": _cut(None, "v <= alpha"),
    "on equality at the first ghost's nodes": _cut(None, "v < alpha or (v == alpha and agent == 1)"),
    "on equality at later ghosts' nodes": _cut(None, "v < alpha or (v == alpha and agent > 1)"),
    "on equality in the first round": _cut(None, "v < alpha or (v == alpha and depth == 0)"),
    "never": _cut("False", "False"),
    "never at Pacman's nodes": _cut("False", None),
    "never at ghosts' nodes": _cut(None, "False"),
    "only at the first ghost's nodes": _cut("False", "v < alpha and agent == 1"),
    "at the first ghost's nodes and at Pacman's": _cut(None, "v < alpha and agent == 1"),
    "at the last ghost's nodes and at Pacman's": _cut(None, f"v < alpha and {LAST_GHOST}"),
    "never at the middle ghosts' nodes": _cut(None, f"v < alpha and (agent == 1 or {LAST_GHOST})"),
    "in the first round only": _cut("v > beta and depth == 0", "v < alpha and depth == 0"),
    "at ghosts' nodes in the first round only": _cut(None, "v < alpha and depth == 0"),
    "in the last round only": _cut("v > beta and depth == self.depth - 1", "v < alpha and depth == self.depth - 1"),
    "from the second round on only": _cut(None, "v < alpha and depth > 0"),
    "by one more": _cut("v > beta + 1", "v < alpha - 1"),
    "by one more at Pacman's nodes": _cut("v > beta + 1", None),
    "by one more at ghosts' nodes": _cut(None, "v < alpha - 1"),
    "by half a point more": _cut("v > beta + 0.5", "v < alpha - 0.5"),
    "by a tenth more": _cut("v > beta + 0.1", "v < alpha - 0.1"),
    "by a hundredth more": _cut("v > beta + 0.01", "v < alpha - 0.01"),
    "by a hundredth more at Pacman's nodes": _cut("v > beta + 0.01", None),
    "by a hundredth more at ghosts' nodes": _cut(None, "v < alpha - 0.01"),
    "by ten more": _cut("v > beta + 10", "v < alpha - 10"),
    "by one less": _cut("v > beta - 1", "v < alpha + 1"),
    "by one less at Pacman's nodes": _cut("v > beta - 1", None),
    "by one less at ghosts' nodes": _cut(None, "v < alpha + 1"),
    "by half a point less": _cut("v > beta - 0.5", "v < alpha + 0.5"),
    "by a hundredth less": _cut("v > beta - 0.01", "v < alpha + 0.01"),
    "by a hundredth less at Pacman's nodes": _cut("v > beta - 0.01", None),
    "by a hundredth less at ghosts' nodes": _cut(None, "v < alpha + 0.01"),
    "by ints": _cut(
        "int(v) > int(beta) if abs(beta) < 1e9 else False", "int(v) < int(alpha) if abs(alpha) < 1e9 else False"
    ),
    "by a tenth of the bound": _cut("v > beta + abs(beta) / 10", "v < alpha - abs(alpha) / 10"),
    "by magnitude": _cut("abs(v) > abs(beta)", "abs(v) < abs(alpha) < 1e9"),
    "against alpha at Pacman's nodes": _cut("v > alpha", None),
    "against beta at ghosts' nodes": _cut(None, "v < beta"),
    "against each other's bounds": _cut("v > alpha", "v < beta"),
    "the other way at Pacman's nodes": _cut("v < beta", None),
    "the other way at ghosts' nodes": _cut(None, "v > alpha"),
    "below alpha at Pacman's nodes, too": _cut("v > beta or v < alpha", None),
    "above beta at ghosts' nodes, too": _cut(None, "v < alpha or v > beta"),
    "below alpha at Pacman's nodes": _cut("v < alpha", None),
    "above beta at ghosts' nodes": _cut(None, "v > beta"),
    "where bounds are equal": _cut("v > beta or alpha == beta", "v < alpha or alpha == beta"),
    "on a bound of 0 never": _cut("beta and v > beta", "alpha and v < alpha"),
    "on a bound of 0 never at ghosts' nodes": _cut(None, "alpha and v < alpha"),
    "on a value of 0 never": _cut("v and v > beta", "v and v < alpha"),
    "on negative values never": _cut("v > beta and v > 0", "v < alpha and v > 0"),
    "where there is more than one action left": _cut(None, "v < alpha and move == state.getLegalActions(agent)[0]"),
    "after the first action only, at Pacman's nodes": _cut(
        "v > beta and action == state.getLegalActions(agent)[0]", None
    ),
    "not after the first action": _cut(None, "v < alpha and move != state.getLegalActions(agent)[0]"),
    "not after the first action at Pacman's nodes": _cut(
        "v > beta and action != state.getLegalActions(agent)[0]", None
    ),
    "at a win": _cut("v > beta or successor.isWin()", None),
    "at a loss": _cut(None, "v < alpha or successor.isLose()"),
    "not at a win": _cut("v > beta and not successor.isWin()", None),
    "not at a loss": _cut(None, "v < alpha and not successor.isLose()"),
}
_SAME_CUTS: Final = {
    "by the last value instead of the best, at Pacman's nodes": _cut("value > beta", None),
    "by the last value instead of the best, at ghosts' nodes": _cut(None, "value < alpha"),
}
_ONLY: Final = {
    "the first ghost": "agent == 1",
    "the last ghost": LAST_GHOST,
    "the first of several ghosts and a single one": f"agent == 1 or {LAST_GHOST} == 1",
    "ghosts but the last": f"not ({LAST_GHOST}) or agent == 1",
    "ghosts but the first": "agent > 1 or state.getNumAgents() == 2",
    "ghosts but the middle ones": f"agent == 1 or {LAST_GHOST}",
    "ghosts of the first round": "depth == 0",
    "ghosts of later rounds": "depth > 0",
    "ghosts of the last round": "depth == self.depth - 1",
}
_BOUNDS: Final = {
    "alpha is not raised": {RAISE: "pass"},
    "beta is not lowered": {LOWER: "pass"},
    "neither is moved": {RAISE: "pass", LOWER: "pass"},
    "alpha is overwritten by the best": {RAISE: "alpha = v"},
    "beta is overwritten by the best": {LOWER: "beta = v"},
    "both are overwritten by the best": {RAISE: "alpha = v", LOWER: "beta = v"},
    "alpha is overwritten by the last value": {RAISE: "alpha = value"},
    "beta is overwritten by the last value": {LOWER: "beta = value"},
    "alpha becomes the larger of itself and the last value less 1": {RAISE: "alpha = max(alpha, value - 1)"},
    "alpha is raised by one too much": {RAISE: "alpha = max(alpha, v + 1)"},
    "alpha is raised by a hundredth too much": {RAISE: "alpha = max(alpha, v + 0.01)"},
    "alpha is raised by a hundredth too little": {RAISE: "alpha = max(alpha, v - 0.01)"},
    "beta is lowered by one too much": {LOWER: "beta = min(beta, v - 1)"},
    "beta is lowered by a hundredth too much": {LOWER: "beta = min(beta, v - 0.01)"},
    "beta is lowered by a hundredth too little": {LOWER: "beta = min(beta, v + 0.01)"},
    "ints": {RAISE: "alpha = max(alpha, int(v))", LOWER: "beta = min(beta, int(v))"},
    "Pacman lowers beta": {RAISE: "beta = min(beta, v)"},
    "Pacman moves both": {RAISE: "alpha, beta = max(alpha, v), min(beta, v)"},
    "ghosts raise alpha": {LOWER: "alpha = max(alpha, v)"},
    "ghosts move both": {LOWER: "alpha, beta = max(alpha, v), min(beta, v)"},
    "Pacman takes the smaller": {RAISE: "alpha = min(alpha, v)"},
    "ghosts take the larger": {LOWER: "beta = max(beta, v)"},
    "Pacman raises alpha in the first round only": {RAISE: "alpha = max(alpha, v) if depth == 0 else alpha"},
    "Pacman raises alpha in the second round only": {RAISE: "alpha = max(alpha, v) if depth == 1 else alpha"},
    "Pacman raises alpha once": {RAISE: f"alpha = v if alpha == -{INF} else alpha"},
    "ghosts lower beta once": {LOWER: f"beta = v if beta == {INF} else beta"},
    "a best value of 0 moves nothing": {
        RAISE: "alpha = max(alpha, v) if v else alpha",
        LOWER: "beta = min(beta, v) if v else beta",
    },
    "a negative best value moves nothing": {RAISE: "alpha = max(alpha, v) if v > 0 else alpha"},
    "a negative worst value moves nothing": {LOWER: "beta = min(beta, v) if v > 0 else beta"},
    "moved after the first action only": {
        RAISE: "alpha = max(alpha, v) if action == state.getLegalActions(agent)[0] else alpha",
    },
    "moved after the first move only": {
        LOWER: "beta = min(beta, v) if move == state.getLegalActions(agent)[0] else beta",
    },
    "moved one action late": {
        RAISE: "alpha, late = max(alpha, late), v",
        PACMANS_START: f"{PACMANS_START}\n        late = v",
    },
    "moved one move late": {
        LOWER: "beta, late = min(beta, late), v",
        GHOSTS_START: f"{GHOSTS_START}\n        late = v",
    },
}
_ROOTS: Final = {
    "alpha is not raised": {ROOT_RAISE: "pass"},
    "alpha is the last value": {ROOT_RAISE: "alpha = value"},
    "alpha is the best so far less 1": {ROOT_RAISE: "alpha = max(alpha, best - 1)"},
    "alpha is the best so far and 1": {ROOT_RAISE: "alpha = max(alpha, best + 1)"},
    "alpha is the best so far and a hundredth": {ROOT_RAISE: "alpha = max(alpha, best + 0.01)"},
    "alpha is the best so far less a hundredth": {ROOT_RAISE: "alpha = max(alpha, best - 0.01)"},
    "alpha is the int of the best so far": {ROOT_RAISE: "alpha = max(alpha, int(best))"},
    "alpha is raised once": {ROOT_RAISE: f"alpha = best if alpha == -{INF} else alpha"},
    "alpha is raised after the second action": {ROOT_RAISE: "alpha = max(alpha, best) if value != best else alpha"},
    "alpha is raised by positive values only": {ROOT_RAISE: "alpha = max(alpha, best) if best > 0 else alpha"},
    "alpha is not raised by 0": {ROOT_RAISE: "alpha = max(alpha, best) if best else alpha"},
    "beta is lowered": {ROOT_RAISE: "beta = min(beta, best)"},
    "both are moved": {ROOT_RAISE: "alpha, beta = max(alpha, best), min(beta, best)"},
    "the window is swapped": {ROOT_CALL: "self.value(successor, 0, 1, beta, alpha)"},
    "a window of one point": {ROOT_CALL: "self.value(successor, 0, 1, alpha, alpha + 1 if alpha > -1e9 else beta)"},
    "a window of ten points": {ROOT_CALL: "self.value(successor, 0, 1, alpha, alpha + 10 if alpha > -1e9 else beta)"},
    "cuts at a value of 0 or more": {ROOT_RAISE: f"{ROOT_RAISE}\n            if best >= 0:\n                break"},
    "cuts where alpha falls": {ROOT_RAISE: f"{ROOT_RAISE}\n            if value < alpha:\n                break"},
}
_HANDED: Final = {
    "Pacman hands on no alpha": _pacman_hands(f"-{INF}, beta"),
    "Pacman hands on no beta": _pacman_hands(f"alpha, {INF}"),
    "Pacman hands on nothing": _pacman_hands(f"-{INF}, {INF}"),
    "ghosts hand on no alpha": _ghost_hands(f"-{INF}, beta"),
    "ghosts hand on no beta": _ghost_hands(f"alpha, {INF}"),
    "ghosts hand on nothing": _ghost_hands(f"-{INF}, {INF}"),
    "nothing is handed on": _both_hand(f"-{INF}, {INF}"),
    "no alpha is handed on": _both_hand(f"-{INF}, beta"),
    "no beta is handed on": _both_hand(f"alpha, {INF}"),
    "Pacman swaps": _pacman_hands("beta, alpha"),
    "ghosts swap": _ghost_hands("beta, alpha"),
    "Pacman hands on the best": _pacman_hands("v, beta"),
    "ghosts hand on the worst": _ghost_hands("alpha, v"),
    "Pacman hands on the best and no beta": _pacman_hands(f"v, {INF}"),
    "ghosts hand on their worst and no alpha": _ghost_hands(f"-{INF}, v"),
    "Pacman hands on the negative window": _pacman_hands("-beta, -alpha"),
    **{
        f"no {what} {to}": _ghost_hands(window.replace("X", f"({test})"))
        for what, window in {
            "alpha": f"-{INF} if X else alpha, beta",
            "beta": f"alpha, {INF} if X else beta",
            "window": f"-{INF} if X else alpha, {INF} if X else beta",
        }.items()
        for to, test in {
            "from ghost to ghost": "agent < state.getNumAgents() - 1",
            "from the last ghost to Pacman": LAST_GHOST,
            "from the last of several ghosts to Pacman": f"agent > 1 and {LAST_GHOST}",
            "from the first ghost to the second": "agent == 1 < state.getNumAgents() - 1",
            "from the second ghost on": "agent > 1",
            "from the first round to the second": f"depth == 0 and {LAST_GHOST}",
        }.items()
    },
}
_RETURNS: Final = {
    "alpha at Pacman's nodes": _returning("alpha", PACMANS_END),
    "beta at ghosts' nodes": _returning("beta", GHOSTS_END),
    "alpha and beta": {**_returning("alpha", PACMANS_END), **_returning("beta", GHOSTS_END)},
    "beta where Pacman cuts": _returning("beta", CUT_ABOVE),
    "alpha where ghosts cut": _returning("alpha", CUT_BELOW),
    "bounds where it is cut": {**_returning("beta", CUT_ABOVE), **_returning("alpha", CUT_BELOW)},
    "alpha where Pacman cuts": _returning("alpha", CUT_ABOVE),
    "beta where ghosts cut": _returning("beta", CUT_BELOW),
    "0 where it is cut": {**_returning("0", CUT_ABOVE), **_returning("0", CUT_BELOW)},
    "the last value": _returning("value", PACMANS_END),
    "the last value of ghosts": _returning("value", GHOSTS_END),
}
_SAME_RETURNS: Final = {
    "infinity where Pacman cuts": _returning(INF, CUT_ABOVE),
    "minus infinity where ghosts cut": _returning(f"-{INF}", CUT_BELOW),
}
_LOOPS: Final = {
    "Pacman: the last value": {BEST: "v = value"},
    "Pacman: the first value": {BEST: f"v = value if v == -{INF} else v"},
    "Pacman: the sum": {BEST: f"v = value if v == -{INF} else v + value"},
    "Pacman: the average": {BEST: f"v = value if v == -{INF} else (v + value) / 2"},
    "Pacman: the smaller": {BEST: f"v = value if v == -{INF} else min(v, value)"},
    "Pacman: the larger magnitude": {BEST: f"v = value if v == -{INF} else max(v, value, key=abs)"},
    "Pacman: no best value yet is 0": {BEST: "v = max(v, value) if v else value"},
    "Pacman: the larger int": {BEST: f"v = value if v == -{INF} else max(v, value, key=int)"},
    "Pacman: better by a hundredth": {BEST: "v = value if value > v + 0.01 else v"},
    "Pacman: better by 1": {BEST: "v = value if value > v + 1 else v"},
    "Pacman in the second round: the smaller": {
        BEST: f"v = value if v == -{INF} else (min if depth == 1 else max)(v, value)"
    },
    "Pacman in the last round: the last value": {BEST: "v = value if depth == self.depth - 1 else max(v, value)"},
    "ghosts: the last value": {WORST: "v = value"},
    "ghosts: the first value": {WORST: f"v = value if v == {INF} else v"},
    "ghosts: the sum": {WORST: f"v = value if v == {INF} else v + value"},
    "ghosts: the average": {WORST: f"v = value if v == {INF} else (v + value) / 2"},
    "ghosts: the larger": {WORST: f"v = value if v == {INF} else max(v, value)"},
    "ghosts: the smaller magnitude": {WORST: "v = min(v, value, key=abs)"},
    "ghosts: no worst value yet is 0": {WORST: "v = min(v, value) if v else value"},
    "ghosts: worse by a hundredth": {WORST: "v = value if value < v - 0.01 else v"},
    "ghosts: worse by 1": {WORST: "v = value if value < v - 1 else v"},
    **{
        f"{who}: the {name}": {WORST: f"v = value if v == {INF} else {value} if {test} else min(v, value)"}
        for who, test in {
            "the first ghost": "agent == 1",
            "the first of several ghosts": "agent == 1 < state.getNumAgents() - 1",
            "the last ghost": LAST_GHOST,
            "the last of several ghosts": f"agent > 1 and {LAST_GHOST}",
            "the middle ghosts": "1 < agent < state.getNumAgents() - 1",
            "ghosts in the second round": "depth == 1",
            "ghosts in the last of several rounds": "depth == self.depth - 1 > 0",
        }.items()
        for name, value in {
            "larger": "max(v, value)",
            "average": "(v + value) / 2",
            "last": "value",
            "first": "v",
        }.items()
    },
}
_PACMANS_LOOP: Final = (
    "for action in state.getLegalActions(agent):\n            successor = state.generateSuccessor(agent, action)\n"
)
_GHOSTS_LOOP: Final = (
    "for move in state.getLegalActions(agent):\n            successor = state.generateSuccessor(agent, move)\n"
)
_ORDERS: Final = {
    "reversed": "{actions}[::-1]",
    "sorted": "sorted({actions})",
    "sorted backwards": "sorted({actions}, reverse=True)",
}
_GENERATED: Final = {
    "all first at Pacman's nodes": {
        _PACMANS_LOOP: "for successor in [state.generateSuccessor(agent, action) for action in state.getLegalActions(agent)]:\n"
    },
    "all first at ghosts' nodes": {
        _GHOSTS_LOOP: "for successor in [state.generateSuccessor(agent, move) for move in state.getLegalActions(agent)]:\n"
    },
    "before the cut at Pacman's nodes": {
        CUT_ABOVE: "pass",
        _PACMANS_LOOP + "            value": _PACMANS_LOOP
        + "            if v > beta:\n                return v\n            value",
    },
    "before the cut at ghosts' nodes": {
        CUT_BELOW: "pass",
        _GHOSTS_LOOP + "            value": _GHOSTS_LOOP
        + "            if v < alpha:\n                return v\n            value",
    },
    "those of leaves": {
        "            return self.evaluationFunction(state)": "            for action in state.getLegalActions(agent % state.getNumAgents()):\n"
        "                state.generateSuccessor(agent % state.getNumAgents(), action)\n"
        "            return self.evaluationFunction(state)"
    },
    "in the order of their values": {
        _GHOSTS_LOOP: "for successor in sorted((state.generateSuccessor(agent, move) for move in state.getLegalActions(agent)), key=lambda s: len(s.getLegalActions(0))):\n"
    },
}
_SHARED: Final = {
    ROOT_WINDOW: 'self.alpha, self.beta = float("-inf"), float("inf")\n        alpha, beta = self.alpha, self.beta',
    CUT_ABOVE: "if v > self.beta:\n                return v",
    CUT_BELOW: "if v < self.alpha:\n                return v",
}


def mutants() -> Iterator[Mutant]:
    """Yield the wrong alpha-beta searches that are not among the common ones."""
    families = (
        ("cuts", _CUTS),
        ("bounds", _BOUNDS),
        ("bounds at the root", _ROOTS),
        ("bounds handed on", _HANDED),
        ("returns", _RETURNS),
        ("loops", _LOOPS),
        ("generated", _GENERATED),
    )
    for family, changes in families:
        for name, change in changes.items():
            yield mutant("q3", f"{family}: {name}", change)
    for name, change in _SAME_CUTS.items():
        yield mutant("q3", f"cuts: {name}", change, exempt=SAME_CUT)
    for name, change in _SAME_RETURNS.items():
        yield mutant("q3", f"returns: {name}", change, exempt=BEYOND)
    for name, test in _ONLY.items():
        yield mutant("q3", f"bounds: only {name} lower beta", {LOWER: f"beta = min(beta, v) if {test} else beta"})
        yield mutant("q3", f"cuts: only {name}", _cut(None, f"v < alpha and ({test})"))
    for place, actions in LOOPS.items():
        for name, order in _ORDERS.items():
            plain = actions.rpartition(" in ")[2]
            change = {actions: actions.replace(plain, order.format(actions=plain))}
            yield mutant("q3", f"actions of {place}: {name}", change)
    yield from _starts()
    yield from _shared()


def _starts() -> Iterator[Mutant]:
    for start in (0, -1, -10, -100, -999, -5000, -9000, 10):
        yield mutant("q3", f"start of alpha: {start}", {ROOT_WINDOW: f"alpha, beta = {start}, {INF}"})
        yield mutant("q3", f"start at Pacman's nodes: {start}", {PACMANS_START: f"v = {start}"})
    for start in (0, 1, 10, 100, 999, 5000, 9000, -10):
        window = f'alpha, beta = float("-inf"), {start}'
        yield mutant("q3", f"start of beta: {start}", {ROOT_WINDOW: window})
        yield mutant("q3", f"start at ghosts' nodes: {start}", {GHOSTS_START: f"v = {start}"})
    for name, change in {
        "alpha and beta": {ROOT_WINDOW: "alpha, beta = -99999, 99999"},
        "Pacman's nodes": {PACMANS_START: "v = -99999"},
        "ghosts' nodes": {GHOSTS_START: "v = 99999"},
    }.items():
        yield mutant("q3", f"start of {name}: 99999 away", change, exempt=NO_SCORE_SO_FAR)
    yield mutant("q3", "start of alpha and beta: both 0", {ROOT_WINDOW: "alpha, beta = 0, 0"})
    yield mutant("q3", "start at Pacman's nodes: alpha", {PACMANS_START: "v = alpha"})
    yield mutant("q3", "start at ghosts' nodes: beta", {GHOSTS_START: "v = beta"})
    yield mutant("q3", "start at both: the bounds", {PACMANS_START: "v = alpha", GHOSTS_START: "v = beta"})


def _shared() -> Iterator[Mutant]:
    """Yield searches with one alpha and one beta for the whole search."""
    raised = {RAISE: "self.alpha = max(self.alpha, v)", LOWER: "self.beta = min(self.beta, v)"}
    root = {ROOT_RAISE: "self.alpha = max(self.alpha, best)"}
    of_root = {ROOT_WINDOW: 'self.alpha = float("-inf")\n        alpha, beta = self.alpha, float("inf")', **root}
    yield mutant("q3", "kept: one alpha and one beta", {**_SHARED, **raised, **root})
    yield mutant("q3", "kept: one alpha and one beta below the root", {**_SHARED, **raised})
    yield mutant("q3", "kept: one alpha", {**raised, **_SHARED, LOWER: LOWER, CUT_ABOVE: CUT_ABOVE, **root})
    yield mutant("q3", "kept: one beta", {**raised, **_SHARED, RAISE: RAISE, CUT_BELOW: CUT_BELOW})
    yield mutant(
        "q3",
        "kept: alpha for the next action of the root only",
        {**of_root, CUT_BELOW: "if v < max(alpha, self.alpha):\n                return v"},
        exempt="the root's alpha reaches every node, handed on or kept",
    )
    yield mutant(
        "q3",
        "kept: the root's alpha alone",
        {**of_root, CUT_BELOW: _SHARED[CUT_BELOW]},
    )
    yield mutant(
        "q3",
        "game: alpha is kept for the next decision",
        {
            ROOT_WINDOW: 'alpha, beta = getattr(self, "alpha", float("-inf")), float("inf")',
            "        return choice": "        self.alpha = alpha\n        return choice",
        },
        real=True,
    )
    yield mutant(
        "q3",
        "bounds: no beta for the first of several ghosts",
        {
            GHOSTS_START: f'{GHOSTS_START}\n        if agent == 1 and state.getNumAgents() > 2:\n            beta = float("inf")'
        },
    )
