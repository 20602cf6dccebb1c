"""Moving along a timeline: playing, pausing, stepping, at any speed, with smooth motion in between."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pacman.display.watch.captions import parting_move
from pacman.display.watch.scene import Scene, scene_between, scene_of
from pacman.display.watch.timeline import Timeline
from pacman.errors import PacmanError
from pacman.state import GameState

# Rounds a second; infinity is as fast as the agents answer.
USUAL_SPEED: Final = 10.0
SPEEDS: Final = (1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 60.0, math.inf)
ROUNDS_PER_FRAME: Final = 8  # how many rounds one frame may skip at infinite speed
STEP_SECONDS: Final = 0.12  # the motion of a single step
DEATH_SECONDS: Final = 0.9  # Pacman's end, once he is caught


@dataclass(frozen=True)
class Transition:
    """The motion from one state to another. `index` is the move it started from."""

    index: int
    started: float
    seconds: float

    @property
    def end(self) -> float:
        return self.started + self.seconds


class Playback:
    """Plays a timeline, or two in step. Time is whatever the caller's clock says.

    In step: the same move of each is shown at one time, so one waits for the other; one that is over stays at its end.
    Both have as many agents. frame_time: the seconds of a round; below 0 a game is paused when it begins.
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
        self.wanted: int | None = None  # the move to step to as soon as it is known
        self.now = 0.0
        self.transition: Transition | None = None
        self._resting: dict[Timeline, tuple[GameState, float]] = {}  # the state at rest, and since when

    # -- commands -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        self.wanted = None
        self.is_playing = True

    def faster(self) -> None:
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), self.speed)

    def slower(self) -> None:
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed)

    def jump(self, index: int) -> None:
        """Show another state at once, and stay there."""
        self.is_playing = False
        self.wanted = None
        self.transition = None
        for timeline in self.timelines:
            timeline.seek(index)

    def step_to(self, index: int) -> None:
        """Move to a state nearby, and stay there. One that is not known yet is waited for."""
        if index > self.cursor == self._last_move:
            return
        self.is_playing = False
        self.wanted = max(0, index)
        self._take_step()

    # -- what is shown ------------------------------------------------------------------------------------------------

    @property
    def cursor(self) -> int:
        """The move on show: of timelines in step, that of those that are not over yet."""
        return max(timeline.cursor for timeline in self.timelines)

    @property
    def round_end(self) -> int:
        """The move with which the round at the cursor ends, if no line ends before."""
        agents = self.timelines[0].num_agents
        return self.cursor - self.cursor % agents + agents

    @property
    def shown(self) -> int:
        """How many moves have been shown."""
        return max(timeline.line.shown for timeline in self.timelines)

    @property
    def parting(self) -> int | None:
        """The first move shown in which two lines in step differ."""
        if len(self.timelines) == 1:
            return None
        one, other = (timeline.line for timeline in self.timelines)
        parting = parting_move(one.moves, other.moves)
        return parting if parting is not None and parting <= self.shown else None

    @property
    def is_at_end(self) -> bool:
        """Whether nothing further on has been shown."""
        return all(timeline.is_at_end for timeline in self.timelines)

    @property
    def is_finished(self) -> bool:
        """Whether the end of every line is on show."""
        is_over = all(timeline.line.is_over for timeline in self.timelines)
        return is_over and self.is_at_end and self.transition is None

    def is_moving(self, timeline: Timeline) -> bool:
        """Whether there is a motion on show; there is none on a line that is over while others go on."""
        return self.transition is not None and timeline.state is not timeline.state_at(self.transition.index)

    def scene(self, timeline: Timeline) -> Scene:
        if self.transition and self.is_moving(timeline):
            fraction = min(1.0, (self.now - self.transition.started) / self.transition.seconds)
            return scene_between(timeline.state_at(self.transition.index), timeline.state, fraction)
        _, since = self._resting.get(timeline, (None, self.now))
        return scene_of(timeline.state, min(1.0, (self.now - since) / DEATH_SECONDS))

    @property
    def index(self) -> int:
        """The move shown: where the motion comes from, while there is one."""
        return self.transition.index if self.transition else self.cursor

    @property
    def seconds_left(self) -> float:
        """Until the present motion ends."""
        return self.transition.end - self.now if self.transition else 0.0

    # -- the course of time -------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let time pass. Moves that are not known yet are waited for."""
        self._move_on(now)
        for timeline in self.timelines:
            if self.is_moving(timeline):
                self._resting.pop(timeline, None)
            elif timeline not in self._resting or self._resting[timeline][0] is not timeline.state:
                self._resting[timeline] = timeline.state, now

    def _move_on(self, now: float) -> None:
        lateness = 0.0
        self.now = now
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
            # Rounds follow without a gap, but a long wait is not made up for.
            self._animate_to(end, now - (lateness if lateness < seconds else 0.0), seconds)

    def _take_step(self) -> None:
        """Step to the move that is wanted, once it is known."""
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
        """Where the round at the cursor ends; None while that is not known, and at the end."""
        return self.round_end if self._is_known(self.round_end) and self.cursor != self._last_move else None

    def _is_known(self, index: int) -> bool:
        """Whether each line has so many moves, or ends before."""
        lines = (timeline.line for timeline in self.timelines)
        return all(line.outcome is not None or index <= len(line.moves) for line in lines)

    @property
    def _last_move(self) -> int | None:
        """Of the longest line; None while that is not known."""
        lines = [timeline.line for timeline in self.timelines]
        return max(len(line.moves) for line in lines) if all(line.outcome is not None for line in lines) else None

    def _animate_to(self, index: int, started: float, seconds: float) -> None:
        self.transition = Transition(self.cursor, started, seconds)
        self._advance_to(index)

    def _advance_to(self, index: int) -> None:
        for timeline in self.timelines:
            timeline.advance_to(index)
