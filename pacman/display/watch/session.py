"""One game being watched: what the controls do to it, without the window."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from pacman.directions import Direction
from pacman.display.watch.background_worker import BackgroundWorker
from pacman.display.watch.playback import ROUNDS_PER_FRAME, Playback
from pacman.display.watch.thought import DeathView, Thought, think
from pacman.display.watch.timeline import Line, Timeline
from pacman.game import Game
from pacman.record import GameRecord, Move, Outcome, Player, Seed
from pacman.state import GameState

INPUT_LEAD_SECONDS: Final = 0.03  # how long before a person's move is due it is asked for
HANG_SECONDS: Final = 1.0  # after which the record of an interrupted game says where its agent was
BURST_SECONDS: Final = 0.01  # how long rounds are played in one job at infinite speed

GameMaker: TypeAlias = Callable[[Seed], Game]
Steps: TypeAlias = list[tuple[Move, GameState]]  # moves, each with the state after it
ThoughtKey: TypeAlias = tuple[GameState, int]  # a state, and who is to move


@runtime_checkable
class Steerable(Protocol):
    """An agent that a person plays: it is told where the person wants to go, whenever a key says so."""

    def steer(self, direction: Direction, /) -> None: ...


class Session:
    """A game with its playback. Agents move and think in the worker; nothing here waits for them.

    make_game: makes the game anew for branches; None for a recorded game.
    agents: of a recorded game, if they are at hand to be asked for their thoughts.
    """

    def __init__(
        self,
        timeline: Timeline,
        worker: BackgroundWorker,
        frame_time: float,
        *,
        names: Sequence[str],
        seed: Seed,
        players: Sequence[Player] = (),
        agents: Sequence[Any] = (),
        make_game: GameMaker | None = None,
    ) -> None:
        self.playback = Playback(timeline, frame_time)
        self.timeline = timeline
        self.worker = worker
        self.names = tuple(names[: timeline.num_agents])
        self.seed = seed
        self._players = tuple(players)
        self.shows_thoughts = False
        self._recorded_agents = tuple(agents)
        self._make_game = make_game
        self._held_direction: Direction | None = None  # of the key that a person holds
        self._wanted_step: Callable[[], None] | None = None
        self._death: tuple[Line, DeathView] | None = None
        self._thoughts: dict[ThoughtKey, Thought] = {}
        self.is_waiting_for_key = bool(self._steerables)  # a person's game starts with the first key
        self.playback.is_playing = not self.is_waiting_for_key

    @classmethod
    def live(cls, make_game: GameMaker, seed: Seed, worker: BackgroundWorker, frame_time: float) -> "Session":
        game = make_game(seed)
        timeline = Timeline.live(game)
        return cls(timeline, worker, frame_time, names=game.names, seed=seed, players=game.players, make_game=make_game)

    @classmethod
    def recorded(
        cls, record: GameRecord, worker: BackgroundWorker, frame_time: float, agents: Sequence[Any] = ()
    ) -> "Session":
        timeline = Timeline.recorded(record)
        return cls(
            timeline,
            worker,
            frame_time,
            names=record.agents,
            seed=record.seed,
            players=record.players,
            agents=agents,
        )

    @property
    def line(self) -> Line:
        return self.timeline.line

    @property
    def is_live(self) -> bool:
        """Whether the game is played here, and not a recording."""
        return self._make_game is not None

    @property
    def is_finished(self) -> bool:
        """Whether the end of the game is on show."""
        return self.line.is_over and self.timeline.is_at_end and self.playback.transition is None

    @property
    def is_steered(self) -> bool:
        """Whether a person plays at present, so that keys steer."""
        return bool(self._steerables) and (self.is_waiting_for_key or self.playback.is_playing)

    @property
    def agents(self) -> Sequence[Any]:
        """The agents that can be asked for their thoughts; none in a recording without its agents."""
        return self.line.game.agents if self.line.game else self._recorded_agents

    @property
    def _steerables(self) -> list[Steerable]:
        if self.line.game is None or self.line.is_over:
            return []
        return [agent for agent in self.line.game.agents if isinstance(agent, Steerable)]

    def record(self, line: Line | None = None) -> GameRecord:
        """A line, by default the one on show, as far as it has been shown."""
        line = line or self.line
        record = GameRecord(
            layout=line.states[0].layout,
            ghosts=self.timeline.num_agents - 1,
            seed=self.seed,
            agents=self.names,
            moves=line.moves[: line.shown],
            outcome=line.outcome_so_far(),
            players=self._players,
        )
        if line.game and self.worker.seconds > HANG_SECONDS:
            return record.interrupted_at(line.game.turn, self.worker.place)
        return record

    # -- commands -----------------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Pause, or play on. To play on from the past starts a branch."""
        if self.playback.is_playing:
            self.playback.is_playing = False
        elif self._make_game and not self.timeline.is_at_end:
            self.playback.jump(self.timeline.cursor)
            self.timeline.branch(self._make_game(self.seed))
            self._play()
        elif not self.is_finished:
            self._play()

    def watch_again(self) -> None:
        """Play along the line as it went."""
        if not self.timeline.is_at_end:
            self._play()

    def step(self) -> None:
        """One move on, then stay."""
        self.is_waiting_for_key = False
        if self.timeline.ahead:
            self.playback.step_to(self.timeline.cursor + 1)
        elif self.line.outcome is None:
            self.playback.is_playing = False
            self._wanted_step = self.step

    def step_round(self) -> None:
        """On to Pacman's next turn, then stay."""
        self.is_waiting_for_key = False
        cursor, known = self.timeline.cursor, self.timeline.cursor + self.timeline.ahead
        target = cursor - cursor % self.timeline.num_agents + self.timeline.num_agents
        if known < target and self.line.outcome is None:
            self.playback.is_playing = False
            self._wanted_step = self.step_round
        elif known > cursor:
            self.playback.step_to(min(target, known))

    def back(self) -> None:
        """One move back, then stay."""
        self._wanted_step = None
        if self.timeline.cursor:
            self.playback.step_to(self.timeline.cursor - 1)

    def back_round(self) -> None:
        """Back to Pacman's last turn, then stay."""
        self._wanted_step = None
        if self.timeline.cursor:
            last = self.timeline.cursor - 1
            self.playback.step_to(last - last % self.timeline.num_agents)

    def seek(self, index: int) -> None:
        """Show another state at once, then stay."""
        self._wanted_step = None
        self.playback.jump(index)

    def show_death(self, view: DeathView) -> None:
        """Show the decision that lost the game on show."""
        self._death = self.line, view
        self.seek(view.index)

    def switch_line(self) -> None:
        self.timeline.switch()
        self.seek(self.timeline.cursor)

    def steer(self, direction: Direction | None) -> None:
        """The direction of the key that is held, None when it is released."""
        self._held_direction = direction
        if direction is not None:
            for agent in self._steerables:
                agent.steer(direction)
            if self.is_waiting_for_key:
                self._play()

    def _play(self) -> None:
        self.is_waiting_for_key = False
        self._wants_step = False
        self.playback.is_playing = True

    # -- the course of time -------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let time pass: show what is due, and have the worker do what will be needed."""
        self.worker.poll()
        self.playback.tick(now)
        if not self.worker.is_busy:
            self._submit_work()

    @property
    def thought(self) -> Thought | None:
        """What is thought of the state on show, once it is known."""
        return self._thoughts.get(self._thought_key(self.playback.index))

    @property
    def lasting_thought(self) -> Thought | None:
        """The same; but while ghosts move that say nothing of a search, what Pacman thought before."""
        thought, mover = self.thought, self.playback.index % self.timeline.num_agents
        pacmans = self._thoughts.get(self._thought_key(self.playback.index - mover))
        if not mover or pacmans is None or (thought is not None and thought.problem is None):
            return thought
        return replace(pacmans, chances=thought.chances) if thought else pacmans

    @property
    def death(self) -> Thought | None:
        """Why Pacman dies, while the decision is on show that killed him."""
        if self._death is None or self._death[0] is not self.line or self._death[1].index != self.playback.index:
            return None
        return self._death[1].thought

    def _thought_key(self, index: int) -> ThoughtKey:
        return self.line.states[index], index % self.timeline.num_agents

    def _submit_work(self) -> None:
        wanted, self._wanted_step = self._wanted_step, None
        if wanted == self.step and not self.timeline.ahead:
            self._request_moves(1, then=self.step)
        elif wanted == self.step_round and self.line.outcome is None:
            self._request_moves(self._moves_to_round_end, then=self.step_round)
        elif wanted is not None:  # what it waited for has come
            wanted()
        elif self.playback.is_playing and self.line.outcome is None and self._is_running_out():
            self._request_moves(self._moves_to_round_end)
        elif self.shows_thoughts:
            index = self.playback.index
            self._request_thought(index - index % self.timeline.num_agents)
            self._request_thought(index)

    @property
    def _moves_to_round_end(self) -> int:
        return self.timeline.num_agents - len(self.line.moves) % self.timeline.num_agents

    def _is_running_out(self) -> bool:
        """Whether it is time to ask for the next round: one ahead, or as late as can be if a person decides."""
        if self._steerables:
            return not self.timeline.ahead and self.playback.seconds_left <= INPUT_LEAD_SECONDS
        rounds = ROUNDS_PER_FRAME if self.playback.speed == math.inf else 1
        return self.timeline.ahead < rounds * self.timeline.num_agents

    def _request_thought(self, index: int) -> None:
        """Have the agents say what they think of a state of this line."""
        key, agents = self._thought_key(index), self.agents
        if agents and key not in self._thoughts:
            self.worker.submit(lambda: think(agents, *key), lambda thought: self._thoughts.update({key: thought}))

    def _request_moves(self, count: int, then: Callable[[], None] | None = None) -> None:
        """Have the agents make some moves, at the end of this line."""
        line, game = self.line, self.line.game
        if game is None:
            return
        if self._held_direction is not None:
            self.steer(self._held_direction)
        if self.shows_thoughts:
            self._request_thought(len(line.moves))
        is_burst = self.playback.speed == math.inf and then is None

        def job() -> tuple[Steps, Outcome | None]:
            steps = _advance(game, count)
            until = perf_counter() + BURST_SECONDS
            while is_burst and game.outcome is None and perf_counter() < until:
                steps += _advance(game, len(game.agents))
            return steps, game.outcome

        def deliver(answer: tuple[Steps, Outcome | None]) -> None:
            steps, outcome = answer
            line.extend(steps, outcome)
            if then and steps and line is self.line and not self.playback.is_playing:
                then()

        self.worker.submit(job, deliver)


def _advance(game: Game, moves: int) -> Steps:
    steps = []
    for _ in range(moves):
        if not game.step():
            break
        steps.append((game.moves[-1], game.state))
    return steps
