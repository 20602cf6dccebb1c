"""Why Pacman died, as the window shows it: what each action led to beside him, and the way to his end on the board."""

from collections.abc import Sequence
from itertools import pairwise

from agents.microscope.death import Death, Fate, explain_death
from pacman.directions import Position
from pacman.display.watch.thought import DeathView, Thought
from pacman.record import GameRecord, Move
from pacman.state import GameState


def view_death(record: GameRecord) -> DeathView | None:
    """None for a game that was not lost."""
    death = explain_death(record)
    if death is None:
        return None
    thought = Thought(
        0,
        action=death.chosen,
        values={fate.action: _words(fate) for fate in death.fates},
        facts=(("he went", death.chosen), ("saved by", _saving(death))),
        paths=paths_of(death.line, death.states),
    )
    return DeathView(death.move - 1, thought, _sentence(death))


def _words(fate: Fate) -> str:
    return {True: "alive", False: "dies", None: "?"}[fate.survives]


def _saving(death: Death) -> str:
    return " or ".join(action for action in death.saving if action != death.chosen) or "nothing for sure"


def _sentence(death: Death) -> str:
    if death.is_turning_point:
        return f"The last way out: he went {death.chosen}; {_saving(death)} would have saved him."
    if any(fate.survives is None for fate in death.fates):
        return "The board is too large to look further ahead than from here."
    return "From here on nothing would have saved him for sure."


def paths_of(line: Sequence[Move], states: Sequence[GameState]) -> dict[int, list[Position]]:
    """Where each agent goes in a line of play; `states`: before each move, and the last one."""
    paths: dict[int, list[Position]] = {}
    for (agent, _), (before, after) in zip(line, pairwise(states), strict=True):
        paths.setdefault(agent, [before.position(agent)]).append(after.position(agent))
    return paths
