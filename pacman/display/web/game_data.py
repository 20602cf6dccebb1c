"""Games as compact plain data for the scripts of pages, which can draw every state without implementing the rules.

    walls     the outline of the walls, as the data of an SVG path
    start     x, y and heading of each agent, in the order of their indices
    moves     a digit for each move, in base 36: 3 * heading + half cells moved; headings in the order of ACTIONS
    jumps     state, agent, x, y, heading: an agent that is not where its move leads, or that another agent's move moves
    timers    state, agent, timer: whenever a ghost's scared timer changes
    gains     the score change of each move
    food      x, y, and the number of the first state without it, 0 if it is never eaten; the same for capsules
    thoughts  by the number of the state: see `thought_data`
    howToThink  the command that writes a page with thoughts, if there are none because the code was not run
    death     the data of death_page.py for a lost game, or null

States are numbered from 0, the start; state i is the one after move i. Lists of equal entries are written flat.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

from pacman.directions import ACTIONS, VECTORS, Cell, Direction, Position
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.watch.captions import describe_end, game_title
from pacman.display.watch.thought import Thought
from pacman.display.web.shapes import maze_path
from pacman.layout import Layout
from pacman.record import GameRecord
from pacman.state import GameState

Pose: TypeAlias = tuple[Position, Direction]

PLAYER_WORDS: Final = (  # keys of the messages that the script of the player shows
    *("game-score", "game-round", "search-of-pacman", "agent-in-round", "no-data", "no-data-for-move", "how-to-think"),
    *("actions", "ghosts", "ghost", "rather", "cannot-move", "death-title", "theme", "full-screen", "keys", "move"),
    *("playback", "rounds-a-second", "move-back", "move-on", "slower", "faster"),
    *("key-play", "key-step", "key-ends", "key-speed", "key-again", "key-help"),
)
DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def player_words(words: Words = IN_ENGLISH) -> dict[str, str]:
    """Return the messages of the player, which a page with players holds as `player-words`."""
    return {key: words.messages[key] for key in PLAYER_WORDS}


def layout_data(layout: Layout) -> dict[str, Any]:
    return {"name": layout.name, "width": layout.width, "height": layout.height, "walls": maze_path(layout)}


def game_data(
    record: GameRecord,
    thoughts: Mapping[int, Thought] | None = None,
    death: Mapping[str, Any] | None = None,
    how_to_think: str = "",
    words: Words = IN_ENGLISH,
) -> dict[str, Any]:
    """Return the data of a recorded game, with Pacman's thoughts in some of its states and the reason of its death."""
    states = list(record.states())
    parents = range(len(record.moves))
    names = record.agents[: record.ghosts + 1]
    title, lines = describe_end(states[-1], record.outcome, names, words)
    return {
        "layout": layout_data(record.layout),
        "title": game_title(record.layout, record.seed, words=words),
        "agents": names,
        "start": start_data(states[0]),
        **motion_data(states, parents, [agent for agent, _ in record.moves]),
        "timers": list(timer_data(states, parents)),
        "gains": [after.score - before.score for before, after in pairwise(states)],
        "food": list(_eaten(record.layout.food_cells, states, GameState.has_food)),
        "capsules": list(_eaten(record.layout.capsule_cells, states, lambda state, cell: cell in state.capsules)),
        "end": {"reason": record.outcome.reason.value, "title": title, "lines": [line for line in lines if line]},
        "death": death,
        "howToThink": how_to_think,
        "thoughts": {number: thought_data(thought, words) for number, thought in sorted((thoughts or {}).items())},
        "meanings": feature_meanings((thoughts or {}).values(), words),
    }


def feature_meanings(thoughts: Iterable[Thought], words: Words) -> dict[str, str]:
    """Return the meanings of the features that thoughts name, as far as they are known."""
    names = dict.fromkeys(name for thought in thoughts for name in thought.differences)
    return {name: meaning for name in names if (meaning := words.feature(name))}


def thought_data(thought: Thought, words: Words = IN_ENGLISH) -> dict[str, Any]:
    """Return the data of Pacman's search before a move; empty fields are left out.

    values: of each action, as text; lags: its difference to the best; paths: x and y of each agent along the principal
    variation; against: the rival of the chosen action; because: the feature differences of the two; remark: the reason
    why these are not shown.
    """
    data = {
        "action": thought.action,
        "values": thought.values,
        "lags": {action: _rounded(lag) for action, lag in thought.lags.items() if lag},
        "facts": [(words.messages.get(name, name), words.text(text)) for name, text in thought.facts],
        "paths": {agent: [_rounded(part) for place in path for part in place] for agent, path in thought.paths.items()},
        "chances": {
            ghost: {action: _rounded(chance) for action, chance in chances.items() if chance}
            for ghost, chances in thought.chances.items()
        },
        "against": thought.rival,
        "because": {name: _rounded(difference) for name, difference in thought.differences.items()},
        "remark": words.text(thought.remark),
        "problem": words.text(thought.problem or ""),
    }
    return {key: value for key, value in data.items() if value}


def _rounded(number: float) -> float:
    """Round to the few digits that a page shows."""
    short = float(f"{number:.4g}")
    return int(short) if short.is_integer() else short


def start_data(state: GameState) -> list[list[Any]]:
    """Return the position and heading of each agent."""
    return [_pose_data(_pose(state, agent)) for agent in range(state.num_agents)]


def _pose(state: GameState, agent: int) -> Pose:
    return state.position(agent), state.direction(agent)


def _pose_data(pose: Pose) -> list[Any]:
    (x, y), heading = pose
    return [x, y, ACTIONS.index(heading)]


def motion_data(states: Sequence[GameState], parents: Sequence[int], movers: Sequence[int]) -> dict[str, Any]:
    """Return the moves and the jumps; state i + 1 results from state parents[i] by a move of agent movers[i]."""
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
    """Yield state, ghost and timer wherever the timer differs from the parent's, or in the first state from 0."""
    for number, state in enumerate(states):
        for ghost in range(1, state.num_agents):
            before = states[parents[number - 1]].scared_timer(ghost) if number else 0
            if before != (timer := state.scared_timer(ghost)):
                yield from (number, ghost, timer)


def _eaten(cells: Iterable[Cell], states: Sequence[GameState], has: Any) -> Iterator[int]:
    """Yield each cell with the number of the first state in which it is empty."""
    for cell in cells:
        gone = next((number for number, state in enumerate(states) if not has(state, cell)), 0)
        yield from (*cell, gone)
