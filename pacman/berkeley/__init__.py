"""Berkeley's API: the names and modules that submissions written for UC Berkeley's CS188 projects use.

Names in camelCase belong here. Submissions receive BerkeleyStates, copies whose views are mutable: a write changes that
state and never the game. The views of a GameState are read-only.
"""

STUDENTS_FILE = "multiAgents.py"  # the name that the course prescribes
