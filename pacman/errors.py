"""The family of errors this product raises for a caller's or a user's mistake.

Each message says which thing, where, and what was possible, in one line: the command line prints it as it is.
"""


class PacmanError(ValueError):
    """Root of the family: something handed to us was wrong."""


class InternalError(Exception):
    """A fault of this product, not of its caller: no answer can be given."""


class LayoutError(PacmanError):
    """A maze that cannot be played, or a layout that cannot be found."""


class IllegalActionError(PacmanError):
    """An action that the rules do not offer to this agent in this state."""


class AgentError(PacmanError):
    """An agent that cannot be found, loaded or made."""


class ReplayError(PacmanError):
    """A replay file that cannot be read, or that does not replay to what it says."""
