"""Berkeley's API: the names and modules that submissions written for UC Berkeley's CS188 projects use.

camelCase lives here. Submissions hold BerkeleyStates, copies whose views are mutable: a write changes that state and
never the game. A GameState hands out views that refuse writes.
"""

STUDENTS_FILE = "multiAgents.py"  # what the course calls it
