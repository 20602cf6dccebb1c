"""Alpha-beta for deep searches: with a transposition table, move ordering, and integer values.

Depth first on an explicit stack, as in `code/fixed_depth.py`. Only Pacman's turns are looked up and stored: a round is
a few plies, and a probe costs about as much as a ply.
"""

from agents.kernel.code.evaluate import evaluate_leaf
from agents.kernel.code.fixed_depth import lengthen
from agents.kernel.code.step import advance, ghost_moves, load_words, moves_of, store_words
from agents.kernel.machine.compiler import compiled, entry
from agents.kernel.memory import deep_stack as m
from agents.kernel.memory import encoding as e
from agents.kernel.memory.encoding import Floats, Integers, Tables, Words
from pacman.scoring import PLAYING

# Arbitrary odd numbers, to mix the bits of keys.
STIR_GHOSTS = 0x1E3779B97F4A7C15
STIR_REST = 0x3F58476D1CE4E5B9
STIR_KEY = 0x14D049BB133111EB
NOTES = (1 << m.NOTE_BITS) - 1
SLOTS = (1 << m.TABLE_BITS) - 2  # the first of two


@compiled("i")
def item_key(cell: int) -> int:
    """Return the hash of the item in a cell."""
    key = (cell + 1) * STIR_GHOSTS
    key ^= key >> 31
    key *= STIR_REST
    return key ^ key >> 29


@entry
def begin_deep(control: Integers, frames: Integers, state: Integers, items: Integers, maze: Integers) -> None:
    """Put the root on the stack."""
    agent = control[m.AGENT]
    words = load_words(state, 0)
    key = 0
    for cell in range(1, control[m.CELLS]):
        if items[cell]:
            key ^= item_key(cell)
    store_words(frames, 0, words)
    frames[m.FRAME_KEY] = key
    frames[m.FRAME_ALPHA] = control[m.LOWER]
    frames[m.FRAME_BETA] = control[m.UPPER]
    frames[m.FRAME_FLOOR] = control[m.LOWER]
    frames[m.FRAME_CEILING] = control[m.UPPER]
    frames[m.FRAME_NEAREST] = e.UNKNOWN
    frames[m.FRAME_HORIZON] = 0
    frames[m.FRAME_BEST_MOVE] = 0
    frames[m.FRAME_MOVES] = moves_of(maze, words, agent)
    frames[m.FRAME_BEST] = -m.UNREACHED if agent == 0 else m.UNREACHED
    control[m.PLY] = 0
    control[m.NODES] = 0
    control[m.OUTCOME] = e.PAUSED


@compiled("Wii")
def state_key(words: Words, eaten: int, keys_score: int) -> int:
    key = words.ghosts * STIR_GHOSTS ^ eaten
    key ^= key >> 32
    key = (key + (words.timers << 12 | words.pacman)) * STIR_REST ^ words.score * keys_score * STIR_KEY
    key ^= key >> 29
    key *= STIR_KEY
    return key ^ key >> 32


@compiled("iiii")
def keeps(notes: int, check: int, left: int, age: int) -> bool:
    """True if the first of two entries is worth keeping: it is of another state, of this age, and searched deeper."""
    if (notes ^ check) >> m.NOTE_AGE == 0 or notes >> m.NOTE_AGE & m.AGES - 1 != age:
        return False
    return notes & m.NOTE_PLIES > left


@compiled("iii")
def to_front(moves: int, shift: int, mask: int) -> int:
    """Return the moves with the one at `shift` in front."""
    width = e.CELL_BITS if mask == e.CELL else e.PLACE_BITS
    ahead = moves & (1 << shift) - 1
    chosen = moves >> shift & mask
    return moves >> shift + width << shift + width | ahead << width | chosen


@compiled("bii")
def promising_first(items: Integers, moves: int, known: int) -> int:
    """Return Pacman's moves with the best one known in front, or else one that eats."""
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
    """Return a ghost's moves with the one that leads nearest to Pacman in front."""
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
    """Return the number of Pacman's move that leads to `cell`, from 1 up; 0 for none."""
    moves = maze[pacman << e.CELL_SHIFT | e.PACMAN_MOVES]
    number = 1
    while moves:
        if moves & e.CELL == cell:
            return number
        moves >>= e.CELL_BITS
        number += 1
    return 0


@compiled("wiWiiiiiii")
def store_deep(
    frames: Integers,
    ply: int,
    words: Words,
    key: int,
    nearest: int,
    moves: int,
    best: int,
    alpha: int,
    beta: int,
    sees_horizon: int,
) -> None:
    frame = ply * m.FRAME_SIZE
    store_words(frames, frame, words)
    frames[frame + m.FRAME_KEY] = key
    frames[frame + m.FRAME_NEAREST] = nearest
    frames[frame + m.FRAME_MOVES] = moves
    frames[frame + m.FRAME_BEST] = best
    frames[frame + m.FRAME_ALPHA] = alpha
    frames[frame + m.FRAME_BETA] = beta
    frames[frame + m.FRAME_HORIZON] = sees_horizon


@compiled("wi")
def load_deep(frames: Integers, ply: int) -> tuple[Words, int, int, int, int, int, int, int]:
    frame = ply * m.FRAME_SIZE
    return (
        load_words(frames, frame),
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
    """Look a state up. Return (is_settled, value, sees_horizon, number of the move to try first)."""
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
def store_entry(
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
    """Store the result of a state's search in the table."""
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
    """Record the first of `moves` as the best so far: it begins the line, and Pacman tries it first next time."""
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
    """Continue until the search is done or has generated `budget` more states. weights[0] is the units of a point."""
    horizon = control[m.PLIES]
    tables = Tables(maze, items, distances, by_distance, control[m.CELLS], evaluation, weights)
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
    words, key, nearest, moves, best, alpha, beta, sees_horizon = load_deep(frames, ply)
    while True:
        if moves != 0:
            if nodes >= limit:
                break
            # Forwards: make the first of `moves`.
            nodes += 1
            child, status, eaten = advance(maze, items, words, num_ghosts, homes, agent, moves)
            next_nearest = e.UNKNOWN if agent == 0 else nearest
            next_key = key ^ item_key(child.pacman) if eaten else key
            left = horizon - ply - 1
            first = 0
            is_leaf = True
            below = 0  # 1 if it, or a state below it, was evaluated at the horizon
            if status != PLAYING:
                value = end_units * child.score
            elif left == 0:
                below = 1
                value = score_units * child.score
                if not needs & e.SCORE_ALONE:
                    rest, next_nearest = evaluate_leaf(tables, child, next_nearest, num_ghosts, needs)
                    value += int(rest * units + (0.5 if rest >= 0.0 else -0.5))
                    if agent != 0:  # it is also valid for the remaining moves of this ghost
                        nearest = next_nearest
            else:
                is_leaf = False
                if agent == num_ghosts:
                    check = state_key(child, next_key, keys_score)
                    ahead = score_units * child.score
                    is_leaf, value, below, first = look_up(table, check, age, left, alpha, beta, ahead)
            if not is_leaf:
                # Downwards: the child takes the place of its parent, which waits on the stack.
                store_deep(frames, ply, words, key, nearest, moves, best, alpha, beta, sees_horizon)
                frames[ply * m.FRAME_SIZE + m.FRAME_EATEN] = eaten
                words = child
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
                    moves = promising_first(items, maze[words.pacman << e.CELL_SHIFT | e.PACMAN_MOVES], first)
                else:
                    moves = ghost_moves(maze, words.ghosts, words.timers, agent)
                    if moves > e.PLACE:
                        moves = nearest_first(distances, tables.cells, words.pacman, moves)
                    agent += 1
                    best = m.UNREACHED
                continue
            lines[(ply + 1) * e.LINE_SIZE] = 0
            if eaten:
                items[child.pacman] = eaten
            sees_horizon |= below
        else:
            # Upwards: every move is tried or cut off, and the parent comes back from the stack.
            value = best
            if agent == 0 and ply > 0:
                check = state_key(words, key, keys_score)
                frame = ply * m.FRAME_SIZE
                ahead = score_units * words.score
                store_entry(table, frames, frame, check, age, horizon - ply, best, sees_horizon, ahead)
            if ply == 0:
                break
            ply -= 1
            agent = agent - 1 if agent != 0 else num_ghosts
            eaten = frames[ply * m.FRAME_SIZE + m.FRAME_EATEN]
            if agent == 0 and eaten:
                items[words.pacman] = eaten
            known_nearest = nearest
            saw_horizon = sees_horizon
            words, key, nearest, moves, best, alpha, beta, sees_horizon = load_deep(frames, ply)
            sees_horizon |= saw_horizon
            if agent != 0:  # Pacman and the food have not changed
                nearest = known_nearest
        # `value` is that of the first of `moves`.
        if value > best if agent == 0 else value < best:
            best = value
            improve(frames, lines, maze, ply, agent, words.pacman, moves)
            if agent == 0:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
        moves >>= e.CELL_BITS if agent == 0 else e.PLACE_BITS
        if alpha >= beta:
            cutoffs += moves != 0
            moves = 0
    store_deep(frames, ply, words, key, nearest, moves, best, alpha, beta, sees_horizon)
    control[m.PLY] = ply
    control[m.NODES] = nodes
    control[m.CUTOFFS] += cutoffs
    control[m.SEES_HORIZON] = sees_horizon
    control[m.VALUE] = best
    control[m.OUTCOME] = e.PAUSED if moves != 0 else e.DONE
