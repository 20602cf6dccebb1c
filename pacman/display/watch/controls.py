"""Controls that are active in the current situation; the help lists only these."""

from typing import Final, NamedTuple

from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.watch.session import Session


class Control(NamedTuple):
    """Keys and their meaning."""

    keys: str
    meaning: str


NAMED_KEYS: Final = {  # keys of messages
    "Arrows": "key-arrows",
    "Space": "key-space",
    "Right": "key-right",
    "Left": "key-left",
    "Mouse": "key-mouse",
}


def controls(session: Session, *, has_menu: bool, words: Words = IN_ENGLISH) -> list[Control]:
    """Return the controls that are active now."""
    found = [*_time_controls(session), *_game_controls(session, has_menu), *_view_controls(session)]
    return [Control(words(NAMED_KEYS[keys]) if keys in NAMED_KEYS else keys, words(meaning)) for keys, meaning in found]


def remarks(session: Session, words: Words = IN_ENGLISH) -> list[str]:
    """Return explanations that the help shows below the keys."""
    if session.is_steered:
        return [words("about-steering")]
    if session.is_paired:
        return [words("about-pairs")]
    return [words("about-branches")] if session.has_branches else []


def _time_controls(session: Session) -> list[Control]:
    """Return the controls of the playback, and of Pacman if a person plays; meanings are keys of messages."""
    speed = Control("+ −", "key-speed")
    if session.is_steered:
        steering = [Control("Arrows", "do-steer"), Control("W A S D", "do-steer")]
        return [*steering, Control("Space", "do-pause"), speed]
    found = []
    if not session.playback.is_finished:
        found += [Control("Space", "do-play"), Control("Right", "do-step-on")]
    else:
        found.append(Control("Space", "do-watch-again"))
    found += [Control("Left", "do-step-back"), Control("Shift", "do-step-round")]
    found += [Control("Home End", "do-ends"), Control("Mouse", "do-drag")]
    if session.has_branches:
        found.append(Control("B", "do-branch"))
    if len(session.timeline.lines) > 1:
        found.append(Control("Tab", "do-next-branch"))
    if session.is_paired:
        found.append(Control("P", "do-parting"))
    return [*found, speed]


def _game_controls(session: Session, has_menu: bool) -> list[Control]:
    found = [Control("M", "do-choose")] if has_menu else []
    found.append(Control("R", "do-restart-seed" if session.is_live else "do-restart"))
    return [*found, Control("N", "do-next-seed")] if session.is_live else found


def _view_controls(session: Session) -> list[Control]:
    screenshot = [] if session.is_steered else [Control("S", "do-screenshot")]
    gif = [] if session.is_paired else [Control("G", "do-gif")]
    return [
        Control("T", "do-search"),
        Control("E", "do-why"),
        *screenshot,
        *gif,
        Control("C", "do-case"),
        Control("L", "theme"),
        Control("F", "full-screen"),
        Control("H Esc", "do-close-help"),
        Control("Q", "do-quit"),
    ]
