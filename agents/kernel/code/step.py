"""One step of the game on packed words: the rules of `pacman.state`, held equal to it by a test."""

from agents.kernel.machine.compiler import compiled
from agents.kernel.memory import encoding as e
from agents.kernel.memory.encoding import Integers
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

ALL_SCARED = sum(SCARED_TIME << e.TIMER_BITS * ghost for ghost in range(e.MOST_GHOSTS))


@compiled("wii")
def touches(maze: Integers, place: int, cell: int) -> bool:
    """Whether a ghost there is near enough to meet Pacman: in his cell, or half-way from or to it."""
    if place >> e.CELL_SHIFT == cell:
        return True
    return place & e.HALF_WAY != 0 and maze[e.CREEPS * maze[0] + place] >> e.CELL_SHIFT == cell


@compiled("iii")
def put(ghosts: int, ghost: int, place: int) -> int:
    """The word of all ghosts with one of them moved."""
    shift = e.PLACE_BITS * ghost
    return ghosts & ~(e.PLACE << shift) | place << shift


@compiled("wbiiiiiiii")
def pacman_step(
    maze: Integers,
    items: Integers,
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
        if eaten == e.FOOD:
            score += FOOD_SCORE
            food -= 1
            if food == 0:
                score += WIN_SCORE
                status = WON
        else:
            capsules -= 1
            timers = ALL_SCARED & (1 << e.TIMER_BITS * num_ghosts) - 1
    for ghost in range(num_ghosts):
        place = ghosts >> e.PLACE_BITS * ghost & e.PLACE
        if touches(maze, place, cell):
            if timers >> e.TIMER_BITS * ghost & e.TIMER:
                score += GHOST_SCORE
                ghosts = put(ghosts, ghost, homes >> e.PLACE_BITS * ghost & e.PLACE)
                timers &= ~(e.TIMER << e.TIMER_BITS * ghost)
            elif status != WON:
                score -= LOSE_PENALTY
                status = LOST
    return ghosts, timers, score, food, capsules, status, eaten


@compiled("wiiiiiii")
def ghost_step(
    maze: Integers, ghosts: int, timers: int, pacman: int, score: int, homes: int, ghost: int, place: int
) -> tuple[int, int, int, int]:
    """A ghost goes to `place`, one of its moves at its present speed."""
    status = PLAYING
    timer = timers >> e.TIMER_BITS * ghost & e.TIMER if timers else 0
    if timer == 0:
        if place >> e.CELL_SHIFT == pacman:
            score -= LOSE_PENALTY
            status = LOST
        return put(ghosts, ghost, place), timers, score, status
    timers -= 1 << e.TIMER_BITS * ghost
    if timer == 1:  # the fear ends before the collision is judged
        place = maze[e.SNAPPED * maze[0] + place]
    if touches(maze, place, pacman):
        if timer == 1:
            score -= LOSE_PENALTY
            status = LOST
        else:
            score += GHOST_SCORE
            place = homes >> e.PLACE_BITS * ghost & e.PLACE
            timers &= ~(e.TIMER << e.TIMER_BITS * ghost)
    return put(ghosts, ghost, place), timers, score, status


@compiled("wiii")
def ghost_moves(maze: Integers, ghosts: int, timers: int, ghost: int) -> int:
    """What a ghost may do, at full speed or, scared, at half."""
    place = ghosts >> e.PLACE_BITS * ghost & e.PLACE
    if timers and timers >> e.TIMER_BITS * ghost & e.TIMER:
        return maze[e.CREEPS * maze[0] + place]
    return maze[place]


@compiled("wbiiiiiiiiii", inline=True)
def advance(
    maze: Integers,
    items: Integers,
    ghosts: int,
    timers: int,
    pacman: int,
    score: int,
    food: int,
    capsules: int,
    num_ghosts: int,
    homes: int,
    agent: int,
    moves: int,
) -> tuple[int, int, int, int, int, int, int, int]:
    """The state after an agent has made the first of `moves`, its status, and what Pacman has eaten."""
    if agent == 0:
        cell = moves & e.CELL
        ghosts, timers, score, food, capsules, status, eaten = pacman_step(
            maze, items, ghosts, timers, score, food, capsules, num_ghosts, homes, cell
        )
        return ghosts, timers, cell, score, food, capsules, status, eaten
    ghosts, timers, score, status = ghost_step(maze, ghosts, timers, pacman, score, homes, agent - 1, moves & e.PLACE)
    return ghosts, timers, pacman, score, food, capsules, status, 0
