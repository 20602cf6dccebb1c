"""Page that replays a recorded game."""

from collections.abc import Mapping
from typing import Any, Final

from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.theme import ThemeName
from pacman.display.watch.captions import game_title
from pacman.display.watch.thought import Thought
from pacman.display.web.game_data import game_data, player_words
from pacman.display.web.page import render
from pacman.record import GameRecord

SAVING_WORDS: Final = ("do-case", "case-command")  # keys of the messages of save_command.js


def game_page(
    record: GameRecord,
    thoughts: Mapping[int, Thought] | None = None,
    theme: ThemeName | None = None,
    death: Mapping[str, Any] | None = None,
    how_to_think: str = "",
    words: Words = IN_ENGLISH,
    how_to_save: str = "",
) -> str:
    """Return the page; `thoughts` are given by the number of their state, `death` as the data of death_data.py.

    how_to_think: the command that writes this page with the missing thoughts. how_to_save: the start of the command
    that saves a decision as a case; empty if the game was not recorded.
    """
    game = game_data(record, thoughts, death, how_to_think, words) | {"howToSave": how_to_save}
    shown = player_words(words) | {key: words.messages[key] for key in SAVING_WORDS if how_to_save}
    return render(
        "game.html",
        script="game_page",
        data={"game": game, "player-words": shown},
        theme=theme,
        words=words,
        title=f"{words('pacman')}: {game_title(record.layout, record.seed, words=words)}",
        summary=repr(record)[1:-1],
    )
