"""Why did he die? as a page: the decision that lost the game, what each action led to, and every line on the board."""

from collections.abc import Sequence
from typing import Any

from agents.microscope.death import Death, Fate
from pacman.display.web.board_tree import board_tree
from pacman.display.web.messages import Words
from pacman.display.web.page import render
from pacman.record import Move
from pacman.state import GameState


def death_page(death: Death, source: str, language: str = "en", theme: str | None = None) -> str:
    """The page of the decision that lost a game."""
    words = Words(language)
    boards = _Boards(death.state)
    lines = [_line_data(boards, death.line, words("was-played"), "", is_played=True)]
    for fate in death.fates:
        mark = fate.action == death.chosen
        lines.append(_line_data(boards, fate.line, fate.action, _fate(fate, words), is_chosen=mark))
    end = death.move + len(death.line) - 1
    return render(
        "search.html",
        script="death_page",
        data={"page": {"words": words.messages, "lines": lines}, "boards": boards.data()},
        theme=theme,
        title=words("death-title"),
        lines=[words("dies", move=end, source=source), _turning(death, words)],
        warnings=[],
        needs_script=words("needs-script"),
        language=language,
    )


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
    boards: _Boards, moves: Sequence[Move], title: str, what: str, *, is_played: bool = False, is_chosen: bool = False
) -> dict[str, Any]:
    return {
        "title": title,
        "what": what,
        "states": boards.add(moves),
        "moves": [[agent, action] for agent, action in moves],
        "isPlayed": is_played,
        "isChosen": is_chosen,
    }


def _fate(fate: Fate, words: Words) -> str:
    if fate.survives is None:
        return words("fate-unknown")
    if fate.survives:
        return words("fate-alive", rounds=fate.rounds)
    return words("fate-dies", rounds=sum(agent == 0 for agent, _ in fate.line))


def _turning(death: Death, words: Words) -> str:
    when = {"round": death.round, "move": death.move}
    if death.is_turning_point:
        saving = words("or").join(action for action in death.saving if action != death.chosen)
        return words("turning-point", action=death.chosen, saving=saving, **when)
    if any(fate.survives is None for fate in death.fates):
        return words("gave-up", **when)
    return words("nothing-saves", rounds=sum(agent == 0 for agent, _ in death.line), **when)
