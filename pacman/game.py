"""Playing a game: the agents move in turn from the start to the end."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from pacman.agent_code.error_messages import answered_at, describe_answer
from pacman.agent_code.time_limit import AgentClock, OutOfTime
from pacman.directions import Action
from pacman.errors import AgentError, IllegalActionError, PacmanError, author_frames, describe_crash, place_of
from pacman.layout import Layout
from pacman.record import EndReason, GameRecord, Move, Outcome, Player, Seed
from pacman.state import GameState

Agent: TypeAlias = Any  # any object with getAction(state) or get_action(state)


class GameInterrupted(KeyboardInterrupt):
    """Raised on Ctrl-C during a game; `record` is the game so far."""

    def __init__(self, record: GameRecord) -> None:
        super().__init__("game interrupted")
        self.record = record


class Display(Protocol):
    """Observer of a game: it is called for each step and cannot influence the game."""

    def start(self, state: GameState, agents: Sequence[str]) -> None: ...
    def update(self, state: GameState, agent: int, action: Action) -> None: ...
    def finish(self, record: GameRecord) -> None: ...


class Game:
    """A game in progress: `step()` makes one agent's move, `run()` all of them.

    Ghost agents beyond the ghosts of the layout are ignored, and so are ghosts of the layout without an agent. With a
    seed, the game has the global stream of `random` to itself while it runs: stock ghosts and submissions draw from
    that one stream, so the seed fixes the game; the caller's stream is restored afterwards. `move_time` limits the
    seconds of one move, `total_time` those of all moves of one agent, `registerInitialState` included. An agent that
    hangs is interrupted, unless it hangs in C code.

    Every agent receives its own writable copy of the state. A class whose agents never write can set
    `only_reads_states = True` in its own body to save the copy; subclasses do not inherit this.
    """

    def __init__(
        self,
        layout: Layout | str | Path,
        pacman_agent: Agent,
        ghost_agents: Sequence[Agent] = (),
        *,
        seed: Seed = None,
        max_moves: int | None = None,
        move_time: float | None = None,
        total_time: float | None = None,
    ) -> None:
        for name, limit in (("max_moves", max_moves), ("move_time", move_time), ("total_time", total_time)):
            if limit is not None and not limit >= 0:
                raise PacmanError(f"{name} is {limit}; expected a number from 0 up")
        self.seed = seed
        self.max_moves = max_moves
        self.state = GameState.initial(layout, len(ghost_agents))
        self.layout = self.state.layout
        self.agents: list[Agent] = [pacman_agent, *ghost_agents][: self.state.num_agents]
        self.moves: list[Move] = []
        self.turn = 0
        self.outcome: Outcome | None = None
        self._clocks = [AgentClock(total_time) for _ in self.agents]
        self._askers = [
            clock.limited(_asker(agent), move_time) for clock, agent in zip(self._clocks, self.agents, strict=True)
        ]
        # None: without a seed, the game draws from the caller's stream, as the original does.
        self._random_state = None if seed is None else random.Random(seed).getstate()
        self._has_begun = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(type(agent).__name__ for agent in self.agents)

    def resume(self, states: Sequence[GameState], moves: Sequence[Move]) -> None:
        """Resume after these moves, which led through these states, instead of from the start.

        Agents begin at the last of the states: `registerInitialState` receives that one.
        Raise PacmanError if the game has begun, or if the states do not fit it.
        """
        if self._has_begun or len(states) != len(moves) + 1 or states[0] != self.state or states[-1].is_over:
            raise PacmanError(f"cannot resume after {len(moves)} moves; expected a new game of the same start")
        self.state = states[-1]
        self.moves = list(moves)
        self.turn = len(moves) % len(self.agents)

    @property
    def players(self) -> tuple[Player, ...]:
        return players_of(self.agents)

    def record(self) -> GameRecord:
        """Return the game so far; it counts as interrupted until it has ended."""
        outcome = self.outcome or self._ended(EndReason.INTERRUPTED)
        ghosts, moves = len(self.agents) - 1, list(self.moves)
        return GameRecord(self.layout, ghosts, self.seed, self.names, moves, outcome, self.players)

    def run(self, display: Display | None = None) -> GameRecord:
        """Play to the end and return the record. Ctrl-C raises GameInterrupted, which carries the game so far."""
        try:
            with self._own_random_stream():
                if display:
                    display.start(self.state, self.names)
                while self.outcome is None:
                    has_moved = self._step()
                    if display and has_moved:
                        display.update(self.state, *self.moves[-1])
        except KeyboardInterrupt as interruption:
            place = place_of(author_frames(interruption))
            raise GameInterrupted(self.record().interrupted_at(self.turn, place)) from None
        record = self.record()
        if display:
            display.finish(record)
        return record

    def step(self) -> bool:
        """Make one agent's move and return True if one was made. After the last move `outcome` is set."""
        with self._own_random_stream():
            return self.outcome is None and self._step()

    @contextmanager
    def _own_random_stream(self) -> Iterator[None]:
        if self._random_state is None:
            yield
            return
        # Agents and ghosts draw from the module `random`, as Berkeley's do, so its state is exchanged for each move.
        callers_state = random.getstate()
        random.setstate(self._random_state)
        try:
            yield
        finally:
            self._random_state = random.getstate()
            random.setstate(callers_state)

    def _step(self) -> bool:
        try:
            if not self._has_begun:
                self._begin()
            agent = self.turn
            if len(self.moves) == self.max_moves:
                self._end(EndReason.MOVE_LIMIT)
                return False
            action = self._askers[agent](self.state)
            state = self._after(agent, action)
        except OutOfTime as end:
            self.outcome = self._ended(EndReason.TIMED_OUT, self.turn, str(end))
            return False
        except (Exception, SystemExit) as error:  # an agent that calls exit() ends its game, not the program
            self.outcome = self._ended(EndReason.CRASHED, self.turn, describe_crash(error), error)
            return False
        self.state = state
        self.moves.append((agent, action))
        self.turn = agent + 1 if agent + 1 < len(self._askers) else 0
        if state.is_over:
            self._end(EndReason.WON if state.is_win else EndReason.LOST)
        return True

    def _after(self, agent: int, action: Action) -> GameState:
        """Return the state after an agent's answer; raise IllegalActionError, naming its code, if it is not legal."""
        try:
            return self.state.successor(agent, action)
        except PacmanError as error:
            text = describe_answer(action, self.state.legal_actions(agent), f"at {self.state.position(agent)}")
            where = answered_at(self.agents[agent])
            raise IllegalActionError(f"{text} ({where[0]}:{where[1]})" if where else text) from error

    def _begin(self) -> None:
        self._has_begun = True
        turn = self.turn
        for index, agent in enumerate(self.agents):
            self.turn = index  # a crash is attributed to the agent of this turn
            if hasattr(agent, "registerInitialState"):
                self._clocks[index].limited(agent.registerInitialState)(self.state.deepCopy())
        self.turn = turn

    def _end(self, reason: EndReason) -> None:
        """End the game regularly, without a crash or timeout, and call `final` of every agent that has it."""
        error = None
        for index, agent in enumerate(self.agents):
            if hasattr(agent, "final"):
                try:
                    self._clocks[index].limited(agent.final)(self.state.writable_copy())
                except (Exception, SystemExit, OutOfTime) as problem:  # too late to change how the game ended
                    error = describe_crash(problem)
        self.outcome = self._ended(reason, error=error)

    def _ended(
        self,
        reason: EndReason,
        agent: int | None = None,
        error: str | None = None,
        exception: BaseException | None = None,
    ) -> Outcome:
        return Outcome(reason, self.state.score, len(self.moves), agent, error, exception)


def players_of(agents: Iterable[Agent]) -> tuple[Player, ...]:
    """Return the names and arguments of agents, from `made_as`; an agent without it is named by its class."""
    known = [(agent, getattr(agent, "made_as", None)) for agent in agents]
    return tuple(made if isinstance(made, Player) else Player(type(agent).__name__) for agent, made in known)


def _asker(agent: Agent) -> Callable[[GameState], Action]:
    """Return a function that asks an agent for its action.

    The agent receives a copy of the state, unless its own class sets `only_reads_states`. Raise AgentError if the
    object has no getAction.
    """
    ask: Callable[[GameState], Action] | None = getattr(agent, "getAction", None) or getattr(agent, "get_action", None)
    if ask is None:
        raise AgentError(f"{type(agent).__name__} is not an agent: it has no getAction(state)")
    observe: Callable[[GameState], GameState] | None = getattr(agent, "observationFunction", None)
    if observe is not None:
        return lambda state: ask(observe(state.deepCopy()))
    if vars(type(agent)).get("only_reads_states"):
        return ask
    return lambda state: ask(state.deepCopy())  # Berkeley's API allows agents to write to their state


def play(
    layout: Layout | str | Path,
    pacman_agent: Agent,
    ghost_agents: Sequence[Agent] = (),
    *,
    seed: Seed = None,
    max_moves: int | None = None,
    display: Display | None = None,
    move_time: float | None = None,
    total_time: float | None = None,
) -> GameRecord:
    """Play one game to its end and return its record; the arguments are those of `Game`."""
    game = Game(
        layout,
        pacman_agent,
        ghost_agents,
        seed=seed,
        max_moves=max_moves,
        move_time=move_time,
        total_time=total_time,
    )
    return game.run(display)
