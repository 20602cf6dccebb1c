"""Wrong: alpha-beta that never cuts."""

from recursive_pairs import *  # noqa: F403
from recursive_pairs import MinimaxAgent


class AlphaBetaAgent(MinimaxAgent):
    """Looks at everything."""
