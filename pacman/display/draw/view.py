"""Everything in the window, drawn for one moment: the parts are made anew only when the size or the theme changes."""

from dataclasses import dataclass
from typing import Final

from pacman.display.arrangement import SMALLEST_WINDOW, Arrangement, Box, arrange
from pacman.display.banner import draw_end, draw_help, draw_notice, end_height
from pacman.display.engine import pg
from pacman.display.footer import Footer
from pacman.display.header import Header, Heading, game_title
from pacman.display.painter import BoardPainter
from pacman.display.pen import Pen
from pacman.display.session import Session
from pacman.display.theme import Theme
from pacman.display.thought_panel import ThoughtPanel
from pacman.display.thought_view import draw_choices, draw_course
from pacman.display.timeline import Line
from pacman.layout import Layout

LONG_THOUGHT: Final = 0.25  # seconds after which the window says that somebody thinks
AFTERWARDS: Final = "Left look back · R again · N next seed"


@dataclass
class Extras:
    """What the window shows beside the game itself."""

    help: bool = False
    notice: str = ""


class View:
    """Draws sessions on surfaces of any size."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._parts: _Parts | None = None

    def draw(self, surface: pg.Surface, session: Session, extras: Extras) -> None:
        width, height = surface.get_size()
        if width < SMALLEST_WINDOW[0] or height < SMALLEST_WINDOW[1]:
            # Too small to lay out: a larger picture, scaled down.
            full = pg.Surface((max(width, SMALLEST_WINDOW[0]), max(height, SMALLEST_WINDOW[1])))
            self.draw(full, session, extras)
            pg.transform.smoothscale(full, surface.get_size(), surface)
            return
        parts = self._parts_for(surface, session)
        parts.draw(session, extras)

    def is_on_play_sign(self, x: float, y: float) -> bool:
        return self._parts is not None and self._parts.footer.is_on_sign(x, y)

    def is_on_timeline(self, x: float, y: float) -> bool:
        return self._parts is not None and self._parts.footer.is_on_track(x, y)

    def index_at(self, x: float, line: Line) -> int:
        """The moment of the line that a place on the timeline stands for."""
        return self._parts.footer.index_at(x, line) if self._parts else 0

    def _parts_for(self, surface: pg.Surface, session: Session) -> "_Parts":
        layout = session.timeline.state.layout
        parts = self._parts
        panel_agents = session.timeline.num_agents if session.shows_thoughts else 0
        if parts is None or not parts.suit(surface, layout, self.theme, panel_agents):
            old = parts.painter if parts else None
            self._parts = parts = _Parts(surface, layout, self.theme, panel_agents, old)
        return parts


class _Parts:
    """The parts of the window for one size, theme and maze."""

    def __init__(
        self, surface: pg.Surface, layout: Layout, theme: Theme, panel_agents: int, old: BoardPainter | None
    ) -> None:
        places = arrange(*surface.get_size(), layout.width, layout.height, panel_agents=panel_agents)
        self.surface = surface
        self.size = surface.get_size()
        self.theme = theme
        self.panel_agents = panel_agents
        self.places: Arrangement = places
        self.pen = Pen(surface, theme, places.unit)
        is_same = old is not None and (old.layout, old.theme, old.cell) == (layout, theme, places.cell)
        self.painter = old if old and is_same else BoardPainter(layout, theme, places.cell)
        self.header = Header(self.pen, places.header)
        self.footer = Footer(self.pen, places.footer)
        self.panel = ThoughtPanel(self.pen, places.panel) if places.panel else None
        self.board = surface.subsurface(places.board.area)
        self.board_pen = Pen(self.board, theme, places.unit)

    def suit(self, surface: pg.Surface, layout: Layout, theme: Theme, panel_agents: int) -> bool:
        return (
            surface is self.surface
            and surface.get_size() == self.size
            and (theme, panel_agents) == (self.theme, self.panel_agents)
            and layout is self.painter.layout
        )

    def draw(self, session: Session, extras: Extras) -> None:
        playback, timeline = session.playback, session.timeline
        moment = playback.moment
        self.surface.fill(self.theme.floor)
        thought = session.thought if self.panel else None
        self.painter.draw_ground(self.board, moment)
        if thought:
            draw_course(self.board_pen, self.painter, thought, moment.figures)
        self.painter.draw_figures(self.board, moment)
        if thought:
            draw_choices(self.board_pen, self.painter, thought, moment.figures)
        if self.panel:
            waiting = "thinking …" if session.agents else "no search data: a recorded game"
            self.panel.draw(thought, session.names, waiting=waiting)
        title = game_title(moment.state.layout, session.seed)
        self.header.draw(Heading(moment.state.score, timeline.round, title, session.names, _status(session)))
        is_playing = playback.is_playing and not session.is_finished
        self.footer.draw(session.line, timeline.cursor, is_playing=is_playing, speed=playback.speed)
        self._draw_words(session, extras)

    def _draw_words(self, session: Session, extras: Extras) -> None:
        places = self.places
        size = self.surface.get_size()
        middle = Box(0, places.header.bottom, size[0], places.footer.y - places.header.bottom)
        is_aside = places.panel is not None and places.panel.x >= places.board.right
        board = Box(0, middle.y, places.panel.x if places.panel and is_aside else size[0], middle.height)
        if extras.help:
            draw_help(self.pen, middle.shrunk(self.pen.px(6)), with_steering=session.is_steered)
            return
        if session.is_finished and session.line.outcome:
            state = session.timeline.state
            height = end_height(state.pacman_position[1], state.layout.height)
            draw_end(self.pen, board, session.line.outcome, session.names, height=height, hint=AFTERWARDS)
        notice = extras.notice or ("Press an arrow key to start" if session.is_waiting_for_key else "")
        if notice:
            draw_notice(self.pen, board, notice)


def _status(session: Session) -> str:
    lines = session.timeline.lines
    words = [f"line {lines.index(session.line) + 1} of {len(lines)}"] if len(lines) > 1 else []
    if session.worker.seconds > LONG_THOUGHT:
        words.append(f"thinking {session.worker.seconds:.1f} s")
    elif not (session.playback.is_playing or session.is_finished or session.is_waiting_for_key):
        words.append("paused")
    return " · ".join(words)
