"""Session: one game being watched and the commands on it, independent of the window."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from pacman.directions import Direction
from pacman.display.watch.background_worker import BackgroundWorker
from pacman.display.watch.playback import ROUNDS_PER_FRAME, Playback
from pacman.display.watch.scene import Scene
from pacman.display.watch.thought import DeathView, PacmanWatcher, Thought, think
from pacman.display.watch.timeline import Line, Timeline
from pacman.game import Game
from pacman.record import GameRecord, Move, Outcome, Player, Seed
from pacman.state import GameState

INPUT_LEAD_SECONDS: Final = 0.03  # a person's move is requested this long before it is due
HANG_SECONDS: Final = 1.0  # after a search of this length, the record of an interrupted game has the agent's line
BURST_SECONDS: Final = 0.01  # duration of one job at infinite speed

GameMaker: TypeAlias = Callable[[Seed], Game]
Steps: TypeAlias = list[tuple[Move, GameState]]  # moves, each with the state after it
ThoughtKey: TypeAlias = tuple[GameState, int]  # a state, and the agent to move


@runtime_checkable
class Steerable(Protocol):
    """Agent that a person plays: `steer` is called with the direction of each key."""

    def steer(self, direction: Direction, /) -> None: ...


class Session:
    """A game with its playback. Agents move and search in the worker; no method here waits for them.

    playback: of this game alone, or shared by games that are watched in step; a command to one of them is one to all.
    make_game: recreates the game for branches; None if branches are not possible.
    agents: the agents of a recorded game, if they are available for showing their searches.
    """

    def __init__(
        self,
        timeline: Timeline,
        worker: BackgroundWorker,
        playback: Playback,
        *,
        names: Sequence[str],
        seed: Seed,
        players: Sequence[Player] = (),
        agents: Sequence[Any] = (),
        make_game: GameMaker | None = None,
    ) -> None:
        self.playback = playback
        self.timeline = timeline
        self.worker = worker
        self.names = tuple(names[: timeline.num_agents])
        self.seed = seed
        self._players = tuple(players)
        self.shows_thoughts = False
        self.watch_pacman: PacmanWatcher | None = None  # for a Pacman agent that does not report its search
        self._recorded_agents = tuple(agents)
        self._make_game = make_game
        self._replays = False  # moves of a person are shown again
        self._held_direction: Direction | None = None  # of the key that is held down
        self._death: tuple[Line, DeathView] | None = None
        self._thoughts: dict[ThoughtKey, Thought] = {}
        self.is_waiting_for_key = self.is_played_by_a_person  # a person's game starts with the first key
        self.playback.is_playing = not (self.is_waiting_for_key or self.playback.begins_paused)

    @classmethod
    def live(cls, make_game: GameMaker, seed: Seed, worker: BackgroundWorker, frame_time: float) -> "Session":
        game = make_game(seed)
        timeline = Timeline.live(game)
        playback = Playback([timeline], frame_time)
        return cls(timeline, worker, playback, names=game.names, seed=seed, players=game.players, make_game=make_game)

    @classmethod
    def in_step(
        cls,
        make_games: Mapping[str, GameMaker],
        seed: Seed,
        workers: Sequence[BackgroundWorker],
        frame_time: float,
    ) -> "list[Session]":
        """Create the sessions of games with one seed, by the names of their Pacmen, in step and without branches."""
        games = {name: make_game(seed) for name, make_game in make_games.items()}
        timelines = [Timeline.live(game) for game in games.values()]
        playback = Playback(timelines, frame_time)
        return [
            cls(timeline, worker, playback, names=(name, *game.names[1:]), seed=seed, players=game.players)
            for (name, game), timeline, worker in zip(games.items(), timelines, workers, strict=True)
        ]

    @classmethod
    def recorded(
        cls, record: GameRecord, worker: BackgroundWorker, frame_time: float, agents: Sequence[Any] = ()
    ) -> "Session":
        timeline = Timeline.recorded(record)
        return cls(
            timeline,
            worker,
            Playback([timeline], frame_time),
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
        """True for a game that is being played, False for a recording."""
        return self.timeline.lines[0].game is not None

    @property
    def is_paired(self) -> bool:
        """True if another game is shown in step with this one."""
        return len(self.playback.timelines) > 1

    @property
    def has_branches(self) -> bool:
        """True if branches can start at earlier moves."""
        return self._make_game is not None

    @property
    def is_finished(self) -> bool:
        """True if the end of the game is shown."""
        return self.line.is_over and self.timeline.is_at_end and not self.playback.is_moving(self.timeline)

    @property
    def scene(self) -> Scene:
        return self.playback.scene(self.timeline)

    @property
    def is_steered(self) -> bool:
        """True while a person plays, so that keys steer Pacman."""
        return self.is_played_by_a_person and (self.is_waiting_for_key or self.playback.is_playing)

    @property
    def agents(self) -> Sequence[Any]:
        """Agents whose searches can be shown; empty for a recording without its agents."""
        return self.line.game.agents if self.line.game else self._recorded_agents

    @property
    def _steerables(self) -> list[Steerable]:
        if self.line.game is None or self.line.is_over:
            return []
        return [agent for agent in self.line.game.agents if isinstance(agent, Steerable)]

    def record(self, line: Line | None = None) -> GameRecord:
        """Return the record of a line, by default the current one, as far as it has been shown."""
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
        """Pause, or play on. From an earlier move this replays the line, and from the end of a game all of it."""
        if self.playback.is_playing and not self.playback.is_finished:
            self.playback.is_playing = False
            return
        if self.playback.is_finished:
            self.seek(0)
        self._replays = self.is_played_by_a_person and not self.timeline.is_at_end
        self._play()

    @property
    def can_branch(self) -> bool:
        """True if a branch can start at the move shown."""
        return self.has_branches and not self.timeline.is_at_end

    def branch(self) -> None:
        """Play on from an earlier move as a branch; the old moves are kept. A person's branch waits for a key."""
        if self._make_game is None or not self.can_branch:
            return
        self.playback.jump(self.timeline.cursor)
        self.timeline.branch(self._make_game(self.seed))
        self._replays = False
        self.is_waiting_for_key = self.is_played_by_a_person
        if not self.is_waiting_for_key:
            self._play()

    def step(self) -> None:
        """Go forward one move and pause."""
        self.is_waiting_for_key = False
        self.playback.step_to(self.playback.cursor + 1)

    def step_round(self) -> None:
        """Go forward to Pacman's next turn and pause."""
        self.is_waiting_for_key = False
        self.playback.step_to(self.playback.round_end)

    def back(self) -> None:
        """Go back one move and pause."""
        if self.playback.cursor:
            self.playback.step_to(self.playback.cursor - 1)

    def back_round(self) -> None:
        """Go back to Pacman's last turn and pause."""
        if self.playback.cursor:
            last = self.playback.cursor - 1
            self.playback.step_to(last - last % self.timeline.num_agents)

    def seek(self, index: int) -> None:
        """Show another state at once and pause."""
        self.playback.jump(index)

    def show_death(self, view: DeathView) -> None:
        """Show the decision that lost the current game."""
        self._death = self.line, view
        self.seek(view.index)

    def switch_line(self) -> None:
        self.timeline.switch()
        self.seek(self.timeline.cursor)

    def steer(self, direction: Direction | None) -> None:
        """Set the direction of the key that is held down; None when it is released."""
        self._held_direction = direction
        if direction is not None:
            for agent in self._steerables:
                agent.steer(direction)
            if self.is_waiting_for_key:
                self._play()

    def _play(self) -> None:
        self.is_waiting_for_key = False
        self.playback.play()

    # -- time ---------------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Advance to the time `now`: show what is due, and give the worker its next jobs."""
        self.worker.poll()
        self.playback.tick(now)
        if self._replays and self.timeline.is_at_end and not self.playback.transition:
            self._end_replay()
        if not self.worker.is_busy:
            self._submit_work()

    def _end_replay(self) -> None:
        """Wait for a key, after a person's moves have been shown again, instead of playing on at once."""
        self._replays = False
        if self.playback.is_playing and self.is_played_by_a_person:
            self.playback.is_playing = False
            self.is_waiting_for_key = True

    @property
    def mover(self) -> int | None:
        """The agent whose move is next, None if the game is over in the state shown."""
        return None if self.line.states[self._index].is_over else self._index % self.timeline.num_agents

    @property
    def is_played_by_a_person(self) -> bool:
        """True if a person steers Pacman and the game is not over."""
        return bool(self._steerables)

    @property
    def thought(self) -> Thought | None:
        """The thought about the state shown, once it has been computed."""
        return self._thoughts.get(self._thought_key(self._index))

    @property
    def _index(self) -> int:
        """The move of this line that is shown; during a motion, the one at which it started."""
        return min(self.playback.index, len(self.line.moves))

    @property
    def lasting_thought(self) -> Thought | None:
        """The same, but Pacman's last thought while ghosts move that do not report a search."""
        thought, mover = self.thought, self._index % self.timeline.num_agents
        pacmans = self._thoughts.get(self._thought_key(self._index - mover))
        if not mover or pacmans is None or (thought is not None and thought.problem is None):
            return thought
        return replace(pacmans, chances=thought.chances) if thought else pacmans

    @property
    def death(self) -> Thought | None:
        """The thought about Pacman's death, while the decision that lost the game is shown."""
        if self._death is None or self._death[0] is not self.line or self._death[1].index != self._index:
            return None
        return self._death[1].thought

    def _thought_key(self, index: int) -> ThoughtKey:
        return self.line.states[index], index % self.timeline.num_agents

    def _submit_work(self) -> None:
        missing = self._missing_moves if self.line.outcome is None else 0
        if missing > 0:
            self._request_moves(missing)
        elif self.shows_thoughts:
            self._request_thought(self._index - self._index % self.timeline.num_agents)
            self._request_thought(self._index)

    @property
    def _missing_moves(self) -> int:
        """Number of moves to compute now: up to the wanted one, or the rest of a round while playing."""
        known = len(self.line.moves)
        if self.playback.wanted is not None:
            return self.playback.wanted - known
        is_wanted = self.playback.is_playing and not self.playback.is_held and not self._replays
        is_needed = is_wanted and self._is_running_out()
        return self.timeline.num_agents - known % self.timeline.num_agents if is_needed else 0

    def _is_running_out(self) -> bool:
        """True when the next round must be requested: one round ahead, or as late as possible if a person decides."""
        if self._steerables:
            return not self.timeline.ahead and self.playback.seconds_left <= INPUT_LEAD_SECONDS
        rounds = ROUNDS_PER_FRAME if self.playback.speed == math.inf else 1
        return self.timeline.ahead < rounds * self.timeline.num_agents

    def _request_thought(self, index: int) -> None:
        """Queue a job that computes the thought about a state of this line."""
        key, agents, watch = self._thought_key(index), self.agents, self.watch_pacman
        if agents and key not in self._thoughts:
            self.worker.submit(
                lambda: think(agents, *key, watch), lambda thought: self._thoughts.update({key: thought})
            )

    def _request_moves(self, count: int) -> None:
        """Queue a job in which the agents make `count` moves at the end of this line."""
        line, game = self.line, self.line.game
        if game is None:
            return
        if self._held_direction is not None:
            self.steer(self._held_direction)
        if self.shows_thoughts:
            self._request_thought(len(line.moves))
        is_burst = self.playback.speed == math.inf and self.playback.is_playing

        def job() -> tuple[Steps, Outcome | None]:
            steps = _advance(game, count)
            until = perf_counter() + BURST_SECONDS
            while is_burst and game.outcome is None and perf_counter() < until:
                steps += _advance(game, len(game.agents))
            return steps, game.outcome

        self.worker.submit(job, lambda answer: line.extend(*answer))


def _advance(game: Game, moves: int) -> Steps:
    steps = []
    for _ in range(moves):
        if not game.step():
            break
        steps.append((game.moves[-1], game.state))
    return steps
