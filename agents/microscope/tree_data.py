"""A searched tree as compact plain data for the script of a page, with a column for each attribute of its nodes.

visited   number of generated nodes, including the root; later ones were left out by the search
parents   for each node except the root, its number minus that of its parent
action    for each node except the root, the index of its action in `actions`
players   player to move at a node, -1 for chance, -2 for none
rules     by player: max, min or mean
numbers   all numbers, as text; low, high (of a node's value), alpha and beta (on entry) are indices into it, -1: none
own       the values that the search's own code returned, if any are known; -1: none
known     for each node, the index of its knowledge in KNOWLEDGE
over      the nodes where the game is over
cuts      the nodes at which the search cut
best      the nodes of the principal variation
names     names of the states, if they have names
growth    of Monte Carlo tree search, which has neither low nor high: its means follow from it; see `_growth_data`
uniform   True if all outcomes are equally likely at every average
boards    see board_tree.py
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from math import inf, isclose
from typing import Any, Final, Generic

from agents.microscope.own_values import own_values
from agents.pacman_game import PacmanGame
from agents.search.contract import CHANCE, A, S
from agents.search.search_tree import SearchNode, SearchTree
from pacman.directions import Action
from pacman.display.web.board_tree import board_tree
from pacman.errors import PacmanError
from pacman.state import GameState

MOST_NODES: Final = 250_000
QUIZ_NODES: Final = 120  # a quiz with more would be tedious
NO_PLAYER: Final = -2
KNOWLEDGE: Final = ("seen", "inferred", "bounded", "unknown", "evaluated")
Moves = Callable[[S, int, int], Iterable[tuple[A, S]]]


@dataclass(frozen=True)
class UnsearchedPart(Generic[S, A]):
    """The part of a tree that a search left out.

    moves: returns all actions and successors of a state, given the agent to move and the ply.
    value: of a state without moves; None if it is not known. plies: depth below the search's own nodes.
    """

    moves: Moves[S, A]
    num_agents: int
    plies: int = 1
    value: Callable[[S], float | None] = lambda state: None


def unsearched_boards(state: GameState) -> UnsearchedPart[GameState, Action]:
    """Return the untried actions in states of a game."""

    def moves(state: GameState, agent: int, ply: int) -> Iterator[tuple[Action, GameState]]:
        return ((action, state.successor(agent, action)) for action in state.legal_actions(agent))

    return UnsearchedPart(moves, state.num_agents)


def unsearched_nodes(game: PacmanGame, state: GameState, plies: int) -> UnsearchedPart[GameState, Action]:
    """Return everything that a search of a game leaves out, down to its depth, with the evaluation of the leaves."""

    def moves(state: GameState, agent: int, ply: int) -> Iterable[tuple[Action, GameState]]:
        if ply >= plies or state.is_over:
            return ()
        return ((action, state.successor(agent, action)) for action in game.actions((state, agent)))

    return UnsearchedPart(moves, state.num_agents, plies, game.evaluation)


def fits_quiz(tree: SearchTree[Any, Any], unsearched: UnsearchedPart[Any, Any]) -> bool:
    """True if a tree is small enough for a quiz, including all that its search left out."""
    most = QUIZ_NODES - len(tree.nodes)
    return most >= 0 and sum(1 for _ in islice(_left_out(tree, unsearched), most + 1)) <= most


def tree_data(tree: SearchTree[Any, Any], unsearched: UnsearchedPart[Any, Any]) -> dict[str, Any]:
    """Return the data of a tree including what it leaves out; with boards if its states are those of a game.

    Raise PacmanError if the tree has more than MOST_NODES nodes.
    """
    if len(tree.nodes) > MOST_NODES:
        less = "fewer iterations (-a iterations=N)" if tree.iterations else "less depth (-a depth=N)"
        raise PacmanError(
            f"the tree has {len(tree.nodes):,} states, more than the {MOST_NODES:,} that a page shows: "
            f"use {less}, or show one part of it (--path A,B,…)"
        )
    nodes = [*tree.nodes]
    nodes += islice(_left_out(tree, unsearched), MOST_NODES - len(nodes))
    actions = _Table()
    numbers = _Table()
    own = own_values(tree)
    growth = _growth_data(tree, numbers) if tree.iterations else None
    is_game = isinstance(tree.root.state, GameState)
    parents = [node.parent or 0 for node in nodes[1:]]
    movers = [_agent(node.mover, node.ply - 1, unsearched.num_agents) for node in nodes[1:]]
    return {
        "visited": len(tree.nodes),
        "parents": [number - parent for number, parent in enumerate(parents, start=1)],
        "action": [actions.place(str(node.action)) for node in nodes[1:]],
        "actions": actions.items,
        "players": [NO_PLAYER if node.player is None else node.player for node in nodes],
        "rules": tree.rules,
        "low": [] if growth else [numbers.place_number(node.low) for node in nodes],
        "high": [] if growth else [numbers.place_number(node.high) for node in nodes],
        "growth": growth,
        "alpha": [numbers.place_number(node.window and node.window[0]) for node in nodes],
        "beta": [numbers.place_number(node.window and node.window[1]) for node in nodes],
        "own": [numbers.place_number(own.get(node.number)) for node in nodes] if own else [],
        "numbers": numbers.items,
        "known": "".join(str(KNOWLEDGE.index(node.knowledge)) for node in nodes),
        "over": [node.number for node in nodes if node.is_over],
        "cuts": [node.number for node in nodes if node.skipped],
        "best": [node.number for node in tree.principal_variation()],
        "names": None if is_game else [str(node.state) for node in nodes],
        "uniform": _is_uniform(tree),
        "boards": board_tree([node.state for node in nodes], parents, movers) if is_game else None,
    }


def _growth_data(tree: SearchTree[Any, Any], numbers: "_Table") -> dict[str, Any]:
    """Return the data of the iterations, numbered from 0.

    outcomes    of each iteration, an index into `numbers`
    again       iteration, node: an iteration that added no node but began its play-out from an existing one
    exploration iteration, index into `numbers`: C of UCB1 from the end of this iteration on
    """
    outcomes: list[int] = []
    again: list[int] = []
    exploration: list[int] = []
    added = 0
    for number, (leaf, outcome, constant) in enumerate(tree.iterations):
        outcomes.append(numbers.place_number(outcome))
        if leaf > added:
            added = leaf
        else:
            again += [number, leaf]
        if not number or constant != tree.iterations[number - 1].exploration:
            exploration += [number, numbers.place_number(constant)]
    return {"outcomes": outcomes, "again": again, "exploration": exploration}


class _Table:
    """Table of unique items; others refer to them by index."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    @property
    def items(self) -> list[str]:
        return [*self._places]

    def place(self, item: str) -> int:
        return self._places.setdefault(item, len(self._places))

    def place_number(self, value: float | None) -> int:
        """Return the place of a number, or -1 for None; more digits than are shown keep different values different."""
        return -1 if value is None else self.place(f"{value:.10g}")


def _agent(player: int | None, ply: int, num_agents: int) -> int:
    """Return the agent that moves; ghosts that a search treats as chance move in turn."""
    return ply % num_agents if player in (None, CHANCE) else player


def _left_out(tree: SearchTree[Any, Any], unsearched: UnsearchedPart[Any, Any]) -> Iterator[SearchNode[Any, Any]]:
    """Yield new nodes for what the search left out, ply by ply."""
    number = len(tree.nodes)
    layer = [(node, {child.action for child in tree.children(node)}) for node in tree.nodes if node.children]
    for _ in range(unsearched.plies):
        below: list[tuple[SearchNode[Any, Any], set[Any]]] = []
        for node, tried in layer:
            if node.player is None:
                continue
            agent = _agent(node.player, node.ply, unsearched.num_agents)
            for action, state in unsearched.moves(node.state, agent, node.ply):
                if action not in tried:
                    child = SearchNode(number, state, node.number, action, node.player, ply=node.ply + 1)
                    _set_player_or_value(child, agent, unsearched)
                    number += 1
                    below.append((child, set()))
                    yield child
        layer = below


def _set_player_or_value(child: SearchNode[Any, Any], mover: int, unsearched: UnsearchedPart[Any, Any]) -> None:
    """Set the player to move at a node that was left out, or its value if it is a leaf."""
    if unsearched.plies == 1:
        return
    player = (mover + 1) % unsearched.num_agents
    if any(True for _ in unsearched.moves(child.state, player, child.ply)):
        child.player = player
    elif (value := unsearched.value(child.state)) is not None:
        child.set_bounds(value, value, "seen")


def _is_uniform(tree: SearchTree[Any, Any]) -> bool:
    """True if every known average has equal weights."""
    chances = (node for node in tree.nodes if node.children and tree.rule_at(node) == "mean")
    return all(_is_plain_average(node, [child.low for child in tree.children(node)]) for node in chances)


def _is_plain_average(node: SearchNode[Any, Any], values: list[float]) -> bool:
    if node.value is None or -inf in values:
        return True
    return isclose(node.value, sum(values) / len(values), rel_tol=1e-9, abs_tol=1e-9)
