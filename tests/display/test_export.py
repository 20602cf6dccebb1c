"""GIF, MP4 and PNG files."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from commands.cli import main
from pacman import GameRecord, GameState, Layout, load_layout, play
from pacman.display import DisplayError, export
from pacman.display.draw import pg
from pacman.display.export import save_gif, save_mp4, save_png
from pacman.display.theme import DARK, LIGHT, Theme

HAS_VIDEO = importlib.util.find_spec("imageio_ffmpeg") is not None
SAVERS = [
    save_gif,
    pytest.param(save_mp4, marks=pytest.mark.skipif(not HAS_VIDEO, reason="videos need imageio-ffmpeg")),
]


def colours_of(image: Image.Image) -> set[Any]:
    return {colour for _, colour in image.convert("RGB").getcolors(1 << 24) or ()}


def pixels_of(image: Image.Image, colour: Any) -> int:
    return {seen: count for count, seen in image.convert("RGB").getcolors(1 << 24) or ()}.get(colour, 0)


def test_a_gif_has_a_frame_for_the_start_the_rounds_and_the_end(record: GameRecord, tmp_path: Path) -> None:
    save_gif(record, tmp_path / "game.gif")
    with Image.open(tmp_path / "game.gif") as gif:
        durations = []
        for frame in range(gif.n_frames):  # type: ignore[attr-defined]
            gif.seek(frame)
            durations.append(gif.info["duration"])
        assert gif.info["loop"] == 0
    rounds = len(record.moves) // 3
    # A frame equal to the one before it is only a longer frame.
    assert 2 * rounds < len(durations) <= 3 * rounds + 2
    assert sum(durations) == 40 * (3 * rounds + 1) + 2000


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_a_gif_has_the_colours_of_the_theme(record: GameRecord, tmp_path: Path, theme: Theme) -> None:
    save_gif(record, tmp_path / "game.gif", theme=theme.name)
    with Image.open(tmp_path / "game.gif") as gif:
        first = colours_of(gif)
        assert {theme.floor, theme.wall, theme.wall_edge, theme.pacman, theme.agent(1), theme.agent(2)} <= first
        gif.seek(gif.n_frames - 4)  # type: ignore[attr-defined]
        assert theme.scared in colours_of(gif)


def test_zoom_scales_the_picture(record: GameRecord, tmp_path: Path) -> None:
    sizes = []
    for zoom in (1, 2):
        save_png(next(record.states()), tmp_path / "state.png", zoom=zoom)
        with Image.open(tmp_path / "state.png") as picture:
            sizes.append(picture.size)
    assert sizes[1][0] > sizes[0][0]
    assert sizes[1][1] > sizes[0][1]


def test_a_hundred_rounds_of_medium_are_under_a_megabyte(tmp_path: Path) -> None:
    class Wandering:
        def __init__(self, index: int) -> None:
            self.index = index

        def getAction(self, state: GameState) -> str:
            legal = state.legal_actions(self.index)
            kept = state.direction(self.index)
            return kept if kept in legal else legal[-1]

    record = play(load_layout("medium"), Wandering(0), [Wandering(1), Wandering(2)], seed=1, max_moves=300)
    assert len(record.moves) == 300
    save_gif(record, tmp_path / "game.gif")
    assert (tmp_path / "game.gif").stat().st_size < 1_000_000


def test_an_mp4(record: GameRecord, tmp_path: Path) -> None:
    imageio_ffmpeg = pytest.importorskip("imageio_ffmpeg")
    save_mp4(record, tmp_path / "game.mp4")
    frames, seconds = imageio_ffmpeg.count_frames_and_secs(str(tmp_path / "game.mp4"))
    assert frames == 2 + 6 * 6 + 100
    assert seconds == pytest.approx(frames / 50, abs=0.1)


@pytest.mark.skipif(not HAS_VIDEO or not os.path.exists("/dev/null"), reason="needs imageio-ffmpeg and a device")
@pytest.mark.parametrize("form", ["gif", "mp4"])
def test_a_device_without_a_suffix_receives_the_format_of_the_option(
    form: str, record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    for each in ("gif", "mp4"):
        monkeypatch.setattr(export, f"save_{each}", lambda *_, each=each, **__: written.append(each))
    record.save(tmp_path / "game.json")
    assert main(["replay", str(tmp_path / "game.json"), f"--{form}", "/dev/null"]) == 0
    assert written == [form]


def test_mp4_without_its_library_is_one_line(
    record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(DisplayError, match=r"^MP4 needs imageio-ffmpeg \(pip install imageio-ffmpeg\)"):
        save_mp4(record, tmp_path / "game.mp4")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def lost() -> GameRecord:
    class East:
        def getAction(self, state: GameState) -> str:
            return "East"

    class West:
        def getAction(self, state: GameState) -> str:
            return "West"

    return play(Layout.from_text("%%%%%%%%%\n%P   G .%\n%%%%%%%%%", name="corridor"), East(), [West()], seed=1)


def test_the_gif_of_a_lost_game_shows_the_death_and_ends_with_the_result(lost: GameRecord, tmp_path: Path) -> None:
    save_gif(lost, tmp_path / "lost.gif")
    with Image.open(tmp_path / "lost.gif") as gif:
        durations, looks = [], []
        for frame in range(gif.n_frames):  # type: ignore[attr-defined]
            gif.seek(frame)
            durations.append(gif.info["duration"])
            looks.append(gif.convert("RGB").tobytes())
        with_message = pixels_of(gif, DARK.panel)
        gif.seek(len(looks) - 2)
        assert with_message > 1000 > pixels_of(gif, DARK.panel)
    assert sum(durations) == 40 * (1 + 3 * 2 + 15) + 2000
    assert len(set(looks[-10:])) == 10  # it moves


def test_the_png_of_a_lost_game_says_the_result(lost: GameRecord, tmp_path: Path) -> None:
    *_, last = lost.states()
    save_png(last, tmp_path / "plain.png")
    save_png(last, tmp_path / "end.png", outcome=lost.outcome)
    with Image.open(tmp_path / "plain.png") as plain, Image.open(tmp_path / "end.png") as end:
        assert DARK.panel not in colours_of(plain)
        assert pixels_of(end, DARK.bad) > pixels_of(plain, DARK.bad) + 100


def test_a_png_of_one_state(room: Layout, tmp_path: Path) -> None:
    save_png(GameState.initial(room), tmp_path / "state.png", agents=["ReflexAgent", "RandomGhost", "RandomGhost"])
    with Image.open(tmp_path / "state.png") as picture:
        assert picture.format == "PNG"
        assert {DARK.pacman, DARK.agent(1), DARK.agent(2), DARK.wall} <= colours_of(picture)


def broken_targets(folder: Path) -> list[tuple[Path, str]]:
    (folder / "file").write_text("")
    (folder / "folder.gif").mkdir()
    return [
        (folder / "missing" / "game.gif", "No such file or directory"),
        (folder / "file" / "game.gif", "Not a directory"),
        (folder / "folder.gif", "it is a folder"),
        (Path("/proc/game.gif"), "cannot be written"),
    ]


@pytest.mark.skipif(not Path("/proc").exists(), reason="no /proc to stand for a folder that cannot be written to")
@pytest.mark.parametrize("save", SAVERS)
def test_a_target_that_cannot_be_written_is_one_line_before_any_work(
    record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, save: Callable[..., None]
) -> None:
    def no_work(*_: object) -> None:
        raise AssertionError("it has begun to draw")

    monkeypatch.setattr("pacman.display.export.FrameRenderer.frames", no_work)
    for path, reason in broken_targets(tmp_path):
        with pytest.raises(DisplayError) as error:
            save(record, path)
        assert str(error.value).startswith(f"{path}: cannot be written: ")
        assert reason in str(error.value)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("save", SAVERS)
def test_an_old_file_stays_whole_when_the_new_one_fails(
    record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, save: Callable[..., None]
) -> None:
    path = tmp_path / "game.gif"
    path.write_text("old")

    def breaking(*_: object) -> Any:
        yield pg.Surface((240, 178))
        raise KeyboardInterrupt

    monkeypatch.setattr("pacman.display.export.FrameRenderer.frames", breaking)
    with pytest.raises(KeyboardInterrupt):
        save(record, path)
    assert [file.name for file in tmp_path.iterdir()] == ["game.gif"]
    assert path.read_text() == "old"


def test_no_screen_is_needed(record: GameRecord, tmp_path: Path) -> None:
    record.save(tmp_path / "game.json")
    program = (
        "import sys, pacman; from pacman.display.export import save_gif;"
        "save_gif(pacman.load_replay(sys.argv[1]), sys.argv[2])"
    )
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path / "game.json", tmp_path / "game.gif"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "game.gif").stat().st_size > 1000


@pytest.mark.skipif(sys.platform == "win32", reason="scripts are no programs there")
@pytest.mark.parametrize("reads", ["", "sys.stdin.buffer.read(); "])
def test_an_encoder_that_gives_up_is_one_line(
    record: GameRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: str
) -> None:
    encoder = tmp_path / "encoder"
    encoder.write_text(f"#!{sys.executable}\nimport sys; {reads}sys.exit('a long story\\nNo space left on device')\n")
    encoder.chmod(0o755)
    monkeypatch.setattr("pacman.display.export.ffmpeg", lambda: str(encoder))
    with pytest.raises(DisplayError, match=r"game.mp4: the video cannot be made: No space left on device$"):
        save_mp4(record, tmp_path / "game.mp4")
    assert os.listdir(tmp_path) == ["encoder"]


@pytest.mark.skipif(sys.platform == "win32", reason="no limit on the size of files")
def test_a_full_disk_is_one_line(record: GameRecord, tmp_path: Path) -> None:
    program = f"""
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
from pacman import load_replay
from pacman.display import DisplayError
from pacman.display.export import save_gif, save_png
record = load_replay({str(tmp_path / "game.json")!r})
for save, what in ((save_gif, record), (save_png, next(record.states()))):
    try:
        save(what, {str(tmp_path / "picture")!r})
    except DisplayError as error:
        print(error)
"""
    record.save(tmp_path / "game.json")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == 2 * f"{tmp_path / 'picture'}: cannot be written: File too large\n"
    assert done.stderr == ""
