"""Displays: games as text, in a window, and as pictures.

The modules that draw load pygame, so callers import them when needed: `pacman.display.viewer` (watch, watch_pair,
watch_replay) and `pacman.display.export` (save_gif, save_mp4, save_png).
"""

from pacman.display.screen import screen_problem
from pacman.display.text import TextDisplay
from pacman.errors import DisplayError

__all__ = ["DisplayError", "TextDisplay", "screen_problem"]
