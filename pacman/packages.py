"""The packages of this project, and the folder that contains them."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("pacman", "agents", "jobs", "experiments", "autograder", "lab", "commands")
