"""Drawing of walls: rounded bodies with a bright edge, composed of one tile for each wall cell.

A tile depends only on the eight cells around it. Its outline keeps a distance from open neighbours, continues into wall
neighbours, and is round at every corner, inner ones too, so that tiles join without a seam at any size.
"""

from typing import Final, TypeAlias

from pacman.directions import Cell
from pacman.display.draw import pg
from pacman.display.draw.canvas import SUPERSAMPLING
from pacman.display.theme import WALL_EDGE, WALL_GAP, WALL_ROUNDING, Colour, Theme
from pacman.layout import Layout

# One corner of a tile: True for each of three neighbours (to the side, above or below, and diagonal) that is a wall.
Corner: TypeAlias = tuple[bool, bool, bool]
_CORNERS: Final = tuple((dx, dy) for dy in (1, -1) for dx in (-1, 1))


def draw_maze(layout: Layout, theme: Theme, cell: int) -> pg.Surface:
    """Return a picture of the floor and walls of a maze, `cell` pixels to a cell."""
    surface = pg.Surface((layout.width * cell, layout.height * cell))
    surface.fill(theme.floor)
    tiles: dict[tuple[Corner, ...], pg.Surface] = {}
    for x in range(layout.width):
        for y in range(layout.height):
            if layout.is_wall((x, y)):
                corners = tuple(_corner(layout, (x, y), dx, dy) for dx, dy in _CORNERS)
                if corners not in tiles:
                    tiles[corners] = _tile(corners, theme, cell)
                surface.blit(tiles[corners], (x * cell, (layout.height - 1 - y) * cell))
    return surface


def _corner(layout: Layout, cell: Cell, dx: int, dy: int) -> Corner:
    x, y = cell
    return (
        _is_wall(layout, (x + dx, y)),
        _is_wall(layout, (x, y + dy)),
        _is_wall(layout, (x + dx, y + dy)),
    )


def _is_wall(layout: Layout, cell: Cell) -> bool:
    """True if a cell is a wall; cells outside the maze are not, so that the outer wall has an outer edge."""
    x, y = cell
    return 0 <= x < layout.width and 0 <= y < layout.height and layout.is_wall(cell)


def _tile(corners: tuple[Corner, ...], theme: Theme, cell: int) -> pg.Surface:
    side = cell * SUPERSAMPLING
    large = pg.Surface((side, side))
    large.fill(theme.floor)
    edge = max(WALL_EDGE, 1.25 / cell)  # at least about a pixel
    for (dx, dy), corner in zip(_CORNERS, corners, strict=True):
        quarter = _Quarter(large, dx, dy)
        if all(corner):
            quarter.fill(theme.wall)
        elif corner[0] and corner[1]:
            quarter.fill(theme.wall)
            quarter.notch(WALL_GAP + edge, theme.wall_edge)
            quarter.notch(WALL_GAP, theme.floor)
        else:
            quarter.body(corner, WALL_GAP, WALL_ROUNDING, theme.wall_edge)
            quarter.body(corner, WALL_GAP + edge, WALL_ROUNDING - edge, theme.wall)
    return pg.transform.smoothscale(large, (cell, cell))


class _Quarter:
    """A quarter of a tile. In every quarter, lengths are in cells and go outwards from the middle."""

    def __init__(self, tile: pg.Surface, dx: int, dy: int) -> None:
        self.tile = tile
        self.side = tile.get_width()
        self.dx = dx
        self.dy = dy
        tile.set_clip(self._box(0.5, 0.5))

    def _point(self, x: float, y: float) -> tuple[int, int]:
        return round((0.5 + self.dx * x) * self.side), round((0.5 - self.dy * y) * self.side)

    def _box(self, width: float, height: float) -> pg.Rect:
        """Return a rectangle from the middle outwards."""
        (x, y), (far_x, far_y) = self._point(0, 0), self._point(width, height)
        return pg.Rect(min(x, far_x), min(y, far_y), abs(far_x - x), abs(far_y - y))

    def fill(self, colour: Colour) -> None:
        self.tile.fill(colour)

    def notch(self, radius: float, colour: Colour) -> None:
        """Round off the open corner around which this wall bends."""
        pg.draw.circle(self.tile, colour, self._point(0.5, 0.5), radius * self.side)

    def body(self, corner: Corner, gap: float, rounding: float, colour: Colour) -> None:
        """Draw a straight piece towards one wall neighbour, or a rounded end."""
        beside, above, _ = corner
        near = 0.5 - gap
        if beside or above:
            self.tile.fill(colour, self._box(0.5, near) if beside else self._box(near, 0.5))
            return
        self.tile.fill(colour, self._box(near, near - rounding))
        self.tile.fill(colour, self._box(near - rounding, near))
        pg.draw.circle(self.tile, colour, self._point(near - rounding, near - rounding), rounding * self.side)
