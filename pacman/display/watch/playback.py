"""Moving along a timeline: playing, pausing, stepping, at any speed, with smooth motion in between."""

import math
from dataclasses import dataclass
from typing import Final

from pacman.display.watch.scene import Scene, scene_between, scene_of
from pacman.display.watch.timeline import Timeline
from pacman.errors import PacmanError
from pacman.state import GameState

# Rounds a second; infinity is as fast as the agents answer.
SPEEDS: Final = (1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 15.0, 20.0, 30.0, 60.0, math.inf)
ROUNDS_PER_FRAME: Final = 8  # how many rounds one frame may skip at infinite speed
STEP_SECONDS: Final = 0.12  # the motion of a single step
DEATH_SECONDS: Final = 0.9  # Pacman's end, once he is caught


@dataclass(frozen=True)
class Transition:
    """The motion from one state to another. `index` is the move it started from."""

    before: GameState
    after: GameState
    index: int
    started: float
    seconds: float

    @property
    def end(self) -> float:
        return self.started + self.seconds

    def scene(self, now: float) -> Scene:
        return scene_between(self.before, self.after, min(1.0, (now - self.started) / self.seconds))


class Playback:
    """Plays one timeline. Time is whatever the caller's clock says."""

    def __init__(self, timeline: Timeline, frame_time: float) -> None:
        if not 0 <= frame_time < math.inf:
            raise PacmanError(f"the frame time is {frame_time:g}; expected seconds from 0 up")
        self.timeline = timeline
        self.speed = 1 / frame_time if frame_time else math.inf
        self.is_playing = False
        self.now = 0.0
        self.transition: Transition | None = None
        self._resting: tuple[GameState, float] | None = None  # the state at rest, and since when

    # -- commands -----------------------------------------------------------------------------------------------------

    def faster(self) -> None:
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), self.speed)

    def slower(self) -> None:
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed)

    def jump(self, index: int) -> None:
        """Show another state at once, and stay there."""
        self.is_playing = False
        self.transition = None
        self.timeline.seek(index)

    def step_to(self, index: int) -> None:
        """Move to a neighbouring state, and stay there."""
        self.is_playing = False
        self._animate_to(index, self.now, STEP_SECONDS)

    # -- what is shown ------------------------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        if self.transition:
            return self.transition.scene(self.now)
        since = self._resting[1] if self._resting else self.now
        return scene_of(self.timeline.state, min(1.0, (self.now - since) / DEATH_SECONDS))

    @property
    def index(self) -> int:
        """The move shown: where the motion comes from, while there is one."""
        return self.transition.index if self.transition else self.timeline.cursor

    @property
    def seconds_left(self) -> float:
        """Until the present motion ends."""
        return self.transition.end - self.now if self.transition else 0.0

    # -- the course of time -------------------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Let time pass. Rounds that are not known yet are waited for."""
        self._move_on(now)
        state = self.timeline.state
        if self.transition:
            self._resting = None
        elif self._resting is None or self._resting[0] is not state:
            self._resting = state, now

    def _move_on(self, now: float) -> None:
        lateness = 0.0
        self.now = now
        if self.transition and now >= self.transition.end:
            lateness = now - self.transition.end
            self.transition = None
        if not self.is_playing or self.transition:
            return
        if self.speed == math.inf:
            self._skip_rounds()
            return
        seconds = 1 / self.speed
        end = self.timeline.next_round_end()
        if end is not None:
            # Rounds follow without a gap, but a long wait is not made up for.
            self._animate_to(end, now - (lateness if lateness < seconds else 0.0), seconds)

    def _skip_rounds(self) -> None:
        for _ in range(ROUNDS_PER_FRAME):
            end = self.timeline.next_round_end()
            if end is None:
                return
            self.timeline.advance_to(end)

    def _animate_to(self, index: int, started: float, seconds: float) -> None:
        before, origin = self.timeline.state, self.timeline.cursor
        self.timeline.advance_to(index)
        self.transition = Transition(before, self.timeline.state, origin, started, seconds)
