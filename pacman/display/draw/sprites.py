"""Pictures of food, capsules and agents, each drawn once and cached."""

import math
from functools import lru_cache
from itertools import pairwise
from typing import Final

from pacman.directions import EAST, STOP, VECTORS, Direction
from pacman.display.draw import pg
from pacman.display.draw.canvas import SUPERSAMPLING, antialiased
from pacman.display.theme import (
    CAPSULE_SIZE,
    DARK,
    DEATH_STEPS,
    FIGURE_SIZE,
    FOOD_SIZE,
    MOUTH_STEPS,
    Colour,
    Theme,
    dying_mouth_degrees,
    mouth_degrees,
)
from pacman.display.watch.scene import Figure

_UPWARDS: Final = {direction: (dx, -dy) for direction, (dx, dy) in VECTORS.items()}  # y grows downwards on screens


class Sprites:
    """Pictures of one theme at one cell size."""

    def __init__(self, theme: Theme, cell: int) -> None:
        self.theme = theme
        self.size = max(5, round(cell * FIGURE_SIZE))
        self.food = _dot(max(3, round(cell * FOOD_SIZE)), theme.food)
        self.capsule = _dot(max(4, round(cell * CAPSULE_SIZE)), theme.capsule)
        self.pacman = lru_cache(maxsize=None)(self._pacman)
        self._dying = lru_cache(maxsize=None)(self._dying_pacman)
        self.ghost = lru_cache(maxsize=None)(self._ghost)
        self.scared_ghost = lru_cache(maxsize=None)(self._scared_ghost)

    def figure(self, agent: int, figure: Figure) -> pg.Surface:
        """Return the picture of an agent; its mouth or skirt moves with its position."""
        # 0 in the middle of a cell, 1 on the border to the next.
        off_centre = 2 * abs(sum(figure.position) - round(sum(figure.position)))
        if agent == 0:
            return self.pacman(figure.heading, round(MOUTH_STEPS * off_centre))
        if figure.scared_timer:
            return self.scared_ghost(figure.is_bright, off_centre > 0.5)
        return self.ghost(agent, figure.heading, off_centre > 0.5)

    def dying_pacman(self, heading: Direction, death: float) -> pg.Surface:
        return self._dying(heading, round(DEATH_STEPS * death))

    def _pacman(self, heading: Direction, closed: int) -> pg.Surface:
        return self._mouthed(_angle(heading), mouth_degrees(closed / MOUTH_STEPS))

    def _dying_pacman(self, heading: Direction, step: int) -> pg.Surface:
        """Return a picture of Pacman's death: Pacman turns up and the mouth opens until nothing is left."""
        death = step / DEATH_STEPS
        start, up = _angle(heading), -math.pi / 2
        turn = (up - start + math.pi) % (2 * math.pi) - math.pi  # the shorter of the two turns
        return self._mouthed(start + turn * min(1.0, 3 * death), dying_mouth_degrees(death))

    def _mouthed(self, middle: float, degrees: float) -> pg.Surface:
        """Return a Pacman whose mouth points to the angle `middle`, open by `degrees` to each side."""
        theme = self.theme
        half_angle = math.radians(degrees)

        def draw(large: pg.Surface) -> None:
            side = large.get_width()
            edge = 0.035 * side if theme.pacman_edge != theme.pacman else 0.0
            radius = 0.44 * side
            _mouthed_disc(large, radius, middle, half_angle, 0.0, theme.pacman_edge)
            if edge:
                _mouthed_disc(large, radius - edge, middle, half_angle, edge, theme.pacman)

        return antialiased(self.size, self.size, draw)

    def _ghost(self, agent: int, heading: Direction, waves: bool) -> pg.Surface:
        theme = self.theme
        dx, dy = _UPWARDS[heading]

        def draw(large: pg.Surface) -> None:
            side = large.get_width()
            _ghost_body(large, theme.agent(agent), waves)
            for left_or_right in (-1, 1):
                x, y = 0.5 + 0.17 * left_or_right + 0.035 * dx, 0.42 + 0.03 * dy
                _ellipse(large, theme.eye, x * side, y * side, 0.24 * side, 0.3 * side)
                _ellipse(large, theme.pupil, (x + 0.055 * dx) * side, (y + 0.08 * dy) * side, 0.13 * side, 0.16 * side)

        return antialiased(self.size, self.size, draw)

    def _scared_ghost(self, is_bright: bool, waves: bool) -> pg.Surface:
        """Return the picture that all scared ghosts share."""
        theme = self.theme
        body, face = (theme.blink, theme.blink_face) if is_bright else (theme.scared, theme.scared_face)

        def draw(large: pg.Surface) -> None:
            side = large.get_width()
            _ghost_body(large, body, waves)
            for left_or_right in (-1, 1):
                pg.draw.circle(large, face, ((0.5 + 0.14 * left_or_right) * side, 0.4 * side), 0.06 * side)
            mouth = [((0.26 + 0.08 * i) * side, (0.64 if i % 2 else 0.58) * side) for i in range(7)]
            for start, end in pairwise(mouth):
                pg.draw.line(large, face, start, end, round(0.05 * side))
            for point in mouth:
                pg.draw.circle(large, face, point, 0.025 * side)

        return antialiased(self.size, self.size, draw)


def icon(size: int) -> pg.Surface:
    """Return the icon of the program: Pacman before a dot, on a tile in the colours of the maze."""

    def draw(large: pg.Surface) -> None:
        side = large.get_width()
        pg.draw.rect(large, DARK.wall, large.get_rect(), border_radius=round(0.22 * side))
        edge = round(0.05 * side)
        pg.draw.rect(large, DARK.wall_edge, large.get_rect(), width=edge, border_radius=round(0.22 * side))
        body = pg.Surface((side, side), pg.SRCALPHA)
        _mouthed_disc(body, 0.31 * side, 0.0, math.radians(36), 0.0, DARK.pacman)
        large.blit(body, (-0.06 * side, 0))
        pg.draw.circle(large, DARK.food, (0.78 * side, 0.5 * side), 0.07 * side)

    return antialiased(size, size, draw)


def _angle(heading: Direction) -> float:
    dx, dy = _UPWARDS[EAST if heading == STOP else heading]
    return math.atan2(dy, dx)


def _dot(size: int, colour: Colour) -> pg.Surface:
    def draw(large: pg.Surface) -> None:
        pg.draw.circle(large, colour, large.get_rect().center, size * SUPERSAMPLING / 2)

    return antialiased(size, size, draw)


def _mouthed_disc(
    large: pg.Surface, radius: float, middle: float, half_angle: float, lip: float, colour: Colour
) -> None:
    """Draw a disc without the wedge of its mouth, as one polygon; `lip` moves the wedge inwards for an even outline."""
    centre = large.get_width() / 2
    corner = lip / math.sin(half_angle) if lip else 0.0
    start = half_angle + math.asin(min(1.0, lip / radius))
    points = _arc(centre, centre, radius, middle + start, middle + 2 * math.pi - start)
    points.append((centre - corner * math.cos(middle), centre - corner * math.sin(middle)))
    pg.draw.polygon(large, colour, points)


def _ghost_body(large: pg.Surface, colour: Colour, waves: bool) -> None:
    """Draw a dome with feet, as one polygon: separate parts would leave seams between them."""
    side = large.get_width()
    left, top, width = 0.1 * side, 0.06 * side, 0.8 * side
    radius = width / 2
    feet = 3 if waves else 4
    hem, foot = 0.9 * side - width / 6, width / feet / 2
    outline = _arc(side / 2, top + radius, radius, math.pi, 2 * math.pi)
    for number in reversed(range(feet)):
        outline += _arc(left + foot * (2 * number + 1), hem, foot, 0.0, math.pi)
    pg.draw.polygon(large, colour, outline)


def _arc(x: float, y: float, radius: float, start: float, end: float) -> list[tuple[float, float]]:
    """Return points of a circle from one angle to another, clockwise as on screens."""
    steps = 72
    angles = (start + (end - start) * step / steps for step in range(steps + 1))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def _ellipse(large: pg.Surface, colour: Colour, x: float, y: float, width: float, height: float) -> None:
    box = pg.Rect(0, 0, round(width), round(height))
    box.center = (round(x), round(y))
    pg.draw.ellipse(large, colour, box)
