"""Berkeley's module `ghostAgents`."""

from agents.ghosts import DirectionalGhost, RandomGhost
from agents.ghosts import Ghost as GhostAgent

__all__ = ["DirectionalGhost", "GhostAgent", "RandomGhost"]
