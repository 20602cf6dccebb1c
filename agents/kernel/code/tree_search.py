"""Monte Carlo tree search: the same selection, expansion, play-outs and random draws as in `agents.search.mcts`.

Nodes hold no states: each descent repeats the moves, which is cheaper than storing the item of every cell.
"""

from math import inf, log, sqrt

from agents.kernel.code.evaluate import evaluate_leaf
from agents.kernel.code.mersenne_twister import draw, draw_below
from agents.kernel.code.move_sets import nth_bit
from agents.kernel.code.step import advance, load_words, moves_of
from agents.kernel.machine.compiler import compiled, entry
from agents.kernel.memory import encoding as e
from agents.kernel.memory import tree as m
from agents.kernel.memory.encoding import Floats, Integers, Tables
from pacman.scoring import PLAYING


@compiled("ii")
def count(moves: int, width: int) -> int:
    number = 0
    while moves:
        number += 1
        moves >>= width
    return number


@compiled("wwfiii")
def expand(control: Integers, tree: Integers, totals: Floats, node: int, moves: int, width: int) -> None:
    """Create a child of the node for each move."""
    row = node * m.NODE_SIZE
    first = control[m.SIZE]
    children = count(moves, width)
    tree[row + m.FIRST_CHILD] = first if children else m.NO_CHILDREN
    tree[row + m.NUM_CHILDREN] = children
    control[m.SIZE] = first + children
    for child in range(first, first + children):
        tree[child * m.NODE_SIZE + m.PARENT] = node
        tree[child * m.NODE_SIZE + m.FIRST_CHILD] = m.UNEXPANDED
        tree[child * m.NODE_SIZE + m.VISITS] = 0
        totals[m.TOTALS + child] = 0.0


@compiled("wfwii")
def choose(tree: Integers, totals: Floats, twister: Integers, node: int, agent: int) -> int:
    """Return the child with the best score; a random one of several."""
    row = node * m.NODE_SIZE
    first = tree[row + m.FIRST_CHILD]
    spread = totals[m.HIGHEST] - totals[m.LOWEST]
    scale = totals[m.EXPLORATION] * (spread if 0.0 < spread < inf else 1.0)
    best = -inf
    ties = 0
    num_ties = 0
    for index in range(tree[row + m.NUM_CHILDREN]):
        visits = tree[(first + index) * m.NODE_SIZE + m.VISITS]
        score = inf
        if visits:
            mean = totals[m.TOTALS + first + index] / visits
            score = mean + scale * sqrt(2.0 * log(float(tree[row + m.VISITS])) / visits)
        if score > best:
            best = score
            ties = 0
            num_ties = 0
        if score == best:
            ties |= 1 << index
            num_ties += 1
    return first + nth_bit(ties, draw_below(twister, num_ties) if num_ties > 1 else 0)


@compiled("wfiiix")
def back_propagate(tree: Integers, totals: Floats, node: int, depth: int, agents: int, outcome: float) -> None:
    """Add the outcome to every node from here up to the root, with the sign of the agent who moved into it."""
    while True:
        tree[node * m.NODE_SIZE + m.VISITS] += 1
        is_pacmans = depth > 0 and (depth - 1) % agents == 0
        totals[m.TOTALS + node] += outcome if is_pacmans else -outcome
        if node == m.ROOT:
            return
        node = tree[node * m.NODE_SIZE + m.PARENT]
        depth -= 1


@entry
def run_tree(
    control: Integers,
    tree: Integers,
    totals: Floats,
    eaten_at: Integers,
    twister: Integers,
    state: Integers,
    maze: Integers,
    items: Integers,
    distances: Integers,
    by_distance: Integers,
    evaluation: Integers,
    weights: Floats,
    budget: int,
) -> None:
    """Iterate until all is done, the tree is full, or `budget` more states are generated."""
    tables = Tables(maze, items, distances, by_distance, control[m.CELLS], evaluation, weights)
    num_ghosts = state[e.NUM_GHOSTS]
    homes = state[e.HOMES]
    needs = evaluation[e.NEEDS]
    limit = control[m.NODES] + budget
    while control[m.NODES] < limit and tree[m.VISITS] < control[m.ITERATIONS]:
        if control[m.SIZE] + e.MOST_ACTIONS > control[m.CAPACITY]:
            break
        words = load_words(state, 0)
        status = state[e.STATUS]
        agent = 0
        node = m.ROOT
        depth = 0
        is_in_tree = True
        is_new = False
        plies = 0
        num_eaten = 0
        while True:
            width = e.CELL_BITS if agent == 0 else e.PLACE_BITS
            moves = moves_of(maze, words, agent)
            if is_in_tree:
                row = node * m.NODE_SIZE
                if tree[row + m.FIRST_CHILD] == m.UNEXPANDED and (node == m.ROOT or tree[row + m.VISITS] > 0):
                    expand(control, tree, totals, node, moves if status == PLAYING else 0, width)
                    is_new = True
                if tree[row + m.FIRST_CHILD] <= 0:
                    is_in_tree = False
                    continue
                child = choose(tree, totals, twister, node, agent)
                if tree[child * m.NODE_SIZE + m.VISITS] == 0:
                    control[m.NODES] += 1
                moves >>= width * (child - tree[row + m.FIRST_CHILD])
                node = child
                depth += 1
                is_in_tree = not is_new  # after an expansion, descend one more step
            else:
                if status != PLAYING or plies == control[m.PLAYOUT_PLIES]:
                    break
                plies += 1
                moves >>= width * int(draw(twister) * count(moves, width))
            words, status, eaten = advance(maze, items, words, num_ghosts, homes, agent, moves)
            if eaten:
                eaten_at[num_eaten] = words.pacman << 2 | eaten
                num_eaten += 1
            agent = agent + 1 if agent < num_ghosts else 0
        control[m.NODES] += plies
        outcome = weights[0] * words.score
        if status == PLAYING:
            outcome, _ = evaluate_leaf(tables, words, e.UNKNOWN, num_ghosts, needs)
        while num_eaten > 0:
            num_eaten -= 1
            items[eaten_at[num_eaten] >> 2] = eaten_at[num_eaten] & 3
        if outcome < totals[m.LOWEST]:
            totals[m.LOWEST] = outcome
        if outcome > totals[m.HIGHEST]:
            totals[m.HIGHEST] = outcome
        if depth > control[m.DEEPEST]:
            control[m.DEEPEST] = depth
        back_propagate(tree, totals, node, depth, num_ghosts + 1, outcome)
