"""The bugs that searches have: a name for each, and searches that have it."""

from dataclasses import dataclass, replace
from typing import Final

from autograder.diagnosis.wrong_searches import Rules


@dataclass(frozen=True)
class Bug:
    """A name, a word of advice, and the searches that have it."""

    name: str
    advice: str
    searches: tuple[Rules, ...]


RIGHT: Final = {
    "MinimaxAgent": Rules(),
    "AlphaBetaAgent": Rules(cut="worse"),
    "ExpectimaxAgent": Rules(others="mean"),
}


def known_bugs(agent: str) -> list[Bug]:
    """The bugs that an agent may have, the more special ones first."""
    right = RIGHT[agent]
    bugs = [
        Bug(
            "root tie to the last",
            "of equally good actions take the first: replace the best one only when another is strictly better",
            (replace(right, last_tie=True),),
        ),
        Bug(
            "search depth off by one",
            "the depth counts rounds, in which every agent moves once: is it checked, and changed, in the right place?",
            tuple(replace(right, rounds=n, empty_is_infinite=e) for n in (-1, 1) for e in (False, True)),
        ),
        Bug(
            "the last round is not finished",
            "a round is over when the last ghost has moved; the search stops before that",
            (replace(right, unfinished=-1), replace(right, unfinished=1)),
        ),
        Bug(
            "the depth counts single moves",
            "the depth counts rounds, not the moves of single agents",
            (replace(right, in_plies=True),),
        ),
        Bug(
            "ghosts' layers merged",
            "with several ghosts each has a layer of its own; here one layer stands for all of them",
            tuple(replace(right, ghosts=1, empty_is_infinite=e) for e in (False, True)),
        ),
        Bug(
            "a ghost's layer is missing",
            "every ghost moves in a round; the search leaves one out",
            tuple(replace(right, ghosts=n, empty_is_infinite=e) for n in (2, 0) for e in (False, True)),
        ),
        Bug(
            "min and max swapped",
            "Pacman (agent 0) takes the largest value, the ghosts the smallest",
            (
                replace(right, chooser="min", others="max" if right.others == "min" else right.others),
                replace(right, others="max"),
            ),
        ),
        Bug(
            "ignores win and lose",
            "a game that is won or lost is over: look at isWin() and isLose() before going on",
            (replace(right, stops_at_end=False), replace(right, stops_at_end=False, empty_is_infinite=True)),
        ),
    ]
    if agent == "AlphaBetaAgent":
        bugs += [
            Bug("no pruning", "nothing is ever cut: this is plain minimax", (replace(right, cut=None),)),
            Bug(
                "pruned on equality",
                "cut only when a value is strictly beyond alpha or beta, not when it equals it",
                (replace(right, cut="equal"), replace(right, cut="equal", keeps_bound=False)),
            ),
            Bug(
                "alpha is not kept at the root",
                "what the first actions at the root are worth must be known when the later ones are searched",
                (replace(right, keeps_bound=False),),
            ),
        ]
    if agent == "ExpectimaxAgent":
        bugs += [
            Bug(
                "the minimum in place of the average",
                "in expectimax a ghost does not choose the worst for Pacman: its actions are equally likely, and "
                "the state before it is worth their average",
                (replace(right, others="min"),),
            ),
            Bug(
                "expected value weighted wrongly",
                "every action of a ghost has the same probability: the sum of the values divided by their number",
                tuple(replace(right, others=how) for how in ("sum", "running", "floor", "one more")),
            ),
        ]
    else:
        average = replace(right, others="mean", cut=None)
        bugs.append(Bug("the average in place of the minimum", "a ghost takes the worst for Pacman", (average,)))
    return bugs
