"""Berkeley's module `keyboardAgents`."""

from agents.keyboard import KeyboardAgent

__all__ = ["KeyboardAgent"]
