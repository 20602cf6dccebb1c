"""Which keys do something at present, and what: the help lists these and no others."""

from typing import Final, NamedTuple

from pacman.display.watch.session import Session


class Control(NamedTuple):
    """Some keys, and what they do."""

    keys: str
    meaning: str


BRANCHES: Final = "To play on from the past starts a branch; what was played is kept."
PAIRED: Final = "The timeline shows both scores, in the colours beside the names, and a mark where they part."
STEERED: Final = "Pause to step with the arrows and to save a screenshot."


def controls(session: Session, *, has_menu: bool) -> list[Control]:
    """The keys that work now."""
    return [*_time_controls(session), *_game_controls(session, has_menu), *_view_controls(session)]


def remarks(session: Session) -> list[str]:
    """What is worth a sentence."""
    if session.is_steered:
        return [STEERED]
    if session.is_paired:
        return [PAIRED]
    return [BRANCHES] if session.has_branches else []


def _time_controls(session: Session) -> list[Control]:
    """Of the course of time, and of Pacman if a person plays him."""
    speed = Control("+ −", "faster, slower")
    if session.is_steered:
        return [Control("Arrows", "steer Pacman"), Control("W A S D", "steer Pacman"), Control("Space", "pause"), speed]
    found = []
    if not session.playback.is_finished:
        found += [Control("Space", "pause, play on"), Control("Right", "one step on")]
    found += [Control("Left", "one step back"), Control("Shift", "with Right, Left: a round")]
    found.append(Control("Home End", "first, last moment"))
    found += [Control("Mouse", "drag on the timeline"), Control("Enter", "watch again from here")]
    if len(session.timeline.lines) > 1:
        found.append(Control("Tab", "next branch"))
    if session.is_paired:
        found.append(Control("P", "where they part"))
    return [*found, speed]


def _game_controls(session: Session, has_menu: bool) -> list[Control]:
    found = [Control("M", "another maze, agent, ghost")] if has_menu else []
    found.append(Control("R", "restart with this seed" if session.is_live else "from the start"))
    return [*found, Control("N", "next seed")] if session.is_live else found


def _view_controls(session: Session) -> list[Control]:
    screenshot = [] if session.is_steered else [Control("S", "save a screenshot")]
    gif = [] if session.is_paired else [Control("G", "save a GIF")]
    return [
        Control("T", "see it think"),
        Control("E", "why did he die?"),
        *screenshot,
        *gif,
        Control("L", "light or dark"),
        Control("F", "full screen"),
        Control("H Esc", "close this help"),
        Control("Q", "quit"),
    ]
