"""Whole games: the turns of `pacman.game.play` with built-in agents, move by move and draw by draw."""

from agents.kernel.code.compiled import compiled, entry
from agents.kernel.code.search import begin_search, run_search
from agents.kernel.code.step import ghost_moves, ghost_step, pacman_step
from agents.kernel.code.twister import draw, draw_below
from agents.kernel.game_words import (
    ANY,
    BY_NAME,
    CHANCES_ROW,
    CHANCES_SIZE,
    DEPTHS,
    DRAWS_TIES,
    GAME_OUTCOME,
    IS_SEARCHING,
    MASKS,
    MOST_MOVES,
    MOVES,
    PACMAN_ALGORITHM,
    POLICIES,
    RECORD_ROOM,
    RECORDED,
    SEARCHED,
    TURN,
)
from agents.kernel.search_words import (
    ALGORITHM,
    ALPHA_BETA,
    DONE,
    EXACT,
    HORIZON,
    MOST_ACTIONS,
    NODES,
    OUTCOME,
    PAUSED,
    ROOT_AGENT,
    ROOT_VALUES,
)
from agents.kernel.words import (
    ACTION,
    ACTION_BITS,
    CAPSULES_LEFT,
    CELL,
    CELL_BITS,
    CELL_SHIFT,
    CREEPS,
    FOOD_LEFT,
    GHOSTS,
    HALF_WAY,
    HEADING,
    HOMES,
    NUM_GHOSTS,
    PACMAN,
    PACMAN_ACTIONS,
    PACMAN_MOVES,
    PLACE,
    PLACE_BITS,
    SCORE,
    STATUS,
    TIMER,
    TIMER_BITS,
    TIMERS,
    TWICE_XY,
    Floats,
    Words,
)
from pacman.scoring import PLAYING

VECTOR_X = (-1, 0, 1, 0, 0)  # by heading
VECTOR_Y = (0, 0, 0, 1, -1)
COORDINATE = 0xFFFF


@compiled("wf")
def best_moves(control: Words, values: Floats) -> int:
    """A bit for each root action that is worth exactly as much as the best."""
    exact = control[EXACT]
    sign = 1.0 if control[ROOT_AGENT] == 0 else -1.0
    best = 0
    best_value = 0.0
    for index in range(MOST_ACTIONS):
        if exact >> index & 1:
            value = sign * values[ROOT_VALUES + index]
            if best == 0 or value > best_value:
                best = 0
                best_value = value
            if value == best_value:
                best |= 1 << index
    return best


@compiled("wbwwfwwb")
def move_pacman(
    game: Words,
    record: Words,
    twister: Words,
    control: Words,
    values: Floats,
    position: Words,
    maze: Words,
    items: Words,
) -> None:
    """Pacman takes the best of the moves he has thought about: the first, or one that he draws."""
    best = best_moves(control, values)
    left = 0
    if game[DRAWS_TIES]:
        count = 0
        for index in range(MOST_ACTIONS):
            count += best >> index & 1
        left = draw_below(twister, count)
    index = 0
    while not best >> index & 1 or left:
        left -= best >> index & 1
        index += 1
    row = position[PACMAN] << CELL_SHIFT
    cell = maze[row | PACMAN_MOVES] >> CELL_BITS * index & CELL
    record[game[RECORDED]] = (maze[row | PACMAN_ACTIONS] >> ACTION_BITS * index & ACTION) - 1
    ghosts, timers, score, food, capsules, status, _ = pacman_step(
        maze,
        items,
        position[GHOSTS],
        position[TIMERS],
        position[SCORE],
        position[FOOD_LEFT],
        position[CAPSULES_LEFT],
        position[NUM_GHOSTS],
        position[HOMES],
        cell,
    )
    position[GHOSTS] = ghosts
    position[TIMERS] = timers
    position[PACMAN] = cell
    position[SCORE] = score
    position[STATUS] = status
    position[FOOD_LEFT] = food
    position[CAPSULES_LEFT] = capsules


@compiled("wiiti")
def crow(maze: Words, place: int, heading: int, is_scared: bool, pacman: int) -> int:
    """Twice the Manhattan distance to Pacman after a step."""
    there = maze[place >> CELL_SHIFT << CELL_SHIFT | TWICE_XY]
    if place & HALF_WAY:
        ahead = maze[CREEPS * maze[0] + place] >> CELL_SHIFT
        there = there + maze[ahead << CELL_SHIFT | TWICE_XY] >> 1
    goal = maze[pacman << CELL_SHIFT | TWICE_XY]
    step = 1 if is_scared else 2
    x = (there >> 16) + step * VECTOR_X[heading] - (goal >> 16)
    y = (there & COORDINATE) + step * VECTOR_Y[heading] - (goal & COORDINATE)
    return abs(x) + abs(y)


@compiled("wbwfwfwwi")
def move_ghost(
    game: Words,
    record: Words,
    twister: Words,
    chances: Floats,
    control: Words,
    values: Floats,
    position: Words,
    maze: Words,
    ghost: int,
) -> None:
    """A ghost draws one of its moves, by the chances that its policy gives them."""
    ghosts = position[GHOSTS]
    timers = position[TIMERS]
    is_scared = (timers >> TIMER_BITS * ghost & TIMER) > 0
    moves = ghost_moves(maze, ghosts, timers, ghost)
    policy = game[POLICIES + ghost + 1]
    searched = best_moves(control, values) if policy == SEARCHED else 0
    legal = 0
    best = 0
    wanted = 0
    rest = moves
    while rest:
        heading = rest & HEADING
        rest >>= PLACE_BITS
        legal |= 1 << heading
        if policy == SEARCHED:
            best |= (searched & 1) << heading
            searched >>= 1
        elif policy != ANY:
            distance = crow(maze, ghosts >> PLACE_BITS * ghost & PLACE, heading, is_scared, position[PACMAN])
            if is_scared:
                distance = -distance
            if best == 0 or distance < wanted:
                wanted = distance
                best = 0
            if distance == wanted:
                best |= 1 << heading
    if policy == ANY:
        best = legal
    row = (2 * ghost + is_scared) * CHANCES_SIZE + (best * MASKS + legal) * CHANCES_ROW
    drawn = draw(twister)
    chosen = 0
    for place in range(CHANCES_ROW):
        reached = chances[row + place]
        if reached >= 0.0:  # a legal action
            chosen = BY_NAME[place]
            if drawn <= reached:
                break
    while moves & HEADING != chosen:
        moves >>= PLACE_BITS
    ghosts, timers, score, status = ghost_step(
        maze, ghosts, timers, position[PACMAN], position[SCORE], position[HOMES], ghost, moves & PLACE
    )
    record[game[RECORDED]] = chosen
    position[GHOSTS] = ghosts
    position[TIMERS] = timers
    position[SCORE] = score
    position[STATUS] = status


@entry("game", "run_game")
def run_game(
    game: Words,
    record: Words,
    twister: Words,
    chances: Floats,
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
    chase_terms: Words,
    chase_weights: Floats,
    budget: int,
) -> None:
    """Play on until the game is over, the record is full, or the agents have searched `budget` more states."""
    num_ghosts = position[NUM_GHOSTS]
    game[RECORDED] = 0
    game[GAME_OUTCOME] = PAUSED
    while budget > 0 and game[RECORDED] < RECORD_ROOM:
        if position[STATUS] != PLAYING or game[MOVES] == game[MOST_MOVES]:
            game[GAME_OUTCOME] = DONE
            return
        agent = game[TURN]
        if agent == 0 or game[POLICIES + agent] == SEARCHED:
            if not game[IS_SEARCHING]:
                control[ALGORITHM] = game[PACMAN_ALGORITHM] if agent == 0 else ALPHA_BETA
                control[HORIZON] = game[DEPTHS + agent]
                control[ROOT_AGENT] = agent
                begin_search(control, frames, values, lines, position, maze)
                game[IS_SEARCHING] = 1
            before = control[NODES]
            run_search(
                control,
                frames,
                values,
                lines,
                position,
                maze,
                items,
                ways,
                order,
                terms if agent == 0 else chase_terms,
                weights if agent == 0 else chase_weights,
                budget,
            )
            budget -= control[NODES] - before
            if control[OUTCOME] == PAUSED:
                return
            game[IS_SEARCHING] = 0
        budget -= 1
        if agent == 0:
            move_pacman(game, record, twister, control, values, position, maze, items)
        else:
            move_ghost(game, record, twister, chances, control, values, position, maze, agent - 1)
        game[MOVES] += 1
        game[RECORDED] += 1
        game[TURN] = agent + 1 if agent < num_ghosts else 0
