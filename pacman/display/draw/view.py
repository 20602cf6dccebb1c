"""Everything in the window: the parts are made anew only when the size, the theme or the maze changes."""

from dataclasses import dataclass
from typing import Final

from pacman.display.draw import pg
from pacman.display.draw.board_painter import BoardPainter
from pacman.display.draw.canvas import Canvas
from pacman.display.draw.header import Header
from pacman.display.draw.help_box import draw_help
from pacman.display.draw.menu_box import MenuBox
from pacman.display.draw.message_boxes import draw_end, draw_notice
from pacman.display.draw.thought_overlay import draw_course, draw_labels
from pacman.display.draw.thought_panel import ThoughtPanel
from pacman.display.draw.timeline_bar import TimelineBar
from pacman.display.geometry import SMALLEST_WINDOW, Box, arrange
from pacman.display.theme import Theme
from pacman.display.watch.captions import game_title
from pacman.display.watch.controls import controls, remarks
from pacman.display.watch.menu import Menu
from pacman.display.watch.session import Session
from pacman.layout import Layout
from pacman.record import EndReason

LONG_SEARCH: Final = 0.25  # seconds after which the window says that an agent thinks
WHY: Final = "E why?"
AFTER_THE_END: Final = "Left look back · R again"
NEXT_SEED: Final = "N next seed"
NEXT_MAZE: Final = "M another maze"


@dataclass(frozen=True)
class Overlay:
    """What lies over the board. `place`: which game of several it is; `menu`: None where nothing can be chosen."""

    shows_help: bool = False
    shows_menu: bool = False
    menu: Menu | None = None
    place: str = ""
    notice: str = ""


class View:
    """Draws sessions on surfaces of any size."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._parts: _Parts | None = None

    @property
    def timeline_bar(self) -> TimelineBar | None:
        """The bar as it was last drawn."""
        return self._parts.timeline_bar if self._parts else None

    @property
    def menu_box(self) -> MenuBox | None:
        """The menu as it was last drawn."""
        return self._parts.menu_box if self._parts else None

    def draw(self, surface: pg.Surface, session: Session, overlay: Overlay) -> None:
        width, height = surface.get_size()
        if width < SMALLEST_WINDOW[0] or height < SMALLEST_WINDOW[1]:
            # Too small to arrange the parts: a larger picture, scaled down.
            full = pg.Surface((max(width, SMALLEST_WINDOW[0]), max(height, SMALLEST_WINDOW[1])))
            self.draw(full, session, overlay)
            pg.transform.smoothscale(full, surface.get_size(), surface)
            return
        parts = self._parts_for(surface, session)
        parts.draw(session, overlay.place)
        parts.draw_overlay(session, overlay)

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
        self.places = places
        self.canvas = Canvas(surface, theme, places.unit)
        is_same = old is not None and (old.layout, old.theme, old.cell) == (layout, theme, places.cell)
        self.painter = old if old and is_same else BoardPainter(layout, theme, places.cell)
        self.header = Header(self.canvas, places.header)
        self.timeline_bar = TimelineBar(self.canvas, places.timeline_bar)
        self.panel = ThoughtPanel(self.canvas, places.panel) if places.panel else None
        self.board = Canvas(surface.subsurface(places.board.area), theme, places.unit)
        middle = Box(0, places.header.bottom, self.size[0], places.timeline_bar.y - places.header.bottom)
        self.middle = middle.shrunk(self.canvas.px(6))
        self.menu_box = MenuBox(self.canvas, self.middle)

    def suit(self, surface: pg.Surface, layout: Layout, theme: Theme, panel_agents: int) -> bool:
        return (
            surface is self.surface
            and surface.get_size() == self.size
            and (theme, panel_agents) == (self.theme, self.panel_agents)
            and layout is self.painter.layout
        )

    def draw(self, session: Session, place: str) -> None:
        playback, timeline = session.playback, session.timeline
        scene = playback.scene
        self.surface.fill(self.theme.floor)
        thought = session.death or (session.thought if self.panel else None)
        self.painter.draw_ground(self.board.surface, scene)
        if thought:
            draw_course(self.board, self.painter, thought, scene.figures)
        self.painter.draw_figures(self.board.surface, scene)
        if thought:
            draw_labels(self.board, self.painter, thought, scene.figures)
        if self.panel:
            waiting = "thinking …" if session.agents else "no search data: a recorded game"
            self.panel.draw(session.death or session.lasting_thought, session.names, waiting=waiting)
        title = game_title(scene.state.layout, session.seed, place)
        self.header.draw(scene.state.score, timeline.round, title, session.names, status(session))
        is_playing = playback.is_playing and not session.is_finished
        self.timeline_bar.draw(session.line, timeline.cursor, is_playing=is_playing, speed=playback.speed)

    def draw_overlay(self, session: Session, overlay: Overlay) -> None:
        """The menu, the help, or how the game ended and a notice."""
        if overlay.shows_menu and overlay.menu:
            self.menu_box.draw(overlay.menu)
        elif overlay.shows_help:
            known = controls(session, has_menu=overlay.menu is not None)
            draw_help(self.canvas, self.middle, known, remarks(session))
        else:
            self._draw_messages(session, overlay)

    def _draw_messages(self, session: Session, overlay: Overlay) -> None:
        places, outcome = self.places, session.line.outcome
        is_aside = places.panel is not None and places.panel.x >= places.board.right
        width = places.panel.x if places.panel and is_aside else self.size[0]
        board = Box(0, places.header.bottom, width, places.timeline_bar.y - places.header.bottom)
        if session.is_finished and outcome and not session.playback.scene.is_dying:
            offers = [
                WHY if outcome.reason is EndReason.LOST else "",
                AFTER_THE_END,
                NEXT_SEED if session.is_live else "",
                NEXT_MAZE if overlay.menu else "",
            ]
            hint = " · ".join(filter(None, offers))
            draw_end(self.canvas, board, session.timeline.state, outcome, session.names, hint=hint)
        notice = overlay.notice or ("Press an arrow key to start" if session.is_waiting_for_key else "")
        if notice:
            draw_notice(self.canvas, board, notice)


def status(session: Session) -> str:
    """What is going on, in a few words."""
    lines = session.timeline.lines
    words = [f"branch {lines.index(session.line) + 1} of {len(lines)}"] if len(lines) > 1 else []
    if session.worker.seconds > LONG_SEARCH:
        words.append(f"thinking {session.worker.seconds:.1f} s")
    elif not (session.playback.is_playing or session.is_finished or session.is_waiting_for_key):
        words.append("paused")
    return " · ".join(words)
