"""Header of a window or picture: score, round, title, agents and status."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from pacman.directions import EAST, WEST
from pacman.display.draw.canvas import BLEND, Canvas
from pacman.display.draw.sprites import Sprites
from pacman.display.geometry import Box
from pacman.display.watch.scene import Figure


class Header:
    """Header of one game, with small pictures of its agents."""

    def __init__(self, canvas: Canvas, box: Box) -> None:
        self._canvas = canvas
        self._box = box
        self._icons = Sprites(canvas.theme, round(canvas.normal * 0.95))

    def draw(self, score: int, round_number: int | None, title: str, names: Sequence[str], status: str = "") -> None:
        """Draw the header; an unknown `round_number` is given as None, `status` is "paused", "thinking" or the like."""
        canvas, box = self._canvas, self._box
        margin = canvas.px(14)
        first = box.y + round(0.34 * box.height)
        second = box.y + round(0.74 * box.height)
        left = box.x + margin
        faint: dict[str, Any] = {"line": canvas.normal, "colour": canvas.theme.faint}
        left += canvas.text(f"{canvas.words('game-score')} ", left, first, **faint)
        left += canvas.text(str(score), left, first, line=canvas.large)
        right = box.right - margin
        if round_number is not None:
            right -= canvas.text(str(round_number), right, first, line=canvas.large, align=1)
            right -= canvas.text(f"{canvas.words('game-round')} ", right, first, **faint, align=1)
        self._title(title, left + margin, first, right - margin)
        right = box.right - margin
        right -= canvas.text(status, right, second, line=canvas.small, colour=canvas.theme.accent, align=1)
        self._legend(names, box.x + margin, second, right - margin if status else right)

    def _title(self, title: str, left: int, middle: int, right: int) -> None:
        """Draw the title in the middle of the header, or as near to it as the numbers beside it allow."""
        canvas, box = self._canvas, self._box
        half = min(right - left, canvas.width(title, canvas.small)) / 2
        x = max(left + half, min(box.x + box.width / 2, right - half))
        canvas.text(title, x, middle, line=canvas.small, colour=canvas.theme.faint, align=0.5, room=right - left)

    def _legend(self, names: Sequence[str], left: int, middle: int, right: int) -> None:
        """Draw each agent's picture and name; consecutive agents of the same name share it."""
        canvas = self._canvas
        groups = [(name, list(agents)) for name, agents in groupby(range(len(names)), key=names.__getitem__)]
        step, gap = self._icons.size + canvas.px(1), canvas.px(14)
        icons = sum(step * len(agents) + canvas.px(4) for _, agents in groups)
        wanted = [canvas.width(name, canvas.small) for name, _ in groups]
        room = right - left - icons - gap * (len(groups) - 1)
        share = _fair_share(wanted, room)
        for name, agents in groups:
            for agent in agents:
                look = Figure((0, 0), WEST if agent else EAST, 0)
                picture = self._icons.figure(agent, look)
                canvas.surface.blit(picture, (left, middle - picture.get_height() // 2), special_flags=BLEND)
                left += step
            left += canvas.px(4)
            left += canvas.text(name, left, middle, line=canvas.small, room=share) + gap


def _fair_share(wanted: Sequence[int], room: int) -> int:
    """Return the maximal width of each so that all fit; short ones leave their rest to long ones."""
    share, left = 0, room
    for rank, width in enumerate(sorted(wanted)):
        share = left // (len(wanted) - rank)
        if width > share:
            return max(0, share)
        left -= width
    return room
