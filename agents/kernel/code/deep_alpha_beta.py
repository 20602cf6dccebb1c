"""Alpha-beta for depth: a table of states met before, promising moves first, whole numbers for values.

Depth first on a stack of our own, as in `code/search.py`. Only Pacman's turns are looked up and written down: a round
is a few plies, and looking is as dear as a ply.
"""

from agents.kernel.code.compiled import compiled, entry
from agents.kernel.code.evaluate import evaluate, nearest_food
from agents.kernel.code.search import lengthen
from agents.kernel.code.step import ghost_moves, ghost_step, pacman_step
from agents.kernel.deep_words import (
    AGE,
    AGENT,
    AGES,
    AT_LEAST,
    AT_MOST,
    CELLS,
    CUTOFFS,
    END_UNITS,
    EXACT,
    FRAME_ALPHA,
    FRAME_BEST,
    FRAME_BEST_MOVE,
    FRAME_BETA,
    FRAME_CAPSULES,
    FRAME_CEILING,
    FRAME_EATEN,
    FRAME_FLOOR,
    FRAME_FOOD,
    FRAME_GHOSTS,
    FRAME_HORIZON,
    FRAME_KEY,
    FRAME_MOVES,
    FRAME_NEAREST,
    FRAME_PACMAN,
    FRAME_SCORE,
    FRAME_TIMERS,
    FRAME_WORDS,
    KEYS_SCORE,
    LOWER,
    NODES,
    NOTE_AGE,
    NOTE_BITS,
    NOTE_BOUND,
    NOTE_HORIZON,
    NOTE_MOVE,
    NOTE_PLIES,
    OUTCOME,
    PLIES,
    PLY,
    SCORE_UNITS,
    SEES_HORIZON,
    TABLE_BITS,
    UNREACHED,
    UPPER,
    VALUE,
)
from agents.kernel.search_words import DONE, LINE_WORDS, PAUSED, UNKNOWN
from agents.kernel.words import (
    ACTION,
    ACTION_BITS,
    CAPSULES_LEFT,
    CELL,
    CELL_BITS,
    CELL_SHIFT,
    FOOD_LEFT,
    GHOSTS,
    HEADING,
    HOMES,
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
from pacman.scoring import PLAYING

# Odd numbers without a pattern, to stir keys with.
STIR_GHOSTS = 0x1E3779B97F4A7C15
STIR_REST = 0x3F58476D1CE4E5B9
STIR_KEY = 0x14D049BB133111EB
NOTES = (1 << NOTE_BITS) - 1
SLOTS = (1 << TABLE_BITS) - 2  # the first of two


@compiled("i")
def item_key(cell: int) -> int:
    """A number without a pattern for what lies in a cell."""
    key = (cell + 1) * STIR_GHOSTS
    key ^= key >> 31
    key *= STIR_REST
    return key ^ key >> 29


@entry("deep", "begin_deep")
def begin_deep(control: Words, frames: Words, position: Words, items: Words, maze: Words) -> None:
    """Put the root on the stack."""
    agent = control[AGENT]
    key = 0
    for cell in range(1, control[CELLS]):
        if items[cell]:
            key ^= item_key(cell)
    frames[FRAME_GHOSTS] = position[GHOSTS]
    frames[FRAME_TIMERS] = position[TIMERS]
    frames[FRAME_PACMAN] = position[PACMAN]
    frames[FRAME_SCORE] = position[SCORE]
    frames[FRAME_FOOD] = position[FOOD_LEFT]
    frames[FRAME_CAPSULES] = position[CAPSULES_LEFT]
    frames[FRAME_KEY] = key
    frames[FRAME_ALPHA] = control[LOWER]
    frames[FRAME_BETA] = control[UPPER]
    frames[FRAME_FLOOR] = control[LOWER]
    frames[FRAME_CEILING] = control[UPPER]
    frames[FRAME_NEAREST] = UNKNOWN
    frames[FRAME_HORIZON] = 0
    frames[FRAME_BEST_MOVE] = 0
    if agent == 0:
        frames[FRAME_MOVES] = maze[position[PACMAN] << CELL_SHIFT | PACMAN_MOVES]
        frames[FRAME_BEST] = -UNREACHED
    else:
        frames[FRAME_MOVES] = ghost_moves(maze, position[GHOSTS], position[TIMERS], agent - 1)
        frames[FRAME_BEST] = UNREACHED
    control[PLY] = 0
    control[NODES] = 0
    control[OUTCOME] = PAUSED


@compiled("iiiii")
def state_key(ghosts: int, timers: int, pacman: int, eaten: int, score: int) -> int:
    key = ghosts * STIR_GHOSTS ^ eaten
    key ^= key >> 32
    key = (key + (timers << 12 | pacman)) * STIR_REST ^ score * STIR_KEY
    key ^= key >> 29
    key *= STIR_KEY
    return key ^ key >> 32


@compiled("iiii")
def keeps(notes: int, check: int, left: int, age: int) -> bool:
    """Whether the first entry of two is of more use than what is to be written: another state, searched deeper."""
    if (notes ^ check) >> NOTE_AGE == 0 or notes >> NOTE_AGE & AGES - 1 != age:
        return False
    return notes & NOTE_PLIES > left


@compiled("iii")
def to_front(moves: int, shift: int, mask: int) -> int:
    """The move at `shift` before those in front of it."""
    width = CELL_BITS if mask == CELL else PLACE_BITS
    ahead = moves & (1 << shift) - 1
    chosen = moves >> shift & mask
    return moves >> shift + width << shift + width | ahead << width | chosen


@compiled("bii")
def promising_first(items: Words, moves: int, known: int) -> int:
    """Pacman's moves with the best one known before the others, or else one that eats."""
    if known:
        return to_front(moves, CELL_BITS * (known - 1), CELL)
    shift = 0
    rest = moves
    while rest:
        if items[rest & CELL]:
            return to_front(moves, shift, CELL)
        rest >>= CELL_BITS
        shift += CELL_BITS
    return moves


@compiled("siii")
def nearest_first(ways: Words, cells: int, pacman: int, moves: int) -> int:
    """A ghost's moves, the one that leads nearest to Pacman before the others."""
    row = pacman * cells
    shift = 0
    wanted = 0
    least = 1 << 30
    rest = moves
    while rest:
        way = ways[row + ((rest & PLACE) >> CELL_SHIFT)]
        if way < least:
            least = int(way)
            wanted = shift
        rest >>= PLACE_BITS
        shift += PLACE_BITS
    return to_front(moves, wanted, PLACE)


@compiled("wii")
def move_number(maze: Words, pacman: int, cell: int) -> int:
    """Which of Pacman's moves leads to `cell`, from 1 up; 0 for none."""
    moves = maze[pacman << CELL_SHIFT | PACMAN_MOVES]
    number = 1
    while moves:
        if moves & CELL == cell:
            return number
        moves >>= CELL_BITS
        number += 1
    return 0


@compiled("wiiiiiiiiiiiiii")
def store_deep(
    frames: Words,
    ply: int,
    ghosts: int,
    timers: int,
    pacman: int,
    score: int,
    food: int,
    capsules: int,
    key: int,
    nearest: int,
    moves: int,
    best: int,
    alpha: int,
    beta: int,
    sees_horizon: int,
) -> None:
    frame = ply * FRAME_WORDS
    frames[frame + FRAME_GHOSTS] = ghosts
    frames[frame + FRAME_TIMERS] = timers
    frames[frame + FRAME_PACMAN] = pacman
    frames[frame + FRAME_SCORE] = score
    frames[frame + FRAME_FOOD] = food
    frames[frame + FRAME_CAPSULES] = capsules
    frames[frame + FRAME_KEY] = key
    frames[frame + FRAME_NEAREST] = nearest
    frames[frame + FRAME_MOVES] = moves
    frames[frame + FRAME_BEST] = best
    frames[frame + FRAME_ALPHA] = alpha
    frames[frame + FRAME_BETA] = beta
    frames[frame + FRAME_HORIZON] = sees_horizon


@compiled("wi")
def load_deep(frames: Words, ply: int) -> tuple[int, int, int, int, int, int, int, int, int, int, int, int, int]:
    frame = ply * FRAME_WORDS
    return (
        frames[frame + FRAME_GHOSTS],
        frames[frame + FRAME_TIMERS],
        frames[frame + FRAME_PACMAN],
        frames[frame + FRAME_SCORE],
        frames[frame + FRAME_FOOD],
        frames[frame + FRAME_CAPSULES],
        frames[frame + FRAME_KEY],
        frames[frame + FRAME_NEAREST],
        frames[frame + FRAME_MOVES],
        frames[frame + FRAME_BEST],
        frames[frame + FRAME_ALPHA],
        frames[frame + FRAME_BETA],
        frames[frame + FRAME_HORIZON],
    )


@entry("deep", "run_deep")
def run_deep(
    control: Words,
    frames: Words,
    lines: Words,
    table: Words,
    position: Words,
    maze: Words,
    items: Words,
    ways: Words,
    order: Words,
    terms: Words,
    weights: Floats,
    budget: int,
) -> None:
    """Go on until the search is done or has generated `budget` more states. weights[0] is units for a point."""
    horizon = control[PLIES]
    cells = control[CELLS]
    score_units = control[SCORE_UNITS]
    end_units = control[END_UNITS]
    keys_score = control[KEYS_SCORE]
    age = control[AGE]
    num_ghosts = position[NUM_GHOSTS]
    homes = position[HOMES]
    needs = terms[NEEDS]
    units = weights[0]
    ply = control[PLY]
    nodes = control[NODES]
    limit = nodes + budget
    cutoffs = 0
    agent = (control[AGENT] + ply) % (num_ghosts + 1)
    ghosts, timers, pacman, score, food, capsules, key, nearest, moves, best, alpha, beta, sees_horizon = load_deep(
        frames, ply
    )
    is_leaf = False
    value = 0
    while True:
        if moves != 0:
            if nodes >= limit:
                break
            nodes += 1
            frame = ply * FRAME_WORDS
            next_pacman = pacman
            next_food = food
            next_capsules = capsules
            next_nearest = nearest
            next_key = key
            eaten = 0
            if agent == 0:
                next_pacman = moves & CELL
                next_ghosts, next_timers, next_score, next_food, next_capsules, status, eaten = pacman_step(
                    maze, items, ghosts, timers, score, food, capsules, num_ghosts, homes, next_pacman
                )
                next_nearest = UNKNOWN
                if eaten:
                    next_key = key ^ item_key(next_pacman)
            else:
                next_ghosts, next_timers, next_score, status = ghost_step(
                    maze, ghosts, timers, pacman, score, homes, agent - 1, moves & PLACE
                )
            left = horizon - ply - 1
            is_leaf = True
            if status != PLAYING:
                value = end_units * next_score
                below = 0
            elif left == 0:
                below = 1
                value = score_units * next_score
                if not needs & SCORE_ALONE:
                    if needs & NEEDS_FOOD and next_nearest < 0:
                        next_nearest = nearest_food(items, ways, order, cells, next_pacman)
                        if agent != 0:
                            nearest = next_nearest
                    rest = evaluate(
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
                    value += int(rest * units + (0.5 if rest >= 0.0 else -0.5))
            else:
                is_leaf = False
                first = 0
                if agent == num_ghosts:
                    check = state_key(next_ghosts, next_timers, next_pacman, next_key, next_score * keys_score)
                    slot = (check & SLOTS) << 1
                    check = check & ~NOTES | age << NOTE_AGE
                    for entry in range(slot, slot + 4, 2):
                        notes = table[entry]
                        if (notes ^ check) >> NOTE_AGE == 0:
                            if notes & NOTE_PLIES == left:
                                bound = notes >> NOTE_BOUND & 3
                                value = table[entry + 1] + score_units * next_score
                                if (
                                    bound == EXACT
                                    or (bound == AT_LEAST and value >= beta)
                                    or (bound == AT_MOST and value <= alpha)
                                ):
                                    is_leaf = True
                                    below = notes >> NOTE_HORIZON & 1
                                    break
                            if notes >> NOTE_MOVE & 7:
                                first = notes >> NOTE_MOVE & 7
                if not is_leaf:
                    store_deep(
                        frames,
                        ply,
                        ghosts,
                        timers,
                        pacman,
                        score,
                        food,
                        capsules,
                        key,
                        nearest,
                        moves,
                        best,
                        alpha,
                        beta,
                        sees_horizon,
                    )
                    frames[frame + FRAME_EATEN] = eaten
                    ghosts = next_ghosts
                    timers = next_timers
                    pacman = next_pacman
                    score = next_score
                    food = next_food
                    capsules = next_capsules
                    nearest = next_nearest
                    key = next_key
                    sees_horizon = 0
                    ply += 1
                    frame += FRAME_WORDS
                    frames[frame + FRAME_FLOOR] = alpha
                    frames[frame + FRAME_CEILING] = beta
                    frames[frame + FRAME_BEST_MOVE] = 0
                    if agent == num_ghosts:
                        agent = 0
                        best = -UNREACHED
                        moves = maze[pacman << CELL_SHIFT | PACMAN_MOVES]
                        moves = promising_first(items, moves, first)
                    else:
                        moves = ghost_moves(maze, ghosts, timers, agent)
                        if moves > PLACE:
                            moves = nearest_first(ways, cells, pacman, moves)
                        agent += 1
                        best = UNREACHED
                    continue
            lines[(ply + 1) * LINE_WORDS] = 0
            if eaten:
                items[next_pacman] = eaten
            sees_horizon |= below
        else:
            value = best
            if agent == 0 and ply > 0:
                left = horizon - ply
                check = state_key(ghosts, timers, pacman, key, score * keys_score)
                slot = (check & SLOTS) << 1
                check = check & ~NOTES | age << NOTE_AGE
                if keeps(table[slot], check, left, age):
                    slot += 2
                bound = EXACT
                frame = ply * FRAME_WORDS
                if best <= frames[frame + FRAME_FLOOR]:
                    bound = AT_MOST
                elif best >= frames[frame + FRAME_CEILING]:
                    bound = AT_LEAST
                notes = (
                    frames[frame + FRAME_BEST_MOVE] << NOTE_MOVE
                    | sees_horizon << NOTE_HORIZON
                    | bound << NOTE_BOUND
                    | left
                )
                table[slot] = check | notes
                table[slot + 1] = best - score_units * score
            if ply == 0:
                break
            ply -= 1
            agent = agent - 1 if agent != 0 else num_ghosts
            frame = ply * FRAME_WORDS
            if agent == 0 and frames[frame + FRAME_EATEN]:
                items[pacman] = frames[frame + FRAME_EATEN]
            known_nearest = nearest
            saw_horizon = sees_horizon
            ghosts, timers, pacman, score, food, capsules, key, nearest, moves, best, alpha, beta, sees_horizon = (
                load_deep(frames, ply)
            )
            sees_horizon |= saw_horizon
            if agent != 0:  # Pacman and the food are as they were
                nearest = known_nearest
        # `value` is that of the first of `moves`.
        if agent == 0:
            if value > best:
                best = value
                number = move_number(maze, pacman, moves & CELL)
                frames[frame + FRAME_BEST_MOVE] = number
                lengthen(lines, ply, maze[pacman << CELL_SHIFT | PACMAN_ACTIONS] >> ACTION_BITS * (number - 1) & ACTION)
                if value > alpha:
                    alpha = value
            moves >>= CELL_BITS
        else:
            if value < best:
                best = value
                lengthen(lines, ply, (moves & HEADING) + 1)
                if value < beta:
                    beta = value
            moves >>= PLACE_BITS
        if alpha >= beta:
            cutoffs += moves != 0
            moves = 0
    store_deep(
        frames, ply, ghosts, timers, pacman, score, food, capsules, key, nearest, moves, best, alpha, beta, sees_horizon
    )
    control[PLY] = ply
    control[NODES] = nodes
    control[CUTOFFS] += cutoffs
    control[SEES_HORIZON] = sees_horizon
    control[VALUE] = best
    control[OUTCOME] = PAUSED if moves != 0 else DONE
