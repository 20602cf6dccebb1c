"""Berkeley's dialect: the names and modules that submissions written for UC Berkeley's CS188 projects use.

camelCase lives here. What a state hands out is live: a submission that changes it has changed that state. Games and
graders hand out copies of their states, so it has not changed the game.
"""

STUDENTS_FILE = "multiAgents.py"  # what the course calls it
