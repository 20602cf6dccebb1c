"""Alpha-beta for depth: a table of states met before, promising moves first, whole numbers for values.

Depth first on a stack of our own, as in `code/search.py`. Only Pacman's turns are looked up and written down: a round
is a few plies, and looking is as dear as a ply.
"""

from agents.kernel.code.evaluate import judge
from agents.kernel.code.fixed_depth import lengthen
from agents.kernel.code.step import advance, ghost_moves
from agents.kernel.machine.compiler import compiled, entry
from agents.kernel.memory import deep_stack as m
from agents.kernel.memory import encoding as e
from agents.kernel.memory.encoding import Floats, Integers
from pacman.scoring import PLAYING

# Odd numbers without a pattern, to stir keys with.
STIR_GHOSTS = 0x1E3779B97F4A7C15
STIR_REST = 0x3F58476D1CE4E5B9
STIR_KEY = 0x14D049BB133111EB
NOTES = (1 << m.NOTE_BITS) - 1
SLOTS = (1 << m.TABLE_BITS) - 2  # the first of two


@compiled("i")
def item_key(cell: int) -> int:
    """A number without a pattern for what lies in a cell."""
    key = (cell + 1) * STIR_GHOSTS
    key ^= key >> 31
    key *= STIR_REST
    return key ^ key >> 29


@entry
def begin_deep(control: Integers, frames: Integers, state: Integers, items: Integers, maze: Integers) -> None:
    """Put the root on the stack."""
    agent = control[m.AGENT]
    key = 0
    for cell in range(1, control[m.CELLS]):
        if items[cell]:
            key ^= item_key(cell)
    frames[m.FRAME_GHOSTS] = state[e.GHOSTS]
    frames[m.FRAME_TIMERS] = state[e.TIMERS]
    frames[m.FRAME_PACMAN] = state[e.PACMAN]
    frames[m.FRAME_SCORE] = state[e.SCORE]
    frames[m.FRAME_FOOD] = state[e.FOOD_LEFT]
    frames[m.FRAME_CAPSULES] = state[e.CAPSULES_LEFT]
    frames[m.FRAME_KEY] = key
    frames[m.FRAME_ALPHA] = control[m.LOWER]
    frames[m.FRAME_BETA] = control[m.UPPER]
    frames[m.FRAME_FLOOR] = control[m.LOWER]
    frames[m.FRAME_CEILING] = control[m.UPPER]
    frames[m.FRAME_NEAREST] = e.UNKNOWN
    frames[m.FRAME_HORIZON] = 0
    frames[m.FRAME_BEST_MOVE] = 0
    if agent == 0:
        frames[m.FRAME_MOVES] = maze[state[e.PACMAN] << e.CELL_SHIFT | e.PACMAN_MOVES]
        frames[m.FRAME_BEST] = -m.UNREACHED
    else:
        frames[m.FRAME_MOVES] = ghost_moves(maze, state[e.GHOSTS], state[e.TIMERS], agent - 1)
        frames[m.FRAME_BEST] = m.UNREACHED
    control[m.PLY] = 0
    control[m.NODES] = 0
    control[m.OUTCOME] = e.PAUSED


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
    if (notes ^ check) >> m.NOTE_AGE == 0 or notes >> m.NOTE_AGE & m.AGES - 1 != age:
        return False
    return notes & m.NOTE_PLIES > left


@compiled("iii")
def to_front(moves: int, shift: int, mask: int) -> int:
    """The move at `shift` before those in front of it."""
    width = e.CELL_BITS if mask == e.CELL else e.PLACE_BITS
    ahead = moves & (1 << shift) - 1
    chosen = moves >> shift & mask
    return moves >> shift + width << shift + width | ahead << width | chosen


@compiled("bii")
def promising_first(items: Integers, moves: int, known: int) -> int:
    """Pacman's moves with the best one known before the others, or else one that eats."""
    if known:
        return to_front(moves, e.CELL_BITS * (known - 1), e.CELL)
    shift = 0
    rest = moves
    while rest:
        if items[rest & e.CELL]:
            return to_front(moves, shift, e.CELL)
        rest >>= e.CELL_BITS
        shift += e.CELL_BITS
    return moves


@compiled("siii")
def nearest_first(distances: Integers, cells: int, pacman: int, moves: int) -> int:
    """A ghost's moves, the one that leads nearest to Pacman before the others."""
    row = pacman * cells
    shift = 0
    wanted = 0
    least = 1 << 30
    rest = moves
    while rest:
        way = distances[row + ((rest & e.PLACE) >> e.CELL_SHIFT)]
        if way < least:
            least = int(way)
            wanted = shift
        rest >>= e.PLACE_BITS
        shift += e.PLACE_BITS
    return to_front(moves, wanted, e.PLACE)


@compiled("wii")
def move_number(maze: Integers, pacman: int, cell: int) -> int:
    """Which of Pacman's moves leads to `cell`, from 1 up; 0 for none."""
    moves = maze[pacman << e.CELL_SHIFT | e.PACMAN_MOVES]
    number = 1
    while moves:
        if moves & e.CELL == cell:
            return number
        moves >>= e.CELL_BITS
        number += 1
    return 0


@compiled("wiiiiiiiiiiiiii")
def store_deep(
    frames: Integers,
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
    frame = ply * m.FRAME_SIZE
    frames[frame + m.FRAME_GHOSTS] = ghosts
    frames[frame + m.FRAME_TIMERS] = timers
    frames[frame + m.FRAME_PACMAN] = pacman
    frames[frame + m.FRAME_SCORE] = score
    frames[frame + m.FRAME_FOOD] = food
    frames[frame + m.FRAME_CAPSULES] = capsules
    frames[frame + m.FRAME_KEY] = key
    frames[frame + m.FRAME_NEAREST] = nearest
    frames[frame + m.FRAME_MOVES] = moves
    frames[frame + m.FRAME_BEST] = best
    frames[frame + m.FRAME_ALPHA] = alpha
    frames[frame + m.FRAME_BETA] = beta
    frames[frame + m.FRAME_HORIZON] = sees_horizon


@compiled("wi")
def load_deep(frames: Integers, ply: int) -> tuple[int, int, int, int, int, int, int, int, int, int, int, int, int]:
    frame = ply * m.FRAME_SIZE
    return (
        frames[frame + m.FRAME_GHOSTS],
        frames[frame + m.FRAME_TIMERS],
        frames[frame + m.FRAME_PACMAN],
        frames[frame + m.FRAME_SCORE],
        frames[frame + m.FRAME_FOOD],
        frames[frame + m.FRAME_CAPSULES],
        frames[frame + m.FRAME_KEY],
        frames[frame + m.FRAME_NEAREST],
        frames[frame + m.FRAME_MOVES],
        frames[frame + m.FRAME_BEST],
        frames[frame + m.FRAME_ALPHA],
        frames[frame + m.FRAME_BETA],
        frames[frame + m.FRAME_HORIZON],
    )


@compiled("wiiiiii")
def look_up(
    table: Integers, key: int, age: int, left: int, alpha: int, beta: int, score_ahead: int
) -> tuple[bool, int, int, int]:
    """Whether the table settles a state, with its value and whether it sees the horizon; and the move to try first."""
    first = 0
    slot = (key & SLOTS) << 1
    check = key & ~NOTES | age << m.NOTE_AGE
    for place in range(slot, slot + 4, 2):
        notes = table[place]
        if (notes ^ check) >> m.NOTE_AGE == 0:
            if notes & m.NOTE_PLIES == left:
                bound = notes >> m.NOTE_BOUND & 3
                value = table[place + 1] + score_ahead
                if (
                    bound == m.EXACT
                    or (bound == m.AT_LEAST and value >= beta)
                    or (bound == m.AT_MOST and value <= alpha)
                ):
                    return True, value, notes >> m.NOTE_HORIZON & 1, first
            if notes >> m.NOTE_MOVE & 7:
                first = notes >> m.NOTE_MOVE & 7
    return False, 0, 0, first


@compiled("wwiiiiiii")
def write_down(
    table: Integers,
    frames: Integers,
    frame: int,
    key: int,
    age: int,
    left: int,
    best: int,
    sees_horizon: int,
    score_ahead: int,
) -> None:
    """Keep what has been found out about a state."""
    slot = (key & SLOTS) << 1
    check = key & ~NOTES | age << m.NOTE_AGE
    if keeps(table[slot], check, left, age):
        slot += 2
    bound = m.EXACT
    if best <= frames[frame + m.FRAME_FLOOR]:
        bound = m.AT_MOST
    elif best >= frames[frame + m.FRAME_CEILING]:
        bound = m.AT_LEAST
    notes = bound << m.NOTE_BOUND | sees_horizon << m.NOTE_HORIZON | frames[frame + m.FRAME_BEST_MOVE] << m.NOTE_MOVE
    table[slot] = check | notes | left
    table[slot + 1] = best - score_ahead


@compiled("wwwiiii")
def improve(frames: Integers, lines: Integers, maze: Integers, ply: int, agent: int, pacman: int, moves: int) -> None:
    """The first of `moves` is the best so far: it begins the line, and Pacman will try it first next time."""
    if agent != 0:
        lengthen(lines, ply, (moves & e.HEADING) + 1)
        return
    number = move_number(maze, pacman, moves & e.CELL)
    frames[ply * m.FRAME_SIZE + m.FRAME_BEST_MOVE] = number
    actions = maze[pacman << e.CELL_SHIFT | e.PACMAN_ACTIONS]
    lengthen(lines, ply, actions >> e.ACTION_BITS * (number - 1) & e.ACTION)


@entry
def run_deep(
    control: Integers,
    frames: Integers,
    lines: Integers,
    table: Integers,
    state: Integers,
    maze: Integers,
    items: Integers,
    distances: Integers,
    by_distance: Integers,
    evaluation: Integers,
    weights: Floats,
    budget: int,
) -> None:
    """Go on until the search is done or has generated `budget` more states. weights[0] is units for a point."""
    horizon = control[m.PLIES]
    cells = control[m.CELLS]
    score_units = control[m.SCORE_UNITS]
    end_units = control[m.END_UNITS]
    keys_score = control[m.KEYS_SCORE]
    age = control[m.AGE]
    num_ghosts = state[e.NUM_GHOSTS]
    homes = state[e.HOMES]
    needs = evaluation[e.NEEDS]
    units = weights[0]
    ply = control[m.PLY]
    nodes = control[m.NODES]
    limit = nodes + budget
    cutoffs = 0
    agent = (control[m.AGENT] + ply) % (num_ghosts + 1)
    ghosts, timers, pacman, score, food, capsules, key, nearest, moves, best, alpha, beta, sees_horizon = load_deep(
        frames, ply
    )
    while True:
        if moves != 0:
            if nodes >= limit:
                break
            # Forwards: make the first of `moves`.
            nodes += 1
            next_ghosts, next_timers, next_pacman, next_score, next_food, next_capsules, status, eaten = advance(
                maze, items, ghosts, timers, pacman, score, food, capsules, num_ghosts, homes, agent, moves
            )
            next_nearest = e.UNKNOWN if agent == 0 else nearest
            next_key = key ^ item_key(next_pacman) if eaten else key
            left = horizon - ply - 1
            first = 0
            is_leaf = True
            below = 0  # whether it, or something below it, was judged at the horizon
            if status != PLAYING:
                value = end_units * next_score
            elif left == 0:
                below = 1
                value = score_units * next_score
                if not needs & e.SCORE_ALONE:
                    rest, next_nearest = judge(
                        maze,
                        items,
                        distances,
                        by_distance,
                        cells,
                        evaluation,
                        weights,
                        next_ghosts,
                        next_timers,
                        next_pacman,
                        next_score,
                        next_food,
                        next_capsules,
                        next_nearest,
                        num_ghosts,
                        needs,
                    )
                    value += int(rest * units + (0.5 if rest >= 0.0 else -0.5))
                    if agent != 0:  # it holds for the moves of this ghost that are still to come
                        nearest = next_nearest
            else:
                is_leaf = False
                if agent == num_ghosts:
                    check = state_key(next_ghosts, next_timers, next_pacman, next_key, next_score * keys_score)
                    is_leaf, value, below, first = look_up(
                        table, check, age, left, alpha, beta, score_units * next_score
                    )
            if not is_leaf:
                # Downwards: the child takes the place of its parent, which waits on the stack.
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
                frames[ply * m.FRAME_SIZE + m.FRAME_EATEN] = eaten
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
                frame = ply * m.FRAME_SIZE
                frames[frame + m.FRAME_FLOOR] = alpha
                frames[frame + m.FRAME_CEILING] = beta
                frames[frame + m.FRAME_BEST_MOVE] = 0
                if agent == num_ghosts:
                    agent = 0
                    best = -m.UNREACHED
                    moves = promising_first(items, maze[pacman << e.CELL_SHIFT | e.PACMAN_MOVES], first)
                else:
                    moves = ghost_moves(maze, ghosts, timers, agent)
                    if moves > e.PLACE:
                        moves = nearest_first(distances, cells, pacman, moves)
                    agent += 1
                    best = m.UNREACHED
                continue
            lines[(ply + 1) * e.LINE_SIZE] = 0
            if eaten:
                items[next_pacman] = eaten
            sees_horizon |= below
        else:
            # Upwards: every move is tried or cut off, and the parent comes back from the stack.
            value = best
            if agent == 0 and ply > 0:
                check = state_key(ghosts, timers, pacman, key, score * keys_score)
                frame = ply * m.FRAME_SIZE
                write_down(table, frames, frame, check, age, horizon - ply, best, sees_horizon, score_units * score)
            if ply == 0:
                break
            ply -= 1
            agent = agent - 1 if agent != 0 else num_ghosts
            eaten = frames[ply * m.FRAME_SIZE + m.FRAME_EATEN]
            if agent == 0 and eaten:
                items[pacman] = eaten
            known_nearest = nearest
            saw_horizon = sees_horizon
            ghosts, timers, pacman, score, food, capsules, key, nearest, moves, best, alpha, beta, sees_horizon = (
                load_deep(frames, ply)
            )
            sees_horizon |= saw_horizon
            if agent != 0:  # Pacman and the food are as they were
                nearest = known_nearest
        # `value` is that of the first of `moves`.
        if value > best if agent == 0 else value < best:
            best = value
            improve(frames, lines, maze, ply, agent, pacman, moves)
            if agent == 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
        moves >>= e.CELL_BITS if agent == 0 else e.PLACE_BITS
        if alpha >= beta:
            cutoffs += moves != 0
            moves = 0
    store_deep(
        frames, ply, ghosts, timers, pacman, score, food, capsules, key, nearest, moves, best, alpha, beta, sees_horizon
    )
    control[m.PLY] = ply
    control[m.NODES] = nodes
    control[m.CUTOFFS] += cutoffs
    control[m.SEES_HORIZON] = sees_horizon
    control[m.VALUE] = best
    control[m.OUTCOME] = e.PAUSED if moves != 0 else e.DONE
