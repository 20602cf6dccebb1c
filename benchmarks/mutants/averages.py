"""Mistakes in combining values, for searches that collect them in a list: minimax and expectimax."""

from collections.abc import Iterator
from typing import Final

from benchmarks.mutants.common import NO_SCORE_SO_FAR
from benchmarks.mutants.sources import (
    GHOSTS_ACTIONS,
    GHOSTS_VALUE,
    LAST_GHOST,
    PACMANS_ACTIONS,
    ROOT_BETTER,
    ROOT_START,
    Mutant,
    mutant,
)

PACMANS: Final = "return max(values)"
GHOSTS: Final = {question: f"return {value}" for question, value in GHOSTS_VALUE.items()}

_WRONG: Final = {
    "the sum": "sum(values)",
    "the average": "sum(values) / len(values)",
    "the median": "sorted(values)[len(values) // 2]",
    "the lower median": "sorted(values)[(len(values) - 1) // 2]",
    "the first value": "values[0]",
    "the last value": "values[-1]",
    "the second largest": "sorted(values)[-2:][0]",
    "the second smallest": "sorted(values)[:2][-1]",
    "the smallest": "min(values)",
    "the largest": "max(values)",
    "the product": "math.prod(values)",
    "the largest magnitude": "max(values, key=abs)",
    "the smallest magnitude": "min(values, key=abs)",
    "half way between the extremes": "(max(values) + min(values)) / 2",
    "mostly the largest": "0.8 * max(values) + 0.2 * sum(values) / len(values)",
    "mostly the smallest": "0.8 * min(values) + 0.2 * sum(values) / len(values)",
    "the number of values": "len(values)",
    "nothing": "0",
    "a random value": "random.choice(values)",
}
_PACMANS_PLACES: Final = {
    "Pacman": "True",
    "Pacman in the second round": "depth == 1",
    "Pacman in the last round": "depth == self.depth - 1",
    "Pacman from the third round on": "depth >= 2",
}
_GHOSTS_PLACES: Final = {
    "ghosts": "True",
    "the first ghost": "agent == 1",
    "the first of several ghosts": "agent == 1 < state.getNumAgents() - 1",
    "the last ghost": LAST_GHOST,
    "the last of several ghosts": f"agent > 1 and {LAST_GHOST}",
    "the middle ghosts": "1 < agent < state.getNumAgents() - 1",
    "all ghosts but the first": "agent > 1",
    "all ghosts but the last": "agent < state.getNumAgents() - 1",
    "ghosts in the first round": "depth == 0",
    "ghosts in the second round": "depth == 1",
    "ghosts in the last round": "depth == self.depth - 1",
    "ghosts in the last of several rounds": "depth == self.depth - 1 > 0",
}
_EVERYWHERE: Final = (
    "the sum",
    "the average",
    "the median",
    "the first value",
    "the last value",
    "the smallest",
    "the largest",
    "nothing",
)
_PACMANS_STARTS: Final = (0, -1, -10, -100, -999, -5000, -9000, 1, 10, 100)
_GHOSTS_STARTS: Final = (0, 1, 10, 100, 999, 5000, 9000, -1, -10, -100)
_NOT_YET: Final = "best = None\n        for value in values:\n            if not best or value {sign} best:\n                best = value\n        return best"
_EARLY: Final = {
    "a win ends the loop": (PACMANS_ACTIONS, "            if successor.isWin():\n                break\n"),
    "a loss ends the loop": (GHOSTS_ACTIONS, "            if successor.isLose():\n                break\n"),
    "a positive value ends the loop": (PACMANS_ACTIONS, "            if values[-1] > 0:\n                break\n"),
    "a worse value ends the loop": (PACMANS_ACTIONS, "            if values[-1] < values[0]:\n                break\n"),
    "a negative value ends the loop": (GHOSTS_ACTIONS, "            if values[-1] < 0:\n                break\n"),
}


def mutants(question: str) -> Iterator[Mutant]:
    """Yield the wrong searches of minimax or expectimax that combine values wrongly."""
    ghosts = GHOSTS[question]
    right = {"Pacman": "the largest", "ghosts": "the smallest" if question == "q2" else "the average"}
    for places, line, whose in ((_PACMANS_PLACES, PACMANS, "Pacman"), (_GHOSTS_PLACES, ghosts, "ghosts")):
        for place, test in places.items():
            for name, value in _WRONG.items():
                if name == right[whose] or (test != "True" and name not in _EVERYWHERE):
                    continue
                otherwise = line.removeprefix("return ")
                yield mutant(question, f"{place}: {name}", {line: f"return {value} if {test} else {otherwise}"})
    for start in _PACMANS_STARTS:
        yield mutant(question, f"start at Pacman's nodes: {start}", {PACMANS: f"return max([{start}, *values])"})
    yield mutant(
        question, "start at Pacman's nodes: -99999", {PACMANS: "return max([-99999, *values])"}, exempt=NO_SCORE_SO_FAR
    )
    yield mutant(question, "Pacman: no best value yet is 0", {PACMANS: _NOT_YET.format(sign=">")})
    for name, (loop, lines) in _EARLY.items():
        whose = "action" if loop == PACMANS_ACTIONS else "move"
        made = f"            successor = state.generateSuccessor(agent, {whose})\n            values.append(self.value(successor, depth, agent + 1))\n"
        yield mutant(question, f"{'Pacman' if whose == 'action' else 'ghosts'}: {name}", {made: made + lines})
    yield mutant(
        question,
        "kept: one list of values for all of Pacman's nodes",
        {
            "def pacman(self, state, depth, agent):\n        values = []": "def pacman(self, state, depth, agent, values=[]):"
        },
    )
    yield mutant(
        question,
        "kept: one list of values for all ghosts' nodes",
        {
            "def ghost(self, state, depth, agent):\n        values = []": "def ghost(self, state, depth, agent, values=[]):"
        },
    )
    yield from _of_minimax() if question == "q2" else _of_expectimax()
    yield mutant(
        question,
        "root: the average of the ghosts' values decides",
        {
            ROOT_BETTER: "value = self.evaluationFunction(successor) if successor.isWin() else value\n            if value > best:"
        },
        exempt="a won state has its own value here, too",
    )


def _of_minimax() -> Iterator[Mutant]:
    right = GHOSTS["q2"]
    for start in _GHOSTS_STARTS:
        yield mutant("q2", f"start at ghosts' nodes: {start}", {right: f"return min([{start}, *values])"})
    yield mutant("q2", "start at ghosts' nodes: 99999", {right: "return min([99999, *values])"}, exempt=NO_SCORE_SO_FAR)
    yield mutant("q2", "ghosts: no best value yet is 0", {right: _NOT_YET.format(sign="<")})
    for name, test in {
        "the average where more than two": "len(values) > 2",
        "the average of losses": "min(values) < 0",
        "the average of good values": "min(values) > 0",
    }.items():
        yield mutant("q2", f"ghosts: {name}", {right: f"return sum(values) / len(values) if {test} else min(values)"})
    yield mutant("q2", "ghosts: the smallest int", {right: "return min(values, key=int)"})
    yield mutant("q2", "Pacman: the largest int", {PACMANS: "return max(values, key=int)"})
    yield mutant("q2", "ghosts: the smallest by a hundredth", {right: "return min(values, key=lambda v: round(v, 2))"})
    yield mutant("q2", "ghosts: compared as text", {right: "return min(values, key=str)"})
    yield mutant("q2", "Pacman: compared as text", {PACMANS: "return max(values, key=str)"})


_AVERAGES: Final = {
    "integer division": "sum(values) // len(values)",
    "int": "int(sum(values) / len(values))",
    "rounded": "round(sum(values) / len(values))",
    "rounded to one digit": "round(sum(values) / len(values), 1)",
    "one more": "sum(values) / (len(values) + 1)",
    "one less": "sum(values) / max(len(values) - 1, 1)",
    "half": "sum(values) / 2",
    "a third": "sum(values) / 3",
    "a quarter": "sum(values) / 4",
    "the number of agents": "sum(values) / state.getNumAgents()",
    "the number of ghosts": "sum(values) / (state.getNumAgents() - 1)",
    "the agent's number": "sum(values) / agent",
    "the square": "sum(values) / len(values) ** 2",
    "the root of the number": "sum(values) / len(values) ** 0.5",
    "twice the number": "sum(values) / (2 * len(values))",
    "the number of distinct values": "sum(values) / len(set(values))",
    "distinct values": "sum(set(values)) / len(set(values))",
    "sum of distinct values": "sum(set(values)) / len(values)",
    "1 // n": "sum(value * (1 // len(values)) for value in values)",
    "rising weights": "sum(i * v for i, v in enumerate(values, 1)) / sum(range(1, len(values) + 1))",
    "rising weights, divided by the number": "sum(i * v for i, v in enumerate(values, 1)) / len(values)",
    "falling weights": "sum(v / i for i, v in enumerate(values, 1)) / sum(1 / i for i in range(1, len(values) + 1))",
    "halving weights": "sum(v / 2 ** i for i, v in enumerate(values, 1))",
    "the last value through the number": "values[-1] / len(values)",
    "the first value through the number": "values[0] / len(values)",
    "the largest through the number": "max(values) / len(values)",
    "the smallest through the number": "min(values) / len(values)",
    "without the last": "sum(values[:-1] or values) / len(values[:-1] or values)",
    "without the first": "sum(values[1:] or values) / len(values[1:] or values)",
    "without the last, divided by all": "sum(values[:-1]) / len(values)",
    "without the worst": "sum(sorted(values)[1:] or values) / max(len(values) - 1, 1)",
    "without the best": "sum(sorted(values)[:-1] or values) / max(len(values) - 1, 1)",
    "the first two": "sum(values[:2]) / len(values[:2])",
    "first and last": "(values[0] + values[-1]) / 2",
    "of magnitudes": "sum(map(abs, values)) / len(values)",
    "of squares": "(sum(v * v for v in values) / len(values)) ** 0.5",
    "of ints": "sum(map(int, values)) / len(values)",
    "of positive values": "sum(max(v, 0) for v in values) / len(values)",
    "of negative values": "sum(min(v, 0) for v in values) / len(values)",
    "of values that are not 0": "sum(values) / (sum(v != 0 for v in values) or 1)",
    "harmonic": "len(values) / sum(1 / (v or 1e-9) for v in values)",
    "geometric": "math.copysign(abs(math.prod(values)) ** (1 / len(values)), values[0])",
    "ghosts that prefer the smallest": "0.5 * min(values) + 0.5 * sum(values) / len(values)",
    "ghosts that prefer the smallest by 0.8": "0.8 * min(values) + 0.2 * (sum(values) - min(values)) / max(len(values) - 1, 1)",
    "a probability of 0.25": "sum(0.25 * v for v in values)",
    "a probability of two digits": "sum(round(1 / len(values), 2) * v for v in values)",
    "a probability of one digit": "sum(round(1 / len(values), 1) * v for v in values)",
    "plus the largest": "sum(values) / len(values) + max(values)",
    "minus the spread": "sum(values) / len(values) - (max(values) - min(values))",
    "minus a tenth of the spread": "sum(values) / len(values) - (max(values) - min(values)) / 10",
    "the smallest of two": "min(values) if len(values) == 2 else sum(values) / len(values)",
    "the smallest of more than two": "min(values) if len(values) > 2 else sum(values) / len(values)",
    "the sum of two": "sum(values) if len(values) == 2 else sum(values) / len(values)",
    "the smallest below 0": "min(values) if min(values) < 0 else sum(values) / len(values)",
    "at random": "random.choice(values)",
    "variance taken away": "sum(values) / len(values) - statistics.pvariance(values)",
}
_DIVISORS: Final = {
    "running": "average = values[0]\n        for v in values[1:]:\n            average = (average + v) / 2\n        return average",
    "running from 0": "average = 0\n        for v in values:\n            average = (average + v) / 2\n        return average",
    "divided in every turn": "total = 0\n        for v in values:\n            total = (total + v) / len(values)\n        return total",
    "overwritten": "total = 0\n        for v in values:\n            total = v / len(values)\n        return total",
    "begins with 1": "return (1 + sum(values)) / len(values)",
    "begins with the first twice": "return (values[0] + sum(values)) / len(values)",
    "begins with the first twice, and counts it": "return (values[0] + sum(values)) / (len(values) + 1)",
    "the state's own value counts": "return (self.evaluationFunction(state) + sum(values)) / (len(values) + 1)",
}


def _of_expectimax() -> Iterator[Mutant]:
    right = GHOSTS["q4"]
    for name, value in _AVERAGES.items():
        yield mutant("q4", f"average: {name}", {right: f"return {value}"})
    for name, lines in _DIVISORS.items():
        yield mutant("q4", f"average: {name}", {right: lines})
    for place in ("the first ghost", "the last of several ghosts", "the middle ghosts", "ghosts in the second round"):
        test = _GHOSTS_PLACES[place]
        for name in ("one more", "integer division", "rising weights"):
            yield mutant(
                "q4",
                f"average: {name}, {place}",
                {right: f"return {_AVERAGES[name]} if {test} else sum(values) / len(values)"},
            )
    yield mutant(
        "q4",
        "average: by the number of the root's actions",
        {
            ROOT_START: f"{ROOT_START}\n        self.number = len(gameState.getLegalActions(0))",
            right: "return sum(values) / self.number",
        },
    )
    yield mutant(
        "q4",
        "average: by the number of the successor's actions",
        {right: "return sum(values) / max(len(successor.getLegalActions(0)), 1)"},
    )
    yield mutant(
        "q4",
        "game: average by the number of Pacman's actions",
        {right: "return sum(values) / len(state.getLegalActions(0))"},
        real=True,
    )
    yield mutant("q4", "Pacman: the largest int", {PACMANS: "return max(values, key=int)"})
    yield mutant(
        "q4",
        "cuts: Pacman stops above the last average",
        {
            "            values.append(self.value(successor, depth, agent + 1))\n        return sum": "            values.append(self.value(successor, depth, agent + 1))\n            if values[-1] < getattr(self, 'alpha', -1e9):\n                break\n            self.alpha = values[-1]\n        return sum",
        },
    )
