import util

GOAL = (1, 1)
