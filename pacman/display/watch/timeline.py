"""The lines a game was played along: one that was played first, and branches that leave earlier lines."""

from dataclasses import dataclass, field

from pacman.game import EndReason, Game, GameRecord, Move, Outcome
from pacman.state import GameState


@dataclass
class Line:
    """One way the game went: its states and moves from the start on.

    shown: how many moves have been seen; those after them were computed ahead of time.
    fork: after how many moves this line left the one it branched from.
    outcome: how it ended, once that is known.
    game: the agents that can play it on; None for a recorded game.
    """

    states: list[GameState]
    moves: list[Move] = field(default_factory=list)
    shown: int = 0
    fork: int = 0
    outcome: Outcome | None = None
    game: Game | None = None

    @property
    def is_over(self) -> bool:
        """Whether the end has been seen."""
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
    """The lines of one game, and the moment we look at: a number of moves along one of them."""

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
    def turn(self) -> int:
        """Who is to move."""
        return self.cursor % self.num_agents

    @property
    def round(self) -> int:
        """Rounds completed: moves of every agent."""
        return self.cursor // self.num_agents

    @property
    def is_at_end(self) -> bool:
        """Whether we look at the last moment seen of this line."""
        return self.cursor == self.line.shown

    @property
    def ahead(self) -> int:
        """Moves known beyond the moment we look at, seen or not."""
        return len(self.line.moves) - self.cursor

    def next_stop(self) -> int | None:
        """The end of the round we are in; None while it is not known."""
        stop = (self.cursor // self.num_agents + 1) * self.num_agents
        if stop <= len(self.line.moves):
            return stop
        is_complete = self.line.outcome is not None
        return len(self.line.moves) if is_complete and self.ahead else None

    def seek(self, index: int) -> None:
        """Look at another moment that has been seen."""
        self.cursor = max(0, min(index, self.line.shown))

    def go_on(self, index: int) -> None:
        """Look at a moment that is known, and may be seen for the first time."""
        self.cursor = max(0, min(index, len(self.line.moves)))
        self.line.shown = max(self.line.shown, self.cursor)

    def branch(self, game: Game) -> None:
        """Leave the line here, for a line of its own that `game` plays on; the old one stays as it is."""
        moves = self.line.moves[: self.cursor]
        states = self.line.states[: self.cursor + 1]
        game.state, game.moves, game.turn = states[-1], list(moves), self.turn
        self.line = Line(states, moves, shown=self.cursor, fork=self.cursor, game=game)
        self.lines.append(self.line)

    def switch(self) -> None:
        """Look at the next line, at the same moment if it is that long."""
        self.line = self.lines[(self.lines.index(self.line) + 1) % len(self.lines)]
        self.seek(self.cursor)
