"""The foot of the window: the timeline with the course of the score, the speed, and the way to the help."""

import math
from functools import lru_cache

from pacman.display.arrangement import Box
from pacman.display.engine import pg
from pacman.display.pen import Pen
from pacman.display.smooth import BLEND, OVERSIZE, smooth_picture
from pacman.display.theme import Colour, mixed
from pacman.display.timeline import Line


class Footer:
    """Draws the foot, and says which moment a place on the timeline stands for."""

    def __init__(self, pen: Pen, box: Box) -> None:
        self._pen = pen
        self._box = box
        self._side = pen.px(60)
        self.track = Box(
            box.x + pen.px(44),
            box.y + pen.px(8),
            max(1, box.width - pen.px(44) - 2 * self._side - pen.px(14)),
            box.height - pen.px(16),
        )
        self._curve: tuple[object, pg.Surface] | None = None

    def index_at(self, x: float, line: Line) -> int:
        """The moment of the line at this place; the nearest one for places beyond its ends."""
        share = (x - self.track.x) / self.track.width
        return round(min(1.0, max(0.0, share)) * line.shown)

    def is_on_sign(self, x: float, y: float) -> bool:
        """Whether this is the sign that says if the game plays."""
        return self._box.x <= x < self.track.x - self._pen.px(8) and self._box.y <= y <= self._box.bottom

    def is_on_track(self, x: float, y: float) -> bool:
        box = self._box
        return self.track.x - self._pen.px(8) <= x <= self.track.right + self._pen.px(8) and box.y <= y <= box.bottom

    def draw(self, line: Line, cursor: int, *, is_playing: bool, speed: float) -> None:
        pen, box, track = self._pen, self._box, self.track
        middle = box.y + box.height / 2
        picture = _play_sign(pen.px(14), is_playing, pen.theme.accent)
        place = picture.get_rect(center=(box.x + pen.px(24), round(middle)))
        pen.surface.blit(picture, place, special_flags=BLEND)
        pen.box(track.area, pen.theme.panel, radius=pen.px(5))
        pen.surface.blit(self._score_curve(line), (track.x, track.y), special_flags=BLEND)
        if line.fork:
            pen.box((self._x(line.fork, line), track.y, pen.px(2), track.height), pen.theme.faint, radius=0)
        x = self._x(cursor, line)
        pen.box((x - pen.px(2), track.y - pen.px(3), pen.px(4), track.height + pen.px(6)), pen.theme.text)
        right = box.right - pen.px(14)
        pen.text("H help", right, middle, line=pen.small, colour=pen.theme.faint, align=1)
        words = "max" if speed == math.inf else f"{speed:.3g}/s"
        pen.text(words, right - self._side, middle, line=pen.small, colour=pen.theme.faint, align=1)

    def _x(self, index: int, line: Line) -> int:
        return self.track.x + round(self.track.width * (index / line.shown if line.shown else 0.0))

    def _score_curve(self, line: Line) -> pg.Surface:
        """The score over time, as a filled curve."""
        key = (id(line), line.shown)
        if self._curve is None or self._curve[0] != key:
            self._curve = (key, self._drawn_curve(line))
        return self._curve[1]

    def _drawn_curve(self, line: Line) -> pg.Surface:
        theme, track = self._pen.theme, self.track
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

        return smooth_picture(track.width, track.height, draw)


@lru_cache(maxsize=8)
def _play_sign(size: int, is_playing: bool, colour: Colour) -> pg.Surface:
    """A triangle that plays or two bars that pause, as on any player."""

    def draw(large: pg.Surface) -> None:
        side = size * OVERSIZE
        if is_playing:
            pg.draw.polygon(large, colour, [(0.12 * side, 0), (0.12 * side, side), (side, side / 2)])
        else:
            for left in (0.12, 0.6):
                pg.draw.rect(large, colour, (left * side, 0, 0.28 * side, side))

    return smooth_picture(size, size, draw)
