"""A state as lines of text, in the signs of a layout."""

from typing import Final

from pacman.directions import EAST, NORTH, SOUTH, STOP, WEST
from pacman.packed_state import PackedState

# Pacman's mouth opens where he goes.
PACMAN_SIGNS: Final = {NORTH: "v", SOUTH: "^", WEST: ">", EAST: "<", STOP: "<"}
GHOST_SIGN: Final = "G"
SCARED_SIGN: Final = "S"


def board_text(state: PackedState) -> str:
    """The maze as it is now: what is left to eat, Pacman as `<`, `>`, `^` or `v`, ghosts as G, scared ones as S."""
    layout = state.layout
    signs = {cell: "." for cell in layout.food_cells if state.has_food(cell)}
    signs.update(dict.fromkeys(state.capsules, "o"))
    for ghost in range(1, state.num_agents):
        x, y = state.position(ghost)
        signs[int(x), int(y)] = SCARED_SIGN if state.scared_timer(ghost) else GHOST_SIGN
    signs[state.pacman_position] = PACMAN_SIGNS[state.direction(0)]
    return "\n".join(
        "".join(signs.get((x, y), "%" if layout.is_wall((x, y)) else " ") for x in range(layout.width))
        for y in reversed(range(layout.height))
    )
