"""Monte Carlo tree search: selection, expansion, play-outs and draws of `agents.search.mcts`, one for one.

Nodes hold no states: a walk down the tree makes the moves anew, which is cheaper than keeping what lies in every cell.
"""

from math import inf, log, sqrt

from agents.kernel.code.compiled import compiled, entry
from agents.kernel.code.evaluate import evaluate, nearest_food
from agents.kernel.code.step import ghost_moves, ghost_step, pacman_step
from agents.kernel.code.twister import draw, draw_below
from agents.kernel.search_words import MOST_ACTIONS
from agents.kernel.tree_words import (
    CELLS,
    DEEPEST,
    EXPLORATION,
    FIRST_CHILD,
    HIGHEST,
    ITERATIONS,
    LOWEST,
    NO_CHILDREN,
    NODE_WORDS,
    NODES,
    NUM_CHILDREN,
    PARENT,
    PLAYOUT_PLIES,
    ROOM,
    ROOT,
    SIZE,
    TOTALS,
    UNEXPANDED,
    VISITS,
)
from agents.kernel.words import (
    CAPSULES_LEFT,
    CELL,
    CELL_BITS,
    CELL_SHIFT,
    FOOD_LEFT,
    GHOSTS,
    HOMES,
    NEEDS,
    NEEDS_FOOD,
    NUM_GHOSTS,
    PACMAN,
    PACMAN_MOVES,
    PLACE,
    PLACE_BITS,
    SCORE,
    SCORE_ALONE,
    STATUS,
    TIMERS,
    Floats,
    Words,
)
from pacman.scoring import PLAYING


@compiled("ii")
def count(moves: int, width: int) -> int:
    number = 0
    while moves:
        number += 1
        moves >>= width
    return number


@compiled("wwfiii")
def expand(control: Words, tree: Words, totals: Floats, node: int, moves: int, width: int) -> None:
    """Give the node a child for each move."""
    row = node * NODE_WORDS
    first = control[SIZE]
    children = count(moves, width)
    tree[row + FIRST_CHILD] = first if children else NO_CHILDREN
    tree[row + NUM_CHILDREN] = children
    control[SIZE] = first + children
    for child in range(first, first + children):
        tree[child * NODE_WORDS + PARENT] = node
        tree[child * NODE_WORDS + FIRST_CHILD] = UNEXPANDED
        tree[child * NODE_WORDS + VISITS] = 0
        totals[TOTALS + child] = 0.0


@compiled("wfwii")
def choose(tree: Words, totals: Floats, twister: Words, node: int, agent: int) -> int:
    """The child with the best score; one that is drawn if several have it."""
    row = node * NODE_WORDS
    first = tree[row + FIRST_CHILD]
    spread = totals[HIGHEST] - totals[LOWEST]
    scale = totals[EXPLORATION] * (spread if 0.0 < spread < inf else 1.0)
    best = -inf
    ties = 0
    num_ties = 0
    for index in range(tree[row + NUM_CHILDREN]):
        visits = tree[(first + index) * NODE_WORDS + VISITS]
        score = inf
        if visits:
            mean = totals[TOTALS + first + index] / visits
            score = mean + scale * sqrt(2.0 * log(float(tree[row + VISITS])) / visits)
        if score > best:
            best = score
            ties = 0
            num_ties = 0
        if score == best:
            ties |= 1 << index
            num_ties += 1
    left = draw_below(twister, num_ties) if num_ties > 1 else 0
    index = 0
    while not ties >> index & 1 or left:
        left -= ties >> index & 1
        index += 1
    return first + index


@compiled("wfiiix")
def back_propagate(tree: Words, totals: Floats, node: int, depth: int, agents: int, outcome: float) -> None:
    """Tell every node from here up to the root about the outcome, in the eyes of the agent who moved into it."""
    while True:
        tree[node * NODE_WORDS + VISITS] += 1
        is_pacmans = depth > 0 and (depth - 1) % agents == 0
        totals[TOTALS + node] += outcome if is_pacmans else -outcome
        if node == ROOT:
            return
        node = tree[node * NODE_WORDS + PARENT]
        depth -= 1


@entry("tree", "run_tree")
def run_tree(
    control: Words,
    tree: Words,
    totals: Floats,
    eaten_at: Words,
    twister: Words,
    position: Words,
    maze: Words,
    items: Words,
    ways: Words,
    order: Words,
    terms: Words,
    weights: Floats,
    budget: int,
) -> None:
    """Iterate until all is done, the tree has no room for another node, or `budget` more states are generated."""
    cells = control[CELLS]
    num_ghosts = position[NUM_GHOSTS]
    homes = position[HOMES]
    needs = terms[NEEDS]
    limit = control[NODES] + budget
    while control[NODES] < limit and tree[VISITS] < control[ITERATIONS]:
        if control[SIZE] + MOST_ACTIONS > control[ROOM]:
            break
        ghosts = position[GHOSTS]
        timers = position[TIMERS]
        pacman = position[PACMAN]
        score = position[SCORE]
        status = position[STATUS]
        food = position[FOOD_LEFT]
        capsules = position[CAPSULES_LEFT]
        agent = 0
        node = ROOT
        depth = 0
        is_in_tree = True
        is_new = False
        plies = 0
        num_eaten = 0
        while True:
            moves = 0
            if agent == 0:
                width = CELL_BITS
                moves = maze[pacman << CELL_SHIFT | PACMAN_MOVES]
            else:
                width = PLACE_BITS
                moves = ghost_moves(maze, ghosts, timers, agent - 1)
            if is_in_tree:
                row = node * NODE_WORDS
                if tree[row + FIRST_CHILD] == UNEXPANDED and (node == ROOT or tree[row + VISITS] > 0):
                    expand(control, tree, totals, node, moves if status == PLAYING else 0, width)
                    is_new = True
                if tree[row + FIRST_CHILD] <= 0:
                    is_in_tree = False
                    continue
                child = choose(tree, totals, twister, node, agent)
                if tree[child * NODE_WORDS + VISITS] == 0:
                    control[NODES] += 1
                moves >>= width * (child - tree[row + FIRST_CHILD])
                node = child
                depth += 1
                is_in_tree = not is_new  # a node that has just been expanded is left by one step
            else:
                if status != PLAYING or plies == control[PLAYOUT_PLIES]:
                    break
                plies += 1
                moves >>= width * int(draw(twister) * count(moves, width))
            if agent == 0:
                pacman = moves & CELL
                ghosts, timers, score, food, capsules, status, eaten = pacman_step(
                    maze, items, ghosts, timers, score, food, capsules, num_ghosts, homes, pacman
                )
                if eaten:
                    eaten_at[num_eaten] = pacman << 2 | eaten
                    num_eaten += 1
            else:
                ghosts, timers, score, status = ghost_step(
                    maze, ghosts, timers, pacman, score, homes, agent - 1, moves & PLACE
                )
            agent = agent + 1 if agent < num_ghosts else 0
        control[NODES] += plies
        outcome = weights[0] * score
        if status == PLAYING and not needs & SCORE_ALONE:
            nearest = nearest_food(items, ways, order, cells, pacman) if needs & NEEDS_FOOD else 0
            outcome = evaluate(
                maze,
                items,
                ways,
                cells,
                terms,
                weights,
                ghosts,
                timers,
                pacman,
                score,
                food,
                capsules,
                nearest,
                num_ghosts,
            )
        while num_eaten > 0:
            num_eaten -= 1
            items[eaten_at[num_eaten] >> 2] = eaten_at[num_eaten] & 3
        if outcome < totals[LOWEST]:
            totals[LOWEST] = outcome
        if outcome > totals[HIGHEST]:
            totals[HIGHEST] = outcome
        if depth > control[DEEPEST]:
            control[DEEPEST] = depth
        back_propagate(tree, totals, node, depth, num_ghosts + 1, outcome)
