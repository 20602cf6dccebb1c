"""Moving along a timeline: playing, pausing, stepping, at any speed, with smooth motion in between."""

import math
from dataclasses import dataclass
from typing import Final

from pacman.display.moment import Moment, between, moment_of
from pacman.display.timeline import Timeline
from pacman.errors import PacmanError
from pacman.state import GameState

# Rounds a second; the last is as fast as it goes.
SPEEDS: Final = (1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 60.0, math.inf)
ROUNDS_AT_ONCE: Final = 8  # how many rounds a frame may pass over as fast as it goes
STEP_SECONDS: Final = 0.12  # the motion of a single step


@dataclass(frozen=True)
class Glide:
    """On the way from one state to another. `index` is the moment it started from."""

    before: GameState
    after: GameState
    index: int
    started: float
    seconds: float

    @property
    def end(self) -> float:
        return self.started + self.seconds


class Playback:
    """Plays one timeline. Time is whatever the caller's clock says."""

    def __init__(self, timeline: Timeline, frame_time: float) -> None:
        if not 0 <= frame_time < math.inf:
            raise PacmanError(f"the frame time is {frame_time:g}; expected seconds from 0 up")
        self.timeline = timeline
        self.speed = 1 / frame_time if frame_time else math.inf
        self.is_playing = False
        self.now = 0.0
        self.glide: Glide | None = None

    # -- commands -----------------------------------------------------------------------------------------------------

    def faster(self) -> None:
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), self.speed)

    def slower(self) -> None:
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed)

    def jump(self, index: int) -> None:
        """Look at another moment at once, and stay there."""
        self.is_playing = False
        self.glide = None
        self.timeline.seek(index)

    def step_to(self, index: int) -> None:
        """Move to a neighbouring moment, and stay there."""
        self.is_playing = False
        self._glide_to(index, self.now, STEP_SECONDS)

    # -- what is seen -------------------------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        glide = self.glide
        if glide is None:
            return moment_of(self.timeline.state)
        return between(glide.before, glide.after, min(1.0, (self.now - glide.started) / glide.seconds))

    @property
    def index(self) -> int:
        """The moment seen: where the motion comes from, while there is one."""
        return self.glide.index if self.glide else self.timeline.cursor

    @property
    def seconds_left(self) -> float:
        """Until the present motion ends."""
        return self.glide.end - self.now if self.glide else 0.0

    # -- the course of time -------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let time pass. Rounds that are not known yet are waited for."""
        lateness = 0.0
        self.now = now
        if self.glide and now >= self.glide.end:
            lateness = now - self.glide.end
            self.glide = None
        if not self.is_playing or self.glide:
            return
        if self.speed == math.inf:
            self._rush()
            return
        seconds = 1 / self.speed
        stop = self.timeline.next_stop()
        if stop is not None:
            # Rounds follow without a gap, but a long wait is not made up for.
            self._glide_to(stop, now - (lateness if lateness < seconds else 0.0), seconds)

    def _rush(self) -> None:
        for _ in range(ROUNDS_AT_ONCE):
            stop = self.timeline.next_stop()
            if stop is None:
                return
            self.timeline.go_on(stop)

    def _glide_to(self, index: int, started: float, seconds: float) -> None:
        before, origin = self.timeline.state, self.timeline.cursor
        self.timeline.go_on(index)
        self.glide = Glide(before, self.timeline.state, origin, started, seconds)
