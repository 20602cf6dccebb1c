"""A game as a row of pictures: the board under its head, without a window."""

from collections.abc import Iterator
from typing import Final

from pacman.display.arrangement import Box, checked_zoom
from pacman.display.banner import draw_end, end_height
from pacman.display.engine import pg
from pacman.display.header import Header, Heading, game_title
from pacman.display.moment import Moment, between, moment_of
from pacman.display.painter import BoardPainter
from pacman.display.pen import Pen
from pacman.display.theme import theme_named
from pacman.game import GameRecord
from pacman.layout import Layout
from pacman.state import GameState

CELL: Final = 24  # pixels, at zoom 1
LARGEST_SIDE: Final = 4096  # pixels of the board; more would only fill the memory


class Film:
    """Draws a game frame by frame: the board under its head."""

    def __init__(self, layout: Layout, names: tuple[str, ...], title: str, *, zoom: float, theme: str) -> None:
        colours = self.theme = theme_named(theme)
        cell = max(2, min(round(CELL * checked_zoom(zoom)), LARGEST_SIDE // max(layout.width, layout.height)))
        width, height = layout.width * cell, layout.height * cell
        unit = min(3.0, max(0.8, width / 480))
        head = round(58 * unit)
        # Even sizes, for the sake of video formats; room for text over the narrowest maze.
        self.surface = pg.Surface((max(width, 320) + 1 & ~1, head + height + 1 & ~1))
        across = self.surface.get_width()
        self._board_box = Box((across - width) // 2, head, width, height)
        self._names = names
        self._title = title
        self._painter = BoardPainter(layout, colours, cell)
        self._pen = Pen(self.surface, colours, unit)
        self._header = Header(self._pen, Box(0, 0, across, head))

    @classmethod
    def of(cls, record: GameRecord, zoom: float, theme: str) -> "Film":
        title = game_title(record.layout, record.seed)
        return cls(record.layout, record.agents[: record.ghosts + 1], title, zoom=zoom, theme=theme)

    def frames(self, record: GameRecord, frames_a_round: int) -> Iterator[pg.Surface]:
        """The start, so many frames for each round, and the end with its outcome. The surface is always the same."""
        states = list(record.states())
        agents = record.ghosts + 1
        yield self.draw(moment_of(states[0]), 0)
        for start in range(0, len(record.moves), agents):
            stop = min(start + agents, len(record.moves))
            for frame in range(1, frames_a_round + 1):
                moment = between(states[start], states[stop], frame / frames_a_round)
                yield self.draw(moment, stop // agents)
        yield self.draw_last(record, states[-1], len(record.moves) // agents)

    def frame_count(self, record: GameRecord, frames_a_round: int) -> int:
        rounds = -(-len(record.moves) // (record.ghosts + 1))
        return 2 + rounds * frames_a_round

    def draw(self, moment: Moment, round_number: int | None) -> pg.Surface:
        self.surface.fill(self.theme.floor)
        self._painter.draw(self.surface.subsurface(self._board_box.area), moment)
        self._header.draw(Heading(moment.state.score, round_number, self._title, self._names))
        return self.surface

    def draw_last(self, record: GameRecord, state: GameState, round_number: int) -> pg.Surface:
        self.draw(moment_of(state), round_number)
        room = Box(0, self._board_box.y, self.surface.get_width(), self._board_box.height)
        height = end_height(state.pacman_position[1], state.layout.height)
        draw_end(self._pen, room, record.outcome, record.agents, height=height)
        return self.surface
