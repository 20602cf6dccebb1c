"""Fresh counted games: a new maze, and new dice, in which wrong decisions show that no tree can show."""

import random
from collections.abc import Iterator, Sequence
from typing import Final

from autograder.assignment.case_files import CaseFile, properties_text
from autograder.assignment.drawn_cases import DrawnCase
from autograder.assignment.maze_generator import GHOST, SMALLEST_SIDE, generate_open_cells, rows_of
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.reference import Decision
from autograder.case_types.worlds import PacmanWorld
from autograder.diagnosis.criterion import game_searches
from autograder.diagnosis.wrong_searches import Memory, Rules, WouldCrash, search
from autograder.errors import GradingError
from pacman.directions import Cell
from pacman.layout import CAPSULE, EMPTY, FOOD, PACMAN, Layout
from pacman.state import GameState

TRIES: Final = 120  # mazes; ten are enough on average
GAME_MOVES: Final = range(15, 120)  # a good length
GHOSTS_AWAY: Final = range(4, 8)  # from Pacman at the start
CAPSULE_AWAY: Final = range(1, 3)  # the first one: scared ghosts are soon near, and eaten
NEEDED: Final = 2  # decisions that a wrong search must get wrong


def fresh_game(case: CountedCase, rng: random.Random) -> DrawnCase:
    """A new game in which the wrong searches that only a game can show are found out, as they are in this one."""
    old = [(state, variants[0]) for state, variants in zip(case.states, case.solution.optimal, strict=True)]
    required = [rules for rules in game_searches(case.agent) if _is_found_out(old, case.depth, rules)]
    for rows in random_mazes(case.layout, rng, TRIES):
        values = {**case.file.values, "seed": str(rng.randrange(10**6)), "layout": "\n".join(rows)}
        fresh = CountedCase(CaseFile.from_text(properties_text(values), case.file.path), case.folder)
        try:
            decisions = fresh.play(GAME_MOVES)
        except GradingError:  # too short, or without end
            continue
        if all(_is_found_out(decisions, case.depth, rules) for rules in required):
            return DrawnCase.of(values, fresh.solve())
    raise GradingError(f"{case.file.path}: no fresh game was found that shows every wrong search; try another seed")


def _is_found_out(decisions: Sequence[tuple[GameState, Decision]], depth: int, rules: Rules) -> bool:
    """True if a wrong search makes enough wrong decisions in a game."""
    memory = Memory()
    wrong = 0
    for state, right in decisions:
        world = PacmanWorld(state.num_agents, with_stop=True)
        try:
            actions = search(world, state, depth, rules, memory)
        except WouldCrash:
            return True
        wrong += not set(right.actions).intersection(actions[:1]) or len(world.generated) != right.explored
        if wrong >= NEEDED:
            return True
    return False


def random_mazes(layout: Layout, rng: random.Random, tries: int) -> Iterator[list[str]]:
    """New mazes of a layout's size with as many ghosts and capsules, and food in half the cells.

    A capsule is near Pacman, and ghosts are not far.
    """
    size = layout.width, layout.height
    for _ in range(tries):
        is_new = min(size) >= SMALLEST_SIDE
        cells = sorted(generate_open_cells(*size, rng, dead_ends=rng.random() < 0.5) if is_new else layout.open_cells)
        signs = {cell: FOOD if rng.random() < 0.5 else EMPTY for cell in cells}
        pacman = rng.choice(cells)
        signs[pacman] = PACMAN
        maze = Layout.from_text(rows_of(*size, signs))
        away = _distances(maze, pacman, cells)
        ghosts = [cell for cell in cells if away[cell] in GHOSTS_AWAY]
        capsules = [cell for cell in cells if away[cell] in CAPSULE_AWAY][: bool(layout.capsule_cells)]
        rng.shuffle(ghosts)
        if ghosts:  # they begin side by side, as in a den
            beside = _distances(maze, ghosts[0], ghosts)
            ghosts.sort(key=lambda cell: beside[cell])
        others = [cell for cell in cells if cell not in (pacman, *capsules, *ghosts[: len(layout.ghost_starts)])]
        capsules += rng.sample(others, min(len(others), max(len(layout.capsule_cells) - 1, 0)))
        if len(ghosts) >= len(layout.ghost_starts) and len(capsules) == len(layout.capsule_cells):
            signs |= dict.fromkeys(capsules, CAPSULE) | dict.fromkeys(ghosts[: len(layout.ghost_starts)], GHOST)
            yield list(Layout.from_text(rows_of(*size, signs)).rows)


def _distances(maze: Layout, start: Cell, cells: Sequence[Cell]) -> dict[Cell, int]:
    return {cell: maze.distance(start, cell) or 0 for cell in cells}
