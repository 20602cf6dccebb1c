"""Wrong ways to treat values and actions: the closed sets of words that `Rules` accept, and their functions."""

from collections.abc import Callable, Sequence
from math import ceil, floor, inf, isfinite, prod
from struct import pack, unpack
from typing import Final, Literal, TypeAlias

Place: TypeAlias = Literal[
    "nowhere",
    "Pacman",
    "Pacman, second round",
    "Pacman, later rounds",
    "Pacman, last of several rounds",
    "ghosts",
    "first ghost",
    "first of several ghosts",
    "ghosts but the first",
    "ghosts but the last",
    "middle ghosts",
    "last of several ghosts",
    "third ghost",
    "first of three ghosts",
    "ghosts, first round",
    "ghosts, second round",
    "ghosts, later rounds",
    "ghosts, last of several rounds",
    "first round",
    "later rounds",
]
# Nodes by who moves there: the agent, the number of ghosts, the round from 0, and the last round.
PLACES: Final[dict[Place, Callable[[int, int, int, int], bool]]] = {
    "nowhere": lambda agent, ghosts, rounds, last: False,
    "Pacman": lambda agent, ghosts, rounds, last: agent == 0,
    "Pacman, second round": lambda agent, ghosts, rounds, last: agent == 0 and rounds == 1,
    "Pacman, later rounds": lambda agent, ghosts, rounds, last: agent == 0 and rounds > 1,
    "Pacman, last of several rounds": lambda agent, ghosts, rounds, last: agent == 0 and rounds == last > 0,
    "ghosts": lambda agent, ghosts, rounds, last: agent > 0,
    "first ghost": lambda agent, ghosts, rounds, last: agent == 1,
    "first of several ghosts": lambda agent, ghosts, rounds, last: agent == 1 < ghosts,
    "ghosts but the first": lambda agent, ghosts, rounds, last: agent > 1,
    "ghosts but the last": lambda agent, ghosts, rounds, last: 0 < agent < ghosts,
    "middle ghosts": lambda agent, ghosts, rounds, last: 1 < agent < ghosts,
    "last of several ghosts": lambda agent, ghosts, rounds, last: agent == ghosts > 1,
    "third ghost": lambda agent, ghosts, rounds, last: agent == 3,
    "first of three ghosts": lambda agent, ghosts, rounds, last: agent == 1 and ghosts == 3,
    "ghosts, first round": lambda agent, ghosts, rounds, last: agent > 0 == rounds,
    "ghosts, second round": lambda agent, ghosts, rounds, last: agent > 0 and rounds == 1,
    "ghosts, later rounds": lambda agent, ghosts, rounds, last: agent > 0 and rounds > 0,
    "ghosts, last of several rounds": lambda agent, ghosts, rounds, last: agent > 0 and rounds == last > 0,
    "first round": lambda agent, ghosts, rounds, last: rounds == 0,
    "later rounds": lambda agent, ghosts, rounds, last: rounds > 0,
}

Tried: TypeAlias = Literal["all", "first", "last", "all but the first", "all but the last", "two", "three"]
TRIED: Final[dict[Tried, Callable[[Sequence[str]], Sequence[str]]]] = {
    "all": lambda actions: actions,
    "first": lambda actions: actions[:1],
    "last": lambda actions: actions[-1:],
    "all but the first": lambda actions: actions[1:],
    "all but the last": lambda actions: actions[:-1],
    "two": lambda actions: actions[:2],
    "three": lambda actions: actions[:3],
}

# What is made of the value of a leaf.
LeafChange: TypeAlias = Literal[
    "none",
    "int",
    "round",
    "floor",
    "ceil",
    "one digit",
    "two digits",
    "three digits",
    "four digits",
    "halves",
    "single precision",
    "tens",
    "absolute",
    "negated",
    "squared",
    "sign",
    "0 is the worst",
    "0 is the best",
    "0 is 1",
    "nothing",
]
LEAF_CHANGES: Final[dict[LeafChange, Callable[[float], float]]] = {
    "none": lambda score: score,
    "int": int,
    "round": round,
    "floor": floor,
    "ceil": ceil,
    "one digit": lambda score: round(score, 1),
    "two digits": lambda score: round(score, 2),
    "three digits": lambda score: round(score, 3),
    "four digits": lambda score: round(score, 4),
    "halves": lambda score: round(score * 2) / 2,
    "single precision": lambda score: float(unpack("f", pack("f", score))[0]),
    "tens": lambda score: score // 10,
    "absolute": abs,
    "negated": lambda score: -score,
    "squared": lambda score: score**2,
    "sign": lambda score: (score > 0) - (score < 0),
    "0 is the worst": lambda score: score or -inf,
    "0 is the best": lambda score: score or inf,
    "0 is 1": lambda score: score or 1,
    "nothing": lambda score: 0,
}

# What is made of the value of any other node, by the agent who moves there.
NodeChange: TypeAlias = Literal[
    "none",
    "negated for ghosts",
    "negated for Pacman",
    "int for Pacman",
    "int for ghosts",
    "absolute",
    "0 is the worst",
    "-1",
    "-1 for Pacman",
    "-1 for ghosts",
    "-0.1",
]
NODE_CHANGES: Final[dict[NodeChange, Callable[[float, int], float]]] = {
    "none": lambda value, agent: value,
    "negated for ghosts": lambda value, agent: -value if agent else value,
    "negated for Pacman": lambda value, agent: value if agent else -value,
    "int for Pacman": lambda value, agent: value if agent else _whole(value),
    "int for ghosts": lambda value, agent: _whole(value) if agent else value,
    "absolute": lambda value, agent: abs(value),
    "0 is the worst": lambda value, agent: value or -inf,
    "-1": lambda value, agent: value - 1,
    "-1 for Pacman": lambda value, agent: value if agent else value - 1,
    "-1 for ghosts": lambda value, agent: value - (agent > 0),
    "-0.1": lambda value, agent: value - 0.1,
}


def _whole(value: float) -> float:
    return int(value) if isfinite(value) else value


def _in_turn(is_better: Callable[[float, float], bool]) -> Callable[[dict[str, float]], str]:
    """Return a choice that compares each value with the best one so far, as a loop does."""

    def choice(values: dict[str, float]) -> str:
        chosen = next(iter(values))
        for action, value in values.items():
            if is_better(value, values[chosen]):
                chosen = action
        return chosen

    return choice


# Which of the values at the root is taken for the best.
Choice: TypeAlias = Literal[
    "best",
    "better by 10",
    "better by 1",
    "better by 0.1",
    "better by 0.01",
    "better by 0.001",
    "better by 0.0001",
    "better by 0.00001",
    "better in int",
    "better than 0",
    "best is kept once",
    "0 is no value",
    "larger",
    "second best",
    "first",
    "last",
]
CHOICES: Final[dict[Choice, Callable[[dict[str, float]], str]]] = {
    "better by 10": _in_turn(lambda value, best: value > best + 10),
    "better by 1": _in_turn(lambda value, best: value > best + 1),
    "better by 0.1": _in_turn(lambda value, best: value > best + 0.1),
    "better by 0.01": _in_turn(lambda value, best: value > best + 0.01),
    "better by 0.001": _in_turn(lambda value, best: value > best + 0.001),
    "better by 0.0001": _in_turn(lambda value, best: value > best + 0.0001),
    "better by 0.00001": _in_turn(lambda value, best: value > best + 0.00001),
    "better in int": _in_turn(lambda value, best: _whole(value) > _whole(best)),
    "better than 0": _in_turn(lambda value, best: value > max(best, 0)),
    "best is kept once": lambda values: [a for a in values if values[a] >= values[next(iter(values))]][-1],
    "0 is no value": _in_turn(lambda value, best: not best or value > best),
    "larger": _in_turn(lambda value, best: abs(value) > abs(best)),
    "second best": lambda values: sorted(values, key=lambda action: values[action])[-2:][0],
    "first": lambda values: next(iter(values)),
    "last": lambda values: list(values)[-1],
}

# How the values of a node are put together where it is neither their largest nor their smallest; see `combined`.
Statistic: TypeAlias = Literal[
    "mean",
    "sum",
    "running",
    "floor",
    "one more",
    "one less",
    "half",
    "square",
    "agents",
    "ghosts",
    "rising",
    "rising weights",
    "last part",
    "nothing",
    "last",
    "first",
    "median",
    "second largest",
    "second smallest",
    "product",
    "middle of extremes",
    "largest magnitude",
    "smallest magnitude",
    "largest int",
    "smallest int",
    "distinct",
    "distinct parts",
    "rounded mean",
    "mean of magnitudes",
    "mean of positive",
    "mean and spread",
    "mean and a little spread",
    "without the last",
    "without the first",
    "without the best",
    "without the worst",
    "mostly the largest",
    "mostly the smallest",
    "three at most",
]
Combination: TypeAlias = Literal["max", "min", "last name", "first name", "by Pacman's actions"] | Statistic


def _running(values: Sequence[float]) -> float:
    average = values[0]
    for value in values[1:]:
        average = (average + value) / 2
    return average


_STATISTICS: Final[dict[Statistic, Callable[[Sequence[float]], float]]] = {
    "sum": sum,
    "running": _running,
    "half": lambda values: sum(values) / 2,
    "rising weights": lambda values: sum(n * v for n, v in enumerate(values, 1)) / sum(range(len(values) + 1)),
    "nothing": lambda values: 0,
    "last": lambda values: values[-1],
    "first": lambda values: values[0],
    "median": lambda values: sorted(values)[len(values) // 2],
    "second largest": lambda values: sorted(values)[-2:][0],
    "second smallest": lambda values: sorted(values)[:2][-1],
    "product": prod,
    "middle of extremes": lambda values: (max(values) + min(values)) / 2,
    "largest magnitude": lambda values: max(values, key=abs),
    "smallest magnitude": lambda values: min(values, key=abs),
    "largest int": lambda values: max(values, key=_whole),
    "smallest int": lambda values: min(values, key=_whole),
    "distinct": lambda values: sum(set(values)) / len(set(values)),
    "distinct parts": lambda values: sum(set(values)) / len(values),
    "rounded mean": lambda values: round(sum(values) / len(values)),
    "mean of magnitudes": lambda values: sum(map(abs, values)) / len(values),
    "mean of positive": lambda values: sum(max(value, 0) for value in values) / len(values),
    "mean and spread": lambda values: sum(values) / len(values) - (max(values) - min(values)) / 10,
    "mean and a little spread": lambda values: sum(values) / len(values) - (max(values) - min(values)) / 1000,
    "without the last": lambda values: sum(values[:-1] or values) / max(len(values) - 1, 1),
    "without the first": lambda values: sum(values[1:] or values) / max(len(values) - 1, 1),
    "without the best": lambda values: (sum(values) - max(values)) / (len(values) - 1) if values[1:] else values[0],
    "without the worst": lambda values: (sum(values) - min(values)) / (len(values) - 1) if values[1:] else values[0],
    "mostly the largest": lambda values: 0.8 * max(values) + 0.2 * sum(values) / len(values),
    "mostly the smallest": lambda values: 0.5 * min(values) + 0.5 * sum(values) / len(values),
    "three at most": lambda values: sum(values) / min(len(values), 3),
}


def combined(how: Statistic, values: Sequence[float], number: int, num_agents: int) -> float:
    """Return the average of the values, or a wrong one; `number` is the number of values expected."""
    if how in _STATISTICS:
        return _STATISTICS[how](values)
    if how == "floor":
        return sum(values) // number
    if how == "last part":  # overwritten in the loop
        return values[-1] / number
    if how == "rising":  # weights 1, 2, 3, …
        return sum(weight * value for weight, value in enumerate(values, start=1)) / number
    divisors: dict[Statistic, int] = {
        "mean": number,
        "one more": number + 1,
        "one less": max(number - 1, 1),
        "square": number * number,
        "agents": num_agents,
        "ghosts": max(num_agents - 1, 1),
    }
    return sum(values) / divisors[how]


WRONG_AVERAGES: Final[tuple[Statistic, ...]] = (
    *("sum", "running", "floor", "one more", "one less", "half", "square", "agents", "ghosts"),
    *("rising", "rising weights", "last part", "nothing", "three at most"),
)

# What the best value becomes, by the one so far and the one that is found, in the eyes of the one who moves.
Update: TypeAlias = Literal[
    "best",
    "last",
    "first",
    "mean",
    "worst",
    "better by 0.001",
    "better by 0.01",
    "better by 1",
    "better in int",
    "0 is no value",
]
UPDATES: Final[dict[Update, Callable[[float, float], float]]] = {
    "best": max,
    "last": lambda best, found: found,
    "first": lambda best, found: found if best == -inf else best,
    "mean": lambda best, found: found if best == -inf else (best + found) / 2,
    "worst": lambda best, found: found if best == -inf else min(best, found),
    "better by 0.001": lambda best, found: found if found > best + 0.001 else best,
    "better by 0.01": lambda best, found: found if found > best + 0.01 else best,
    "better by 1": lambda best, found: found if found > best + 1 else best,
    "better in int": lambda best, found: found if _whole(found) > _whole(best) else best,
    "0 is no value": lambda best, found: max(best, found) if best else found,
}

# What one's own bound becomes, by the bound, the best value, and whether it is that of the first action.
BoundMove: TypeAlias = Literal[
    "best",
    "too far",
    "not far enough",
    "int",
    "not by 0",
    "not below 0",
    "not above 0",
    "by the first",
    "not by the first",
    "once",
]
BOUND_MOVES: Final[dict[BoundMove, Callable[[float, float, bool], float]]] = {
    "best": lambda bound, best, is_first: max(bound, best),
    "too far": lambda bound, best, is_first: max(bound, best + 0.01),
    "not far enough": lambda bound, best, is_first: max(bound, best - 0.01),
    "int": lambda bound, best, is_first: max(bound, _whole(best)),
    "not by 0": lambda bound, best, is_first: max(bound, best) if best else bound,
    "not below 0": lambda bound, best, is_first: max(bound, best) if best > 0 else bound,
    "not above 0": lambda bound, best, is_first: max(bound, best) if best < 0 else bound,
    "by the first": lambda bound, best, is_first: max(bound, best) if is_first else bound,
    "not by the first": lambda bound, best, is_first: bound if is_first else max(bound, best),
    "once": lambda bound, best, is_first: best if bound == -inf else bound,
}

# Values at which nothing is cut in spite of all, by the value, and whether it is that of the first action.
Spared: TypeAlias = Literal["nothing", "0", "negative", "positive", "after the first", "the first"]
SPARED: Final[dict[Spared, Callable[[float, bool], bool]]] = {
    "nothing": lambda value, is_first: False,
    "0": lambda value, is_first: value == 0,
    "negative": lambda value, is_first: value <= 0,
    "positive": lambda value, is_first: value >= 0,
    "after the first": lambda value, is_first: not is_first,
    "the first": lambda value, is_first: is_first,
}
