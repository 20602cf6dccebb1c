"""Fresh counted games: a new maze, and new dice, in which wrong decisions show that no tree can show."""

import random
from collections.abc import Iterator
from typing import Final

from autograder.assignment.case_files import CaseFile, properties_text
from autograder.assignment.maze_generator import GHOST, SMALLEST_SIDE, generate_open_cells, rows_of
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.worlds import PacmanWorld
from autograder.diagnosis.criterion import game_searches
from autograder.diagnosis.wrong_searches import Memory, Rules, WouldCrash, search
from autograder.errors import GradingError
from pacman.layout import CAPSULE, EMPTY, FOOD, PACMAN, Layout
from pacman.state import GameState

TRIES: Final = 50  # mazes
GAME_MOVES: Final = range(15, 120)  # a good length
CLOSEST_GHOST: Final = 4  # to Pacman at the start
NEEDED: Final = 2  # decisions that a wrong search must get wrong


def fresh_game(case: CountedCase, rng: random.Random) -> CountedCase:
    """A new game in which the wrong searches that only a game can show are found out, as they are in this one."""
    required = [rules for rules in game_searches(case.agent) if _is_found_out(case, rules)]
    for rows in _random_mazes(case.layout, rng):
        values = {**case.file.values, "seed": str(rng.randrange(10**6)), "layout": "\n".join(rows)}
        file = CaseFile.from_text(properties_text(values), case.file.path)
        unsolved = CountedCase(file, case.folder)
        try:
            answers = unsolved.solve(GAME_MOVES)
        except GradingError:  # too short, or without end
            continue
        solution = CaseFile.from_text(properties_text(answers), file.path.with_suffix(".solution"))
        fresh = CountedCase(file, case.folder, solution)
        if all(_is_found_out(fresh, rules) for rules in required):
            return fresh
    raise GradingError(f"{case.file.path}: no fresh game of a good length was found; try another seed")


def _is_found_out(case: CountedCase, rules: Rules) -> bool:
    """True if a wrong search makes enough wrong decisions in a game."""
    memory = Memory()
    wrong = 0
    for state, variants in zip(case.states, case.solution.optimal, strict=True):
        world = PacmanWorld(state.num_agents, with_stop=True)
        try:
            actions = search(world, state, case.depth, rules, memory)
        except WouldCrash:
            return True
        right = {action for variant in variants for action in variant.actions}
        wrong += not right.intersection(actions[:1]) or not _is_searched(case, state, world)
        if wrong >= NEEDED:
            return True
    return False


def _is_searched(case: CountedCase, state: GameState, world: PacmanWorld) -> bool:
    """True if these are the states that a right search looks at."""
    return any(world.generated == case.searched_states(state, with_stop) for with_stop in (True, False))


def _random_mazes(layout: Layout, rng: random.Random) -> Iterator[list[str]]:
    """New mazes of a layout's size with as many ghosts and capsules, everybody anywhere, and food in half the cells."""
    size = layout.width, layout.height
    for _ in range(TRIES):
        is_new = min(size) >= SMALLEST_SIDE
        cells = generate_open_cells(*size, rng, dead_ends=rng.random() < 0.5) if is_new else layout.open_cells
        signs = {cell: FOOD if rng.random() < 0.5 else EMPTY for cell in sorted(cells)}
        counts = len(layout.ghost_starts), len(layout.capsule_cells)
        if len(signs) <= 1 + sum(counts):
            continue
        pacman, *others = rng.sample(list(signs), 1 + sum(counts))
        signs[pacman] = PACMAN
        signs.update(zip(others, [GHOST] * counts[0] + [CAPSULE] * counts[1], strict=True))
        maze = Layout.from_text(rows_of(*size, signs))
        if all((maze.distance(pacman, ghost) or 0) >= CLOSEST_GHOST for ghost in maze.ghost_starts):
            yield list(maze.rows)
