"""The head of the window or picture: score, round, who plays, and what is going on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pacman.directions import EAST, WEST
from pacman.display.arrangement import Box
from pacman.display.moment import Figure
from pacman.display.pen import Pen
from pacman.display.smooth import BLEND
from pacman.display.sprites import Sprites
from pacman.game import Seed
from pacman.layout import Layout


@dataclass(frozen=True)
class Heading:
    """What the head says."""

    score: int
    round: int | None  # None where it is not known
    title: str  # the layout, the seed
    names: tuple[str, ...]
    status: str = ""  # paused, thinking, …


def game_title(layout: Layout, seed: Seed) -> str:
    return layout.name if seed is None else f"{layout.name} · seed {seed!s}"


class Header:
    """Draws the head. Keeps the little pictures of the agents."""

    def __init__(self, pen: Pen, box: Box) -> None:
        self._pen = pen
        self._box = box
        self._icons = Sprites(pen.theme, round(pen.normal * 0.95))

    def draw(self, heading: Heading) -> None:
        pen, box = self._pen, self._box
        margin = pen.px(14)
        first = box.y + round(0.34 * box.height)
        second = box.y + round(0.74 * box.height)
        left = box.x + margin
        left += pen.text("Score ", left, first, line=pen.normal, colour=pen.theme.faint)
        left += pen.text(str(heading.score), left, first, line=pen.large)
        right = box.right - margin
        if heading.round is not None:
            right -= pen.text(str(heading.round), right, first, line=pen.large, align=1)
            right -= pen.text("Round ", right, first, line=pen.normal, colour=pen.theme.faint, align=1)
        self._title(heading.title, left + margin, first, right - margin)
        right = box.right - margin
        right -= pen.text(heading.status, right, second, line=pen.small, colour=pen.theme.accent, align=1)
        self._legend(heading.names, box.x + margin, second, right - margin if heading.status else right)

    def _title(self, title: str, left: int, middle: int, right: int) -> None:
        """In the middle of the head, or as near to it as the numbers beside it allow."""
        pen, box = self._pen, self._box
        half = min(right - left, pen.width(title, pen.small)) / 2
        x = max(left + half, min(box.x + box.width / 2, right - half))
        pen.text(title, x, middle, line=pen.small, colour=pen.theme.faint, align=0.5, room=right - left)

    def _legend(self, names: Sequence[str], left: int, middle: int, right: int) -> None:
        """Each agent's picture and name; neighbours of one name share it."""
        pen = self._pen
        groups = [(name, [agent for agent, _ in members]) for name, members in _by_name(names)]
        step, gap = self._icons.size + pen.px(1), pen.px(14)
        icons = sum(step * len(agents) + pen.px(4) for _, agents in groups)
        wanted = [pen.width(name, pen.small) for name, _ in groups]
        room = right - left - icons - gap * (len(groups) - 1)
        share = _fair_share(wanted, room)
        for name, agents in groups:
            for agent in agents:
                look = Figure((0, 0), WEST if agent else EAST, 0)
                picture = self._icons.figure(agent, look)
                pen.surface.blit(picture, (left, middle - picture.get_height() // 2), special_flags=BLEND)
                left += step
            left += pen.px(4)
            left += pen.text(name, left, middle, line=pen.small, room=share) + gap


def _by_name(names: Sequence[str]) -> list[tuple[str, list[tuple[int, str]]]]:
    return [(name, list(members)) for name, members in groupby(enumerate(names), key=lambda member: member[1])]


def _fair_share(wanted: Sequence[int], room: int) -> int:
    """The most that each may take so that all fit: short ones leave their rest to long ones."""
    share, left = 0, room
    for rank, width in enumerate(sorted(wanted)):
        share = left // (len(wanted) - rank)
        if width > share:
            return max(0, share)
        left -= width
    return room
