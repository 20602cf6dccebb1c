"""Boards of a tree of states as compact plain data: each board as the difference to its parent's.

start     as in a game's data; of state 0, as are `food` and `capsules` (x and y, flat) and `score`
movers    the agent that moved, for each state but the first
moves, jumps, timers, gains    as in a game's data, each relative to the parent
eaten     state, x, y: a cell that Pacman's move has emptied
ends      1 for each state that is lost, 2 for each that is won
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pacman.display.web.game_data import layout_data, motion_data, start_data, timer_data
from pacman.state import GameState


def board_tree(states: Sequence[GameState], parents: Sequence[int], movers: Sequence[int]) -> dict[str, Any]:
    """Return the data of states; state i + 1 results from state parents[i] by a move of agent movers[i]."""
    root = states[0]
    return {
        "layout": layout_data(root.layout),
        "start": start_data(root),
        "food": [part for cell in root.layout.food_cells if root.has_food(cell) for part in cell],
        "capsules": [part for cell in root.capsules for part in cell],
        "score": root.score,
        "movers": movers,
        **motion_data(states, parents, movers),
        "timers": list(timer_data(states, parents)),
        "gains": [state.score - states[parent].score for state, parent in zip(states[1:], parents, strict=True)],
        "eaten": list(_eaten(states, parents, movers)),
        "ends": "".join("2" if state.is_win else "1" if state.is_lose else "0" for state in states),
    }


def _eaten(states: Sequence[GameState], parents: Sequence[int], movers: Sequence[int]) -> Iterator[int]:
    for number, (state, parent, mover) in enumerate(zip(states[1:], parents, movers, strict=True), start=1):
        if mover == 0 and (cell := state.pacman_position):
            before = states[parent]
            if before.has_food(cell) != state.has_food(cell) or (cell in before.capsules) != (cell in state.capsules):
                yield from (number, *cell)
