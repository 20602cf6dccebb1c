"""Everything in the window: the parts are made anew only when the size, the theme or the maze changes."""

from collections.abc import Sequence
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
from pacman.display.draw.timeline_bar import TimelineBar, curve_colours
from pacman.display.geometry import Box, GameGeometry, arrange, smallest_window
from pacman.display.theme import Colour, Theme
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
    """What lies over the board. `menu`: the one that is open; `place`: which game of several it is."""

    shows_help: bool = False
    menu: Menu | None = None
    has_menu: bool = False
    place: str = ""
    notice: str = ""


class View:
    """Draws one session, or two that go in step, on surfaces of any size."""

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

    def draw(self, surface: pg.Surface, sessions: Sequence[Session], overlay: Overlay) -> None:
        width, height = surface.get_size()
        smallest = smallest_window(len(sessions))
        if width < smallest[0] or height < smallest[1]:
            # Too small to arrange the parts: a larger picture, scaled down.
            full = pg.Surface((max(width, smallest[0]), max(height, smallest[1])))
            self.draw(full, sessions, overlay)
            pg.transform.smoothscale(full, surface.get_size(), surface)
            return
        parts = self._parts_for(surface, sessions)
        parts.draw(sessions, overlay.place)
        parts.draw_overlay(sessions, overlay)

    def _parts_for(self, surface: pg.Surface, sessions: Sequence[Session]) -> "_Parts":
        timeline = sessions[0].timeline
        layout = timeline.state.layout
        parts = self._parts
        panel_agents = timeline.num_agents if sessions[0].shows_thoughts else 0
        if parts is None or not parts.suit(surface, layout, self.theme, panel_agents):
            old = [game.painter for game in parts.games] if parts else []
            self._parts = parts = _Parts(surface, layout, self.theme, panel_agents, len(sessions), old)
        return parts


class _Parts:
    """The parts of the window for one size, theme and maze."""

    def __init__(
        self,
        surface: pg.Surface,
        layout: Layout,
        theme: Theme,
        panel_agents: int,
        games: int,
        old_painters: Sequence[BoardPainter],
    ) -> None:
        columns, rows = layout.width, layout.height
        places = arrange(*surface.get_size(), columns, rows, panel_agents=panel_agents, games=games)
        self.surface = surface
        self.size = surface.get_size()
        self.theme = theme
        self.panel_agents = panel_agents
        self.layout = layout
        self.canvas = Canvas(surface, theme, places.unit)
        painters = [old for old in old_painters if (old.layout, old.theme, old.cell) == (layout, theme, places.cell)]
        painters = painters or [BoardPainter(layout, theme, places.cell) for _ in places.games]
        marks = [None] if games == 1 else curve_colours(theme)
        games_parts = zip(places.games, painters, marks, strict=True)
        self.games = [_GameParts(self.canvas, *parts) for parts in games_parts]
        self.timeline_bar = TimelineBar(self.canvas, places.timeline_bar)
        self.middle = places.middle.shrunk(self.canvas.px(6))
        self.menu_box: MenuBox | None = None  # once the menu was open

    def suit(self, surface: pg.Surface, layout: Layout, theme: Theme, panel_agents: int) -> bool:
        return (
            surface is self.surface
            and surface.get_size() == self.size
            and (theme, panel_agents) == (self.theme, self.panel_agents)
            and layout is self.layout
        )

    def draw(self, sessions: Sequence[Session], place: str) -> None:
        self.surface.fill(self.theme.floor)
        for parts, session in zip(self.games, sessions, strict=True):
            parts.draw(session, place)
        self.timeline_bar.draw([session.line for session in sessions], sessions[0].playback)

    def draw_overlay(self, sessions: Sequence[Session], overlay: Overlay) -> None:
        """The menu, the help, or how the games ended and a notice."""
        session = sessions[0]
        if overlay.menu:
            self.menu_box = self.menu_box or MenuBox(self.canvas, self.middle)
            self.menu_box.draw(overlay.menu)
        elif overlay.shows_help:
            known = controls(session, has_menu=overlay.has_menu)
            draw_help(self.canvas, self.middle, known, remarks(session))
        else:
            for parts, each in zip(self.games, sessions, strict=True):
                parts.draw_end(each, has_menu=overlay.has_menu)
            notice = overlay.notice or ("Press an arrow key to start" if session.is_waiting_for_key else "")
            if notice:
                draw_notice(self.canvas, self.games[0].room if len(self.games) == 1 else self.middle, notice)


class _GameParts:
    """The parts that show one game. `mark`: the colour of its score on the timeline, where there are several."""

    def __init__(self, canvas: Canvas, places: GameGeometry, painter: BoardPainter, mark: Colour | None) -> None:
        self.canvas = canvas
        self.places = places
        self.mark = mark
        self.painter = painter
        self.header = Header(canvas, places.header)
        self.board = Canvas(canvas.surface.subsurface(places.board.area), canvas.theme, canvas.unit)
        self.panel = ThoughtPanel(canvas, places.panel) if places.panel else None
        area, top = places.area, places.header.bottom
        is_aside = places.panel is not None and places.panel.x >= places.board.right
        right = places.panel.x if places.panel and is_aside else area.right
        self.room = Box(area.x, top, right - area.x, area.bottom - top)  # for messages

    def draw(self, session: Session, place: str) -> None:
        scene = session.scene
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
        if self.mark:
            x, y, _, height = self.places.header.area
            self.canvas.box((x, y, self.canvas.px(5), height), self.mark, radius=0)
        self.header.draw(scene.state.score, session.timeline.round, title, session.names, status(session))

    def draw_end(self, session: Session, *, has_menu: bool) -> None:
        """How the game ended, and once no other goes on, what can be done next."""
        outcome = session.line.outcome
        if not session.is_finished or outcome is None or session.scene.is_dying:
            return
        offers = [
            WHY if outcome.reason is EndReason.LOST else "",
            AFTER_THE_END,
            NEXT_SEED if session.is_live else "",
            NEXT_MAZE if has_menu else "",
        ]
        hint = " · ".join(filter(None, offers)) if session.playback.is_finished else ""
        draw_end(self.canvas, self.room, session.timeline.state, outcome, session.names, hint=hint)


def status(session: Session) -> str:
    """What is going on, in a few words."""
    lines = session.timeline.lines
    words = [f"branch {lines.index(session.line) + 1} of {len(lines)}"] if len(lines) > 1 else []
    if session.worker.seconds > LONG_SEARCH:
        words.append(f"thinking {session.worker.seconds:.1f} s")
    elif not (session.playback.is_playing or session.is_finished or session.is_waiting_for_key):
        words.append("paused")
    return " · ".join(words)
