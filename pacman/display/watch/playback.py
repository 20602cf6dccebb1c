"""Playback of a timeline: playing, pausing and stepping at any speed, with smooth motion in between."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pacman.display.watch.captions import parting_move
from pacman.display.watch.scene import Scene, scene_between, scene_of
from pacman.display.watch.timeline import Timeline
from pacman.errors import PacmanError
from pacman.state import GameState

# Rounds a second; at infinity, rounds are shown as fast as the agents move.
USUAL_SPEED: Final = 10.0
SPEEDS: Final = (1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 60.0, math.inf)
ROUNDS_PER_FRAME: Final = 8  # rounds that one frame may skip at infinite speed
STEP_SECONDS: Final = 0.12  # duration of the motion of a single step
DEATH_SECONDS: Final = 0.9  # duration of the animation of Pacman's death


@dataclass(frozen=True)
class Transition:
    """Motion from one state to another. `index` is the move at which it started."""

    index: int
    started: float
    seconds: float

    @property
    def end(self) -> float:
        return self.started + self.seconds


class Playback:
    """Playback of one timeline, or of two in step. The caller's clock provides the time.

    Timelines in step show the same move at the same time, so one waits for the other; one that is over stays at its
    end. Both must have the same number of agents. frame_time: the seconds of a round; if it is negative, a game begins
    paused.
    """

    def __init__(self, timelines: Sequence[Timeline], frame_time: float) -> None:
        if not math.isfinite(frame_time):
            raise PacmanError(f"the frame time is {frame_time:g}; expected seconds")
        self.timelines = tuple(timelines)
        self.begins_paused = frame_time < 0
        if frame_time > 0:
            self.speed = 1 / frame_time
        else:
            self.speed = USUAL_SPEED if self.begins_paused else math.inf
        self.is_playing = False
        self.is_held = False  # time stands still while something covers the board
        self.wanted: int | None = None  # the move to step to as soon as it has been computed
        self.now = 0.0
        self.transition: Transition | None = None
        self._resting: dict[Timeline, tuple[GameState, float]] = {}  # the state at rest, and the time since then

    # -- commands -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        self.wanted = None
        self.is_playing = True

    def faster(self) -> None:
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), self.speed)

    def slower(self) -> None:
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed)

    def jump(self, index: int) -> None:
        """Show another state at once and pause."""
        self.is_playing = False
        self.wanted = None
        self.transition = None
        for timeline in self.timelines:
            timeline.seek(index)

    def step_to(self, index: int) -> None:
        """Move to a nearby state, as soon as it has been computed, and pause."""
        if index > self.cursor == self._last_move:
            return
        self.is_playing = False
        self.wanted = max(0, index)
        self._take_step()

    # -- position -----------------------------------------------------------------------------------------------------

    @property
    def cursor(self) -> int:
        """The move shown; of timelines in step, that of the longest one."""
        return max(timeline.cursor for timeline in self.timelines)

    @property
    def round_end(self) -> int:
        """The move that ends the round at the cursor, if no line ends before."""
        agents = self.timelines[0].num_agents
        return self.cursor - self.cursor % agents + agents

    @property
    def shown(self) -> int:
        """Number of moves that have been shown."""
        return max(timeline.line.shown for timeline in self.timelines)

    @property
    def parting(self) -> int | None:
        """The first move shown in which two lines in step differ, or None."""
        if len(self.timelines) == 1:
            return None
        one, other = (timeline.line for timeline in self.timelines)
        parting = parting_move(one.moves, other.moves)
        return parting if parting is not None and parting <= self.shown else None

    @property
    def is_running(self) -> bool:
        """True if the game plays now: not paused, not held, and not at its end."""
        return self.is_playing and not self.is_held and not self.is_finished

    @property
    def is_at_end(self) -> bool:
        """True if no later move has been shown."""
        return all(timeline.is_at_end for timeline in self.timelines)

    @property
    def is_finished(self) -> bool:
        """True if the end of every line is shown."""
        is_over = all(timeline.line.is_over for timeline in self.timelines)
        return is_over and self.is_at_end and self.transition is None

    def is_moving(self, timeline: Timeline) -> bool:
        """True if the timeline's figures are in motion; a line that is over does not move while the other continues."""
        return self.transition is not None and timeline.state is not timeline.state_at(self.transition.index)

    def scene(self, timeline: Timeline) -> Scene:
        if self.transition and self.is_moving(timeline):
            fraction = min(1.0, (self.now - self.transition.started) / self.transition.seconds)
            return scene_between(timeline.state_at(self.transition.index), timeline.state, fraction)
        _, since = self._resting.get(timeline, (None, self.now))
        return scene_of(timeline.state, min(1.0, (self.now - since) / DEATH_SECONDS))

    @property
    def index(self) -> int:
        """The move shown; during a motion, the one at which it started."""
        return self.transition.index if self.transition else self.cursor

    @property
    def seconds_left(self) -> float:
        """Seconds until the current motion ends."""
        return self.transition.end - self.now if self.transition else 0.0

    # -- time ---------------------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Advance to the time `now`; playback waits for moves that have not been computed yet."""
        self._move_on(now)
        for timeline in self.timelines:
            if self.is_moving(timeline):
                self._resting.pop(timeline, None)
            elif timeline not in self._resting or self._resting[timeline][0] is not timeline.state:
                self._resting[timeline] = timeline.state, now

    def _move_on(self, now: float) -> None:
        lateness = 0.0
        if self.is_held and self.transition:
            self.transition = replace(self.transition, started=self.transition.started + now - self.now)
        self.now = now
        if self.is_held:
            return
        if self.transition and now >= self.transition.end:
            lateness = now - self.transition.end
            self.transition = None
        self._take_step()
        if not self.is_playing or self.transition:
            return
        if self.speed == math.inf:
            self._skip_rounds()
            return
        seconds = 1 / self.speed
        end = self._next_round_end()
        if end is not None:
            # Rounds follow each other without a gap; the time lost in a long wait is not caught up.
            self._animate_to(end, now - (lateness if lateness < seconds else 0.0), seconds)

    def _take_step(self) -> None:
        """Step to the wanted move once it has been computed."""
        if self.wanted is not None and self._is_known(self.wanted):
            index, self.wanted = self.wanted, None
            self._animate_to(index, self.now, STEP_SECONDS)

    def _skip_rounds(self) -> None:
        for _ in range(ROUNDS_PER_FRAME):
            end = self._next_round_end()
            if end is None:
                return
            self._advance_to(end)

    def _next_round_end(self) -> int | None:
        """Return the end of the round at the cursor; None while it has not been computed, and at the end."""
        return self.round_end if self._is_known(self.round_end) and self.cursor != self._last_move else None

    def _is_known(self, index: int) -> bool:
        """True if each line has at least `index` moves, or ends before."""
        lines = (timeline.line for timeline in self.timelines)
        return all(line.outcome is not None or index <= len(line.moves) for line in lines)

    @property
    def _last_move(self) -> int | None:
        """Number of moves of the longest line; None while a line is not finished."""
        lines = [timeline.line for timeline in self.timelines]
        return max(len(line.moves) for line in lines) if all(line.outcome is not None for line in lines) else None

    def _animate_to(self, index: int, started: float, seconds: float) -> None:
        self.transition = Transition(self.cursor, started, seconds)
        self._advance_to(index)

    def _advance_to(self, index: int) -> None:
        for timeline in self.timelines:
            timeline.advance_to(index)
