"""The features of `agents.features` and their weighted sum; a test compares them with `LinearEvaluation`."""

from agents.kernel.machine.compiler import compiled
from agents.kernel.memory import encoding as e
from agents.kernel.memory.encoding import Integers, Tables, Words

SCORE, FOOD_LEFT, NEAREST_FOOD, FOOD_CLOSENESS, CAPSULES_LEFT, NEAREST_CAPSULE = range(6)
ACTIVE_GHOSTS, NEAREST_GHOST, GHOST_CLOSENESS, GHOST_DISTANCE = range(6, 10)
SCARED_GHOSTS, NEAREST_SCARED, SCARED_CLOSENESS, SCARED_DISTANCE = range(10, 14)
assert len(e.FEATURES) == SCARED_DISTANCE + 1
FAR = 1 << 30


@compiled("bssii")
def nearest_food(items: Integers, distances: Integers, by_distance: Integers, cells: int, pacman: int) -> int:
    """Return the steps to the nearest food, or 0."""
    row = pacman * cells
    for index in range(cells):
        cell = by_distance[row + index]
        if cell == 0:
            break
        if items[cell] & 1:
            return distances[row + cell]
    return 0


@compiled("bswii")
def nearest_capsule(items: Integers, distances: Integers, evaluation: Integers, cells: int, pacman: int) -> int:
    nearest = FAR
    first = e.FIRST_FEATURE + evaluation[e.NUM_FEATURES]
    for index in range(first, first + evaluation[e.CAPSULE_CELLS]):
        cell = evaluation[index]
        way = distances[pacman * cells + cell]
        if items[cell] == e.CAPSULE and 0 <= way < nearest:
            nearest = way
    return 0 if nearest == FAR else nearest


@compiled("wsiii")
def half_steps(maze: Integers, distances: Integers, cells: int, pacman: int, place: int) -> int:
    """Return the half steps from Pacman to a ghost, negative if it is unreachable."""
    row = pacman * cells
    way = distances[row + (place >> e.CELL_SHIFT)]
    if place & e.HALF_WAY:
        return way + distances[row + (maze[e.CREEPS * maze[0] + place] >> e.CELL_SHIFT)]
    return 2 * way


@compiled("x")
def closeness(distance: float) -> float:
    return 1.0 / distance if distance != 0.0 else 0.0


@compiled("iii")
def near_ghosts(feature: int, active: int, num_active: int) -> int:
    """Return twice the value of danger-N or pressure-N."""
    total = 0
    is_pressure = feature >= e.PRESSURE
    radius = 2 * (feature - e.PRESSURE if is_pressure else feature - e.DANGER)
    for _ in range(num_active):
        steps = active & e.PLACE
        active >>= e.PLACE_BITS
        if is_pressure:
            total += max(0, radius - steps)
        elif steps <= radius:
            total += 2
    return total


@compiled("TWii")
def evaluate(tables: Tables, words: Words, nearest: int, num_ghosts: int) -> float:
    """Return the value of a state that is not final: terms in the order of the weights, summed from the left."""
    maze, items, distances, _, cells, evaluation, weights = tables
    ghosts, timers, pacman, score, food, capsules = words
    active = 0  # half steps to each active ghost that can be reached, PLACE_BITS each
    num_active = 0
    num_scared = 0
    active_sum = 0
    scared_sum = 0
    active_least = FAR
    scared_least = FAR
    if evaluation[e.NEEDS] & e.NEEDS_GHOSTS:
        for ghost in range(num_ghosts):
            steps = half_steps(maze, distances, cells, pacman, ghosts >> e.PLACE_BITS * ghost & e.PLACE)
            if steps >= 0:
                if timers >> e.TIMER_BITS * ghost & e.TIMER:
                    num_scared += 1
                    scared_sum += steps
                    scared_least = min(scared_least, steps)
                else:
                    active |= steps << e.PLACE_BITS * num_active
                    num_active += 1
                    active_sum += steps
                    active_least = min(active_least, steps)
        if num_active == 0:
            active_least = 0
        if num_scared == 0:
            scared_least = 0
    total = 0.0
    for term in range(evaluation[e.NUM_FEATURES]):
        feature = evaluation[e.FIRST_FEATURE + term]
        value = 0.0
        if feature == SCORE:
            value = float(score)
        elif feature == FOOD_LEFT:
            value = float(food)
        elif feature == NEAREST_FOOD:
            value = float(nearest)
        elif feature == FOOD_CLOSENESS:
            value = closeness(float(nearest))
        elif feature == CAPSULES_LEFT:
            value = float(capsules)
        elif feature == NEAREST_CAPSULE:
            value = float(nearest_capsule(items, distances, evaluation, cells, pacman))
        elif feature == ACTIVE_GHOSTS:
            value = float(num_active)
        elif feature == NEAREST_GHOST:
            value = active_least / 2.0
        elif feature == GHOST_CLOSENESS:
            value = closeness(active_least / 2.0)
        elif feature == GHOST_DISTANCE:
            value = active_sum / 2.0
        elif feature == SCARED_GHOSTS:
            value = float(num_scared)
        elif feature == NEAREST_SCARED:
            value = scared_least / 2.0
        elif feature == SCARED_CLOSENESS:
            value = closeness(scared_least / 2.0)
        elif feature == SCARED_DISTANCE:
            value = scared_sum / 2.0
        else:
            value = near_ghosts(feature, active, num_active) / 2.0
        total += weights[1 + term] * value
    return total


@compiled("TWiii")
def evaluate_leaf(tables: Tables, words: Words, nearest: int, num_ghosts: int, needs: int) -> tuple[float, int]:
    """Return the value of a state that is not final, and the steps to the nearest food if they are known."""
    if needs & e.SCORE_ALONE:
        return tables.weights[0] * words.score, nearest
    if needs & e.NEEDS_FOOD and nearest < 0:
        nearest = nearest_food(tables.items, tables.distances, tables.by_distance, tables.cells, words.pacman)
    return evaluate(tables, words, nearest, num_ghosts), nearest
