"""Imported first in the process of a student's code: here the package of our agents is an empty room.

Opened as usual it would load all our searches, which takes longer than everything else that such a process needs, only
to be hidden from the submission. From an empty room single modules can be taken.
"""

import sys
from pathlib import Path
from types import ModuleType

_agents = ModuleType("agents")
_agents.__path__ = [str(Path(__file__).resolve().parents[2] / "agents")]
sys.modules["agents"] = _agents
