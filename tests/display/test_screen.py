"""Detection of a screen, and a window on a real X server."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pacman import GameRecord
from pacman.display import DisplayError, screen_problem
from pacman.display.draw import pg
from pacman.display.theme import DARK
from pacman.display.viewer import watch_replay


def python(program: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        [sys.executable, "-c", program], env={**kept, **environment}, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a screen")
def test_without_a_screen_it_says_so_without_pygame() -> None:
    done = python("import sys, pacman.display as d; print(d.screen_problem()); assert 'pygame' not in sys.modules")
    assert done.stdout == "no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)\n", done.stderr


def test_a_screen_that_does_not_answer() -> None:
    done = python("import pacman.display as d; print(d.screen_problem())", SDL_VIDEODRIVER="nonsense")
    assert done.stdout.startswith("the screen cannot be used ("), done.stderr
    assert done.stdout.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no DISPLAY")
def test_a_screen_that_is_gone_is_not_replaced_by_one_that_nobody_sees() -> None:
    done = python("import pacman.display as d; print(d.screen_problem())", DISPLAY=":65432")
    assert done.stdout == "the screen does not answer (DISPLAY=:65432)\n", done.stderr


def test_without_pygame_it_says_so() -> None:
    program = """
import sys
sys.modules["pygame"] = None  # as if it were not installed
import pacman.display as display
try:
    import pacman.display.window
except display.DisplayError as error:
    print(error)
"""
    done = python(program)
    assert done.stdout == "pygame is not installed (pip install pygame-ce)\n", done.stderr


def test_the_driver_without_a_screen_will_do() -> None:
    assert screen_problem() is None


def test_text_and_world_need_nothing_heavy() -> None:
    done = python(
        "import sys, pacman, pacman.display\n"
        "print([name for name in ('pygame', 'PIL', 'tqdm', 'numpy', 'tkinter') if name in sys.modules])"
    )
    assert done.stdout == "[]\n", done.stderr


def test_a_window_that_cannot_be_opened_is_one_line(record: GameRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise pg.error("the screen is gone")

    monkeypatch.setattr(pg, "Window", fail)
    with pytest.raises(DisplayError, match="^the window cannot be opened: the screen is gone$"):
        watch_replay(record)


@pytest.fixture
def x_screen() -> Iterator[str]:
    """A real X server without a monitor."""
    if not shutil.which("Xvfb"):
        pytest.skip("Xvfb is not installed")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()  # it writes this once it is ready
    if not number:
        pytest.skip("Xvfb does not start here")
    yield f":{number}"
    server.terminate()
    server.wait()


PROGRAM = """
import sys
from pacman import load_replay
from pacman.display import screen_problem
from pacman.display.draw import pg
from pacman.display.viewer import watch_replay
from pacman.display.window import Window

frame, count = Window.frame, 0

def counted(window):
    global count
    frame(window)
    count += 1
    keys = {5: pg.K_END, 8: pg.K_t, 12: pg.K_f, 16: pg.K_f, 20: pg.K_s, 24: pg.K_q}
    if count in keys:
        pg.event.post(pg.event.Event(pg.KEYDOWN, key=keys[count]))
        pg.event.post(pg.event.Event(pg.KEYUP, key=keys[count]))

Window.frame = counted
assert screen_problem() is None
watch_replay(load_replay("game.json"), frame_time=0.05)
print("closed")
"""


def test_a_window_on_a_real_screen(
    x_screen: str, record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    record.save("game.json")
    done = python(PROGRAM, DISPLAY=x_screen)
    assert (done.stdout, done.returncode) == ("closed\n", 0), done.stderr
    picture = pg.image.load("room-1.png")
    colours = {
        tuple(picture.get_at((x, y))[:3]) for x in range(picture.get_width()) for y in range(picture.get_height())
    }
    assert {DARK.floor, DARK.wall, DARK.pacman, DARK.text} <= colours
