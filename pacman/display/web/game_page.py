"""A recorded game as a page that plays it."""

from collections.abc import Mapping
from typing import Any

from pacman.display.watch.captions import game_title
from pacman.display.watch.thought import Thought
from pacman.display.web.game_data import game_data
from pacman.display.web.page import render
from pacman.record import GameRecord


def game_page(
    record: GameRecord,
    thoughts: Mapping[int, Thought] | None = None,
    theme: str | None = None,
    death: Mapping[str, Any] | None = None,
) -> str:
    """The page; `thoughts` by the number of the state they are about, `death` as the script takes it."""
    return render(
        "game.html",
        script="game_page",
        data={"game": game_data(record, thoughts, death)},
        theme=theme,
        title=f"Pacman: {game_title(record.layout, record.seed)}",
        summary=repr(record)[1:-1],
    )
