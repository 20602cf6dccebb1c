"""What a wrong search does to values and actions, and where: the words that `Rules` are made of."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, isfinite, prod
from struct import pack, unpack
from typing import Final, TypeAlias

# Nodes by who moves there: the agent, the number of ghosts, the round from 0, and the last round.
PLACES: Final[dict[str, Callable[[int, int, int, int], bool]]] = {
    "Pacman": lambda agent, ghosts, rounds, last: agent == 0,
    "Pacman, first round": lambda agent, ghosts, rounds, last: agent == 0 == rounds,
    "Pacman, second round": lambda agent, ghosts, rounds, last: agent == 0 and rounds == 1,
    "Pacman, later rounds": lambda agent, ghosts, rounds, last: agent == 0 and rounds > 1,
    "ghosts": lambda agent, ghosts, rounds, last: agent > 0,
    "first ghost": lambda agent, ghosts, rounds, last: agent == 1,
    "first of several ghosts": lambda agent, ghosts, rounds, last: agent == 1 < ghosts,
    "ghosts but the first": lambda agent, ghosts, rounds, last: agent > 1,
    "ghosts but the last": lambda agent, ghosts, rounds, last: 0 < agent < ghosts,
    "middle ghosts": lambda agent, ghosts, rounds, last: 1 < agent < ghosts,
    "last ghost": lambda agent, ghosts, rounds, last: agent == ghosts,
    "third ghost": lambda agent, ghosts, rounds, last: agent == 3,
    "first of three ghosts": lambda agent, ghosts, rounds, last: agent == 1 and ghosts == 3,
    "last of several ghosts": lambda agent, ghosts, rounds, last: agent == ghosts > 1,
    "ghosts, first round": lambda agent, ghosts, rounds, last: agent > 0 == rounds,
    "ghosts, later rounds": lambda agent, ghosts, rounds, last: agent > 0 and rounds > 0,
    "ghosts, last of several rounds": lambda agent, ghosts, rounds, last: agent > 0 and rounds == last > 0,
    "first round": lambda agent, ghosts, rounds, last: rounds == 0,
    "later rounds": lambda agent, ghosts, rounds, last: rounds > 0,
}
TRIED: Final[dict[str, Callable[[Sequence[str]], Sequence[str]]]] = {
    "first": lambda actions: actions[:1],
    "last": lambda actions: actions[-1:],
    "all but the first": lambda actions: actions[1:],
    "all but the last": lambda actions: actions[:-1],
    "two": lambda actions: actions[:2],
    "three": lambda actions: actions[:3],
}


@dataclass(frozen=True)
class Leaf:
    """A leaf, and whose turn it would be there."""

    score: float
    moves: int
    rounds: int
    agent: int
    is_won: bool
    is_lost: bool


LeafChange: TypeAlias = Callable[[Leaf], float]
NodeChange: TypeAlias = Callable[[float, int], float]  # of a value, by the agent who moves


def _each(text: str, make: Callable[[float], LeafChange], numbers: Iterable[float]) -> dict[str, LeafChange]:
    return {text.format(number): make(number) for number in numbers}


LEAF_CHANGES: Final[dict[str, LeafChange]] = {
    "int": lambda leaf: int(leaf.score),
    "round": lambda leaf: round(leaf.score),
    "floor": lambda leaf: floor(leaf.score),
    "ceil": lambda leaf: ceil(leaf.score),
    "one digit": lambda leaf: round(leaf.score, 1),
    "two digits": lambda leaf: round(leaf.score, 2),
    "three digits": lambda leaf: round(leaf.score, 3),
    "four digits": lambda leaf: round(leaf.score, 4),
    "single precision": lambda leaf: float(unpack("f", pack("f", leaf.score))[0]),
    "tens": lambda leaf: leaf.score // 10,
    "absolute": lambda leaf: abs(leaf.score),
    "negated": lambda leaf: -leaf.score,
    "sign": lambda leaf: (leaf.score > 0) - (leaf.score < 0),
    "0 is the worst": lambda leaf: leaf.score or -inf,
    "0 is the best": lambda leaf: leaf.score or inf,
    "0 is 1": lambda leaf: leaf.score or 1,
    "negated where a ghost moves": lambda leaf: -leaf.score if leaf.agent else leaf.score,
    **_each("at least {:g}", lambda k: lambda leaf: max(leaf.score, k), (0, -1, -10, -100, -500, -1000)),
    **_each("at most {:g}", lambda k: lambda leaf: min(leaf.score, k), (0, 1, 10, 100, 500, 1000)),
    **_each("{:+g} a round", lambda k: lambda leaf: leaf.score + k * leaf.rounds, (1, -1, 10)),
    **_each("{:+g} a move", lambda k: lambda leaf: leaf.score + k * leaf.moves, (-0.01, 1)),
    **_each("{:+g} an agent", lambda k: lambda leaf: leaf.score + k * leaf.agent, (1, -1)),
    **_each("times {:g} a round", lambda k: lambda leaf: leaf.score * k**leaf.rounds, (0.99, 0.9, 0.5, 2)),
    **_each("a win is {:g}", lambda k: lambda leaf: k if leaf.is_won else leaf.score, (inf, 1000, 0, -inf)),
    **_each("a loss is {:g}", lambda k: lambda leaf: k if leaf.is_lost else leaf.score, (-inf, -1000, 0, inf)),
    **_each("{:+g} for a win", lambda k: lambda leaf: leaf.score + k * leaf.is_won, (1, 500)),
    **_each("{:+g} for a loss", lambda k: lambda leaf: leaf.score + k * leaf.is_lost, (-1, -500)),
}
NODE_CHANGES: Final[dict[str, NodeChange]] = {
    "times 0.999": lambda value, agent: value * 0.999,
    "times 0.99": lambda value, agent: value * 0.99,
    "times 0.9": lambda value, agent: value * 0.9,
    "times 0.5": lambda value, agent: value * 0.5,
    "times 0.99 for Pacman": lambda value, agent: value if agent else value * 0.99,
    "times 0.9 for Pacman": lambda value, agent: value if agent else value * 0.9,
    "times 0.9 for ghosts": lambda value, agent: value * 0.9 if agent else value,
    "times 0.9 for the first ghost": lambda value, agent: value * 0.9 if agent == 1 else value,
    "-1": lambda value, agent: value - 1,
    "-0.1": lambda value, agent: value - 0.1,
    "-1 for Pacman": lambda value, agent: value if agent else value - 1,
    "+0.1 for Pacman": lambda value, agent: value if agent else value + 0.1,
    "-1 for ghosts": lambda value, agent: value - (agent > 0),
    "negated for ghosts": lambda value, agent: -value if agent else value,
    "negated for Pacman": lambda value, agent: value if agent else -value,
    "int for Pacman": lambda value, agent: value if agent else _whole(value),
    "int for ghosts": lambda value, agent: _whole(value) if agent else value,
    "absolute": lambda value, agent: abs(value),
    "at least 0": lambda value, agent: max(value, 0),
    "at most 0": lambda value, agent: min(value, 0),
    "0 is the worst": lambda value, agent: value or -inf,
    "between -100 and 100": lambda value, agent: min(max(value, -100), 100),
    "between -1000 and 1000": lambda value, agent: min(max(value, -1000), 1000),
}


def _whole(value: float) -> float:
    return int(value) if isfinite(value) else value


def _in_turn(is_better: Callable[[float, float], bool]) -> Callable[[dict[str, float]], str]:
    """The choice of a loop that compares each value with the best before it."""

    def choice(values: dict[str, float]) -> str:
        chosen = next(iter(values))
        for action, value in values.items():
            if is_better(value, values[chosen]):
                chosen = action
        return chosen

    return choice


CHOICES: Final[dict[str, Callable[[dict[str, float]], str]]] = {
    "better by 1": _in_turn(lambda value, best: value > best + 1),
    "better by 0.01": _in_turn(lambda value, best: value > best + 0.01),
    "better by 0.00001": _in_turn(lambda value, best: value > best + 0.00001),
    "better in int": _in_turn(lambda value, best: _whole(value) > _whole(best)),
    "better than 0": _in_turn(lambda value, best: value > max(best, 0)),
    "best is kept once": lambda values: [a for a in values if values[a] >= values[next(iter(values))]][-1],
    "0 is no value": _in_turn(lambda value, best: not best or value > best),
    "larger": _in_turn(lambda value, best: abs(value) > abs(best)),
    "worst": _in_turn(lambda value, best: value < best),
    "second best": lambda values: sorted(values, key=lambda action: values[action])[-2:][0],
    "first": lambda values: next(iter(values)),
    "last": lambda values: list(values)[-1],
}


STATISTICS: Final[dict[str, Callable[[Sequence[float]], float]]] = {
    "median": lambda values: sorted(values)[len(values) // 2],
    "first": lambda values: values[0],
    "second largest": lambda values: sorted(values)[-2:][0],
    "second smallest": lambda values: sorted(values)[:2][-1],
    "product": lambda values: prod(values),
    "middle of extremes": lambda values: (max(values) + min(values)) / 2,
    "largest magnitude": lambda values: max(values, key=abs),
    "smallest magnitude": lambda values: min(values, key=abs),
    "distinct": lambda values: sum(set(values)) / len(set(values)),
    "largest int": lambda values: max(values, key=_whole),
    "smallest int": lambda values: min(values, key=_whole),
    "rounded mean": lambda values: round(sum(values) / len(values)),
    "mean of magnitudes": lambda values: sum(map(abs, values)) / len(values),
    "mean of positive": lambda values: sum(max(value, 0) for value in values) / len(values),
    "mean and spread": lambda values: sum(values) / len(values) - (max(values) - min(values)) / 10,
    "without the last": lambda values: sum(values[:-1] or values) / max(len(values) - 1, 1),
    "without the first": lambda values: sum(values[1:] or values) / max(len(values) - 1, 1),
    "without the best": lambda values: (sum(values) - max(values)) / (len(values) - 1) if values[1:] else values[0],
    "without the worst": lambda values: (sum(values) - min(values)) / (len(values) - 1) if values[1:] else values[0],
    "mostly the largest": lambda values: 0.8 * max(values) + 0.2 * sum(values) / len(values),
    "rising weights": lambda values: sum(n * v for n, v in enumerate(values, 1)) / sum(range(len(values) + 1)),
    "three at most": lambda values: sum(values) / min(len(values), 3),
    "mean and a little spread": lambda values: sum(values) / len(values) - (max(values) - min(values)) / 1000,
    "mostly the smallest": lambda values: 0.5 * min(values) + 0.5 * sum(values) / len(values),
}

# What the best value becomes, by the one so far and the one that is found, in the eyes of the one who moves.
UPDATES: Final[dict[str, Callable[[float, float], float]]] = {
    "best": max,
    "last": lambda best, found: found,
    "first": lambda best, found: found if best == -inf else best,
    "mean": lambda best, found: found if best == -inf else (best + found) / 2,
    "worst": lambda best, found: found if best == -inf else min(best, found),
    "better by 0.01": lambda best, found: found if found > best + 0.01 else best,
    "better by 1": lambda best, found: found if found > best + 1 else best,
    "better in int": lambda best, found: found if _whole(found) > _whole(best) else best,
    "0 is no value": lambda best, found: max(best, found) if best else found,
}
# What one's own bound becomes, by the bound, the best value, and whether it is that of the first action.
BOUND_MOVES: Final[dict[str, Callable[[float, float, bool], float]]] = {
    "replaced": lambda bound, best, is_first: best,
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
# Whether it is cut all the same, by the value, and whether it is that of the first action.
SPARES: Final[dict[str, Callable[[float, bool], bool]]] = {
    "": lambda value, is_first: True,
    "0": lambda value, is_first: value != 0,
    "negative": lambda value, is_first: value > 0,
    "positive": lambda value, is_first: value < 0,
    "after the first": lambda value, is_first: is_first,
    "the first": lambda value, is_first: not is_first,
}
