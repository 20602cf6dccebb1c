"""Timeline bar below the board: play button, timeline with the curve of the score, and speed."""

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
    """Drawing of the bar, and lookup of the move at a pixel. `has_branches` adds the button that starts a branch."""

    def __init__(self, canvas: Canvas, box: Box, *, has_branches: bool) -> None:
        self._canvas = canvas
        self._box = box
        self._side = canvas.px(60)
        self._margin = canvas.px(8)
        button = canvas.width(canvas.words("bar-branch"), canvas.small) + canvas.px(16) if has_branches else 0
        left, right = box.x + canvas.px(44), box.right - 2 * self._side - canvas.px(14) - button
        self.track = Box(left, box.y + canvas.px(8), max(1, right - left), box.height - canvas.px(16))
        self.branch_button = Box(right + canvas.px(12), self.track.y, button, self.track.height) if button else None
        self._curve: tuple[object, pg.Surface] | None = None

    def index_at(self, x: float, shown: int) -> int:
        """Return the move at this pixel, from 0 to `shown`; beyond the ends, the nearest one."""
        share = (x - self.track.x) / self.track.width
        return round(min(1.0, max(0.0, share)) * shown)

    def is_on_play_button(self, x: float, y: float) -> bool:
        return self._box.x <= x < self.track.x - self._margin and self._box.y <= y <= self._box.bottom

    def is_on_branch_button(self, x: float, y: float) -> bool:
        button = self.branch_button
        return button is not None and button.x <= x < button.right and self._box.y <= y <= self._box.bottom

    def is_on_track(self, x: float, y: float) -> bool:
        """True if a click here is meant for the track, including a margin beyond its ends."""
        is_between = self.track.x - self._margin <= x <= self.track.right + self._margin
        return is_between and self._box.y <= y <= self._box.bottom

    def draw(self, lines: Sequence[Line], playback: Playback, *, can_branch: bool) -> None:
        """Draw the score along each line, marks at forks and first differences, the cursor, and the buttons."""
        canvas, box, track = self._canvas, self._box, self.track
        middle = box.y + box.height / 2
        picture = _play_button(canvas.px(14), playback.is_running, canvas.theme.accent)
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
        if self.branch_button:
            self._draw_branch_button(self.branch_button, can_branch)
        right = box.right - canvas.px(14)
        canvas.text(canvas.words("bar-help"), right, middle, line=canvas.small, colour=canvas.theme.faint, align=1)
        words = canvas.words("bar-fastest") if playback.speed == math.inf else f"{playback.speed:.3g}/s"
        canvas.text(words, right - self._side, middle, line=canvas.small, colour=canvas.theme.faint, align=1)

    def _draw_branch_button(self, box: Box, is_active: bool) -> None:
        canvas, theme = self._canvas, self._canvas.theme
        edge, ink = (theme.accent, theme.text) if is_active else (theme.panel_edge, theme.faint)
        canvas.box(box.area, theme.panel, edge=edge, radius=canvas.px(5))
        x, y = box.x + box.width / 2, box.y + box.height / 2
        canvas.text(canvas.words("bar-branch"), x, y, line=canvas.small, colour=ink, align=0.5)

    def _x(self, index: int, shown: int) -> int:
        return self.track.x + round(self.track.width * (index / shown if shown else 0.0))

    def _score_curves(self, lines: Sequence[Line], shown: int) -> pg.Surface:
        """Return the score over time as a filled curve; with two lines, as one curve for each."""
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
            # The first of two curves is wider, so that it remains visible where the scores are equal.
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
    """Return the colours of the first and the second game's score."""
    return theme.accent, REDDISH_PURPLE


def _course(line: Line, shown: int, steps: int) -> list[tuple[float, int]]:
    """Return points of a line's score, as share of the track and score; a shorter line ends earlier."""
    moves = (round(i * shown / steps) for i in range(steps + 1))
    found = {min(move, line.shown) for move in moves}
    return [(move / max(1, shown), line.states[move].score) for move in sorted(found)]


@lru_cache(maxsize=8)
def _play_button(size: int, is_playing: bool, colour: Colour) -> pg.Surface:
    """Return the picture of what a click does: two bars, pause, while the game plays, else a triangle."""

    def draw(large: pg.Surface) -> None:
        side = size * SUPERSAMPLING
        if is_playing:
            for left in (0.12, 0.6):
                pg.draw.rect(large, colour, (left * side, 0, 0.28 * side, side))
        else:
            pg.draw.polygon(large, colour, [(0.12 * side, 0), (0.12 * side, side), (side, side / 2)])

    return antialiased(size, size, draw)
