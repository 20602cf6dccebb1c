"""A decision of any agent, watched: what it looked at, what it answered, how long it took.

Our own searches leave a trace, with every value and window. Any other agent, a student's perhaps, is watched from
outside: the successors that it asks for are its tree, and values are known where its evaluation was heard.
"""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any, Final, TypeAlias

from agents.pacman_game import PacmanGame, Turn
from agents.pacmen import AlphaBetaAgent, ExpectimaxAgent, MCTSAgent, MinimaxAgent
from agents.search import CHANCE, MAX, Trace
from agents.search.search_tree import Rule, SearchNode, SearchTree
from agents.search.support.trace import GrowthTrace
from agents.search_agent import FixedDepthAgent, Traceable
from pacman.agent_code.error_messages import describe_answer
from pacman.agent_code.time_limit import OutOfTime, call_within
from pacman.berkeley.search_recorder import SearchRecorder
from pacman.directions import STOP, Action
from pacman.errors import describe_crash
from pacman.state import GameState

PacmanTree: TypeAlias = SearchTree[GameState, Action]
PacmanNode: TypeAlias = SearchNode[GameState, Action]


@dataclass(frozen=True)
class WatchedDecision:
    """What came of asking Pacman in one state.

    action: his answer; None where there is none, and `problem` says why.
    tree: what he looked at, all of it, or as far as it had come.
    requests: how often a successor was asked for; more than there are states where some were asked for again.
    ghosts_take: "min" or "mean", what his search does at a ghost's node; None if that is not known.
    knows_windows: the search is ours, and every value and window is there.
    is_full: there were more states than are written down.
    alpha_beta: who was asked, where that is our own alpha-beta: it knows what it has left out.
    """

    state: GameState
    agent: str
    action: Action | None
    tree: PacmanTree
    seconds: float
    requests: int
    problem: str = ""
    ghosts_take: str | None = None
    knows_windows: bool = False
    is_full: bool = False
    alpha_beta: AlphaBetaAgent | None = None

    @property
    def candidates(self) -> list[PacmanNode]:
        """The nodes after each action at the root, in the order in which they were looked at."""
        return [*self.tree.children(self.tree.root)]


def watch_decision(agent: Any, state: GameState, name: str = "", seconds: float = inf) -> WatchedDecision:
    """Ask an agent for its action and watch it. What it draws at random is put back, its memory is its own.

    An agent that crashes or takes longer than it may has no action; what was seen so far is there.
    """
    name = name or type(agent).__name__
    random_state = random.getstate()
    try:
        watch = _watch_trace if isinstance(agent, MCTSAgent | Traceable) else _watch_requests
        return watch(agent, state, name, seconds)
    finally:
        random.setstate(random_state)


def _watch_trace(agent: MCTSAgent | Traceable, state: GameState, name: str, seconds: float) -> WatchedDecision:
    ghosts_take = "min" if isinstance(agent, MCTSAgent) else agent.ghosts_take
    rules = rules_of(ghosts_take, state.num_agents)
    trace: Any = (GrowthTrace if isinstance(agent, MCTSAgent) else Trace)(rules, _state_of_turn)
    search = agent.grown_search if isinstance(agent, MCTSAgent) else agent.traced_search
    started = perf_counter()
    action, problem = _answer(lambda: search(state, trace).action, state, seconds)
    spent = perf_counter() - started
    try:
        tree: PacmanTree = trace.tree
    except LookupError:  # it was over before it began
        tree = SearchTree(state)
    pruning = agent if isinstance(agent, AlphaBetaAgent) and not problem else None
    return WatchedDecision(
        state, name, action, tree, spent, tree.generated, problem, ghosts_take, knows_windows=True, alpha_beta=pruning
    )


def _state_of_turn(turn: Turn) -> GameState:
    return turn[0]


def _watch_requests(agent: Any, state: GameState, name: str, seconds: float) -> WatchedDecision:
    seen = state.deepCopy()  # the agent may write to it
    with suppress(Exception):
        if hasattr(agent, "registerInitialState"):
            agent.registerInitialState(state.deepCopy())
    tree: PacmanTree = SearchTree(seen)
    recorder = SearchRecorder(seen, tree)
    ask: Callable[[GameState], Any] = agent.getAction if hasattr(agent, "getAction") else agent.get_action
    started = perf_counter()
    with recorder.watching(agent):
        action, problem = _answer(lambda: ask(seen), state, seconds)
    spent = perf_counter() - started
    ghosts_take = guess_rule(type(agent))
    infer_values(tree, ghosts_take)
    return WatchedDecision(
        state, name, action, tree, spent, recorder.requests, problem, ghosts_take, is_full=recorder.is_full
    )


def _answer(ask: Callable[[], Any], state: GameState, seconds: float) -> tuple[Action | None, str]:
    """The action, or why there is none."""
    legal = state.legal_actions(0)
    try:
        action = ask() if seconds == inf else call_within(seconds, ask)
    except OutOfTime:
        return None, f"no answer within {seconds:g} s; this is what was seen until then"
    except (Exception, SystemExit) as error:
        return None, f"the agent crashed: {describe_crash(error)}"
    return (action, "") if isinstance(action, str) and action in legal else (None, describe_answer(action, legal))


def infer_values(tree: PacmanTree, ghosts_take: str | None) -> None:
    """Fill in the tree of a search that was watched from outside: what follows from the evaluations that were heard."""
    tree.rules = rules_of(ghosts_take, tree.root.state.num_agents)
    for node in tree.nodes:
        node.is_over = node.state.is_over
    without_stop = leaves_stop_out(tree)

    def possible(node: PacmanNode) -> Sequence[Action]:
        legal = node.state.legal_actions(node.player or 0)
        return [action for action in legal if action != STOP] if without_stop and not node.player else legal

    tree.infer(possible)


def rules_of(ghosts_take: str | None, num_agents: int) -> dict[int, Rule]:
    """What is done with values at each agent's nodes."""
    rules: dict[int, Rule] = {MAX: "max", CHANCE: "mean"}
    if ghosts_take in ("min", "mean"):
        rules |= dict.fromkeys(range(1, num_agents), "min" if ghosts_take == "min" else "mean")
    return rules


def guess_rule(kind: type) -> str | None:
    """What a student's search does at a ghost's node, by the names of its classes."""
    for name in (each.__name__.lower() for each in kind.__mro__):
        if "expecti" in name:
            return "mean"
        if "minimax" in name or "alphabeta" in name:
            return "min"
    return None


def reference_for(agent: Any, stops: bool = True) -> Traceable | None:
    """Our own search of the same name, depth and evaluation as a student's; None where there is none to compare with.

    Without `stops` it leaves Stop out, as some searches do.
    """
    depth, evaluation = getattr(agent, "depth", None), getattr(agent, "evaluationFunction", None)
    kind = next((REFERENCES[each.__name__] for each in type(agent).__mro__ if each.__name__ in REFERENCES), None)
    if kind is None or isinstance(agent, Traceable) or not isinstance(depth, int) or not callable(evaluation):
        return None
    reference = kind(depth, evaluation)
    if not stops:
        reference.game = _NoStops(evaluation)
    return reference


REFERENCES: Final[dict[str, type[FixedDepthAgent]]] = {
    kind.__name__: kind for kind in (MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent)
}


class _NoStops(PacmanGame):
    """Pacman never waits, unless there is nothing else."""

    def actions(self, turn: Turn, /) -> tuple[Action, ...]:
        legal = super().actions(turn)
        return legal if turn[1] else tuple(action for action in legal if action != STOP) or legal


def leaves_stop_out(tree: PacmanTree) -> bool:
    """Whether a search went on and never tried Stop."""
    return tree.generated > 0 and not any(node.action == STOP and node.mover == MAX for node in tree.nodes)
