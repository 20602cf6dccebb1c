"""Wrong searches in another style, written without knowledge of the cases, to validate the bank itself."""

from collections.abc import Iterator
from typing import Final

from benchmarks.mutants.sources import AGENTS, Edits, Mutant, edited

_PAIRS: Final = """\
class {agent}(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.best(gameState, 0)[1]

    def best(self, state, ply):
        n = state.getNumAgents()
        if ply == self.depth * n or state.isWin() or state.isLose():
            return (self.evaluationFunction(state), None)
        who = ply % n
        options = []
        for a in state.getLegalActions(who):
            child = state.generateSuccessor(who, a)
            options.append((self.best(child, ply + 1)[0], a))
        if who == 0:
            return max(options, key=lambda pair: pair[0])
        {ghosts}
"""
_MINIMUM: Final = "return min(options, key=lambda pair: pair[0])"
_MEAN: Final = "return (sum(v for v, _ in options) / len(options), None)"
_PRUNING: Final = """\
class AlphaBetaAgent(MultiAgentSearchAgent):
    def getAction(self, gameState):
        return self.best(gameState, 0, -1e12, 1e12)[1]

    def best(self, state, ply, low, high):
        n = state.getNumAgents()
        if ply == self.depth * n or state.isWin() or state.isLose():
            return (self.evaluationFunction(state), None)
        who = ply % n
        found = None
        for a in state.getLegalActions(who):
            child = state.generateSuccessor(who, a)
            v = self.best(child, ply + 1, low, high)[0]
            if found is None or (v > found[0] if who == 0 else v < found[0]):
                found = (v, a)
            if who == 0:
                low = max(low, found[0])
            else:
                high = min(high, found[0])
            if low > high:
                break
        return found
"""
_SOURCES: Final = {
    "q2": _PAIRS.format(agent=AGENTS["q2"], ghosts=_MINIMUM),
    "q3": _PRUNING,
    "q4": _PAIRS.format(agent=AGENTS["q4"], ghosts=_MEAN),
}
_LIMIT: Final = "ply == self.depth * n"
_LEAF: Final = "return (self.evaluationFunction(state), None)"
_PACMAN: Final = "return max(options, key=lambda pair: pair[0])"
_V: Final = "self.evaluationFunction(state)"

_ANY: Final[dict[str, Edits]] = {
    "a ply less": {_LIMIT: "ply == self.depth * n - 1"},
    "a ply more": {_LIMIT: "ply == self.depth * n + 1"},
    "two plies a round": {_LIMIT: "ply == self.depth * 2"},
    "a ply for each ghost": {_LIMIT: "ply == self.depth * (n - 1)"},
    "four plies": {_LIMIT: "ply == 4"},
    "no more than six plies": {_LIMIT: "ply == min(self.depth * n, 6)"},
    "no more than seven plies": {_LIMIT: "ply == min(self.depth * n, 7)"},
    "fives": {_LEAF: f"return (round({_V} / 5) * 5, None)"},
    "halves": {_LEAF: f"return (round({_V} * 2) / 2, None)"},
    "thousandths off": {_LEAF: f"return (round({_V}, 3), None)"},
    "fifty at most": {_LEAF: f"return (max(-50, min(50, {_V})), None)"},
    "logarithms": {_LEAF: f"return (math.log(max({_V}, 1e-9)), None)"},
    "an action is worth half a point": {_LEAF: f"return ({_V} + 0.5 * len(state.getLegalActions(ply % n)), None)"},
    "a hundredth a ply": {_LEAF: f"return ({_V} - 0.01 * ply, None)"},
    "a thousandth of itself a ply": {_LEAF: f"return ({_V} * 0.999 ** ply, None)"},
    "a loss counts twice": {_LEAF: f"return ({_V} - state.isLose() * abs({_V}), None)"},
    "a win counts twice": {_LEAF: f"return ({_V} + state.isWin() * abs({_V}), None)"},
    "a late win is worth less": {_LEAF: f"return ({_V} - state.isWin() * ply, None)"},
    "a late loss is worth more": {_LEAF: f"return ({_V} + state.isLose() * ply, None)"},
    "a state never ends with Pacman's move": {
        "or state.isWin() or state.isLose()": "or (who0(ply, n) and (state.isWin() or state.isLose()))",
        "class ": "def who0(ply, n):\n    return ply % n != 1\n\n\nclass ",
    },
    "Pacman avoids lost states": {
        "for a in state.getLegalActions(who):\n            child = state.generateSuccessor(who, a)\n": "for a in state.getLegalActions(who):\n            child = state.generateSuccessor(who, a)\n            if who == 0 and child.isLose() and len(state.getLegalActions(0)) > 1:\n                continue\n"
    },
    "Pacman's last action in later rounds is forgotten": {
        "for a in state.getLegalActions(who)": "for a in (state.getLegalActions(who)[:-1] or state.getLegalActions(who) if who == 0 and ply else state.getLegalActions(who))"
    },
    "the third ghost is forgotten": {
        "who = ply % n\n": "who = ply % n\n        if who == 3:\n            return self.best(state, ply + 1{window})\n"
    },
    "ghosts after the second play as Pacman does": {"if who == 0": "if who == 0 or who > 2"},
    "the second round takes the first action": {
        "who = ply % n\n": "who = ply % n\n        if ply == n + 1:\n            return self.best(state.generateSuccessor(who, state.getLegalActions(who)[0]), ply + 1{window})\n"
    },
}
_LISTS: Final[dict[str, Edits]] = {
    "the best two of Pacman's": {
        _PACMAN: "return (sum(sorted(v for v, _ in options)[-2:]) / len(options[-2:]), max(options)[1]) if ply else max(options, key=lambda pair: pair[0])"
    },
    "Pacman's best less the others' average": {
        _PACMAN: "return (max(v for v, _ in options) - sum(v for v, _ in options) / len(options) / 10, max(options, key=lambda pair: pair[0])[1])"
    },
    "Pacman takes the first that is positive": {
        _PACMAN: "return next((pair for pair in options if pair[0] > 0), max(options, key=lambda pair: pair[0]))"
    },
    "Pacman's last choice of three is never taken": {
        _PACMAN: "return max(options[:2], key=lambda pair: pair[0]) if len(options) == 3 else max(options, key=lambda pair: pair[0])"
    },
}
_OF_MINIMAX: Final[dict[str, Edits]] = {
    "negamax with as many signs as moves": {
        "options.append((self.best(child, ply + 1)[0], a))": "options.append((-self.best(child, ply + 1)[0], a))",
        _LEAF: f"return ({_V} * (-1) ** ply, None)",
        _MINIMUM: _PACMAN,
    },
    "nine parts the smallest, one the average": {
        _MINIMUM: "return (0.9 * min(v for v, _ in options) + 0.1 * sum(v for v, _ in options) / len(options), None)"
    },
    "the last ghost takes the first move": {
        _MINIMUM: "return options[0] if who == n - 1 else min(options, key=lambda pair: pair[0])"
    },
    "ghosts look one move ahead": {_MINIMUM: "return min(options[:2], key=lambda pair: pair[0])"},
    "of three moves the middle one": {
        _MINIMUM: "return sorted(options)[1] if len(options) == 3 else min(options, key=lambda pair: pair[0])"
    },
}
_OF_EXPECTIMAX: Final[dict[str, Edits]] = {
    "one point and two moves more": {_MEAN: "return ((sum(v for v, _ in options) + 1) / (len(options) + 2), None)"},
    "the first move twice": {_MEAN: "return ((sum(v for v, _ in options) + options[0][0]) / (len(options) + 1), None)"},
    "weights by the exponent": {
        _MEAN: "w = [math.exp(-v / 1000) for v, _ in options]\n        return (sum(x * v for x, (v, _) in zip(w, options)) / sum(w), None)"
    },
    "two moves are no chance": {
        _MEAN: "return options[0] if len(options) == 2 else (sum(v for v, _ in options) / len(options), None)"
    },
    "two digits": {_MEAN: "return (round(sum(v for v, _ in options) / len(options), 2), None)"},
    "half the average, half the best": {
        _MEAN: "return ((sum(v for v, _ in options) / len(options) + max(v for v, _ in options)) / 2, None)"
    },
    "the first ghost by chance, the others by plan": {
        _MEAN: "return (sum(v for v, _ in options) / len(options), None) if who == 1 else min(options)"
    },
    "the last ghost by chance, the others by plan": {
        _MEAN: "return (sum(v for v, _ in options) / len(options), None) if who == n - 1 else min(options)"
    },
    "by chance in the first round alone": {
        _MEAN: "return (sum(v for v, _ in options) / len(options), None) if ply < n else min(options)"
    },
    "by chance from the second round on": {
        _MEAN: "return (sum(v for v, _ in options) / len(options), None) if ply >= n else min(options)"
    },
    "as if there were three moves at least": {
        _MEAN: "return (sum(v for v, _ in options) / max(len(options), 3), None)"
    },
    "as if there were three moves at most": {_MEAN: "return (sum(v for v, _ in options) / min(len(options), 3), None)"},
    "the parts are rounded down": {_MEAN: "return (sum(v // len(options) for v, _ in options), None)"},
}
_V_FOUND: Final = "if found is None or (v > found[0] if who == 0 else v < found[0]):"
_OF_ALPHA_BETA: Final[dict[str, Edits]] = {
    "low meets high": {"if low > high": "if low >= high"},
    "low meets high below the root": {"if low > high": "if low > high or (ply and low == high)"},
    "a narrow window": {"-1e12, 1e12": "-50, 50"},
    "a window above 0": {"-1e12, 1e12": "-1, 1e12"},
    "two actions are never cut": {"if low > high": "if low > high and len(state.getLegalActions(who)) > 2"},
    "only two actions are cut": {"if low > high": "if low > high and len(state.getLegalActions(who)) == 2"},
    "the window is not narrowed in the second round": {
        "low = max(low, found[0])": "low = max(low, found[0]) if ply < n else low"
    },
    "high is not narrowed in the second round": {
        "high = min(high, found[0])": "high = min(high, found[0]) if ply < n else high"
    },
    "high is narrowed by the last ghost of the first round only": {
        "high = min(high, found[0])": "high = min(high, found[0]) if who == n - 1 or ply > n else high"
    },
    "low is what was found": {"low = max(low, found[0])": "low = found[0]"},
    "high is the last value": {"high = min(high, found[0])": "high = v"},
    "low grows a little": {"low = max(low, found[0])": "low = max(low, found[0] + 1e-4)"},
    "high shrinks a little": {"high = min(high, found[0])": "high = min(high, found[0] - 1e-4)"},
    "the window is wider by a little": {"if low > high": "if low > high + 1e-4"},
    "the window is new for each ghost": {"ply + 1, low, high": "ply + 1, low, 1e12 if who else high"},
    "low is new for each round": {"ply + 1, low, high": "ply + 1, low if who < n - 1 else -1e12, high"},
    "high is new for each round": {"ply + 1, low, high": "ply + 1, low, high if who < n - 1 else 1e12"},
    "the window is new in the third round": {
        "ply + 1, low, high": "ply + 1, *((-1e12, 1e12) if ply == 2 * n - 1 else (low, high))"
    },
    "the window is cut to what is known": {
        "        return found\n": "        return (min(max(found[0], low), high), found[1]) if ply else found\n"
    },
    "the first action's value is the window": {
        "low = max(low, found[0])": "low = max(low, found[0]) if a == state.getLegalActions(who)[0] else low"
    },
    "v is compared with the window": {"if low > high": "if v > high or v < low"},
    "the middle ghosts do not cut": {"if low > high": "if low > high and not 1 < who < n - 1"},
    "the first of three ghosts does not cut": {"if low > high": "if low > high and not (who == 1 and n == 4)"},
    "the worst is the first": {
        _V_FOUND: "if found is None or (v > found[0] if who == 0 else v < found[0] and n == 2):"
    },
    "the last ghost maximises": {
        _V_FOUND: "if found is None or (v > found[0] if who in (0, max(n - 1, 2)) else v < found[0]):"
    },
}


def mutants() -> Iterator[Mutant]:
    """Yield the wrong searches of this style for all questions."""
    own = {"q2": {**_LISTS, **_OF_MINIMAX}, "q3": _OF_ALPHA_BETA, "q4": {**_LISTS, **_OF_EXPECTIMAX}}
    for question, source in _SOURCES.items():
        for name, edits in {**_ANY, **own[question]}.items():
            window = ", low, high" if question == "q3" else ""
            filled = {old: new.replace("{window}", window) for old, new in edits.items()}
            yield Mutant(f"stranger: {name}", question, edited(f"{question}: {name}", source, filled))
