"""The decision that lost a game: the last round in which another action would have saved Pacman, found by search.

An action saves Pacman if, whatever the ghosts do, Pacman can stay alive forever after it, or win. Going back from the
end of a lost game, every decision is lost, whatever the action, up to the last one that was not. If the board is too
large to solve that decision, its actions are compared by the rounds that Pacman is certain to survive.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import pairwise
from typing import Final

from agents.microscope.survival import HorizonSearch, SafetySolver, Verdict
from pacman.directions import Action, Position
from pacman.record import GameRecord, Move
from pacman.state import GameState

MOST_STATES: Final = 100_000  # that searching one decision may cost
QUICK_STATES: Final = 10_000  # the same where a page has many games
MOST_DECISIONS: Final = 12  # that may cost so much


class Cause(Enum):
    """The reason for a death, as far as it is known.

    MISSED_RESCUE: another action would have saved Pacman. SHORTENED: another action would have lived longer; whether it
    would have saved Pacman is not known. NO_RESCUE: nothing would have saved Pacman from this decision on, nor the
    decision itself. UNKNOWN: nothing would have saved Pacman after this decision, which was too large to search.
    """

    MISSED_RESCUE = auto()
    SHORTENED = auto()
    NO_RESCUE = auto()
    UNKNOWN = auto()


@dataclass(frozen=True)
class Survival:
    """The result of an action, whatever the ghosts do.

    rounds: that Pacman is certain to survive, the round of the action included; more may be possible unless there is a
        line. line: for a lost action, play that kills Pacman in the round after these, as moves from this action on;
        empty if the search did not go so far.
    """

    action: Action
    verdict: Verdict
    rounds: int = 0
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Death:
    """The decision that lost the game.

    move: its number among all moves, from 1. round: its number among Pacman's decisions, from 1.
    survivals: the result of each legal action. line: the moves played from there to the end. states: before each of
        these moves, and the last one.
    """

    move: int
    round: int
    state: GameState
    chosen: Action
    survivals: tuple[Survival, ...]
    line: tuple[Move, ...]
    states: tuple[GameState, ...]

    @property
    def rounds(self) -> int:
        """Number of rounds from the decision to the death, both included."""
        return sum(agent == 0 for agent, _ in self.line)

    @property
    def cause(self) -> Cause:
        verdicts = [survival.verdict for survival in self.survivals]
        if Verdict.SAFE in verdicts:
            return Cause.MISSED_RESCUE
        if Verdict.UNKNOWN not in verdicts:
            return Cause.NO_RESCUE
        return Cause.SHORTENED if self.rounds_longer > 0 else Cause.UNKNOWN

    @property
    def rounds_longer(self) -> int:
        """Minimal number of rounds that Pacman would have lived longer with the best action that is not decided."""
        undecided = (survival.rounds for survival in self.survivals if survival.verdict is Verdict.UNKNOWN)
        return max(undecided, default=0) - (self.rounds - 1)

    @property
    def better(self) -> list[Action]:
        """The actions that would have saved Pacman, or where none is known, those that would have lived longer."""
        if self.cause is Cause.MISSED_RESCUE:
            return [survival.action for survival in self.survivals if survival.verdict is Verdict.SAFE]
        if self.cause is not Cause.SHORTENED:
            return []
        survived = self.rounds_longer + self.rounds - 1
        return [f.action for f in self.survivals if f.verdict is Verdict.UNKNOWN and f.rounds == survived]


def explain_death(record: GameRecord, most_states: int = MOST_STATES) -> Death | None:
    """Return the decision that lost a game; None for a game that was not lost."""
    states = [*record.states()]
    if not states[-1].is_lose:
        return None
    decisions = [number for number, (agent, _) in enumerate(record.moves) if agent == 0]
    solver = SafetySolver(states[0].num_agents, most_states // 2)
    search = HorizonSearch(states[0].num_agents)
    found = None
    for back, number in enumerate(reversed(decisions)):
        if found and search.states > MOST_DECISIONS * most_states:
            break
        state, chosen = states[number], record.moves[number][1]
        found = Death(
            move=number + 1,
            round=len(decisions) - back,
            state=state,
            chosen=chosen,
            survivals=_survivals(state, chosen, solver, search, most_states),
            line=tuple(record.moves[number:]),
            states=tuple(states[number:]),
        )
        if found.cause is not Cause.NO_RESCUE:
            break
    return found


def _survivals(
    state: GameState, chosen: Action, solver: SafetySolver, search: HorizonSearch, most_states: int
) -> tuple[Survival, ...]:
    """Return the result of each action in a state after which, with the chosen one, Pacman was lost."""
    survivals = []
    for action, prospect in search.prospects(state, most_states).items():
        is_lost = prospect.line or action == chosen
        verdict = Verdict.LOST if is_lost else solver.verdict(state, action)
        survivals.append(Survival(action, verdict, prospect.rounds, prospect.line))
    return tuple(survivals)


def paths_of(line: Sequence[Move], states: Sequence[GameState]) -> dict[int, list[Position]]:
    """Return the positions of each agent in a line of play; `states`: before each move, and the last one."""
    paths: dict[int, list[Position]] = {}
    for (agent, _), (before, after) in zip(line, pairwise(states), strict=True):
        paths.setdefault(agent, [before.position(agent)]).append(after.position(agent))
    return paths
