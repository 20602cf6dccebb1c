"""Text form of a state, in the characters of a layout file."""

from typing import Final

from pacman.directions import EAST, NORTH, SOUTH, STOP, WEST
from pacman.packed_state import PackedState

# Pacman's mouth opens in the direction of movement.
PACMAN_SIGNS: Final = {NORTH: "v", SOUTH: "^", WEST: ">", EAST: "<", STOP: "<"}
GHOST_SIGN: Final = "G"
SCARED_SIGN: Final = "S"
LEGEND: Final = f"< > ^ v Pacman   {GHOST_SIGN} ghost   {SCARED_SIGN} scared ghost   . food   o capsule   % wall"


def board_text(state: PackedState) -> str:
    """Return the maze with its remaining food and capsules, Pacman as `<`, `>`, `^` or `v`, ghosts as G or scared S."""
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
