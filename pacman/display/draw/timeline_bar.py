"""The bar below the board: play or pause, the timeline with the course of the score, the speed."""

import math
from functools import lru_cache

from pacman.display.draw import pg
from pacman.display.draw.canvas import BLEND, SUPERSAMPLING, Canvas, antialiased
from pacman.display.geometry import Box
from pacman.display.theme import Colour, mixed
from pacman.display.watch.timeline import Line


class TimelineBar:
    """Draws the bar, and says which move a place on it stands for."""

    def __init__(self, canvas: Canvas, box: Box) -> None:
        self._canvas = canvas
        self._box = box
        self._side = canvas.px(60)
        self._margin = canvas.px(8)
        self.track = Box(
            box.x + canvas.px(44),
            box.y + canvas.px(8),
            max(1, box.width - canvas.px(44) - 2 * self._side - canvas.px(14)),
            box.height - canvas.px(16),
        )
        self._curve: tuple[object, pg.Surface] | None = None

    def index_at(self, x: float, line: Line) -> int:
        """The move of the line at this place; the nearest one for places beyond its ends."""
        share = (x - self.track.x) / self.track.width
        return round(min(1.0, max(0.0, share)) * line.shown)

    def is_on_play_button(self, x: float, y: float) -> bool:
        return self._box.x <= x < self.track.x - self._margin and self._box.y <= y <= self._box.bottom

    def is_on_track(self, x: float, y: float) -> bool:
        """Whether a click here is meant for the track: a little beyond its ends, too."""
        is_between = self.track.x - self._margin <= x <= self.track.right + self._margin
        return is_between and self._box.y <= y <= self._box.bottom

    def draw(self, line: Line, cursor: int, *, is_playing: bool, speed: float) -> None:
        canvas, box, track = self._canvas, self._box, self.track
        middle = box.y + box.height / 2
        picture = _play_button(canvas.px(14), is_playing, canvas.theme.accent)
        place = picture.get_rect(center=(box.x + canvas.px(24), round(middle)))
        canvas.surface.blit(picture, place, special_flags=BLEND)
        canvas.box(track.area, canvas.theme.panel, radius=canvas.px(5))
        canvas.surface.blit(self._score_curve(line), (track.x, track.y), special_flags=BLEND)
        if line.fork:
            canvas.box((self._x(line.fork, line), track.y, canvas.px(2), track.height), canvas.theme.faint, radius=0)
        left, top = self._x(cursor, line) - canvas.px(2), track.y - canvas.px(3)
        canvas.box((left, top, canvas.px(4), track.height + canvas.px(6)), canvas.theme.text)
        right = box.right - canvas.px(14)
        canvas.text("H help", right, middle, line=canvas.small, colour=canvas.theme.faint, align=1)
        words = "max" if speed == math.inf else f"{speed:.3g}/s"
        canvas.text(words, right - self._side, middle, line=canvas.small, colour=canvas.theme.faint, align=1)

    def _x(self, index: int, line: Line) -> int:
        return self.track.x + round(self.track.width * (index / line.shown if line.shown else 0.0))

    def _score_curve(self, line: Line) -> pg.Surface:
        """The score over time, as a filled curve."""
        key = (id(line), line.shown)
        if self._curve is None or self._curve[0] != key:
            self._curve = (key, self._drawn_curve(line))
        return self._curve[1]

    def _drawn_curve(self, line: Line) -> pg.Surface:
        theme, track = self._canvas.theme, self.track
        count = min(line.shown, track.width // 2) + 1
        scores = [line.states[round(i * line.shown / max(1, count - 1))].score for i in range(count)]
        low, high = min(scores), max(scores)
        scale = 0.76 / (high - low) if high > low else 0.0

        def draw(large: pg.Surface) -> None:
            width, height = large.get_size()
            across = [width * i / max(1, count - 1) for i in range(count)]
            points = [(x, height * (0.88 - (score - low) * scale)) for x, score in zip(across, scores, strict=True)]
            if count > 1:
                ground = mixed(theme.panel, theme.accent, 0.28)
                pg.draw.polygon(large, ground, [(0, height), *points, (width, height)])
                pg.draw.lines(large, mixed(theme.panel, theme.accent, 0.75), False, points, 5)

        return antialiased(track.width, track.height, draw)


@lru_cache(maxsize=8)
def _play_button(size: int, is_playing: bool, colour: Colour) -> pg.Surface:
    """A triangle while the game plays, two bars while it is paused."""

    def draw(large: pg.Surface) -> None:
        side = size * SUPERSAMPLING
        if is_playing:
            pg.draw.polygon(large, colour, [(0.12 * side, 0), (0.12 * side, side), (side, side / 2)])
        else:
            for left in (0.12, 0.6):
                pg.draw.rect(large, colour, (left * side, 0, 0.28 * side, side))

    return antialiased(size, size, draw)
