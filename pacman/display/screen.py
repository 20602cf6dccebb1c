"""Detection of a screen to open a window on."""

import os
import sys
from typing import Final

from pacman.errors import DisplayError

SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY")  # environment variables that name the screen on Linux
HEADLESS: Final = ("dummy", "offscreen")  # drivers without a visible window


def screen_problem() -> str | None:
    """Return the reason why no window can be opened, or None. pygame is imported only if it is needed to decide."""
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
    if driver in HEADLESS and not os.environ.get("SDL_VIDEODRIVER"):  # SDL's fallback if no screen answers
        screens = (f"{name}={os.environ[name]}" for name in SCREENS if os.environ.get(name))
        return f"the screen does not answer ({', '.join(screens)})"
    return None


def has_screen() -> bool:
    """True if a window may be opened: there is a screen, or a driver is requested by name."""
    if sys.platform in ("win32", "cygwin", "darwin") or os.environ.get("SDL_VIDEODRIVER"):
        return True
    return any(os.environ.get(name) for name in SCREENS)
