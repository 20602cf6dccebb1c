"""Drawing of text and boxes on a surface, and of pictures with smooth edges."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from pacman.display.draw import pg
from pacman.display.draw.font import SMALLEST, elided, render_text, text_width
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.theme import Colour, Theme

SUPERSAMPLING: Final = 4
# Blend mode of antialiased pictures: they have premultiplied alpha, so that scaling leaves no dark fringes.
BLEND: Final = pg.BLEND_PREMULTIPLIED


def pixel(place: float) -> int:
    """Return the nearest pixel. Halves are always rounded up, unlike by `round`, which would make dots uneven."""
    return math.floor(place + 0.5)


def antialiased(width: int, height: int, draw: Callable[[pg.Surface], None]) -> pg.Surface:
    """Return a picture on a transparent ground; `draw` receives a surface `SUPERSAMPLING` times as large."""
    large = pg.Surface((width * SUPERSAMPLING, height * SUPERSAMPLING), pg.SRCALPHA)
    draw(large)
    return pg.transform.smoothscale(large.premul_alpha(), (width, height))


class Canvas:
    """Surface with a theme and a language. `unit` scales everything, but text never gets too small to read."""

    def __init__(self, surface: pg.Surface, theme: Theme, unit: float, words: Words = IN_ENGLISH) -> None:
        self.surface = surface
        self.theme = theme
        self.unit = unit
        self.words = words
        self.large = max(SMALLEST, round(24 * unit))
        self.normal = max(SMALLEST, round(17 * unit))
        self.small = max(SMALLEST, round(14 * unit))

    def px(self, units: float) -> int:
        """Return a length in pixels, at least 1."""
        return max(1, round(units * self.unit))

    def text(
        self,
        text: str,
        x: float,
        middle: float,
        *,
        line: int,
        colour: Colour | None = None,
        align: float = 0.0,
        room: int | None = None,
    ) -> int:
        """Write a line around the height `middle`; return its width.

        align: the share of it to the left of `x`: 0 none, 0.5 half, 1 all.
        room: the width in pixels that it may take; the rest is elided.
        """
        if room is not None:
            text = elided(text, line, room)
        picture = render_text(text, line, colour or self.theme.text)
        width, height = picture.get_size()
        self.surface.blit(picture, (pixel(x - align * width), pixel(middle - height / 2)))
        return width

    def width(self, text: str, line: int) -> int:
        return text_width(text, line)

    def box(
        self,
        area: tuple[int, int, int, int],
        fill: Colour,
        *,
        edge: Colour | None = None,
        radius: float | None = None,
        alpha: int = 255,
    ) -> None:
        """Draw a rounded box; by default with semicircular ends."""
        x, y, width, height = area
        if width <= 0 or height <= 0:
            return
        corner = min(width, height) / 2 if radius is None else radius
        picture = _rounded_box(width, height, corner, (*fill, alpha), edge)
        self.surface.blit(picture, (x, y), special_flags=BLEND)


@lru_cache(maxsize=256)
def _rounded_box(
    width: int, height: int, radius: float, fill: tuple[int, int, int, int], edge: Colour | None
) -> pg.Surface:
    def draw(large: pg.Surface) -> None:
        corner = round(radius * SUPERSAMPLING)
        pg.draw.rect(large, fill, large.get_rect(), border_radius=corner)
        if edge is not None:
            pg.draw.rect(large, edge, large.get_rect(), width=SUPERSAMPLING, border_radius=corner)

    return antialiased(width, height, draw)
