"""SVG shapes of everything on a board, in cells, y downwards. They are defined once; scripts only place them.

Colours are the variables of the style sheet, such as var(--wall).
"""

import math
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Final, TypeAlias

from pacman.directions import VECTORS, Direction
from pacman.display.theme import (
    DEATH_STEPS,
    FIGURE_SIZE,
    MOUTH_STEPS,
    WALL_EDGE,
    WALL_GAP,
    WALL_ROUNDING,
    dying_mouth_degrees,
    mouth_degrees,
)
from pacman.layout import Layout

Point: TypeAlias = tuple[int, int]  # a corner of cells, counted from the top left corner of the maze
Vector: TypeAlias = tuple[int, int]

_INSET: Final = WALL_GAP + WALL_EDGE / 2  # distance of the middle of a wall's edge from its cell's border
_OUTER_RADIUS: Final = WALL_ROUNDING - WALL_EDGE / 2


# -- walls ------------------------------------------------------------------------------------------------------------


def maze_path(layout: Layout) -> str:
    """Return the outline of all walls as the data of one SVG path."""
    return "".join(_loop_path(loop) for loop in _loops(_wall_sides(layout)))


def _wall_sides(layout: Layout) -> dict[Point, list[Vector]]:
    """Return the sides of walls towards open cells and towards the outside: their start points and directions.

    A wall is always to the right of its sides.
    """
    sides: dict[Point, list[Vector]] = {}
    walls = {
        (x, layout.height - 1 - y) for x in range(layout.width) for y in range(layout.height) if layout.is_wall((x, y))
    }
    for x, row in sorted(walls):
        for start, way, neighbour in (
            ((x, row), (1, 0), (x, row - 1)),
            ((x + 1, row), (0, 1), (x + 1, row)),
            ((x + 1, row + 1), (-1, 0), (x, row + 1)),
            ((x, row + 1), (0, -1), (x - 1, row)),
        ):
            if neighbour not in walls:
                sides.setdefault(start, []).append(way)
    return sides


def _loops(sides: dict[Point, list[Vector]]) -> Iterator[list[tuple[Point, Vector, Vector]]]:
    """Yield the corners of each closed outline: the point, the direction before it and after it. Empties `sides`."""
    while sides:
        point = min(sides)  # always a corner, and never one at which two walls touch in a point
        way = sides[point][0]
        steps = []
        while point in sides:
            way = max(sides[point], key=partial(_turn, way))  # walls that touch in a point are kept apart
            sides[point].remove(way)
            if not sides[point]:
                del sides[point]
            steps.append((point, way))
            point = point[0] + way[0], point[1] + way[1]
        ways = [way for _, way in steps]
        corners = zip(steps, [ways[-1], *ways], strict=False)
        yield [(point, before, way) for (point, way), before in corners if before != way]


def _turn(way: Vector, on: Vector) -> int:
    """Return 1 for a turn to the right, -1 to the left, 0 for straight on."""
    return way[0] * on[1] - way[1] * on[0]


def _loop_path(corners: list[tuple[Point, Vector, Vector]]) -> str:
    parts = []
    for (x, y), way, on in corners:
        right, right_on = (-way[1], way[0]), (-on[1], on[0])
        if _turn(way, on) > 0:  # around the wall's own corner
            radius, sweep = _OUTER_RADIUS, 1
            corner = x + _INSET * (right[0] + right_on[0]), y + _INSET * (right[1] + right_on[1])
            start = corner[0] - radius * way[0], corner[1] - radius * way[1]
            end = corner[0] + radius * on[0], corner[1] + radius * on[1]
        else:  # around a corner of the open cells
            radius, sweep = _INSET, 0
            start = x + radius * right[0], y + radius * right[1]
            end = x + radius * right_on[0], y + radius * right_on[1]
        parts.append(f"{_numbers(*start)}A{_numbers(radius, radius)} 0 0 {sweep} {_numbers(*end)}")
    return f"M{'L'.join(parts)}Z"


# -- figures ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def figure_symbols() -> str:
    """Return the definitions of all figures, centred on the middle of a cell. Pacman looks east."""
    mouths = [(f"pacman-{step}", mouth_degrees(step / MOUTH_STEPS)) for step in range(MOUTH_STEPS + 1)]
    ends = [(f"pacman-end-{step}", dying_mouth_degrees(step / DEATH_STEPS)) for step in range(DEATH_STEPS + 1)]
    pacmen = [f'<path id="{name}" d="{_mouthed_disc(degrees)}"/>' for name, degrees in mouths + ends]
    bodies = [f'<path id="ghost-body-{number}" d="{_ghost_body(feet)}"/>' for number, feet in enumerate((4, 3))]
    eyes = [f'<g id="ghost-eyes-{heading}">{_eyes(heading)}</g>' for heading in VECTORS]
    return "".join(["<defs>", *pacmen, *bodies, *eyes, f'<g id="scared-face">{_scared_face()}</g>', "</defs>"])


def logo_symbols() -> str:
    """Return only the definitions of the figures in the logo."""
    body, eyes = f'<path id="ghost-body-0" d="{_ghost_body(4)}"/>', f'<g id="ghost-eyes-West">{_eyes("West")}</g>'
    return f'<defs><path id="pacman-0" d="{_mouthed_disc(mouth_degrees(0))}"/>{body}{eyes}</defs>'


def _mouthed_disc(degrees: float) -> str:
    """Return a disc without the wedge of its mouth; half of its edge lies outside."""
    radius = (0.44 - 0.0175) * FIGURE_SIZE
    angle = math.radians(degrees)
    x, y = radius * math.cos(angle), radius * math.sin(angle)
    is_large = int(degrees < 90)
    return f"M0 0L{_numbers(x, y)}A{_numbers(radius, radius)} 0 {is_large} 1 {_numbers(x, -y)}Z"


def _ghost_body(feet: int) -> str:
    """Return a dome with feet."""
    radius, foot = _size(0.4), _size(0.4 / feet)
    left, right = _place(0.1), _place(0.9)
    dome, hem = _place(0.46), _place(0.9 - 0.8 / 6)
    start = f"M{_numbers(left, dome)}A{_numbers(radius, radius)} 0 0 1 {_numbers(right, dome)}V{_numbers(hem)}"
    return start + f"a{_numbers(foot, foot)} 0 0 1 {_numbers(-2 * foot, 0)}" * feet + "Z"


def _eyes(heading: Direction) -> str:
    dx, up = VECTORS[heading]
    dy = -up
    parts = []
    for side in (-1, 1):
        x, y = 0.5 + 0.17 * side + 0.035 * dx, 0.42 + 0.03 * dy
        parts.append(_ellipse("eye", x, y, 0.12, 0.15))
        parts.append(_ellipse("pupil", x + 0.055 * dx, y + 0.08 * dy, 0.065, 0.08))
    return "".join(parts)


def _ellipse(colour: str, x: float, y: float, across: float, down: float) -> str:
    centre = f'cx="{_numbers(_place(x))}" cy="{_numbers(_place(y))}"'
    return f'<ellipse fill="var(--{colour})" {centre} rx="{_numbers(_size(across))}" ry="{_numbers(_size(down))}"/>'


def _scared_face() -> str:
    """Return the face of a scared ghost in `currentColor`, because the colour changes when it blinks."""
    eyes = "".join(
        f'<circle cx="{_numbers(_place(x))}" cy="{_numbers(_place(0.4))}" r="{_numbers(_size(0.06))}" '
        'fill="currentColor"/>'
        for x in (0.36, 0.64)
    )
    mouth = " ".join(_numbers(_place(0.26 + 0.08 * i), _place(0.64 if i % 2 else 0.58)) for i in range(7))
    stroke = f'stroke-width="{_numbers(_size(0.05))}" stroke-linecap="round" stroke-linejoin="round"'
    return f'{eyes}<polyline points="{mouth}" fill="none" stroke="currentColor" {stroke}/>'


def _place(share: float) -> float:
    """Convert a share of a figure's size, from its top or left side, to cells from its middle."""
    return (share - 0.5) * FIGURE_SIZE


def _size(share: float) -> float:
    return share * FIGURE_SIZE


def _numbers(*numbers: float) -> str:
    return " ".join(f"{number:.4f}".rstrip("0").rstrip(".") for number in numbers)
