"""Fresh instances of an assignment: the same questions with other trees, other mazes and other dice.

Every case is replaced by a new one of its kind, so the points stay what they are, and answers learnt by heart are
worth nothing. The right answers come from our own reference.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Final, TypeVar

from autograder.assignment.assignment import Assignment, Question
from autograder.assignment.case_files import CaseFile, properties_text
from autograder.assignment.maze_generator import GHOST, SMALLEST_SIDE, generate_open_cells, rows_of
from autograder.assignment.telling_evaluations import shows_score_search
from autograder.case_types.case import Case
from autograder.case_types.counted_case import CountedCase
from autograder.case_types.reference import SEARCHES
from autograder.case_types.tree_case import TreeCase
from autograder.diagnosis.diagnose import bugs_shown
from autograder.errors import GradingError
from pacman.layout import CAPSULE, EMPTY, FOOD, PACMAN, Layout

CANDIDATES: Final = 8  # trees that are tried for one that shows many bugs
TRIES: Final = 50  # mazes that are tried for a game of a good length
GAME_MOVES: Final = range(15, 120)  # a good length
CLOSEST_GHOST: Final = 4  # to Pacman at the start
TELLING_TRIES: Final = 2_000  # trees, or mazes, that are tried for one in which a search by the score is wrong

SearchCase = TypeVar("SearchCase", TreeCase, CountedCase)


def freshen(assignment: Assignment, seed: int) -> Assignment:
    """The assignment with new cases, the same for the same seed."""
    return replace(assignment, questions=tuple(_question(question, seed) for question in assignment.questions))


def _question(question: Question, seed: int) -> Question:
    numbered = enumerate(question.cases, start=1)
    cases = (fresh_case(case, question.name, seed, f"fresh-{number:02d}") for number, case in numbered)
    return replace(question, cases=tuple(cases))


def fresh_case(case: Case, question: str, seed: int, name: str) -> Case:
    """A new case like this one of a question, the same for the same seed."""
    fresh = _case(case, name, random.Random(f"{seed}/{question}/{case.name}"))
    fresh.visibility = case.visibility
    return fresh


def _case(case: Case, name: str, rng: random.Random) -> Case:
    path = case.file.path.with_name(f"{name}.test")
    if isinstance(case, TreeCase) and case.tree.is_negated:
        return _telling(case, (_tree_case(case, path, rng) for _ in range(TELLING_TRIES)))
    if isinstance(case, CountedCase) and case.is_negated:
        mazes = chain.from_iterable(_random_mazes(case.layout, rng) for _ in range(TELLING_TRIES // TRIES))
        game = _telling(case, (_game_on(case, path, rows, rng) for rows in mazes))
        game.read_solution(_solution(game, game.solve()))
        return game
    if isinstance(case, TreeCase) and case.agent in SEARCHES:
        candidates = [_tree_case(case, path, rng) for _ in range(CANDIDATES)]
        return max(candidates, key=bugs_shown)
    if isinstance(case, CountedCase) and case.agent in SEARCHES:
        return _counted_case(case, path, rng)
    return type(case)(_changed(case.file, path, randomSeed=str(rng.randrange(10**6))), case.folder)


def _telling(case: SearchCase, candidates: Iterable[SearchCase]) -> SearchCase:
    """The first candidate in which a search by the score is wrong."""
    for candidate in candidates:
        if shows_score_search(candidate):
            return candidate
    raise GradingError(f"{case.file.path}: no fresh case shows a search by the score; try another seed")


def _changed(file: CaseFile, path: Path, **values: str) -> CaseFile:
    """The file with other values, under another name."""
    return CaseFile.from_text(properties_text({**file.values, **values}), path)


def _solution(case: Case, answers: dict[str, str]) -> CaseFile:
    return CaseFile.from_text(properties_text(answers), case.file.path.with_suffix(".solution"))


def _tree_case(case: TreeCase, path: Path, rng: random.Random) -> TreeCase:
    file = _changed(case.file, path, **random_tree(case.tree.num_agents, case.depth, rng))
    unsolved = TreeCase(file, case.folder)
    return TreeCase(file, case.folder, _solution(unsolved, unsolved.solve()))


def random_tree(num_agents: int, depth: int, rng: random.Random) -> dict[str, str]:
    """A tree that behaves as the game does: without actions are the states that are won or lost, and no others.

    It goes on below the depth, and every state has a value, so that a wrong depth has wrong answers.
    """
    plies = depth * num_agents
    levels = plies + rng.choice((1, num_agents))
    worth = rng.choice(((-5, 9), (-5, 9), (-9, -1)))  # few numbers, so that ties happen; now and then nothing is good
    successors, values = [], []
    ends: dict[str, list[str]] = {"win": [], "lose": []}
    layer = ["root"]
    for level in range(1, levels + 1):
        below: list[str] = []
        widest = 3 if level <= plies <= 4 else 2
        for state in layer:
            for action in ("left", "middle", "right")[: max(1, rng.randint(2, widest) - (rng.random() < 0.1))]:
                below.append(f"{chr(96 + level)}{len(below) + 1}")
                successors.append(f"{state} {action} {below[-1]}")
        values += [f"{state} {rng.randint(*worth)}" for state in below]
        over = below if level == levels else [state for state in below if rng.random() < 0.08]
        can_win = (level - 1) % num_agents == 0  # by a move of Pacman's own
        for state in over:
            ends[rng.choice(("win", "lose")) if can_win else "lose"].append(state)
        layer = [state for state in below if state not in over]
    return {
        "ties": "any",
        "start_state": "root",
        "win_states": " ".join(ends["win"]),
        "lose_states": " ".join(ends["lose"]),
        "successors": "\n".join(successors),
        "evaluation": "\n".join(values),
        "diagram": "",
    }


def _counted_case(case: CountedCase, path: Path, rng: random.Random) -> CountedCase:
    for rows in _random_mazes(case.layout, rng):
        fresh = _game_on(case, path, rows, rng)
        try:
            fresh.read_solution(_solution(fresh, fresh.solve(GAME_MOVES)))
        except GradingError:  # too short, or without end
            continue
        return fresh
    raise GradingError(f"{case.file.path}: no fresh game of a good length was found; try another seed")


def _game_on(case: CountedCase, path: Path, rows: Sequence[str], rng: random.Random) -> CountedCase:
    """A case like this one in another maze, without a solution."""
    return CountedCase(_changed(case.file, path, seed=str(rng.randrange(10**6)), layout="\n".join(rows)), case.folder)


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
