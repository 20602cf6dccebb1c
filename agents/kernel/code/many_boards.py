"""Rounds on many boards: Pacman moves as the caller decides, then every ghost by its policy.

Planes of observations are updated in place: only the cells that a round changes are written.
"""

from agents.kernel.code.directional import ways_to
from agents.kernel.code.evaluate import evaluate, nearest_food
from agents.kernel.code.fixed_depth import begin_stack, run_stack
from agents.kernel.code.game_loop import best_moves, drawn_way
from agents.kernel.code.move_sets import as_ways, headings_of
from agents.kernel.code.splitmix import drawn_number, next_generator
from agents.kernel.code.step import ghost_moves, ghost_step, load_words, pacman_step, store_words
from agents.kernel.machine.compiler import at, compiled, entry
from agents.kernel.memory import boards as b
from agents.kernel.memory import encoding as e
from agents.kernel.memory import game_progress as g
from agents.kernel.memory import search_stack as m
from agents.kernel.memory.encoding import Floats, Integers, Stack, Tables, Words
from pacman.scoring import PLAYING

FOOD_PLANE, CAPSULE_PLANE, PACMAN_PLANE, GHOST_PLANE, SCARED_PLANE = range(1, 6)
NUM_PLANES = 6
UNLIMITED = 1 << 62  # states of a search


@compiled("ww")
def is_over(settings: Integers, board: Integers) -> bool:
    return board[e.STATUS] != PLAYING or board[b.ROUNDS] == settings[b.MOST_ROUNDS]


@compiled("wwwb")
def first_refused(settings: Integers, boards: Integers, actions: Integers, legal: Integers) -> int:
    """Return the first board whose action has an unknown number or, if refused, is illegal; -1 if there is none."""
    is_strict = settings[b.IS_STRICT]
    for index in range(settings[b.COUNT]):
        action = actions[index]
        if action < 0 or action >= b.NUM_ACTIONS:
            return index
        if is_strict:
            board = at(boards, index * b.BOARD_SIZE)
            if not is_over(settings, board) and not legal[board[2] * b.NUM_ACTIONS + action]:
                return index
    return -1


@compiled("bWswii", inline=True)
def show_agents(
    planes: Integers, words: Words, pixels: Integers, settings: Integers, num_ghosts: int, mark: int
) -> None:
    """Write `mark` into the planes of Pacman and the ghosts, at their cells; `pixels` is indexed by place."""
    size = settings[b.PLANE]
    planes[PACMAN_PLANE * size + pixels[words.pacman << e.CELL_SHIFT]] = mark
    for ghost in range(num_ghosts):
        pixel = pixels[words.ghosts >> e.PLACE_BITS * ghost & e.PLACE]
        plane = SCARED_PLANE if words.timers >> e.TIMER_BITS * ghost & e.TIMER else GHOST_PLANE
        planes[plane * size + pixel] = mark


@compiled("wwbwbbb")
def begin(
    settings: Integers,
    board: Integers,
    items: Integers,
    start: Integers,
    start_items: Integers,
    planes: Integers,
    start_planes: Integers,
) -> None:
    """Begin a new game on a board; its generator continues."""
    for word in range(b.GENERATOR):
        board[word] = start[word]
    for cell in range(settings[b.CELLS]):
        items[cell] = start_items[cell]
    for place in range(NUM_PLANES * settings[b.PLANE]):
        planes[place] = start_planes[place]


@compiled("bbii", inline=True)
def show_legal(masks: Integers, legal: Integers, cell: int, is_playing: int) -> None:
    for action in range(b.NUM_ACTIONS):
        masks[action] = legal[cell * b.NUM_ACTIONS + action] & is_playing


@compiled("wwbiiii", inline=True)
def nearest_ways(
    settings: Integers, maze: Integers, ways: Integers, ghost: int, place: int, is_scared: int, pacman: int
) -> int:
    """Return the ways that a ghost without search prefers: all, or those nearest to or furthest from Pacman."""
    legal = ways[place]
    if settings[b.POLICIES + ghost] != g.NEAREST:
        return legal
    nearer = legal & as_ways(ways_to(maze, place, pacman))
    best = legal ^ nearer if is_scared else nearer
    return best if best else legal


@compiled("KwTii")
def searched_ways(stack: Stack, board: Integers, tables: Tables, ghost: int, depth: int) -> int:
    """Return the best ways of a ghost that searches."""
    begin_stack(stack, m.ALPHA_BETA, depth, ghost + 1, board, tables.maze)
    run_stack(stack, board, tables, UNLIMITED)
    words = load_words(board, 0)
    moves = ghost_moves(tables.maze, words.ghosts, words.timers, ghost)
    return as_ways(headings_of(moves, best_moves(stack.control, stack.values)))


@compiled("wwsbfiiiix", inline=True)
def ghost_target(
    settings: Integers,
    maze: Integers,
    turns: Integers,
    ways: Integers,
    chances: Floats,
    ghost: int,
    place: int,
    is_scared: int,
    best: int,
    drawn: float,
) -> int:
    """Return the place to which a random number moves a ghost, given its best ways."""
    way = drawn_way(chances, settings[b.CHANCES + 2 * ghost + is_scared], best, ways[place], drawn)
    return turns[(is_scared * maze[0] + place) * g.NUM_WAYS + way] & e.PLACE


@entry
def step_boards(
    settings: Integers,
    boards: Integers,
    items: Integers,
    start: Integers,
    start_items: Integers,
    maze: Integers,
    targets: Integers,
    legal: Integers,
    turns: Integers,
    ways: Integers,
    chances: Floats,
    planes: Integers,
    start_planes: Integers,
    pixels: Integers,
    control: Integers,
    frames: Integers,
    values: Floats,
    lines: Integers,
    distances: Integers,
    by_distance: Integers,
    evaluation: Integers,
    weights: Floats,
    actions: Integers,
    rewards: Floats,
    terminated: Integers,
    truncated: Integers,
    masks: Integers,
) -> None:
    """Play a round on every board; begin a new game where it is over. Do nothing if an action is refused."""
    settings[b.REFUSED] = first_refused(settings, boards, actions, legal)
    if settings[b.REFUSED] >= 0:
        return
    cells = settings[b.CELLS]
    size = settings[b.PLANE]
    num_ghosts = start[e.NUM_GHOSTS]
    homes = start[e.HOMES]
    stack = Stack(control, frames, values, lines)
    for index in range(settings[b.COUNT]):
        board = at(boards, index * b.BOARD_SIZE)
        own_items = at(items, index * cells)
        own_planes = at(planes, index * NUM_PLANES * size)
        if is_over(settings, board):
            begin(settings, board, own_items, start, start_items, own_planes, start_planes)
            rewards[index] = 0.0
            terminated[index] = 0
            truncated[index] = 0
            show_legal(at(masks, index * b.NUM_ACTIONS), legal, board[2], 1)
            continue
        words = load_words(board, 0)
        if size:
            show_agents(own_planes, words, pixels, settings, num_ghosts, 0)
        ghosts, timers, pacman, before, food, capsules = words
        action = actions[index]
        cell = targets[pacman * b.NUM_ACTIONS + action] & e.CELL
        if cell != pacman:
            board[b.HEADING] = action
        ghosts, timers, score, food, capsules, status, eaten = pacman_step(
            maze, own_items, ghosts, timers, before, food, capsules, num_ghosts, homes, cell
        )
        if size and eaten:
            plane = FOOD_PLANE if eaten == e.FOOD else CAPSULE_PLANE
            own_planes[plane * size + pixels[cell << e.CELL_SHIFT]] = 0
        generator = board[b.GENERATOR]
        for ghost in range(num_ghosts):
            if status != PLAYING:
                break
            generator = next_generator(generator)
            place = ghosts >> e.PLACE_BITS * ghost & e.PLACE
            is_scared = int(timers >> e.TIMER_BITS * ghost & e.TIMER != 0)
            if settings[b.POLICIES + ghost] == g.SEARCHED:
                store_words(board, 0, Words(ghosts, timers, cell, score, food, capsules))
                tables = Tables(maze, own_items, distances, by_distance, cells, evaluation, weights)
                best = searched_ways(stack, board, tables, ghost, settings[b.DEPTHS + ghost])
            else:
                best = nearest_ways(settings, maze, ways, ghost, place, is_scared, cell)
            drawn = drawn_number(generator)
            target = ghost_target(settings, maze, turns, ways, chances, ghost, place, is_scared, best, drawn)
            ghosts, timers, score, status = ghost_step(maze, ghosts, timers, cell, score, homes, ghost, target)
        words = Words(ghosts, timers, cell, score, food, capsules)
        store_words(board, 0, words)
        board[e.STATUS] = status
        board[b.GENERATOR] = generator
        board[b.ROUNDS] += 1
        if size:
            show_agents(own_planes, words, pixels, settings, num_ghosts, 1)
        rewards[index] = float(score - before)
        terminated[index] = int(status != PLAYING)
        truncated[index] = int(status == PLAYING and board[b.ROUNDS] == settings[b.MOST_ROUNDS])
        show_legal(at(masks, index * b.NUM_ACTIONS), legal, cell, int(status == PLAYING))


@entry
def begin_boards(
    settings: Integers,
    boards: Integers,
    items: Integers,
    start: Integers,
    start_items: Integers,
    planes: Integers,
    start_planes: Integers,
    legal: Integers,
    chosen: Integers,
    masks: Integers,
) -> None:
    """Begin a new game on the chosen boards."""
    for index in range(settings[b.COUNT]):
        if chosen[index]:
            board = at(boards, index * b.BOARD_SIZE)
            own_planes = at(planes, index * NUM_PLANES * settings[b.PLANE])
            begin(settings, board, at(items, index * settings[b.CELLS]), start, start_items, own_planes, start_planes)
            show_legal(at(masks, index * b.NUM_ACTIONS), legal, board[2], 1)


@entry
def observe_features(
    settings: Integers,
    boards: Integers,
    items: Integers,
    maze: Integers,
    distances: Integers,
    by_distance: Integers,
    evaluations: Integers,
    weights: Floats,
    features: Floats,
) -> None:
    """Write the features of every board: each is the value of an evaluation that has this feature alone."""
    cells = settings[b.CELLS]
    count = settings[b.FEATURES]
    for index in range(settings[b.COUNT]):
        board = at(boards, index * b.BOARD_SIZE)
        own_items = at(items, index * cells)
        words = load_words(board, 0)
        nearest = nearest_food(own_items, distances, by_distance, cells, words.pacman)
        for feature in range(count):
            evaluation = at(evaluations, feature * settings[b.FEATURE_SIZE])
            tables = Tables(maze, own_items, distances, by_distance, cells, evaluation, weights)
            features[index * count + feature] = evaluate(tables, words, nearest, board[e.NUM_GHOSTS])
