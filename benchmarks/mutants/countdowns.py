"""Wrong searches in a third style, which counts the remaining moves."""

from collections.abc import Iterator
from typing import Final

from benchmarks.mutants.sources import AGENTS, Edits, Mutant, edited

_COUNTDOWN: Final = """class {agent}(MultiAgentSearchAgent):
    def getAction(self, gameState):
        self.low = 1e12
        self.v = -1e12
        total = self.depth * gameState.getNumAgents() - 1
        acts = gameState.getLegalActions(0)
        table = [self.go(gameState.generateSuccessor(0, a), 1, total) for a in acts]
        return acts[table.index(max(table))]

    def go(self, s, turn, left):
        turn = turn % s.getNumAgents()
        if s.isWin() or s.isLose() or left == 0:
            return self.evaluationFunction(s)
        acts = s.getLegalActions(turn)
        vals = [self.go(s.generateSuccessor(turn, a), turn + 1, left - 1) for a in acts]
        if turn == 0:
            return max(vals)
        GHOST
"""
_MINIMUM: Final = "return min(vals)"
_MEAN: Final = "return sum(vals) / len(vals)"
_COUNTDOWN_PRUNING: Final = """class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        total = self.depth * gameState.getNumAgents()
        return self.go(gameState, 0, total, float("-inf"), float("inf"))[1]

    def go(self, s, turn, left, a, b):
        turn = turn % s.getNumAgents()
        if s.isWin() or s.isLose() or left == 0:
            return self.evaluationFunction(s), None
        pick = None
        best = float("-inf") if turn == 0 else float("inf")
        for m in s.getLegalActions(turn):
            val, _ = self.go(s.generateSuccessor(turn, m), turn + 1, left - 1, a, b)
            if turn == 0:
                if val > best:
                    best, pick = val, m
                if best > b:
                    return best, pick
                a = max(a, best)
            else:
                if val < best:
                    best, pick = val, m
                if best < a:
                    return best, pick
                b = min(b, best)
        return best, pick
"""
_LEAF: Final = "return self.evaluationFunction(s)"
_V: Final = "self.evaluationFunction(s)"
_ANY: Final[dict[str, Edits]] = {
    "a loss half a point less": {_LEAF: f"return {_V} - 0.5 * s.isLose()"},
    "0 is -1": {_LEAF: f"return {_V} or -1"},
    "grows with what is left": {_LEAF: f"return {_V} * (1 + 0.001 * left)"},
    "a tenth per move left": {_LEAF: f"return {_V} + 0.1 * left"},
    "win bonus by time left": {_LEAF: f"return {_V} + (left if s.isWin() else 0)"},
    "quarters": {_LEAF: f"return round({_V} * 4) / 4"},
    "truncated at two digits": {_LEAF: f"return int({_V} * 100) / 100"},
    "negative values count half, with the other sign": {_LEAF: f"return {_V} if {_V} >= 0 else -{_V} / 2"},
}
_LISTS: Final[dict[str, Edits]] = {
    "ends at one left": {"left == 0": "left <= 1"},
    "leaves out the last of many in ghosts": {
        "acts = s.getLegalActions(turn)\n": "acts = s.getLegalActions(turn)\n        if turn and len(acts) > 2:\n            acts = acts[:-1]\n"
    },
    "leaves out Pacman's first later": {
        "acts = s.getLegalActions(turn)\n": "acts = s.getLegalActions(turn)\n        if turn == 0 and len(acts) > 1:\n            acts = acts[1:]\n"
    },
    "near enough at the root": {
        "return acts[table.index(max(table))]": "return max((a for a, t in zip(acts, table) if t > max(table) - 0.05), key=acts.index)"
    },
    "near enough at the root by a point": {
        "return acts[table.index(max(table))]": "return max((a for a, t in zip(acts, table) if t >= max(table) - 1), key=acts.index)"
    },
    "near enough at the root by a thousandth": {
        "return acts[table.index(max(table))]": "return max((a for a, t in zip(acts, table) if t > max(table) - 0.001), key=acts.index)"
    },
    "the last of those alike in int": {
        "return acts[table.index(max(table))]": "return max((int(t), i, a) for i, (a, t) in enumerate(zip(acts, table)))[2]"
    },
    "within a percent at the root": {
        "return acts[table.index(max(table))]": "return max((a for a, t in zip(acts, table) if t >= max(table) - 0.01 * abs(max(table))), key=acts.index)"
    },
    "last three at the root": {"acts = gameState.getLegalActions(0)": "acts = gameState.getLegalActions(0)[-3:]"},
    "ghosts' last two": {"acts = s.getLegalActions(turn)\n": "acts = s.getLegalActions(turn)[-2 if turn else 0 :]\n"},
    "Pacman's first two later": {"return max(vals)": "return max(vals[:2])"},
    "Pacman's best but in int": {"return max(vals)": "return max(vals, key=int)"},
    "first three at the root": {"acts = gameState.getLegalActions(0)": "acts = gameState.getLegalActions(0)[:3]"},
    "best leaks among Pacman's nodes": {
        "return max(vals)": "self.v = max(self.v, max(vals))\n            return self.v"
    },
    "single replies cost nothing": {"left - 1) for a in acts]": "left - (len(acts) > 1)) for a in acts]"},
    "single replies cost two": {
        "left - 1) for a in acts]": "max(left - (2 if len(acts) == 1 else 1), 0)) for a in acts]"
    },
    "Pacman's median of three": {"return max(vals)": "return sorted(vals)[1] if len(vals) == 3 else max(vals)"},
    "Pacman's last two": {"return max(vals)": "return max(vals[-2:])"},
    "Pacman trusts luck": {"return max(vals)": "return max(vals) * 0.95 + 0.05 * min(vals)"},
}
_OF_MINIMAX: Final[dict[str, Edits]] = {
    **_ANY,
    **_LISTS,
    "lowest leaks among ghosts' nodes": {_MINIMUM: "self.low = min(self.low, min(vals))\n        return self.low"},
    "second ghost takes the middle": {_MINIMUM: "return sorted(vals)[len(vals) // 2] if turn == 2 else min(vals)"},
    "last ghost of the last round takes the mean": {
        _MINIMUM: "return sum(vals) / len(vals) if left == 1 else min(vals)"
    },
    "ghosts never take the first when there are three": {
        _MINIMUM: "return min(vals[1:]) if len(vals) > 2 else min(vals)"
    },
    "ghosts nearly minimal": {_MINIMUM: "return min(vals) + 0.02 * (max(vals) - min(vals))"},
}
_OF_EXPECTIMAX: Final[dict[str, Edits]] = {
    **_ANY,
    **_LISTS,
    "roots": {_LEAF: f"return math.copysign(abs({_V}) ** 0.5, {_V})"},
    "weights .5 .3 .2": {
        _MEAN: "w = [5, 3, 2, 1, 1, 1, 1][:len(vals)]\n        return sum(x * v for x, v in zip(w, vals)) / sum(w)"
    },
    "mean of the last ghost without the best": {
        _MEAN: "return (sum(vals) - max(vals)) / (len(vals) - 1) if left == 1 and len(vals) > 1 else sum(vals) / len(vals)"
    },
    "median of three": {_MEAN: "return sorted(vals)[1] if len(vals) == 3 else sum(vals) / len(vals)"},
    "min in the second ghost": {_MEAN: "return min(vals) if turn == 2 else sum(vals) / len(vals)"},
    "floor of the sum": {_MEAN: "return math.floor(sum(vals)) / len(vals)"},
    "one in ten is the worst": {_MEAN: "return 0.9 * sum(vals) / len(vals) + 0.1 * min(vals)"},
    "mean of distinct rounded values": {
        _MEAN: "d = {round(v, 1): v for v in vals}.values()\n        return sum(d) / len(d)"
    },
}
_OF_ALPHA_BETA: Final[dict[str, Edits]] = {
    "cuts only above 0": {"best > b": "best > b and best > 0"},
    "cuts after two actions": {"if best < a": "if best < a and m != s.getLegalActions(turn)[0]"},
    "b kept from the first move": {"b = min(b, best)": "b = min(b, best) if m == s.getLegalActions(turn)[0] else b"},
    "a not for grandchildren": {"left - 1, a, b)": "left - 1, a if turn == 0 else float('-inf'), b)"},
    "b not for grandchildren": {"left - 1, a, b)": "left - 1, a, b if turn else float('inf'))"},
    "window in tenths": {
        "a = max(a, best)": "a = max(a, round(best, 1))",
        "b = min(b, best)": "b = min(b, round(best, 1))",
    },
    "a is the mean of itself and the best": {
        "a = max(a, best)": "a = max(a, best) if a == float('-inf') else max(a, (a + best) / 2)"
    },
    "ghost 2 and later do not narrow": {"b = min(b, best)": "b = min(b, best) if turn == 1 else b"},
    "ghost 1 of several does not narrow": {
        "b = min(b, best)": "b = min(b, best) if turn > 1 or s.getNumAgents() == 2 else b"
    },
    "no cuts three rounds deep": {"if best > b": "if best > b and self.depth < 3"},
    "no cuts with four agents": {"if best < a": "if best < a and s.getNumAgents() < 4"},
    "no cuts in the very last ply": {"if best < a": "if best < a and left > 1"},
    "cuts in the very last ply only": {"if best < a": "if best < a and left == 1"},
    "returns the bound as its value": {"return best, pick\n                a =": "return b, pick\n                a ="},
    "val for best in a": {"a = max(a, best)": "a = max(a, val - 0.5)"},
}

_SOURCES: Final = {
    "q2": _COUNTDOWN.replace("{agent}", AGENTS["q2"]).replace("GHOST", _MINIMUM),
    "q3": _COUNTDOWN_PRUNING,
    "q4": _COUNTDOWN.replace("{agent}", AGENTS["q4"]).replace("GHOST", _MEAN),
}


def mutants() -> Iterator[Mutant]:
    """Yield the wrong searches of all questions."""
    pruning = {name: {f"{_LEAF}, None": f"{edits[_LEAF]}, None"} for name, edits in _ANY.items()}
    families = {"q2": _OF_MINIMAX, "q3": {**pruning, **_OF_ALPHA_BETA}, "q4": _OF_EXPECTIMAX}
    for question, family in families.items():
        for name, edits in family.items():
            yield Mutant(f"counting down: {name}", question, edited(f"{question}: {name}", _SOURCES[question], edits))
