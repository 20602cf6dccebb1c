"""Why did he die? in a browser: the decision that lost the game, what each action led to, and every line on the board.

words     of the catalogue, those that the script needs
sentence  which decision it was
lines     what was played, then each action with what it led to: title, what, states (numbers in `boards`), moves
boards    see board_tree.py
"""

from collections.abc import Sequence
from typing import Any, Final

from agents.microscope.death import MOST_STATES, Death, Fate, explain_death
from pacman.display.web.board_tree import board_tree
from pacman.display.web.messages import Words
from pacman.display.web.page import render
from pacman.record import GameRecord, Move
from pacman.state import GameState

SCRIPT_WORDS: Final = ("chosen", "slider", "back", "on")


def death_page(death: Death, source: str, language: str = "en", theme: str | None = None) -> str:
    """The page of the decision that lost a game."""
    words = Words(language)
    data = death_data(death, words)
    end = death.move + len(death.line) - 1
    return render(
        "search.html",
        script="death_page",
        data={"death": data},
        theme=theme,
        title=words("death-title"),
        lines=[words("dies", move=end, source=source), data["sentence"]],
        warnings=[],
        needs_script=words("needs-script"),
        language=language,
    )


def lost_game_data(record: GameRecord, most_states: int = MOST_STATES) -> dict[str, Any] | None:
    """For the page of a game, which has a button for it; None for a game that was not lost."""
    death = explain_death(record, most_states)
    return None if death is None else death_data(death, Words())


def death_data(death: Death, words: Words) -> dict[str, Any]:
    boards = _Boards(death.state)
    lines = [_line_data(boards, death.line, words("was-played"), "")]
    for fate in death.fates:
        mark = fate.action == death.chosen
        lines.append(_line_data(boards, fate.line, fate.action, fate_text(fate, words), is_chosen=mark))
    return {
        "words": {key: words(key) for key in SCRIPT_WORDS},
        "sentence": turning_text(death, words),
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
        """The numbers of the states of a line."""
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


def fate_text(fate: Fate, words: Words) -> str:
    if fate.survives is None:
        return words("fate-unknown")
    if fate.survives:
        return words("fate-alive", rounds=fate.rounds)
    rounds = sum(agent == 0 for agent, _ in fate.line)
    return words("fate-dies", rounds=rounds) if rounds > 1 else words("fate-dies-at-once")


def turning_text(death: Death, words: Words) -> str:
    when = {"round": death.round, "move": death.move}
    if death.is_turning_point:
        saving = words("or").join(action for action in death.saving if action != death.chosen)
        return words("turning-point", action=death.chosen, saving=saving, **when)
    if any(fate.survives is None for fate in death.fates):
        return words("gave-up", **when)
    return words("nothing-saves", rounds=sum(agent == 0 for agent, _ in death.line), **when)
