"""A death as plain data: the decision that lost the game, the result of each action, and every line on the board.

words     texts of the catalogue that the script needs
sentence  the headline, which names the decision
lines     the line played, then each action with its result: title, what, states (numbers in `boards`), moves
boards    see board_tree.py
"""

from collections.abc import Sequence
from typing import Any, Final

from agents.microscope.death import MOST_STATES, Death, explain_death
from agents.microscope.death_messages import headline, survival_text
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.web.board_tree import board_tree
from pacman.record import GameRecord, Move
from pacman.state import GameState

SCRIPT_WORDS: Final = ("chosen", "slider", "back", "on")


def lost_game_data(
    record: GameRecord, most_states: int = MOST_STATES, words: Words = IN_ENGLISH
) -> dict[str, Any] | None:
    """Return the data of a death for the page of a game; None for a game that was not lost."""
    death = explain_death(record, most_states)
    return None if death is None else death_data(death, words)


def death_data(death: Death, words: Words) -> dict[str, Any]:
    boards = _Boards(death.state)
    lines = [_line_data(boards, death.line, words("was-played"), "")]
    for survival in death.survivals:
        mark = survival.action == death.chosen
        lines.append(_line_data(boards, survival.line, survival.action, survival_text(survival, words), is_chosen=mark))
    return {
        "words": {key: words(key) for key in SCRIPT_WORDS},
        "sentence": headline(death, words),
        "lines": lines,
        "boards": boards.data(),
    }


class _Boards:
    """The states of several lines from one start."""

    def __init__(self, start: GameState) -> None:
        self._states = [start]
        self._parents: list[int] = []
        self._movers: list[int] = []

    def add(self, moves: Sequence[Move]) -> list[int]:
        """Add the states of a line and return their numbers."""
        numbers = [0]
        for agent, action in moves:
            self._states.append(self._states[numbers[-1]].successor(agent, action))
            self._parents.append(numbers[-1])
            self._movers.append(agent)
            numbers.append(len(self._states) - 1)
        return numbers

    def data(self) -> dict[str, Any]:
        return board_tree(self._states, self._parents, self._movers)


def _line_data(
    boards: _Boards, moves: Sequence[Move], title: str, what: str, *, is_chosen: bool = False
) -> dict[str, Any]:
    return {
        "title": title,
        "what": what,
        "states": boards.add(moves),
        "moves": [[agent, action] for agent, action in moves],
        "isChosen": is_chosen,
    }
