"""Timelines: the moves of a game as first played, and branches that start at an earlier move."""

from dataclasses import dataclass, field

from pacman.game import Game
from pacman.record import EndReason, GameRecord, Move, Outcome
from pacman.state import GameState


@dataclass
class Line:
    """One course of the game: its states and moves from the start.

    shown: the number of moves that have been shown; later ones were computed ahead of time.
    fork: the number of moves after which this line left the one it branched from.
    outcome: the outcome, once it is known.
    game: continues the line; None for a recorded game.
    """

    states: list[GameState]
    moves: list[Move] = field(default_factory=list)
    shown: int = 0
    fork: int = 0
    outcome: Outcome | None = None
    game: Game | None = None

    @property
    def is_over(self) -> bool:
        """True if the end has been shown."""
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
    """Lines of one game, and the cursor: a number of moves along one of them."""

    def __init__(self, line: Line) -> None:
        self.lines = [line]
        self.line = line
        self.cursor = 0

    @classmethod
    def live(cls, game: Game) -> "Timeline":
        """Create the timeline of a game that is about to be played."""
        return cls(Line([game.state], game=game))

    @classmethod
    def recorded(cls, record: GameRecord) -> "Timeline":
        """Create the timeline of a recorded game."""
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
        """Number of completed rounds: one move of every agent each."""
        return self.cursor // self.num_agents

    @property
    def is_at_end(self) -> bool:
        """True if the cursor is at the last state of this line that has been shown."""
        return self.cursor == self.line.shown

    @property
    def ahead(self) -> int:
        """Number of computed moves beyond the cursor, shown or not."""
        return len(self.line.moves) - self.cursor

    def state_at(self, index: int) -> GameState:
        """Return the state after `index` moves, or the last one that has been shown."""
        return self.line.states[min(index, self.line.shown)]

    def seek(self, index: int) -> None:
        """Move the cursor within the part that has been shown."""
        self.cursor = max(0, min(index, self.line.shown))

    def advance_to(self, index: int) -> None:
        """Move the cursor to any computed state, which then counts as shown."""
        self.cursor = max(0, min(index, len(self.line.moves)))
        self.line.shown = max(self.line.shown, self.cursor)

    def branch(self, game: Game) -> None:
        """Start a new line at the cursor, which `game` continues; the old line is kept."""
        moves = self.line.moves[: self.cursor]
        states = self.line.states[: self.cursor + 1]
        game.resume(states, moves)
        self.line = Line(states, moves, shown=self.cursor, fork=self.cursor, game=game)
        self.lines.append(self.line)

    def switch(self) -> None:
        """Switch to the next line, at the same number of moves if it is that long."""
        self.line = self.lines[(self.lines.index(self.line) + 1) % len(self.lines)]
        self.seek(self.cursor)
