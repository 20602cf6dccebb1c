"""One step of the game on packed words: the rules of `pacman.state`; a test compares them."""

from agents.kernel.machine.compiler import compiled
from agents.kernel.memory import encoding as e
from agents.kernel.memory.encoding import Integers, Words
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
    """True if a ghost at `place` collides with Pacman in `cell`: in the same cell, or half-way from or to it."""
    if place >> e.CELL_SHIFT == cell:
        return True
    return place & e.HALF_WAY != 0 and maze[e.CREEPS * maze[0] + place] >> e.CELL_SHIFT == cell


@compiled("iii")
def put(ghosts: int, ghost: int, place: int) -> int:
    """Return the word of all ghosts with one of them moved."""
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
    """Move Pacman to `cell` and eat the item there; the caller restores the item when it undoes the step."""
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
    """Move a ghost to `place`, one of its moves at its present speed."""
    status = PLAYING
    timer = timers >> e.TIMER_BITS * ghost & e.TIMER if timers else 0
    if timer == 0:
        if place >> e.CELL_SHIFT == pacman:
            score -= LOSE_PENALTY
            status = LOST
        return put(ghosts, ghost, place), timers, score, status
    timers -= 1 << e.TIMER_BITS * ghost
    if timer == 1:  # the scared time ends before the collision check
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
    """Return the moves of a ghost, at full speed or, if scared, at half."""
    place = ghosts >> e.PLACE_BITS * ghost & e.PLACE
    if timers and timers >> e.TIMER_BITS * ghost & e.TIMER:
        return maze[e.CREEPS * maze[0] + place]
    return maze[place]


@compiled("wWi")
def moves_of(maze: Integers, words: Words, agent: int) -> int:
    """Return the moves of an agent."""
    if agent == 0:
        return maze[words.pacman << e.CELL_SHIFT | e.PACMAN_MOVES]
    return ghost_moves(maze, words.ghosts, words.timers, agent - 1)


@compiled("wbWiiii", inline=True)
def advance(
    maze: Integers, items: Integers, words: Words, num_ghosts: int, homes: int, agent: int, moves: int
) -> tuple[Words, int, int]:
    """Return the state after an agent makes the first of `moves`, its status, and the item that Pacman eats."""
    ghosts, timers, pacman, score, food, capsules = words
    if agent == 0:
        cell = moves & e.CELL
        ghosts, timers, score, food, capsules, status, eaten = pacman_step(
            maze, items, ghosts, timers, score, food, capsules, num_ghosts, homes, cell
        )
        return Words(ghosts, timers, cell, score, food, capsules), status, eaten
    ghosts, timers, score, status = ghost_step(maze, ghosts, timers, pacman, score, homes, agent - 1, moves & e.PLACE)
    return Words(ghosts, timers, pacman, score, food, capsules), status, 0


@compiled("wi")
def load_words(memory: Integers, start: int) -> Words:
    """Return the words of the state, or of the frame, that begins at `start`."""
    return Words(
        memory[start], memory[start + 1], memory[start + 2], memory[start + 3], memory[start + 4], memory[start + 5]
    )


@compiled("wiW")
def load_turn_words(memory: Integers, start: int, words: Words) -> Words:
    """Load the words that every move changes; the others are taken from `words`."""
    return Words(memory[start], memory[start + 1], words.pacman, memory[start + 3], words.food, words.capsules)


@compiled("wiW")
def store_turn_words(memory: Integers, start: int, words: Words) -> None:
    memory[start] = words.ghosts
    memory[start + 1] = words.timers
    memory[start + 3] = words.score


@compiled("wiW")
def store_pacman_words(memory: Integers, start: int, words: Words) -> None:
    """Store the words that only Pacman's moves change."""
    memory[start + 2] = words.pacman
    memory[start + 4] = words.food
    memory[start + 5] = words.capsules


@compiled("wiW")
def store_words(memory: Integers, start: int, words: Words) -> None:
    store_turn_words(memory, start, words)
    store_pacman_words(memory, start, words)
