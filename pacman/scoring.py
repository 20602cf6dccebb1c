"""Constants of the rules: points, times, distances, and the status of a state."""

from typing import Final

SCARED_TIME: Final = 40  # moves of a ghost after Pacman has eaten a capsule
COLLISION_TOLERANCE: Final = 0.7  # Manhattan distance at which Pacman and a ghost meet

TIME_PENALTY: Final = 1  # for each move of Pacman
FOOD_SCORE: Final = 10
WIN_SCORE: Final = 500
GHOST_SCORE: Final = 200  # for eating one
LOSE_PENALTY: Final = 500

# Status of a state. Only PLAYING is false, so that a plain truth test means "the game is over".
PLAYING: Final = 0
WON: Final = 1
LOST: Final = 2
