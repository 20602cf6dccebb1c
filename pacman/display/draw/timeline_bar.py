"""The bar below the board: play or pause, the timeline with the course of the score, the speed."""

import math
from collections.abc import Sequence
from functools import lru_cache

from pacman.display.draw import pg
from pacman.display.draw.canvas import BLEND, SUPERSAMPLING, Canvas, antialiased
from pacman.display.geometry import Box
from pacman.display.theme import REDDISH_PURPLE, Colour, Theme, mixed
from pacman.display.watch.playback import Playback
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

    def index_at(self, x: float, shown: int) -> int:
        """The move at this place of the `shown` ones; the nearest one for places beyond the ends."""
        share = (x - self.track.x) / self.track.width
        return round(min(1.0, max(0.0, share)) * shown)

    def is_on_play_button(self, x: float, y: float) -> bool:
        return self._box.x <= x < self.track.x - self._margin and self._box.y <= y <= self._box.bottom

    def is_on_track(self, x: float, y: float) -> bool:
        """Whether a click here is meant for the track: a little beyond its ends, too."""
        is_between = self.track.x - self._margin <= x <= self.track.right + self._margin
        return is_between and self._box.y <= y <= self._box.bottom

    def draw(self, lines: Sequence[Line], playback: Playback) -> None:
        """The course of the score along each line, marks for what is worth finding again, and where we are."""
        canvas, box, track = self._canvas, self._box, self.track
        middle = box.y + box.height / 2
        is_playing = playback.is_playing and not playback.is_finished
        picture = _play_button(canvas.px(14), is_playing, canvas.theme.accent)
        place = picture.get_rect(center=(box.x + canvas.px(24), round(middle)))
        canvas.surface.blit(picture, place, special_flags=BLEND)
        canvas.box(track.area, canvas.theme.panel, radius=canvas.px(5))
        canvas.surface.blit(self._score_curves(lines, playback.shown), (track.x, track.y), special_flags=BLEND)
        for move, colour in ((lines[0].fork, canvas.theme.faint), (playback.parting, canvas.theme.bad)):
            if move:
                area = (self._x(move, playback.shown), track.y, canvas.px(2), track.height)
                canvas.box(area, colour, radius=0)
        left, top = self._x(playback.cursor, playback.shown) - canvas.px(2), track.y - canvas.px(3)
        canvas.box((left, top, canvas.px(4), track.height + canvas.px(6)), canvas.theme.text)
        right = box.right - canvas.px(14)
        canvas.text("H help", right, middle, line=canvas.small, colour=canvas.theme.faint, align=1)
        words = "max" if playback.speed == math.inf else f"{playback.speed:.3g}/s"
        canvas.text(words, right - self._side, middle, line=canvas.small, colour=canvas.theme.faint, align=1)

    def _x(self, index: int, shown: int) -> int:
        return self.track.x + round(self.track.width * (index / shown if shown else 0.0))

    def _score_curves(self, lines: Sequence[Line], shown: int) -> pg.Surface:
        """The score over time, as a filled curve; with a second line, as a curve for each."""
        key = (*map(id, lines), shown)
        if self._curve is None or self._curve[0] != key:
            self._curve = (key, self._drawn_curves(lines, shown))
        return self._curve[1]

    def _drawn_curves(self, lines: Sequence[Line], shown: int) -> pg.Surface:
        theme, track = self._canvas.theme, self.track
        steps = max(1, min(shown, track.width // 2))
        courses = [_course(line, shown, steps) for line in lines]
        low = min(score for course in courses for _, score in course)
        high = max(score for course in courses for _, score in course)
        scale = 0.76 / (high - low) if high > low else 0.0

        def draw(large: pg.Surface) -> None:
            width, height = large.get_size()
            # The first of two is drawn wider, so that it is seen where the scores are equal.
            widths = (5,) if len(lines) == 1 else (12, 5)
            for course, colour, thickness in zip(courses, curve_colours(theme), widths, strict=False):
                points = [(width * share, height * (0.88 - (score - low) * scale)) for share, score in course]
                if len(points) > 1 and len(lines) == 1:
                    ground = mixed(theme.panel, colour, 0.28)
                    pg.draw.polygon(large, ground, [(0, height), *points, (width, height)])
                if len(points) > 1:
                    pg.draw.lines(large, mixed(theme.panel, colour, 0.75), False, points, thickness)

        return antialiased(track.width, track.height, draw)


def curve_colours(theme: Theme) -> tuple[Colour, Colour]:
    """Of the first game's course and of the second one's."""
    return theme.accent, REDDISH_PURPLE


def _course(line: Line, shown: int, steps: int) -> list[tuple[float, int]]:
    """The scores of a line, each with its share of the way; a line that ended early ends early."""
    moves = (round(i * shown / steps) for i in range(steps + 1))
    found = {min(move, line.shown) for move in moves}
    return [(move / max(1, shown), line.states[move].score) for move in sorted(found)]


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
