"""Minimax, alpha-beta and expectimax: depth first on a stack of our own, so that a search can pause and go on.

The same states in the same order, the same values, cuts and lines as `agents.search`; a test holds them equal.
"""

from agents.chase import CAUGHT
from agents.kernel.code.compiled import compiled, entry
from agents.kernel.code.evaluate import evaluate, nearest_food
from agents.kernel.code.step import ghost_moves, ghost_step, pacman_step
from agents.kernel.search_words import (
    ALGORITHM,
    ALPHA,
    ALPHA_BETA,
    BEST,
    BETA,
    CELLS,
    COMPLETE,
    CUTOFFS,
    DEEPEST,
    DONE,
    EXACT,
    EXPECTIMAX,
    FRAME_CAPSULES,
    FRAME_EATEN,
    FRAME_FOOD,
    FRAME_GHOSTS,
    FRAME_MOVES,
    FRAME_NEAREST,
    FRAME_PACMAN,
    FRAME_SCORE,
    FRAME_TIMERS,
    FRAME_TRIED,
    FRAME_VALUES,
    FRAME_WORDS,
    HORIZON,
    LINE_WORDS,
    NODES,
    OUTCOME,
    PAUSED,
    PLY,
    ROOT_AGENT,
    ROOT_LINES,
    ROOT_VALUES,
    UNKNOWN,
)
from agents.kernel.words import (
    ACTION,
    ACTION_BITS,
    CAPSULES_LEFT,
    CELL,
    CELL_BITS,
    CELL_SHIFT,
    CHASE,
    FOOD_LEFT,
    GHOSTS,
    HEADING,
    HOMES,
    LINE_ACTIONS,
    LINE_FULL,
    NEEDS,
    NEEDS_FOOD,
    NUM_GHOSTS,
    PACMAN,
    PACMAN_ACTIONS,
    PACMAN_MOVES,
    PLACE,
    PLACE_BITS,
    SCORE,
    SCORE_ALONE,
    TIMERS,
    Floats,
    Words,
)
from pacman.scoring import PLAYING, WON

INFINITY = float("inf")


@entry("search", "begin_search")
def begin_search(control: Words, frames: Words, values: Floats, lines: Words, position: Words, maze: Words) -> None:
    """Put the root on the stack."""
    agent = control[ROOT_AGENT]
    frames[FRAME_GHOSTS] = position[GHOSTS]
    frames[FRAME_TIMERS] = position[TIMERS]
    frames[FRAME_PACMAN] = position[PACMAN]
    frames[FRAME_SCORE] = position[SCORE]
    frames[FRAME_FOOD] = position[FOOD_LEFT]
    frames[FRAME_CAPSULES] = position[CAPSULES_LEFT]
    frames[FRAME_TRIED] = 0
    frames[FRAME_NEAREST] = UNKNOWN
    if agent == 0:
        frames[FRAME_MOVES] = maze[position[PACMAN] << CELL_SHIFT | PACMAN_MOVES]
    else:
        frames[FRAME_MOVES] = ghost_moves(maze, position[GHOSTS], position[TIMERS], agent - 1)
    values[ALPHA] = -INFINITY
    values[BETA] = INFINITY
    values[BEST] = 0.0
    control[PLY] = 0
    control[NODES] = 0
    control[CUTOFFS] = 0
    control[DEEPEST] = 0
    control[COMPLETE] = 1
    control[EXACT] = 0
    control[OUTCOME] = PAUSED
    lines[control[HORIZON] * LINE_WORDS] = 0  # the lines of the horizon are empty and stay so


@compiled("wfiiiiiixxx")
def store_turn(
    frames: Words,
    values: Floats,
    ply: int,
    ghosts: int,
    timers: int,
    score: int,
    moves: int,
    tried: int,
    best: float,
    alpha: float,
    beta: float,
) -> None:
    """What every move changes."""
    frame = ply * FRAME_WORDS
    frames[frame + FRAME_GHOSTS] = ghosts
    frames[frame + FRAME_TIMERS] = timers
    frames[frame + FRAME_SCORE] = score
    frames[frame + FRAME_MOVES] = moves
    frames[frame + FRAME_TRIED] = tried
    values[ply * FRAME_VALUES + BEST] = best
    values[ply * FRAME_VALUES + ALPHA] = alpha
    values[ply * FRAME_VALUES + BETA] = beta


@compiled("wfi")
def load_turn(frames: Words, values: Floats, ply: int) -> tuple[int, int, int, int, int, float, float, float]:
    frame = ply * FRAME_WORDS
    return (
        frames[frame + FRAME_GHOSTS],
        frames[frame + FRAME_TIMERS],
        frames[frame + FRAME_SCORE],
        frames[frame + FRAME_MOVES],
        frames[frame + FRAME_TRIED],
        values[ply * FRAME_VALUES + BEST],
        values[ply * FRAME_VALUES + ALPHA],
        values[ply * FRAME_VALUES + BETA],
    )


@compiled("wiiiii")
def store_rest(frames: Words, ply: int, pacman: int, food: int, capsules: int, nearest: int) -> None:
    """What only Pacman's moves change."""
    frame = ply * FRAME_WORDS
    frames[frame + FRAME_PACMAN] = pacman
    frames[frame + FRAME_FOOD] = food
    frames[frame + FRAME_CAPSULES] = capsules
    frames[frame + FRAME_NEAREST] = nearest


@compiled("wi")
def load_rest(frames: Words, ply: int) -> tuple[int, int, int, int]:
    frame = ply * FRAME_WORDS
    return (
        frames[frame + FRAME_PACMAN],
        frames[frame + FRAME_FOOD],
        frames[frame + FRAME_CAPSULES],
        frames[frame + FRAME_NEAREST],
    )


@compiled("wii")
def lengthen(lines: Words, ply: int, action: int) -> None:
    """The line at `ply` becomes `action`, followed by the line of the ply below."""
    row = ply * LINE_WORDS
    below = lines[row + LINE_WORDS]
    lines[row] = (below & LINE_FULL - 1) << ACTION_BITS | action
    while below >= LINE_FULL:
        action = below >> ACTION_BITS * (LINE_ACTIONS - 1)
        row += 1
        below = lines[row + LINE_WORDS]
        lines[row] = (below & LINE_FULL - 1) << ACTION_BITS | action
    if lines[row] >= LINE_FULL:
        lines[row + 1] = 0


@entry("search", "run_search")
def run_search(
    control: Words,
    frames: Words,
    values: Floats,
    lines: Words,
    position: Words,
    maze: Words,
    items: Words,
    ways: Words,
    order: Words,
    terms: Words,
    weights: Floats,
    budget: int,
) -> None:
    """Go on until the search is done or has generated `budget` more states."""
    algorithm = control[ALGORITHM]
    horizon = control[HORIZON]
    cells = control[CELLS]
    num_ghosts = position[NUM_GHOSTS]
    homes = position[HOMES]
    needs = terms[NEEDS]
    final_weight = weights[0]
    ply = control[PLY]
    nodes = control[NODES]
    limit = nodes + budget
    cutoffs = 0
    deepest = control[DEEPEST]
    complete = control[COMPLETE]
    agent = (control[ROOT_AGENT] + ply) % (num_ghosts + 1)
    ghosts, timers, score, moves, tried, best, alpha, beta = load_turn(frames, values, ply)
    pacman, food, capsules, nearest = load_rest(frames, ply)
    while True:
        if moves != 0:
            if nodes >= limit:
                break
            nodes += 1
            if agent == 0:
                next_pacman = moves & CELL
                next_ghosts, next_timers, next_score, next_food, next_capsules, status, eaten = pacman_step(
                    maze, items, ghosts, timers, score, food, capsules, num_ghosts, homes, next_pacman
                )
                next_nearest = UNKNOWN
            else:
                next_pacman = pacman
                next_food = food
                next_capsules = capsules
                next_nearest = nearest
                eaten = 0
                next_ghosts, next_timers, next_score, status = ghost_step(
                    maze, ghosts, timers, pacman, score, homes, agent - 1, moves & PLACE
                )
            if status == PLAYING and ply + 1 < horizon:
                store_turn(frames, values, ply, ghosts, timers, score, moves, tried, best, alpha, beta)
                if agent == 0:
                    store_rest(frames, ply, pacman, food, capsules, nearest)
                    frames[ply * FRAME_WORDS + FRAME_EATEN] = eaten
                ply += 1
                ghosts = next_ghosts
                timers = next_timers
                pacman = next_pacman
                score = next_score
                food = next_food
                capsules = next_capsules
                nearest = next_nearest
                tried = 0
                lines[ply * LINE_WORDS] = 0
                if agent == num_ghosts:
                    agent = 0
                    moves = maze[pacman << CELL_SHIFT | PACMAN_MOVES]
                    best = -INFINITY
                else:
                    moves = ghost_moves(maze, ghosts, timers, agent)
                    agent += 1
                    best = 0.0 if algorithm == EXPECTIMAX else INFINITY
                continue
            if status != PLAYING:
                lines[(ply + 1) * LINE_WORDS] = 0
                if ply >= deepest:
                    deepest = ply + 1
                value = final_weight * next_score
                if needs & CHASE:
                    value = float(CAUGHT) if status == WON else float(ply + 1 - horizon - CAUGHT)
            else:
                complete = 0
                if needs & SCORE_ALONE:
                    value = final_weight * next_score
                else:
                    if needs & NEEDS_FOOD and next_nearest < 0:
                        next_nearest = nearest_food(items, ways, order, cells, next_pacman)
                        if agent != 0:  # it holds for the moves of this ghost that are still to come
                            nearest = next_nearest
                    value = evaluate(
                        maze,
                        items,
                        ways,
                        cells,
                        terms,
                        weights,
                        next_ghosts,
                        next_timers,
                        next_pacman,
                        next_score,
                        next_food,
                        next_capsules,
                        next_nearest,
                        num_ghosts,
                    )
            if eaten:
                items[next_pacman] = eaten
        else:
            if ply == 0:
                break
            value = best / tried if algorithm == EXPECTIMAX and agent != 0 else best
            ply -= 1
            agent = agent - 1 if agent != 0 else num_ghosts
            ghosts, timers, score, moves, tried, best, alpha, beta = load_turn(frames, values, ply)
            if agent == 0:
                if frames[ply * FRAME_WORDS + FRAME_EATEN]:
                    items[pacman] = frames[ply * FRAME_WORDS + FRAME_EATEN]
                pacman, food, capsules, nearest = load_rest(frames, ply)
        # `value` is that of the first of `moves`.
        if ply == 0:
            values[ROOT_VALUES + tried] = value
            if algorithm != ALPHA_BETA or alpha <= value <= beta:
                control[EXACT] |= 1 << tried
                for word in range(LINE_WORDS):
                    lines[ROOT_LINES + tried * LINE_WORDS + word] = lines[LINE_WORDS + word]
                if algorithm == ALPHA_BETA and agent == 0:
                    alpha = value
                elif algorithm == ALPHA_BETA:
                    beta = value
            moves >>= CELL_BITS if agent == 0 else PLACE_BITS
        elif agent == 0:
            moves >>= CELL_BITS
            if value > best:
                best = value
                action = maze[pacman << CELL_SHIFT | PACMAN_ACTIONS] >> ACTION_BITS * tried & ACTION
                lengthen(lines, ply, action)
                if algorithm == ALPHA_BETA:
                    if value > beta:
                        cutoffs += moves != 0
                        moves = 0
                    elif value > alpha:
                        alpha = value
        elif algorithm == EXPECTIMAX:
            moves >>= PLACE_BITS
            best += value
        else:
            action = (moves & HEADING) + 1
            moves >>= PLACE_BITS
            if value < best:
                best = value
                lengthen(lines, ply, action)
                if algorithm == ALPHA_BETA:
                    if value < alpha:
                        cutoffs += moves != 0
                        moves = 0
                    elif value < beta:
                        beta = value
        tried += 1
    store_turn(frames, values, ply, ghosts, timers, score, moves, tried, best, alpha, beta)
    store_rest(frames, ply, pacman, food, capsules, nearest)
    control[PLY] = ply
    control[NODES] = nodes
    control[CUTOFFS] += cutoffs
    control[DEEPEST] = deepest if complete else horizon
    control[COMPLETE] = complete
    control[OUTCOME] = PAUSED if moves != 0 else DONE
