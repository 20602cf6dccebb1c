"""Whether a window can be opened here, and if not, why."""

import os
import sys
from typing import Final

from pacman.errors import DisplayError

SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY")  # where Linux says which screen to use
HEADLESS: Final = ("dummy", "offscreen")  # drivers without a visible window


def screen_problem() -> str | None:
    """The reason why no window can be opened, or None. pygame is imported only if nothing simpler decides."""
    if not has_screen():
        return "no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)"
    try:
        from pacman.display.draw import pg
    except DisplayError as error:
        return str(error)
    try:
        pg.display.init()
        driver = pg.display.get_driver()
    except pg.error as error:
        return f"the screen cannot be used ({error})"
    finally:
        pg.display.quit()
    if driver in HEADLESS and not os.environ.get("SDL_VIDEODRIVER"):  # where SDL goes if no screen answers
        screens = (f"{name}={os.environ[name]}" for name in SCREENS if os.environ.get(name))
        return f"the screen does not answer ({', '.join(screens)})"
    return None


def has_screen() -> bool:
    """Whether there is anything to open a window on: a screen, or a driver that was asked for by name."""
    if sys.platform in ("win32", "cygwin", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return True
    return any(os.environ.get(name) for name in SCREENS)
