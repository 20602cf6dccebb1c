"""One step of the game on packed words: the rules of `pacman.state`, held equal to it by a test."""

from agents.kernel.code.compiled import compiled
from agents.kernel.words import (
    CELL_SHIFT,
    CREEPS,
    FOOD,
    HALF_WAY,
    PLACE,
    PLACE_BITS,
    SNAPPED,
    TIMER,
    TIMER_BITS,
    Words,
)
from pacman.scoring import (
    FOOD_SCORE,
    GHOST_SCORE,
    LOSE_PENALTY,
    LOST,
    PLAYING,
    SCARED_TIME,
    TIME_PENALTY,
    WIN_SCORE,
    WON,
)

# Every ghost scared, by the number of ghosts.
ALL_SCARED = tuple(sum(SCARED_TIME << TIMER_BITS * ghost for ghost in range(count)) for count in range(5))


@compiled("wii")
def touches(maze: Words, place: int, cell: int) -> bool:
    """Whether a ghost there is near enough to meet Pacman: in his cell, or half-way from or to it."""
    if place >> CELL_SHIFT == cell:
        return True
    return place & HALF_WAY != 0 and maze[CREEPS * maze[0] + place] >> CELL_SHIFT == cell


@compiled("iii")
def put(ghosts: int, ghost: int, place: int) -> int:
    """The word of all ghosts with one of them moved."""
    shift = PLACE_BITS * ghost
    return ghosts & ~(PLACE << shift) | place << shift


@compiled("wbiiiiiiii")
def pacman_step(
    maze: Words,
    items: Words,
    ghosts: int,
    timers: int,
    score: int,
    food: int,
    capsules: int,
    num_ghosts: int,
    homes: int,
    cell: int,
) -> tuple[int, int, int, int, int, int, int]:
    """Pacman goes to `cell` and eats what lies there, which the caller puts back when it takes the step back."""
    status = PLAYING
    score -= TIME_PENALTY
    eaten = items[cell]
    if eaten != 0:
        items[cell] = 0
        if eaten == FOOD:
            score += FOOD_SCORE
            food -= 1
            if food == 0:
                score += WIN_SCORE
                status = WON
        else:
            capsules -= 1
            timers = ALL_SCARED[num_ghosts]
    for ghost in range(num_ghosts):
        place = ghosts >> PLACE_BITS * ghost & PLACE
        if touches(maze, place, cell):
            if timers >> TIMER_BITS * ghost & TIMER:
                score += GHOST_SCORE
                ghosts = put(ghosts, ghost, homes >> PLACE_BITS * ghost & PLACE)
                timers &= ~(TIMER << TIMER_BITS * ghost)
            elif status != WON:
                score -= LOSE_PENALTY
                status = LOST
    return ghosts, timers, score, food, capsules, status, eaten


@compiled("wiiiiiii")
def ghost_step(
    maze: Words, ghosts: int, timers: int, pacman: int, score: int, homes: int, ghost: int, place: int
) -> tuple[int, int, int, int]:
    """A ghost goes to `place`, one of its moves at its present speed."""
    status = PLAYING
    timer = timers >> TIMER_BITS * ghost & TIMER if timers else 0
    if timer == 0:
        if place >> CELL_SHIFT == pacman:
            score -= LOSE_PENALTY
            status = LOST
        return put(ghosts, ghost, place), timers, score, status
    timers -= 1 << TIMER_BITS * ghost
    if timer == 1:  # the fear ends before the collision is judged
        place = maze[SNAPPED * maze[0] + place]
    if touches(maze, place, pacman):
        if timer == 1:
            score -= LOSE_PENALTY
            status = LOST
        else:
            score += GHOST_SCORE
            place = homes >> PLACE_BITS * ghost & PLACE
            timers &= ~(TIMER << TIMER_BITS * ghost)
    return put(ghosts, ghost, place), timers, score, status


@compiled("wiii")
def ghost_moves(maze: Words, ghosts: int, timers: int, ghost: int) -> int:
    """What a ghost may do, at full speed or, scared, at half."""
    place = ghosts >> PLACE_BITS * ghost & PLACE
    if timers and timers >> TIMER_BITS * ghost & TIMER:
        return maze[CREEPS * maze[0] + place]
    return maze[place]
