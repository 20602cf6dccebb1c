"""Why did he die? The last round in which another action would have saved Pacman, found by search.

An action saves him if, whatever the ghosts do, he can stay alive for some rounds more than he did (or win). Going back
from the end of a lost game, there is a last decision that had such an action: after it he was lost, if the ghosts only
knew it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from pacman.directions import Action, Position
from pacman.display.watch.thought import DeathView, Thought
from pacman.record import GameRecord, Move
from pacman.state import GameState

MARGIN: Final = 2  # rounds to be survived beyond the one he died in
MOST_ROUNDS: Final = 12  # that are looked back
MOST_STATES: Final = 300_000  # that looking at one decision may cost
QUICK_STATES: Final = 50_000  # the same where many games are told of at once


@dataclass(frozen=True)
class Fate:
    """What an action leads to.

    survives: whether he can stay alive for `rounds` rounds whatever the ghosts do; None where the search gave up.
    line: where he does not, play that kills him, as moves from this action on: he tries his best, the ghosts theirs.
    """

    action: Action
    survives: bool | None
    rounds: int
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Death:
    """The decision that lost the game.

    move: its number among all moves, from 1. round: its number among Pacman's decisions, from 1.
    fates: what each legal action led to. is_turning_point: another action would have saved him, and after this decision
        none did; if not, nothing saved him for sure as far back as the search looked, and this is how far it looked.
    line: what was played from there to the end. states: before each of these moves, and the last one.
    """

    move: int
    round: int
    state: GameState
    chosen: Action
    fates: tuple[Fate, ...]
    is_turning_point: bool
    line: tuple[Move, ...]
    states: tuple[GameState, ...]

    @property
    def saving(self) -> list[Action]:
        return [fate.action for fate in self.fates if fate.survives]


def explain_death(record: GameRecord, most_states: int = MOST_STATES) -> Death | None:
    """The decision that lost a game; None for a game that was not lost."""
    states = [*record.states()]
    if not states[-1].is_lose:
        return None
    decisions = [number for number, (agent, _) in enumerate(record.moves) if agent == 0]
    found = None
    for back, number in enumerate(reversed(decisions[-MOST_ROUNDS:])):
        survival = _Survival(states[number].num_agents, most_states)
        found = _decision(record.moves, states, number, len(decisions) - back, back + 1 + MARGIN, survival)
        if found.is_turning_point or any(fate.survives is None for fate in found.fates):
            break
    return found


def _decision(
    moves: Sequence[Move],
    states: Sequence[GameState],
    number: int,
    round_number: int,
    rounds: int,
    survival: "_Survival",
) -> Death:
    state, chosen = states[number], moves[number][1]
    fates = tuple(survival.fate(state, action, rounds) for action in state.legal_actions(0))
    return Death(
        move=number + 1,
        round=round_number,
        state=state,
        chosen=chosen,
        fates=fates,
        is_turning_point=any(fate.survives for fate in fates if fate.action != chosen),
        line=tuple(moves[number:]),
        states=tuple(states[number:]),
    )


class _TooMany(Exception):
    """The search has cost what it may."""


class _Survival:
    """Can Pacman stay alive, whatever the ghosts do?"""

    def __init__(self, num_agents: int, most_states: int) -> None:
        self._num_agents = num_agents
        self._known: dict[Any, bool] = {}
        self._left = most_states

    def fate(self, state: GameState, action: Action, rounds: int) -> Fate:
        plies = rounds * self._num_agents
        child = state.successor(0, action)
        try:
            if self.survives(child, 1 % self._num_agents, plies - 1):
                return Fate(action, True, rounds)
            return Fate(
                action, False, rounds, ((0, action), *self._killing_line(child, 1 % self._num_agents, plies - 1))
            )
        except _TooMany:
            return Fate(action, None, rounds)

    def survives(self, state: GameState, agent: int, plies: int) -> bool:
        if state.is_over or plies == 0:
            return not state.is_lose
        agents, edible, timers, marks, _, _ = state.packed()
        key = (*agents, edible, timers, marks, agent, plies)
        if key not in self._known:
            self._left -= 1
            if self._left < 0:
                raise _TooMany
            below = (agent + 1) % self._num_agents
            outcomes = (self.survives(state.successor(agent, a), below, plies - 1) for a in state.legal_actions(agent))
            self._known[key] = any(outcomes) if agent == 0 else all(outcomes)
        return self._known[key]

    def _killing_line(self, state: GameState, agent: int, plies: int) -> list[Move]:
        """From a lost state: the ghosts keep it lost; Pacman holds out as long as he can."""
        line: list[Move] = []
        while not state.is_over and plies:
            below = (agent + 1) % self._num_agents
            choices = [(a, state.successor(agent, a)) for a in state.legal_actions(agent)]
            if agent == 0:
                action, state = max(choices, key=lambda choice: self._holds_out(choice[1], below, plies - 1))
            else:
                lost = [each for each in choices if not self.survives(each[1], below, plies - 1)]
                action, state = min(lost, key=lambda choice: self._holds_out(choice[1], below, plies - 1))
            line.append((agent, action))
            agent, plies = below, plies - 1
        return line

    def _holds_out(self, state: GameState, agent: int, plies: int) -> int:
        """The plies that he survives for sure, at most so many."""
        if state.is_lose:
            return -1
        return next((fewer for fewer in range(plies, -1, -1) if self.survives(state, agent, fewer)), -1)


def view_death(record: GameRecord) -> DeathView | None:
    """Return what the window shows of a lost game: each action's outcome, and the line to the end on the board.

    None for a game that was not lost.
    """
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
