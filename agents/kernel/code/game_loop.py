"""Whole games: the turns of `pacman.game.play` with built-in agents, with the same moves and random draws."""

from agents.kernel.code.directional import nearest_moves
from agents.kernel.code.fixed_depth import begin_stack, run_stack
from agents.kernel.code.mersenne_twister import draw, draw_below
from agents.kernel.code.move_sets import ALL, as_ways, heading_of, headings_of, nth_bit
from agents.kernel.code.step import advance, ghost_moves, load_words, store_words
from agents.kernel.machine.compiler import compiled, entry
from agents.kernel.memory import encoding as e
from agents.kernel.memory import game_progress as g
from agents.kernel.memory import search_stack as m
from agents.kernel.memory.encoding import Floats, Integers, Stack, Tables
from pacman.scoring import PLAYING


@compiled("wf")
def best_moves(control: Integers, values: Floats) -> int:
    """Return a bit for each root action with exactly the best value."""
    exact = control[m.EXACT]
    sign = 1.0 if control[m.ROOT_AGENT] == 0 else -1.0
    best = 0
    best_value = 0.0
    for index in range(e.MOST_ACTIONS):
        if exact >> index & 1:
            value = sign * values[m.ROOT_VALUES + index]
            if best == 0 or value > best_value:
                best = 0
                best_value = value
            if value == best_value:
                best |= 1 << index
    return best


@compiled("wwwfww")
def choose_for_pacman(
    game: Integers, twister: Integers, control: Integers, values: Floats, state: Integers, maze: Integers
) -> tuple[int, int]:
    """Return the best of Pacman's searched moves, the first or a random one, and its heading."""
    best = best_moves(control, values)
    number = 0
    if game[g.DRAWS_TIES]:
        count = 0
        for place in range(e.MOST_ACTIONS):
            count += best >> place & 1
        number = draw_below(twister, count)
    index = nth_bit(best, number)
    row = load_words(state, 0).pacman << e.CELL_SHIFT
    action = maze[row | e.PACMAN_ACTIONS] >> e.ACTION_BITS * index & e.ACTION
    return maze[row | e.PACMAN_MOVES] >> e.CELL_BITS * index, action - 1


@compiled("fiiix", inline=True)
def drawn_way(chances: Floats, table: int, best: int, legal: int, drawn: float) -> int:
    """Return which of the legal ways a random number selects, given the best ways."""
    row = ((table << g.WAY_BITS | best) << g.WAY_BITS | legal) * g.CHANCES_ROW
    return int(drawn > chances[row]) + int(drawn > chances[row + 1]) + int(drawn > chances[row + 2])


@compiled("wwfwfwwi")
def choose_for_ghost(
    game: Integers,
    twister: Integers,
    chances: Floats,
    control: Integers,
    values: Floats,
    state: Integers,
    maze: Integers,
    ghost: int,
) -> tuple[int, int]:
    """Draw a ghost's move by the probabilities of its policy; return it and its heading."""
    words = load_words(state, 0)
    ghosts, timers = words.ghosts, words.timers
    is_scared = int(timers >> e.TIMER_BITS * ghost & e.TIMER != 0)
    moves = ghost_moves(maze, ghosts, timers, ghost)
    legal = headings_of(moves, ALL)
    best = legal
    policy = game[g.POLICIES + ghost + 1]
    if policy == g.SEARCHED:
        best = headings_of(moves, best_moves(control, values))
    elif policy == g.NEAREST:
        best = nearest_moves(maze, ghosts, timers, words.pacman, ghost)
    ways = as_ways(legal)
    number = drawn_way(chances, 2 * ghost + is_scared, as_ways(best), ways, draw(twister))
    heading = heading_of(nth_bit(ways, number))
    while moves & e.HEADING != heading:
        moves >>= e.PLACE_BITS
    return moves, heading


@compiled("wwbii")
def make_move(state: Integers, maze: Integers, items: Integers, agent: int, moves: int) -> None:
    """Make the first of an agent's `moves`."""
    words, status, _ = advance(maze, items, load_words(state, 0), state[e.NUM_GHOSTS], state[e.HOMES], agent, moves)
    store_words(state, 0, words)
    state[e.STATUS] = status


@entry
def run_game(
    game: Integers,
    record: Integers,
    twister: Integers,
    chances: Floats,
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
    chase_evaluation: Integers,
    chase_weights: Floats,
    budget: int,
) -> None:
    """Continue until the game is over, the record is full, or the agents have searched `budget` more states."""
    stack = Stack(control, frames, values, lines)
    cells = control[m.CELLS]
    tables = Tables(maze, items, distances, by_distance, cells, evaluation, weights)
    chase_tables = Tables(maze, items, distances, by_distance, cells, chase_evaluation, chase_weights)
    num_ghosts = state[e.NUM_GHOSTS]
    game[g.RECORDED] = 0
    game[g.OUTCOME] = e.PAUSED
    while budget > 0 and game[g.RECORDED] < g.RECORD_CAPACITY:
        if state[e.STATUS] != PLAYING or game[g.MOVES] == game[g.MOST_MOVES]:
            game[g.OUTCOME] = e.DONE
            return
        agent = game[g.TURN]
        if agent == 0 or game[g.POLICIES + agent] == g.SEARCHED:
            if not game[g.IS_SEARCHING]:
                algorithm = game[g.PACMAN_ALGORITHM] if agent == 0 else m.ALPHA_BETA
                begin_stack(stack, algorithm, game[g.DEPTHS + agent], agent, state, maze)
                game[g.IS_SEARCHING] = 1
            before = control[m.NODES]
            run_stack(stack, state, tables if agent == 0 else chase_tables, budget)
            budget -= control[m.NODES] - before
            if agent == 0:
                game[g.PACMAN_NODES] += control[m.NODES] - before
            if control[m.OUTCOME] == e.PAUSED:
                return
            game[g.IS_SEARCHING] = 0
        budget -= 1  # a move without a search counts, so that a game of ghosts that do not search pauses, too
        if agent == 0:
            moves, heading = choose_for_pacman(game, twister, control, values, state, maze)
        else:
            moves, heading = choose_for_ghost(game, twister, chances, control, values, state, maze, agent - 1)
        make_move(state, maze, items, agent, moves)
        record[game[g.RECORDED]] = heading
        game[g.MOVES] += 1
        game[g.RECORDED] += 1
        game[g.TURN] = agent + 1 if agent < num_ghosts else 0
