"""Smooth edges: shapes are drawn large and scaled down."""

import math
from collections.abc import Callable
from typing import Final

from pacman.display.engine import pg

OVERSIZE: Final = 4
# How smooth pictures are blitted: they carry premultiplied alpha, so that scaling leaves no dark fringes.
BLEND: Final = pg.BLEND_PREMULTIPLIED


def pixel(place: float) -> int:
    """The nearest pixel. Halves always go the same way, unlike with `round`, or a row of dots would be uneven."""
    return math.floor(place + 0.5)


def smooth_picture(width: int, height: int, draw: Callable[[pg.Surface], None]) -> pg.Surface:
    """A picture with a transparent ground. `draw` gets a surface `OVERSIZE` times as large."""
    large = pg.Surface((width * OVERSIZE, height * OVERSIZE), pg.SRCALPHA)
    draw(large)
    return pg.transform.smoothscale(large.premul_alpha(), (width, height))


def smooth_box(
    size: tuple[int, int], radius: float, fill: pg.typing.ColorLike, edge: pg.typing.ColorLike | None = None
) -> pg.Surface:
    """A rounded box, with a line around it if `edge` is given."""

    def draw(large: pg.Surface) -> None:
        corner = round(radius * OVERSIZE)
        pg.draw.rect(large, fill, large.get_rect(), border_radius=corner)
        if edge is not None:
            pg.draw.rect(large, edge, large.get_rect(), width=OVERSIZE, border_radius=corner)

    return smooth_picture(max(1, size[0]), max(1, size[1]), draw)
