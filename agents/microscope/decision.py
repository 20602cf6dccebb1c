"""Observation of a decision of any agent: the states it visits, its action, and the time it takes.

Built-in searches write a trace, with every value and window. Any other agent, such as a student's, is observed from
outside: the successors that it requests form its tree, and values are known where its evaluation was recorded.
"""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from operator import itemgetter
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from agents.microscope.own_values import WrongValue, first_wrong_value
from agents.pacmen import AlphaBetaAgent, MCTSAgent
from agents.search import CHANCE, MAX, Trace
from agents.search.search_tree import Rule, SearchNode, SearchTree
from agents.search.support.trace import GrowthTrace
from agents.search_agent import Traceable
from pacman.agent_code.error_messages import describe_answer
from pacman.agent_code.time_limit import OutOfTime, call_within
from pacman.berkeley.search_recorder import DEFAULT_LIMITS, RecorderLimits, SearchRecorder
from pacman.directions import STOP, Action
from pacman.errors import describe_crash
from pacman.state import GameState

PacmanTree: TypeAlias = SearchTree[GameState, Action]
PacmanNode: TypeAlias = SearchNode[GameState, Action]


@dataclass(frozen=True)
class WatchedDecision:
    """Result of asking a Pacman agent for its action in one state.

    action: its answer; None for a failed decision, whose reason is `problem`.
    tree: the searched tree, as far as the search went.
    requests: number of successors requested; higher than the number of states if some were requested repeatedly.
    knows_windows: the search is a built-in one, with every value and window.
    is_full: there were more states than the recorder keeps.
    exception: the one that the agent raised in place of an answer.
    returned: the type of an answer that is not a legal action.
    alpha_beta: the agent, if it is the built-in alpha-beta agent, to reconstruct what it cut.
    """

    state: GameState
    agent: str
    action: Action | None
    tree: PacmanTree
    seconds: float
    requests: int
    problem: str = ""
    knows_windows: bool = False
    is_full: bool = False
    alpha_beta: AlphaBetaAgent | None = None
    exception: BaseException | None = None
    returned: type | None = None

    @property
    def candidates(self) -> list[PacmanNode]:
        """Nodes after each action at the root, in the order of their first visits."""
        return [*self.tree.children(self.tree.root)]


def watch_decision(
    agent: Any,
    state: GameState,
    name: str = "",
    seconds: float = inf,
    *,
    limits: RecorderLimits = DEFAULT_LIMITS,
    is_new: bool = True,
) -> WatchedDecision:
    """Ask an agent for its action and record its search. The state of `random` is restored afterwards.

    If the agent crashes or exceeds `seconds`, there is no action, and the tree holds what was recorded until then.
    limits: of the recorder, for an agent without a trace. is_new: begin a new game for the agent with this state.
    """
    name = name or type(agent).__name__
    random_state = random.getstate()
    try:
        if isinstance(agent, Traceable):
            return _watch_trace(agent, state, name, seconds)
        if is_new:
            with suppress(Exception):
                if hasattr(agent, "registerInitialState"):
                    agent.registerInitialState(state.deepCopy())
        return _watch_requests(agent, state, name, seconds, limits)
    finally:
        random.setstate(random_state)


def _watch_trace(agent: Traceable, state: GameState, name: str, seconds: float) -> WatchedDecision:
    kind = GrowthTrace if isinstance(agent, MCTSAgent) else Trace
    trace: Any = kind(rules_of(agent.ghosts_take, state.num_agents), itemgetter(0))  # the state of a turn
    answer = _answer(lambda: agent.traced_search(state, trace).action, state, seconds)
    try:
        tree: PacmanTree = trace.tree
    except LookupError:  # the search failed before it started the trace
        tree = SearchTree(state)
    tree.chosen = answer.action
    pruning = agent if isinstance(agent, AlphaBetaAgent) and not answer.problem else None
    return WatchedDecision(
        state, name, tree=tree, requests=tree.generated, knows_windows=True, alpha_beta=pruning, **answer._asdict()
    )


def _watch_requests(agent: Any, state: GameState, name: str, seconds: float, limits: RecorderLimits) -> WatchedDecision:
    seen = state.deepCopy()  # the agent may write to it
    tree: PacmanTree = SearchTree(seen)
    recorder = SearchRecorder(seen, tree, limits)
    ask: Callable[[GameState], Any] = agent.getAction if hasattr(agent, "getAction") else agent.get_action
    with recorder.watching(agent):
        answer = _answer(lambda: ask(seen), state, seconds)
    tree.chosen = answer.action
    infer_values(tree, guess_rule(type(agent)))
    return WatchedDecision(
        state, name, tree=tree, requests=recorder.requests, is_full=recorder.is_full, **answer._asdict()
    )


class _Answer(NamedTuple):
    """The fields of a `WatchedDecision` about the action, or the reason for its absence."""

    action: Action | None
    problem: str = ""
    exception: BaseException | None = None
    returned: type | None = None
    seconds: float = 0.0


def _answer(ask: Callable[[], Any], state: GameState, seconds: float) -> _Answer:
    legal = state.legal_actions(0)
    started = perf_counter()
    try:
        action = ask() if seconds == inf else call_within(seconds, ask)
    except OutOfTime:
        answer = _Answer(None, f"no answer within {seconds:g} s; the tree shows the search until then")
    except (Exception, SystemExit) as error:
        answer = _Answer(None, f"the agent crashed: {describe_crash(error)}", exception=error)
    else:
        is_legal = isinstance(action, str) and action in legal
        answer = _Answer(action) if is_legal else _Answer(None, describe_answer(action, legal), returned=type(action))
    return answer._replace(seconds=perf_counter() - started)


def infer_values(tree: PacmanTree, ghosts_take: str | None) -> None:
    """Derive the values in the tree of a search that was observed from outside, from the recorded evaluations."""
    tree.rules = rules_of(ghosts_take, tree.root.state.num_agents)
    for node in tree.nodes:
        node.is_over = node.state.is_over
    tree.infer(_possible_actions(tree))


def _possible_actions(tree: PacmanTree) -> Callable[[PacmanNode], Sequence[Action]]:
    """Return a function of the actions at a node, without Stop for a search that never tries it."""
    without_stop = leaves_stop_out(tree)

    def possible(node: PacmanNode) -> Sequence[Action]:
        legal = node.state.legal_actions(node.player or 0)
        return [action for action in legal if action != STOP] if without_stop and not node.player else legal

    return possible


def rules_of(ghosts_take: str | None, num_agents: int) -> dict[int, Rule]:
    """Return the rule that combines values at each agent's nodes."""
    rules: dict[int, Rule] = {MAX: "max", CHANCE: "mean"}
    if ghosts_take in ("min", "mean"):
        rules |= dict.fromkeys(range(1, num_agents), "min" if ghosts_take == "min" else "mean")
    return rules


def guess_rule(kind: type) -> str | None:
    """Guess the rule of a student's search at a ghost's node from the names of its classes; None if unknown."""
    for name in (each.__name__.lower() for each in kind.__mro__):
        if "expecti" in name:
            return "mean"
        if "minimax" in name or "alphabeta" in name:
            return "min"
    return None


def may_prune(name: str, tree: PacmanTree) -> bool:
    """True if a search is alpha-beta by its name, or skips actions: it may return bounds."""
    return "alphabeta" in name.lower() or tree.skips_actions(_possible_actions(tree))


def wrong_value_of(agent: Any, decision: WatchedDecision) -> WrongValue[Action] | None:
    """Return the first node whose value, as the agent's code returned it, does not follow; None if none is known."""
    if decision.is_full or decision.problem:
        return None
    return first_wrong_value(
        decision.tree,
        decision.action,
        decision.state.num_agents,
        prunes=may_prune(" ".join(each.__name__ for each in type(agent).__mro__), decision.tree),
    )


def leaves_stop_out(tree: PacmanTree) -> bool:
    """True if a search generated states but never tried Stop."""
    return tree.generated > 0 and not any(node.action == STOP and node.mover == MAX for node in tree.nodes)
