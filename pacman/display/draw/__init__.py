"""Drawing with pygame.

This is the only module that imports pygame: modules that draw import `pg` from here and are themselves imported on use.
"""

import os

from pacman.errors import DisplayError

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # else Windows blurs the window on dense screens

try:
    import pygame as pg
    import pygame.freetype
except ImportError as error:
    missing = "pygame is not installed (pip install pygame-ce)"
    reason = missing if error.name == "pygame" else f"pygame cannot be loaded ({error})"
    raise DisplayError(reason) from error
if not hasattr(pg, "Window"):
    raise DisplayError(f"pygame {pg.version.ver} is too old or not pygame-ce (pip install -U pygame-ce)")

__all__ = ["pg"]
