"""Menu of the window: selects another maze, Pacman agent or ghost for the next game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pacman.display.watch.session import GameMaker


@dataclass(frozen=True)
class Choices:
    """Choices for games.

    options: the names to choose from, for each part of a game.
    chosen: the name of each part that is selected at first.
    make_game: takes a name for each part, in their order, and returns a GameMaker; raises PacmanError if it cannot.
    """

    options: Mapping[str, Sequence[str]]
    chosen: Sequence[str]
    make_game: Callable[..., GameMaker]


class Menu:
    """Choices with a cursor: a column for each part, and a chosen row in each."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self.titles = list(choices.options)
        self.columns = [list(names) for names in choices.options.values()]
        self.rows = [names.index(name) for names, name in zip(self.columns, choices.chosen, strict=True)]
        self.column = 0

    @property
    def chosen(self) -> list[str]:
        return [names[row] for names, row in zip(self.columns, self.rows, strict=True)]

    def move(self, across: int, down: int) -> None:
        """Move the cursor; rows and columns wrap around."""
        self.column = (self.column + across) % len(self.columns)
        self.rows[self.column] = (self.rows[self.column] + down) % len(self.columns[self.column])

    def pick(self, column: int, row: int) -> None:
        self.column = column
        self.rows[column] = row

    def make_game(self) -> GameMaker:
        """Return the function that creates the chosen games."""
        return self._choices.make_game(*self.chosen)
