"""A game as compact plain data, for the pages' scripts: every state can be drawn from it without knowing the rules.

    walls     the outline of the walls, as the data of an SVG path
    start     x, y and heading of each agent, in the order of their indices
    moves     a sign for each move, in base 36: 3 * heading + half cells gone; headings in the order of ACTIONS
    jumps     state, agent, x, y, heading: where an agent is not where its move leads, or is put by another's
    timers    state, agent, timer: whenever a ghost's fear changes
    gains     what each move adds to the score
    food      x, y, and the number of the first state without it, 0 if it is never eaten; capsules alike
    thoughts  by the number of the state: see `thought_data`
    death     why he died, of a lost game, or nothing: whoever makes the page knows

States are numbered from 0, the start; state i is the one after move i. Lists of equal entries are written flat.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from pacman.directions import ACTIONS, VECTORS, Cell, Direction, Position
from pacman.display.watch.captions import describe_end, game_title
from pacman.display.watch.thought import Thought
from pacman.display.web.shapes import maze_path
from pacman.layout import Layout
from pacman.record import GameRecord
from pacman.state import GameState

Pose: TypeAlias = tuple[Position, Direction]

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def layout_data(layout: Layout) -> dict[str, Any]:
    return {"name": layout.name, "width": layout.width, "height": layout.height, "walls": maze_path(layout)}


def game_data(
    record: GameRecord, thoughts: Mapping[int, Thought] | None = None, death: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A recorded game, with what Pacman thought in some of its states, and why he died."""
    states = list(record.states())
    parents = range(len(record.moves))
    names = record.agents[: record.ghosts + 1]
    title, lines = describe_end(states[-1], record.outcome, names)
    return {
        "layout": layout_data(record.layout),
        "title": game_title(record.layout, record.seed),
        "agents": names,
        "start": start_data(states[0]),
        **motion_data(states, parents, [agent for agent, _ in record.moves]),
        "timers": list(timer_data(states, parents)),
        "gains": [after.score - before.score for before, after in pairwise(states)],
        "food": list(_eaten(record.layout.food_cells, states, GameState.has_food)),
        "capsules": list(_eaten(record.layout.capsule_cells, states, lambda state, cell: cell in state.capsules)),
        "end": {"reason": record.outcome.reason.value, "title": title, "lines": [line for line in lines if line]},
        "death": death,
        "thoughts": {number: thought_data(thought) for number, thought in sorted((thoughts or {}).items())},
    }


def thought_data(thought: Thought) -> dict[str, Any]:
    """What Pacman thought before a move.

    values: of each action, as text; lags: by how much it is worse than the best; paths: x and y, where the search
    expects each agent to go; against: the rival of the chosen action; because: what separates the two.
    """
    data = {
        "action": thought.action,
        "values": thought.values,
        "lags": {action: _rounded(lag) for action, lag in thought.lags.items() if lag},
        "facts": thought.facts,
        "paths": {agent: [_rounded(part) for place in path for part in place] for agent, path in thought.paths.items()},
        "chances": {
            ghost: {action: _rounded(chance) for action, chance in chances.items() if chance}
            for ghost, chances in thought.chances.items()
        },
        "against": thought.rival,
        "because": {name: _rounded(difference) for name, difference in thought.differences.items()},
        "problem": thought.problem,
    }
    return {key: value for key, value in data.items() if value}


def _rounded(number: float) -> float:
    """Few digits: a page shows no more."""
    short = float(f"{number:.4g}")
    return int(short) if short.is_integer() else short


def start_data(state: GameState) -> list[list[Any]]:
    """Where each agent is, and its heading."""
    return [_pose_data(_pose(state, agent)) for agent in range(state.num_agents)]


def _pose(state: GameState, agent: int) -> Pose:
    return state.position(agent), state.direction(agent)


def _pose_data(pose: Pose) -> list[Any]:
    (x, y), heading = pose
    return [x, y, ACTIONS.index(heading)]


def motion_data(states: Sequence[GameState], parents: Sequence[int], movers: Sequence[int]) -> dict[str, Any]:
    """The signs of the moves, and the jumps. State i + 1 came from state parents[i] by a move of movers[i]."""
    signs: list[str] = []
    jumps: list[Any] = []
    for number, (state, parent, mover) in enumerate(zip(states[1:], parents, movers, strict=True), start=1):
        before = states[parent]
        place, ((x, y), heading) = before.position(mover), _pose(state, mover)
        halves = min(round(2 * (abs(x - place[0]) + abs(y - place[1]))), 2)
        signs.append(DIGITS[3 * ACTIONS.index(heading) + halves])
        for agent in range(state.num_agents):
            shown = (_moved(place, heading, halves), heading) if agent == mover else _pose(before, agent)
            if shown != (pose := _pose(state, agent)):
                jumps += [number, agent, *_pose_data(pose)]
    return {"moves": "".join(signs), "jumps": jumps}


def _moved(place: Position, heading: Direction, halves: int) -> Position:
    dx, dy = VECTORS[heading]
    return place[0] + dx * halves / 2, place[1] + dy * halves / 2


def timer_data(states: Sequence[GameState], parents: Sequence[int]) -> Iterator[int]:
    """State, ghost and timer wherever it is another than in the state before; in the first one where it is not 0."""
    for number, state in enumerate(states):
        for ghost in range(1, state.num_agents):
            before = states[parents[number - 1]].scared_timer(ghost) if number else 0
            if before != (timer := state.scared_timer(ghost)):
                yield from (number, ghost, timer)


def _eaten(cells: Iterable[Cell], states: Sequence[GameState], has: Any) -> Iterator[int]:
    """Each cell with the number of the first state in which it is empty."""
    for cell in cells:
        gone = next((number for number, state in enumerate(states) if not has(state, cell)), 0)
        yield from (*cell, gone)
