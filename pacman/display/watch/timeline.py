"""The lines a game was played along: the one that was played first, and branches that leave earlier lines."""

from dataclasses import dataclass, field

from pacman.game import Game
from pacman.record import EndReason, GameRecord, Move, Outcome
from pacman.state import GameState


@dataclass
class Line:
    """One way the game went: its states and moves from the start on.

    shown: how many moves have been shown; those after them were computed ahead of time.
    fork: after how many moves this line left the one it branched from.
    outcome: how it ended, once that is known.
    game: plays the line on; None for a recorded game.
    """

    states: list[GameState]
    moves: list[Move] = field(default_factory=list)
    shown: int = 0
    fork: int = 0
    outcome: Outcome | None = None
    game: Game | None = None

    @property
    def is_over(self) -> bool:
        """Whether the end has been shown."""
        return self.outcome is not None and self.shown == len(self.moves)

    def extend(self, steps: list[tuple[Move, GameState]], outcome: Outcome | None) -> None:
        for move, state in steps:
            self.moves.append(move)
            self.states.append(state)
        self.outcome = outcome

    def outcome_so_far(self) -> Outcome:
        if self.is_over and self.outcome is not None:
            return self.outcome
        return Outcome(EndReason.INTERRUPTED, self.states[self.shown].score, self.shown)


class Timeline:
    """The lines of one game, and the cursor: a number of moves along one of them."""

    def __init__(self, line: Line) -> None:
        self.lines = [line]
        self.line = line
        self.cursor = 0

    @classmethod
    def live(cls, game: Game) -> "Timeline":
        """A game about to be played."""
        return cls(Line([game.state], game=game))

    @classmethod
    def recorded(cls, record: GameRecord) -> "Timeline":
        """A game that was played."""
        states = list(record.states())
        return cls(Line(states, list(record.moves), shown=len(record.moves), outcome=record.outcome))

    @property
    def state(self) -> GameState:
        return self.line.states[self.cursor]

    @property
    def num_agents(self) -> int:
        return self.line.states[0].num_agents

    @property
    def round(self) -> int:
        """Rounds completed: moves of every agent."""
        return self.cursor // self.num_agents

    @property
    def is_at_end(self) -> bool:
        """Whether the cursor is at the last state shown of this line."""
        return self.cursor == self.line.shown

    @property
    def ahead(self) -> int:
        """Moves known beyond the cursor, shown or not."""
        return len(self.line.moves) - self.cursor

    def state_at(self, index: int) -> GameState:
        """The state after so many moves, or the last one that has been shown."""
        return self.line.states[min(index, self.line.shown)]

    def seek(self, index: int) -> None:
        """Put the cursor where the game has been shown already."""
        self.cursor = max(0, min(index, self.line.shown))

    def advance_to(self, index: int) -> None:
        """Put the cursor on any known state, perhaps shown for the first time."""
        self.cursor = max(0, min(index, len(self.line.moves)))
        self.line.shown = max(self.line.shown, self.cursor)

    def branch(self, game: Game) -> None:
        """Start a line of its own at the cursor, which `game` plays on; the old one stays as it is."""
        moves = self.line.moves[: self.cursor]
        states = self.line.states[: self.cursor + 1]
        game.resume(states, moves)
        self.line = Line(states, moves, shown=self.cursor, fork=self.cursor, game=game)
        self.lines.append(self.line)

    def switch(self) -> None:
        """Show the next line, after as many moves if it is that long."""
        self.line = self.lines[(self.lines.index(self.line) + 1) % len(self.lines)]
        self.seek(self.cursor)
