"""Search data about a state, from agents that report it; any other Pacman agent may be watched while it decides."""

import copy
import inspect
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import isclose
from time import perf_counter
from typing import Any, Final, TypeAlias

from pacman.directions import Action, Position
from pacman.display.messages import Message, Text
from pacman.errors import describe_crash
from pacman.state import GameState

NO_DATA: Final = Message("no-data")
OVER: Final = Message("game-over")
OTHER_LEAVES: Final = Message("other-leaves")
NOT_KNOWN: Final = Message("pruned-difference")
NO_DIFFERENCE: Final = 1e-9  # smaller differences are rounding errors


@dataclass(frozen=True)
class Thought:
    """Search of the agent about to move, and the probabilities of the ghosts' moves.

    values: the value of each legal action as text: "12.5", or "< 12.5" where a search with pruning has only a bound;
        for a search that was watched also "≤ 12.5", or "?" where no bound is known.
    lags: the difference of each action to the best one, where its value is known.
    facts: figures about the search, in the order of display: the key of the name, and the text.
    paths: the positions of each agent along the principal variation.
    chances: for each ghost that reports them, the probability of each action.
    rival: the best of the other actions.
    differences: the contribution of each feature to the value of the chosen action minus that to the rival's; features
        without a difference are left out.
    remark: the reason why there are no differences.
    problem: the reason why there is no search data.
    """

    mover: int
    action: Action | None = None
    values: dict[Action, str] = field(default_factory=dict)
    lags: dict[Action, float] = field(default_factory=dict)
    facts: tuple[tuple[str, Text], ...] = ()
    paths: dict[int, list[Position]] = field(default_factory=dict)
    chances: dict[int, dict[Action, float]] = field(default_factory=dict)
    rival: Action | None = None
    differences: dict[str, float] = field(default_factory=dict)
    remark: Text = ""
    problem: Text | None = None


@dataclass(frozen=True)
class DeathView:
    """Explanation of Pacman's death: the index of the state to show, what is drawn there, and a sentence."""

    index: int
    thought: Thought
    sentence: str


PacmanWatcher: TypeAlias = Callable[[Any, GameState], Thought]


def think(agents: Sequence[Any], state: GameState, mover: int, watch_pacman: PacmanWatcher | None = None) -> Thought:
    """Ask the agent about to move for its search, and the ghosts for their distributions.

    watch_pacman: observes the search of a Pacman agent that does not report its own.
    This must not change the game: the global stream of `random` is restored, and copies of the agents are asked,
    because agents may have memory and generators of their own.
    """
    random_state = random.getstate()
    try:
        return _think([_copied(agent) for agent in agents], state, mover, watch_pacman)
    except Exception as error:  # raised by the agent: the panel shows it instead of the search
        return Thought(mover, problem=Message("search-failed", {"error": describe_crash(error)}))
    finally:
        random.setstate(random_state)


def _think(agents: Sequence[Any], state: GameState, mover: int, watch_pacman: PacmanWatcher | None) -> Thought:
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
        if watch_pacman is not None and can_be_watched(agent) and mover == 0:
            return replace(watch_pacman(agent, state), chances=chances)
        return Thought(mover, chances=chances, problem=NO_DATA)
    rival, differences = _comparison(agent, result, state, mover)
    remark = "" if rival is None or not differences else _mismatch(differences, result, rival)
    return Thought(
        mover,
        action=result.action,
        values=_values(result, state.legal_actions(mover), is_pacman=mover == 0),
        lags=_lags(result),
        facts=(
            ("fact-value", value_text(result.value)),
            ("fact-depth", depth_text(result.depth, state.num_agents)),
            ("fact-nodes", f"{result.nodes:,}"),
            ("fact-cuts", f"{result.cutoffs:,}"),
            ("fact-time", time_text(seconds)),
        ),
        paths=expected_paths(state, mover, result.principal_variation),
        chances=chances,
        rival=rival,
        differences={} if remark else differences,
        remark=remark,
    )


def can_be_watched(agent: Any) -> bool:
    """True for an agent with code that decides; not for a person, or for a placeholder of unknown code."""
    return not hasattr(agent, "steer") and (hasattr(agent, "getAction") or hasattr(agent, "get_action"))


def _search(agent: Any, state: GameState) -> Any:
    """Return the result of `agent.search`, or None if it is not a search like ours: a student may use this name."""
    search = getattr(agent, "search", None)
    try:
        inspect.signature(search).bind(state)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None
    assert search is not None
    result = search(state)
    return result if hasattr(result, "principal_variation") else None


def value_text(value: float) -> str:
    """Return a value in few characters."""
    if abs(value) >= 100_000:
        return f"{value:.3g}"
    return f"{value:.1f}".removesuffix(".0")


def depth_text(plies: int, agents: int) -> Message:
    """Return the depth of a search in plies and, if they are whole, in rounds."""
    in_plies = Message("one-ply") if plies == 1 else Message("plies", {"count": str(plies)})
    rounds, rest = divmod(plies, agents)
    if rest or not rounds:
        return in_plies
    in_rounds = Message("one-round") if rounds == 1 else Message("rounds", {"count": str(rounds)})
    return Message("depth-in-rounds", {"rounds": in_rounds, "plies": in_plies})


def time_text(seconds: float) -> str:
    """Return a duration in seconds, milliseconds or microseconds, whichever is readable."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds * 1e6:.0f} µs"


def _values(result: Any, legal: Sequence[Action], *, is_pacman: bool) -> dict[Action, str]:
    """Return the value of each action; a pruned action is worse than the best one for the agent that moves."""
    values = {action: value_text(value) for action, value in result.values.items()}
    if values and result.cutoffs:
        bound = f"{'<' if is_pacman else '>'} {value_text(result.value)}"
        values |= {action: bound for action in legal if action not in values}
    return values


def _lags(result: Any) -> dict[Action, float]:
    """Return the difference of each action to the best one for the agent that moves."""
    return {action: abs(value - result.value) for action, value in result.values.items()}


def _mismatch(differences: dict[str, float], result: Any, rival: Action) -> Text:
    """Return the reason why feature differences after one move do not sum to the search's difference of two actions.

    Empty if they do.
    """
    if rival not in result.values or result.action not in result.values:
        return NOT_KNOWN
    lead = result.values[result.action] - result.values[rival]
    adds_up = isclose(sum(differences.values()), lead, rel_tol=NO_DIFFERENCE, abs_tol=NO_DIFFERENCE)
    return "" if adds_up else OTHER_LEAVES


def _comparison(agent: Any, result: Any, state: GameState, mover: int) -> tuple[Action | None, dict[str, float]]:
    """Return the rival of the chosen action, and the feature differences between the two.

    If the search has no values of other actions, the rival is the one with the best evaluation after one move.
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


def expected_paths(state: GameState, mover: int, actions: Sequence[Action]) -> dict[int, list[Position]]:
    """Return the positions of each agent that moves along these actions."""
    paths: dict[int, list[Position]] = {}
    for ply, action in enumerate(actions):
        agent = (mover + ply) % state.num_agents
        if action not in state.legal_actions(agent):
            break  # the search does not follow the rules, as in some submissions
        path = paths.setdefault(agent, [state.position(agent)])
        state = state.successor(agent, action)
        path.append(state.position(agent))
    return paths


def _copied(agent: Any) -> Any:
    try:
        return copy.deepcopy(agent)
    except Exception:  # an agent that holds a file, a lock or a process cannot be copied: ask the agent itself
        return agent
