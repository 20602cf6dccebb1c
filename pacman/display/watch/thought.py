"""What the agents think of a state. Who can say it is asked; any other Pacman is watched while he decides."""

import copy
import inspect
import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from pacman.berkeley.search_recorder import RecorderLimits, SearchRecorder
from pacman.directions import Action, Position
from pacman.errors import describe_crash
from pacman.state import GameState

NO_DATA: Final = "no search data"
OVER: Final = "the game is over"
MOST_WATCHED: Final = 200_000  # states of a decision that are written down
NO_DIFFERENCE: Final = 1e-9  # what rounding leaves of one


@dataclass(frozen=True)
class Thought:
    """The view of the agent about to move, and what the ghosts are likely to do.

    values: what each legal action is worth, as text: "12.5", or "< 12.5" where a search that cuts knows only so much.
    lags: by how much an action is worse than the best one, where the search knows its value.
    facts: figures about the search, as text, in the order to be shown.
    paths: where each agent goes if the game takes the course the search expects.
    chances: for each ghost that can say so, the probability of each action.
    rival: the best action but the one chosen.
    differences: how much more each feature adds to the evaluation after the chosen action than after the rival, one
        move on; features that are alike are left out.
    problem: why there is nothing of a search here.
    """

    mover: int
    action: Action | None = None
    values: dict[Action, str] = field(default_factory=dict)
    lags: dict[Action, float] = field(default_factory=dict)
    facts: tuple[tuple[str, str], ...] = ()
    paths: dict[int, list[Position]] = field(default_factory=dict)
    chances: dict[int, dict[Action, float]] = field(default_factory=dict)
    rival: Action | None = None
    differences: dict[str, float] = field(default_factory=dict)
    problem: str | None = None


@dataclass(frozen=True)
class DeathView:
    """Why Pacman died, to be shown: the state of which index, what is drawn there, and a sentence."""

    index: int
    thought: Thought
    sentence: str


def think(agents: Sequence[Any], state: GameState, mover: int) -> Thought:
    """Ask the agent about to move for its search, and the ghosts for their distributions.

    Asking must not change the game: the global stream of `random` is put back, and copies of the agents are asked,
    since agents may have memory and generators of their own.
    """
    random_state = random.getstate()
    try:
        return _think([_copied(agent) for agent in agents], state, mover)
    except Exception as error:  # of the agent: the panel shows it in place of the search
        return Thought(mover, problem=f"the search failed: {describe_crash(error)}")
    finally:
        random.setstate(random_state)


def _think(agents: Sequence[Any], state: GameState, mover: int) -> Thought:
    if state.is_over:
        return Thought(mover, problem=OVER)
    chances = {
        ghost: dict(agent.distribution(state))
        for ghost, agent in enumerate(agents)
        if ghost and hasattr(agent, "distribution")
    }
    agent = agents[mover]
    if not state.legal_actions(mover):
        return Thought(mover, chances=chances, problem=NO_DATA)
    started = perf_counter()
    result = _search(agent, state)
    seconds = getattr(result, "seconds", 0.0) or perf_counter() - started
    if result is None:
        is_watched = mover == 0 and not hasattr(agent, "steer")
        return _watch(agent, state, chances) if is_watched else Thought(mover, chances=chances, problem=NO_DATA)
    rival, differences = _comparison(agent, result, state, mover)
    return Thought(
        mover,
        action=result.action,
        values=_values(result, state.legal_actions(mover), is_pacman=mover == 0),
        lags=_lags(result),
        facts=(
            ("value", value_text(result.value)),
            ("depth", depth_text(result.depth, state.num_agents)),
            ("nodes", f"{result.nodes:,}"),
            ("cuts", f"{result.cutoffs:,}"),
            ("time", time_text(seconds)),
        ),
        paths=_paths(state, mover, result.principal_variation),
        chances=chances,
        rival=rival,
        differences=differences,
    )


def _search(agent: Any, state: GameState) -> Any:
    """The result of an agent's search, if it has one as ours do; a student may give the name to anything."""
    search = getattr(agent, "search", None)
    try:
        inspect.signature(search).bind(state)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    assert search is not None
    result = search(state)
    return result if hasattr(result, "principal_variation") else None


def _watch(agent: Any, state: GameState, chances: dict[int, dict[Action, float]]) -> Thought:
    """What can be seen of a Pacman who does not say what he thinks: what he looked at, and his evaluation."""
    seen = state.deepCopy()  # he may write to it
    heard = _FirstMoves()
    recorder = SearchRecorder(seen, heard, RecorderLimits(MOST_WATCHED))
    started = perf_counter()
    with recorder.watching(agent):
        action = (agent.getAction if hasattr(agent, "getAction") else agent.get_action)(seen)
    seconds = perf_counter() - started
    values = heard.values or _evaluations(agent, state)
    states = len(recorder.states) - 1
    if not (states or values):
        return Thought(0, chances=chances, problem=NO_DATA)
    best = max(values.values(), default=0.0)
    return Thought(
        0,
        action=action if action in state.legal_actions(0) else None,
        values={each: value_text(value) for each, value in values.items()},
        lags={each: best - value for each, value in values.items()},
        facts=(
            ("states", f"{states:,}{' and more' if recorder.is_full else ''}"),
            ("depth", depth_text(recorder.deepest, state.num_agents)),
            ("time", time_text(seconds)),
            *([("values", "evaluations")] if values else []),
        ),
        chances=chances,
    )


class _FirstMoves:
    """A record of what the evaluation said of the state after each action at the root."""

    def __init__(self) -> None:
        self.values: dict[Action, float] = {}
        self._actions: dict[int, Action] = {}
        self._states = 0

    def add(self, parent: int, mover: int, action: Action, state: GameState) -> None:
        self._states += 1
        if parent == 0:
            self._actions[self._states] = action

    def evaluate(self, number: int, value: float) -> None:
        if number in self._actions:
            self.values[self._actions[number]] = value


def _evaluations(agent: Any, state: GameState) -> Mapping[Action, float]:
    """What the agent's evaluation says of the state after each action, if it can be asked."""
    evaluation = getattr(agent, "evaluationFunction", None)
    if callable(evaluation):
        with suppress(Exception):  # of the agent's; then there is none
            return {each: float(evaluation(state.successor(0, each))) for each in state.legal_actions(0)}
    return {}


def value_text(value: float) -> str:
    """A value in few characters."""
    if abs(value) >= 100_000:
        return f"{value:.3g}"
    return f"{value:.1f}".removesuffix(".0")


def depth_text(plies: int, agents: int) -> str:
    """How deep a search went: in rounds where they are whole, in plies always."""
    words = f"{plies} plies" if plies != 1 else "1 ply"
    rounds, rest = divmod(plies, agents)
    if rest or not rounds:
        return words
    return f"{rounds} round{'s' if rounds > 1 else ''} ({words})"


def time_text(seconds: float) -> str:
    """A duration in seconds, milliseconds or microseconds, whichever is readable."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds * 1e6:.0f} µs"


def _values(result: Any, legal: Sequence[Action], *, is_pacman: bool) -> dict[Action, str]:
    """The value of each action; an action that was cut off is worse than the best one for the agent that moves."""
    values = {action: value_text(value) for action, value in result.values.items()}
    if values and result.cutoffs:
        bound = f"{'<' if is_pacman else '>'} {value_text(result.value)}"
        values |= {action: bound for action in legal if action not in values}
    return values


def _lags(result: Any) -> dict[Action, float]:
    """By how much each action is worse than the best one for whoever moves."""
    return {action: abs(value - result.value) for action, value in result.values.items()}


def _comparison(agent: Any, result: Any, state: GameState, mover: int) -> tuple[Action | None, dict[str, float]]:
    """The rival of the chosen action, and the differences between the two.

    Where the search knows the values of no other actions, the evaluation one move on says which one is the rival.
    """
    parts: dict[Action, dict[str, float]] = {}
    if hasattr(agent, "contributions"):
        parts = {action: agent.contributions(state.successor(mover, action)) for action in state.legal_actions(mover)}
    worth = result.values if len(result.values) > 1 else {action: sum(part.values()) for action, part in parts.items()}
    others = [action for action in worth if action != result.action]
    if not others:
        return None, {}
    rival = (min if mover else max)(others, key=worth.__getitem__)
    chosen, other = parts.get(result.action, {}), parts.get(rival, {})
    differences = {name: chosen.get(name, 0.0) - other.get(name, 0.0) for name in {**chosen, **other}}
    return rival, {name: difference for name, difference in differences.items() if abs(difference) > NO_DIFFERENCE}


def _paths(state: GameState, mover: int, actions: Sequence[Action]) -> dict[int, list[Position]]:
    """The positions of each agent that moves along these actions."""
    paths: dict[int, list[Position]] = {}
    for ply, action in enumerate(actions):
        agent = (mover + ply) % state.num_agents
        if action not in state.legal_actions(agent):
            break  # the search played by other rules, as some submissions do
        path = paths.setdefault(agent, [state.position(agent)])
        state = state.successor(agent, action)
        path.append(state.position(agent))
    return paths


def _copied(agent: Any) -> Any:
    try:
        return copy.deepcopy(agent)
    except Exception:  # it holds a file, a lock or a process: the agent itself is asked
        return agent
