"""Minimax, alpha-beta, expectimax and expectiminimax: depth first on an explicit stack, so that they can pause.

The same states in the same order, the same values, cuts and lines as in `agents.search`; a test compares them.
"""

from agents.chase import CAUGHT
from agents.kernel.code.directional import directional_chances
from agents.kernel.code.evaluate import evaluate_leaf
from agents.kernel.code.step import (
    advance,
    ghost_moves,
    load_turn_words,
    load_words,
    moves_of,
    store_pacman_words,
    store_turn_words,
    store_words,
)
from agents.kernel.machine.compiler import compiled, entry
from agents.kernel.memory import encoding as e
from agents.kernel.memory import search_stack as m
from agents.kernel.memory.encoding import Floats, Integers, Stack, Tables, Words
from pacman.scoring import PLAYING, WON

INFINITY = float("inf")


@entry
def begin_search(
    control: Integers, frames: Integers, values: Floats, lines: Integers, state: Integers, maze: Integers
) -> None:
    """Put the root on the stack."""
    words = load_words(state, 0)
    store_words(frames, 0, words)
    frames[m.FRAME_MOVES] = moves_of(maze, words, control[m.ROOT_AGENT])
    frames[m.FRAME_TRIED] = 0
    frames[m.FRAME_NEAREST] = e.UNKNOWN
    values[m.ALPHA] = -INFINITY
    values[m.BETA] = INFINITY
    values[m.BEST] = 0.0
    control[m.PLY] = 0
    control[m.NODES] = 0
    control[m.CUTOFFS] = 0
    control[m.DEEPEST] = 0
    control[m.COMPLETE] = 1
    control[m.EXACT] = 0
    control[m.OUTCOME] = e.PAUSED
    lines[control[m.HORIZON] * e.LINE_SIZE] = 0  # the lines at the horizon are always empty


@compiled("wfiWiixxx")
def store_turn(
    frames: Integers,
    values: Floats,
    ply: int,
    words: Words,
    moves: int,
    tried: int,
    best: float,
    alpha: float,
    beta: float,
) -> None:
    """Store the part of a frame that every move changes."""
    frame = ply * m.FRAME_SIZE
    store_turn_words(frames, frame, words)
    frames[frame + m.FRAME_MOVES] = moves
    frames[frame + m.FRAME_TRIED] = tried
    values[ply * m.FRAME_VALUES + m.BEST] = best
    values[ply * m.FRAME_VALUES + m.ALPHA] = alpha
    values[ply * m.FRAME_VALUES + m.BETA] = beta


@compiled("wfi")
def load_turn(frames: Integers, values: Floats, ply: int) -> tuple[int, int, float, float, float]:
    """Return the moves not yet tried, the number tried, and the values so far."""
    frame = ply * m.FRAME_SIZE
    return (
        frames[frame + m.FRAME_MOVES],
        frames[frame + m.FRAME_TRIED],
        values[ply * m.FRAME_VALUES + m.BEST],
        values[ply * m.FRAME_VALUES + m.ALPHA],
        values[ply * m.FRAME_VALUES + m.BETA],
    )


@compiled("wii")
def lengthen(lines: Integers, ply: int, action: int) -> None:
    """Set the line at `ply` to `action`, followed by the line of the ply below."""
    row = ply * e.LINE_SIZE
    below = lines[row + e.LINE_SIZE]
    lines[row] = (below & e.LINE_FULL - 1) << e.ACTION_BITS | action
    while below >= e.LINE_FULL:
        action = below >> e.ACTION_BITS * (e.LINE_ACTIONS - 1)
        row += 1
        below = lines[row + e.LINE_SIZE]
        lines[row] = (below & e.LINE_FULL - 1) << e.ACTION_BITS | action
    if lines[row] >= e.LINE_FULL:
        lines[row + 1] = 0


@compiled("Kiiiww")
def begin_stack(stack: Stack, algorithm: int, horizon: int, agent: int, state: Integers, maze: Integers) -> None:
    """Begin a search, called from compiled code."""
    control, frames, values, lines = stack
    control[m.ALGORITHM] = algorithm
    control[m.HORIZON] = horizon
    control[m.ROOT_AGENT] = agent
    begin_search(control, frames, values, lines, state, maze)


@compiled("KwTi")
def run_stack(stack: Stack, state: Integers, tables: Tables, budget: int) -> None:
    """Continue until the search is done or has generated `budget` more states."""
    control, frames, values, lines = stack
    maze, items = tables.maze, tables.items
    algorithm = control[m.ALGORITHM]
    horizon = control[m.HORIZON]
    num_ghosts = state[e.NUM_GHOSTS]
    homes = state[e.HOMES]
    needs = tables.evaluation[e.NEEDS]
    final_weight = tables.weights[0]
    ply = control[m.PLY]
    nodes = control[m.NODES]
    limit = nodes + budget
    cutoffs = 0
    deepest = control[m.DEEPEST]
    complete = control[m.COMPLETE]
    agent = (control[m.ROOT_AGENT] + ply) % (num_ghosts + 1)
    words = load_words(frames, ply * m.FRAME_SIZE)
    nearest = frames[ply * m.FRAME_SIZE + m.FRAME_NEAREST]
    moves, tried, best, alpha, beta = load_turn(frames, values, ply)
    # A depth-first search without recursion, so that it can pause at any node. Each pass of the loop makes the first of
    # `moves` and enters or evaluates the child; if no moves are left, it returns to the parent.
    while True:
        if moves != 0:
            if nodes >= limit:  # before a child is generated, so that the next call resumes with this move
                break
            nodes += 1
            child, status, eaten = advance(maze, items, words, num_ghosts, homes, agent, moves)
            next_nearest = e.UNKNOWN if agent == 0 else nearest
            if status == PLAYING and ply + 1 < horizon:
                store_turn(frames, values, ply, words, moves, tried, best, alpha, beta)
                if agent == 0:  # the part that only Pacman's moves change
                    store_pacman_words(frames, ply * m.FRAME_SIZE, words)
                    frames[ply * m.FRAME_SIZE + m.FRAME_NEAREST] = nearest
                    frames[ply * m.FRAME_SIZE + m.FRAME_EATEN] = eaten
                ply += 1
                words = child
                nearest = next_nearest
                tried = 0
                lines[ply * e.LINE_SIZE] = 0
                if agent == num_ghosts:
                    agent = 0
                    moves = maze[words.pacman << e.CELL_SHIFT | e.PACMAN_MOVES]
                    best = -INFINITY
                else:
                    moves = ghost_moves(maze, words.ghosts, words.timers, agent)
                    agent += 1
                    best = 0.0 if agent > algorithm else INFINITY  # a sum of values, or their minimum
                    if algorithm == m.DIRECTIONAL:
                        chances = directional_chances(maze, words.ghosts, words.timers, words.pacman, agent - 1, moves)
                        frames[ply * m.FRAME_SIZE + m.FRAME_CHANCES] = chances
                continue
            if status != PLAYING:
                lines[(ply + 1) * e.LINE_SIZE] = 0
                if ply >= deepest:
                    deepest = ply + 1
                value = final_weight * child.score
                if needs & e.CHASE:
                    value = float(CAUGHT) if status == WON else float(ply + 1 - horizon - CAUGHT)
            else:
                complete = 0  # the horizon was reached: a deeper search may find other values
                value, next_nearest = evaluate_leaf(tables, child, next_nearest, num_ghosts, needs)
                if agent != 0:  # it is also valid for the remaining moves of this ghost
                    nearest = next_nearest
            if eaten:  # all states share the items; put back what this move has taken
                items[child.pacman] = eaten
        else:
            if ply == 0:
                break
            value = best / tried if agent > algorithm > m.DIRECTIONAL else best
            ply -= 1
            agent = agent - 1 if agent != 0 else num_ghosts
            if agent == 0 and frames[ply * m.FRAME_SIZE + m.FRAME_EATEN]:
                items[words.pacman] = frames[ply * m.FRAME_SIZE + m.FRAME_EATEN]
            moves, tried, best, alpha, beta = load_turn(frames, values, ply)
            words = load_turn_words(frames, ply * m.FRAME_SIZE, words)
            if agent == 0:
                words = load_words(frames, ply * m.FRAME_SIZE)
                nearest = frames[ply * m.FRAME_SIZE + m.FRAME_NEAREST]
        # `value` is that of the first of `moves`.
        if ply == 0:
            values[m.ROOT_VALUES + tried] = value
            if algorithm != m.ALPHA_BETA or alpha <= value <= beta:
                control[m.EXACT] |= 1 << tried
                for word in range(e.LINE_SIZE):
                    lines[m.ROOT_LINES + tried * e.LINE_SIZE + word] = lines[e.LINE_SIZE + word]
                if algorithm == m.ALPHA_BETA and agent == 0:
                    alpha = value
                elif algorithm == m.ALPHA_BETA:
                    beta = value
            moves >>= e.CELL_BITS if agent == 0 else e.PLACE_BITS
        elif agent == 0:
            moves >>= e.CELL_BITS
            if value > best:
                best = value
                action = maze[words.pacman << e.CELL_SHIFT | e.PACMAN_ACTIONS] >> e.ACTION_BITS * tried & e.ACTION
                lengthen(lines, ply, action)
                if algorithm == m.ALPHA_BETA:
                    if value > beta:  # strictly, as in `agents.search.alpha_beta`: equality must not cut
                        cutoffs += moves != 0
                        moves = 0
                    elif value > alpha:
                        alpha = value
        elif agent > algorithm:
            if algorithm == m.DIRECTIONAL:
                chances = frames[ply * m.FRAME_SIZE + m.FRAME_CHANCES]
                value *= values[m.CHANCES + (chances >> m.HEADINGS) + (chances >> (moves & e.HEADING) & 1)]
            moves >>= e.PLACE_BITS
            best += value
        else:
            action = (moves & e.HEADING) + 1
            moves >>= e.PLACE_BITS
            if value < best:
                best = value
                lengthen(lines, ply, action)
                if algorithm == m.ALPHA_BETA:
                    if value < alpha:
                        cutoffs += moves != 0
                        moves = 0
                    elif value < beta:
                        beta = value
        tried += 1
    store_turn(frames, values, ply, words, moves, tried, best, alpha, beta)
    store_pacman_words(frames, ply * m.FRAME_SIZE, words)
    frames[ply * m.FRAME_SIZE + m.FRAME_NEAREST] = nearest
    control[m.PLY] = ply
    control[m.NODES] = nodes
    control[m.CUTOFFS] += cutoffs
    control[m.DEEPEST] = deepest if complete else horizon
    control[m.COMPLETE] = complete
    control[m.OUTCOME] = e.PAUSED if moves != 0 else e.DONE


@entry
def run_search(
    control: Integers,
    frames: Integers,
    values: Floats,
    lines: Integers,
    state: Integers,
    maze: Integers,
    items: Integers,
    distances: Integers,
    by_distance: Integers,
    evaluation: Integers,
    weights: Floats,
    budget: int,
) -> None:
    """Continue as `run_stack` does, called from Python."""
    tables = Tables(maze, items, distances, by_distance, control[m.CELLS], evaluation, weights)
    run_stack(Stack(control, frames, values, lines), state, tables, budget)
