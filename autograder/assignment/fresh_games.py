"""Fresh counted games: a new maze and seed, chosen so that the game reveals mistakes that no fixed tree can reveal."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from autograder.assignment.case_files import CaseFile, properties_text
from autograder.assignment.drawn_cases import DrawnCase
from autograder.assignment.maze_generator import GHOST, SMALLEST_SIDE, generate_open_cells, rows_of
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.reference import Decision, decide, searched_states
from autograder.case_types.state_spaces import PacmanSpace
from autograder.diagnosis.bugs import RIGHT, Change
from autograder.diagnosis.search_rules import Rules
from autograder.diagnosis.wrong_searches import BY_PACMAN, Memory, WouldCrash, search
from autograder.errors import GradingError
from pacman.directions import Cell
from pacman.layout import CAPSULE, EMPTY, FOOD, PACMAN, Layout
from pacman.state import GameState

TRIES: Final = 120  # mazes; ten are enough on average
EVALUATION_TRIES: Final = 2_000  # mazes for a game whose evaluation is not the score
GAME_MOVES: Final = range(15, 120)  # of Pacman: long enough to show mistakes, short enough for a case
GHOSTS_AWAY: Final = range(4, 8)  # distance from Pacman at the start
CAPSULE_AWAY: Final = range(1, 3)  # distance of the first capsule: ghosts are soon scared, and eaten
NEEDED: Final = 2  # wrong decisions that reveal a wrong search

# Mistakes that no fixed tree can reveal, because it does not depend on the agent that moves, reaches no state twice and
# has one decision. Those that show in the fewest games come first, so that most mazes are rejected early.
_CHANGES: Final[tuple[Change, ...]] = (
    {"remembers": "state", "remembers_at": "inner", "forgets": True},
    {"remembers": "state and depth", "remembers_at": "inner", "forgets": False},
    {"remembers": "state and agent", "remembers_at": "inner", "forgets": False},
    {"stop": "root"},
    {"stop": "below"},
    {"carries_best": True},
)


def fresh_game(case: CountedCase, rng: random.Random) -> DrawnCase:
    """Return a new game that reveals the same wrong searches as the old one, of those that only a game can reveal.

    Raise GradingError if no such game is found.
    """
    required = [rules for rules in _wrong_searches(case.agent) if _is_detected(_moves(case), case.depth, rules)]
    for fresh in _new_games(case, rng, TRIES):
        try:
            decisions = [(state, [right]) for state, right in fresh.play(GAME_MOVES, is_negated=False)]
        except GradingError:  # the game is too short or too long
            continue
        if not all(_is_detected(decisions, case.depth, rules) for rules in required):
            continue
        solution = fresh.solve()  # slow, so only for a game that has passed the test above
        fresh.read_solution(CaseFile.from_text(properties_text(solution), case.file.path))
        if all(_is_detected(_moves(fresh), case.depth, rules) for rules in required):
            return DrawnCase.of(fresh.file.values, solution)
    raise GradingError(f"{case.file.path}: no fresh game was found that shows every wrong search; try another seed")


def fresh_evaluation_game(case: CountedCase, rng: random.Random) -> DrawnCase:
    """Return a new game in place of one whose evaluation is not the score; raise GradingError if none is found."""
    for fresh in _new_games(case, rng, EVALUATION_TRIES):
        if shows_score_search(fresh):
            return DrawnCase.of(fresh.file.values, fresh.solve())
    raise GradingError(f"{case.file.path}: no fresh game shows a search by the score; try another seed")


def _new_games(case: CountedCase, rng: random.Random, tries: int) -> Iterator[CountedCase]:
    """Yield games like this one, each in a new maze and with a new seed."""
    for rows in random_mazes(case.layout, rng, tries):
        values = {**case.file.values, "seed": str(rng.randrange(10**6)), "layout": "\n".join(rows)}
        yield CountedCase(CaseFile.from_text(properties_text(values), case.file.path), case.folder)


def shows_score_search(case: CountedCase) -> bool:
    """True if the first decision reveals a search by the score.

    No action that is best by the score may be right, and no state up to the depth may be terminal: there, some right
    searches return the score.
    """
    state = GameState.initial(case.layout)
    right, by_score = (
        {
            action
            for with_stop in (True, False)
            for action in decide(state, case.agent, case.depth, with_stop=with_stop, is_negated=is_negated).actions
        }
        for is_negated in (True, False)
    )
    if not right.isdisjoint(by_score):
        return False
    return not any(each.is_over for each in searched_states(state, "MinimaxAgent", case.depth, with_stop=True))


def _wrong_searches(agent: str) -> list[Rules]:
    averages = [{"others": BY_PACMAN}] if agent == "ExpectimaxAgent" else []
    return [replace(RIGHT[agent], **change) for change in (*_CHANGES, *averages)]


def _moves(case: CountedCase) -> list[tuple[GameState, Sequence[Decision]]]:
    """Return the states in which Pacman decides, each with its right decisions: with Stop, and without."""
    return list(zip(case.states, case.solution.optimal, strict=True))


def _is_detected(moves: Sequence[tuple[GameState, Sequence[Decision]]], depth: int, rules: Rules) -> bool:
    """True if a search with these rules crashes, or makes enough wrong decisions by every variant of the right ones."""
    memory = Memory()
    wrong = [0] * min((len(variants) for _, variants in moves), default=0)
    for state, variants in moves:
        space = PacmanSpace(state.num_agents, with_stop=True)
        try:
            actions = search(space, state, depth, rules, memory)
        except WouldCrash:
            return True
        is_counted = len(space.generated) in {right.explored for right in variants}
        for number, right in enumerate(variants[: len(wrong)]):
            wrong[number] += not is_counted or not set(right.actions).intersection(actions[:1])
        if min(wrong, default=0) >= NEEDED:
            return True
    return False


def random_mazes(layout: Layout, rng: random.Random, tries: int) -> Iterator[list[str]]:
    """Yield new mazes with the size, the ghosts and the number of capsules of a layout, and food in half the cells.

    A capsule is at most two steps from Pacman, and the ghosts are near.
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
        if ghosts:  # they start side by side, as in most layouts
            beside = _distances(maze, ghosts[0], ghosts)
            ghosts.sort(key=lambda cell: beside[cell])
        others = [cell for cell in cells if cell not in (pacman, *capsules, *ghosts[: len(layout.ghost_starts)])]
        capsules += rng.sample(others, min(len(others), max(len(layout.capsule_cells) - 1, 0)))
        if len(ghosts) >= len(layout.ghost_starts) and len(capsules) == len(layout.capsule_cells):
            signs |= dict.fromkeys(capsules, CAPSULE) | dict.fromkeys(ghosts[: len(layout.ghost_starts)], GHOST)
            yield list(Layout.from_text(rows_of(*size, signs)).rows)


def _distances(maze: Layout, start: Cell, cells: Sequence[Cell]) -> dict[Cell, int]:
    return {cell: maze.distance(start, cell) or 0 for cell in cells}
