"""Contents of the window. The parts are rebuilt only when the size, the theme or the maze changes."""

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
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.theme import Colour, Theme
from pacman.display.watch.captions import game_title
from pacman.display.watch.controls import controls, remarks
from pacman.display.watch.menu import Menu
from pacman.display.watch.session import Session
from pacman.record import EndReason

LONG_SEARCH: Final = 0.25  # seconds after which the status shows that an agent is searching


@dataclass(frozen=True)
class Overlay:
    """Contents drawn over the board. `menu` is the open one; `place` is the number of the game if there are several."""

    shows_help: bool = False
    menu: Menu | None = None
    has_menu: bool = False
    place: str = ""
    notice: str = ""


class View:
    """Drawing of one session, or of two in step, on surfaces of any size."""

    def __init__(self, theme: Theme, words: Words = IN_ENGLISH) -> None:
        self.theme = theme
        self.words = words
        self._parts: _Parts | None = None

    @property
    def timeline_bar(self) -> TimelineBar | None:
        """The timeline bar as last drawn."""
        return self._parts.timeline_bar if self._parts else None

    @property
    def menu_box(self) -> MenuBox | None:
        """The menu as last drawn."""
        return self._parts.menu_box if self._parts else None

    def draw(self, surface: pg.Surface, sessions: Sequence[Session], overlay: Overlay) -> None:
        width, height = surface.get_size()
        smallest = smallest_window(len(sessions))
        if width < smallest[0] or height < smallest[1]:
            # Too small to arrange the parts: draw a larger picture and scale it down.
            full = pg.Surface((max(width, smallest[0]), max(height, smallest[1])))
            self.draw(full, sessions, overlay)
            pg.transform.smoothscale(full, surface.get_size(), surface)
            return
        parts = self._parts_for(surface, sessions)
        parts.draw(sessions, overlay.place)
        parts.draw_overlay(sessions, overlay)

    def _parts_for(self, surface: pg.Surface, sessions: Sequence[Session]) -> "_Parts":
        parts = self._parts
        if parts is None or not parts.suit(surface, self.theme, sessions[0]):
            self._parts = parts = _Parts(surface, self.theme, self.words, sessions, parts)
        return parts


class _Parts:
    """Parts of the window for one size, theme and maze; painters of the `old` parts are kept if they suit."""

    def __init__(
        self, surface: pg.Surface, theme: Theme, words: Words, sessions: Sequence[Session], old: "_Parts | None"
    ) -> None:
        first, games = sessions[0], len(sessions)
        self.surface = surface
        self.size = surface.get_size()
        self.theme = theme
        self.layout = layout = first.timeline.state.layout
        self.panel_agents = _panel_agents(first)
        self.has_branches = first.has_branches
        places = arrange(*self.size, layout.width, layout.height, panel_agents=self.panel_agents, games=games)
        self.canvas = Canvas(surface, theme, places.unit, words)
        known = [game.painter for game in old.games] if old else []
        painters = [each for each in known if (each.layout, each.theme, each.cell) == (layout, theme, places.cell)]
        painters = painters or [BoardPainter(layout, theme, places.cell) for _ in places.games]
        marks = [None] if games == 1 else curve_colours(theme)
        games_parts = zip(places.games, painters, marks, strict=True)
        self.games: list[_GameParts] = [_GameParts(self.canvas, *parts) for parts in games_parts]
        self.timeline_bar = TimelineBar(self.canvas, places.timeline_bar, has_branches=self.has_branches)
        self.middle = places.middle.shrunk(self.canvas.px(6))
        self.menu_box: MenuBox | None = None  # created when the menu is first open

    def suit(self, surface: pg.Surface, theme: Theme, session: Session) -> bool:
        return (
            surface is self.surface
            and (surface.get_size(), theme) == (self.size, self.theme)
            and (_panel_agents(session), session.has_branches) == (self.panel_agents, self.has_branches)
            and session.timeline.state.layout is self.layout
        )

    def draw(self, sessions: Sequence[Session], place: str) -> None:
        self.surface.fill(self.theme.floor)
        for parts, session in zip(self.games, sessions, strict=True):
            parts.draw(session, place)
        first = sessions[0]
        self.timeline_bar.draw([session.line for session in sessions], first.playback, can_branch=first.can_branch)

    def draw_overlay(self, sessions: Sequence[Session], overlay: Overlay) -> None:
        """Draw the menu, the help, or the outcomes of the games and a notice."""
        session = sessions[0]
        if overlay.menu:
            self.menu_box = self.menu_box or MenuBox(self.canvas, self.middle)
            self.menu_box.draw(overlay.menu)
        elif overlay.shows_help:
            known = controls(session, has_menu=overlay.has_menu, words=self.canvas.words)
            draw_help(self.canvas, self.middle, known, remarks(session, self.canvas.words))
        else:
            for parts, each in zip(self.games, sessions, strict=True):
                parts.draw_end(each, has_menu=overlay.has_menu)
            notice = overlay.notice or (self.canvas.words("press-to-start") if session.is_waiting_for_key else "")
            if notice:
                draw_notice(self.canvas, self.games[0].room if len(self.games) == 1 else self.middle, notice)


class _GameParts:
    """Parts that show one game. `mark` is the colour of its score on the timeline if there are several games."""

    def __init__(self, canvas: Canvas, places: GameGeometry, painter: BoardPainter, mark: Colour | None) -> None:
        self.canvas = canvas
        self.places = places
        self.mark = mark
        self.painter = painter
        self.header = Header(canvas, places.header)
        self.board = Canvas(canvas.surface.subsurface(places.board.area), canvas.theme, canvas.unit, canvas.words)
        self.panel = ThoughtPanel(canvas, places.panel) if places.panel else None
        area, top = places.area, places.header.bottom
        is_aside = places.panel is not None and places.panel.x >= places.board.right
        right = places.panel.x if places.panel and is_aside else area.right
        self.room = Box(area.x, top, right - area.x, area.bottom - top)  # for messages

    def draw(self, session: Session, place: str) -> None:
        scene, words = session.scene, self.canvas.words
        thought = session.death or (session.thought if self.panel else None)
        self.painter.draw_ground(self.board.surface, scene)
        if thought:
            draw_course(self.board, self.painter, thought, scene.figures)
        self.painter.draw_figures(self.board.surface, scene)
        if thought:
            draw_labels(self.board, self.painter, thought, scene.figures)
        if self.panel:
            waiting = words("thinking" if session.agents else "recorded-without-agents")
            mover = "" if session.mover is None else mover_text(session, words)
            self.panel.draw(session.death or session.lasting_thought, session.names, mover=mover, waiting=waiting)
        title = game_title(scene.state.layout, session.seed, place, words)
        if self.mark:
            x, y, _, height = self.places.header.area
            self.canvas.box((x, y, self.canvas.px(5), height), self.mark, radius=0)
        self.header.draw(scene.state.score, session.timeline.round, title, session.names, status(session, words))

    def draw_end(self, session: Session, *, has_menu: bool) -> None:
        """Draw the outcome of the game and, once all games are finished, the next possible keys."""
        outcome = session.line.outcome
        if not session.is_finished or outcome is None or session.scene.is_dying:
            return
        offers = [
            "offer-why" if outcome.reason is EndReason.LOST else "",
            "offer-again",
            "offer-seed" if session.is_live else "",
            "offer-maze" if has_menu else "",
        ]
        hint = " · ".join(self.canvas.words(offer) for offer in offers if offer) if session.playback.is_finished else ""
        draw_end(self.canvas, self.room, session.timeline.state, outcome, session.names, hint=hint)


def _panel_agents(session: Session) -> int:
    """Return the number of agents in the panel, 0 if it is hidden."""
    return session.timeline.num_agents if session.shows_thoughts else 0


def mover_text(session: Session, words: Words = IN_ENGLISH) -> str:
    """Return whose move it is."""
    if session.mover:
        return words("ghost-moves", number=session.mover)
    return words("your-move" if session.is_played_by_a_person else "pacman-moves")


def status(session: Session, words: Words = IN_ENGLISH) -> str:
    """Return the status in a few words: the branch, a search under way, or a pause."""
    lines = session.timeline.lines
    number = lines.index(session.line) + 1
    parts = [words("branch-of", number=number, branches=len(lines))] if len(lines) > 1 else []
    if session.worker.seconds > LONG_SEARCH:
        parts.append(words("thinking-for", seconds=f"{session.worker.seconds:.1f}"))
    elif not (session.playback.is_running or session.is_finished or session.is_waiting_for_key):
        parts.append(words("paused"))
    return " · ".join(parts)
