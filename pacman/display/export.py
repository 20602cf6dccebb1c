"""Export of games as GIF or MP4, and of one state as PNG. No screen is needed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import BytesIO
from itertools import chain
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Final

from pacman.display.draw import pg
from pacman.display.draw.board_painter import BoardPainter
from pacman.display.draw.canvas import Canvas
from pacman.display.draw.header import Header
from pacman.display.draw.message_boxes import draw_end
from pacman.display.geometry import Box, checked_zoom
from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.theme import Colour, Theme, ThemeName, mixed, theme_named
from pacman.display.watch.captions import game_title
from pacman.display.watch.scene import Scene, scene_between, scene_of
from pacman.errors import DisplayError
from pacman.files import whole_file
from pacman.layout import Layout
from pacman.record import EndReason, GameRecord, Outcome
from pacman.state import GameState

if TYPE_CHECKING:
    from PIL.Image import Image

CELL: Final = 24  # pixels, at zoom 1
LARGEST_SIDE: Final = 4096  # pixels of the board; a limit on memory
GIF_FRAME_MS: Final = 40
MP4_FRAMES_A_SECOND: Final = 50
MP4_FRAMES_A_ROUND: Final = 6  # gives the same speed as the GIF
END_SECONDS: Final = 2.0  # duration of the last frame
DEATH_FRAMES: Final = 15  # of the animation of Pacman's death
SHADES: Final = 5  # between two adjacent colours, for smooth edges
LONG_GAME: Final = 700  # rounds; longer games get one frame a round, because a GIF is assembled in memory


def save_gif(
    record: GameRecord,
    path: str | Path,
    *,
    zoom: float = 1.0,
    theme: ThemeName = "dark",
    words: Words = IN_ENGLISH,
    shows_progress: bool = True,
) -> None:
    """Write a game as an animated GIF; raise DisplayError if that fails."""
    with whole_file(path, DisplayError) as temporary:
        renderer = FrameRenderer.of(record, zoom, theme, words)
        rounds = len(record.moves) // (record.ghosts + 1)
        frames_a_round = 3 if rounds <= LONG_GAME else 1
        palette = _palette_image(_palette(renderer.theme, record.ghosts))
        surfaces = renderer.frames(record, frames_a_round)
        count = renderer.frame_count(record, frames_a_round)
        images = (_indexed(surface, palette) for surface in _with_progress(surfaces, count, shows_progress))
        # Pillow stores only the differences from frame to frame.
        frame_ms = GIF_FRAME_MS * 3 // frames_a_round
        with temporary.open("wb") as file:  # Pillow itself would leave the file open if a frame fails
            next(images).save(
                file,
                format="GIF",
                save_all=True,
                append_images=images,
                duration=[frame_ms] * (count - 1) + [round(1000 * END_SECONDS)],
                loop=0,
                optimize=True,
            )


def save_mp4(
    record: GameRecord,
    path: str | Path,
    *,
    zoom: float = 1.0,
    theme: ThemeName = "dark",
    words: Words = IN_ENGLISH,
    shows_progress: bool = True,
) -> None:
    """Write a game as an MP4 video; raise DisplayError if that fails."""
    program = ffmpeg()
    with whole_file(path, DisplayError) as temporary:
        renderer = FrameRenderer.of(record, zoom, theme, words)
        surfaces = renderer.frames(record, MP4_FRAMES_A_ROUND)
        count = renderer.frame_count(record, MP4_FRAMES_A_ROUND)
        width, height = renderer.surface.get_size()
        source = f"-f rawvideo -pix_fmt rgb24 -s {width}x{height} -r {MP4_FRAMES_A_SECOND} -i -"
        target = "-vcodec libx264 -pix_fmt yuv420p -f mp4 -movflags +faststart"
        command = [program, "-y", "-v", "error", *source.split(), *target.split(), str(temporary)]
        with TemporaryFile() as errors:
            encoder = Popen(command, stdin=PIPE, stderr=errors)
            with suppress(BrokenPipeError), encoder:  # after a broken pipe, `errors` has the encoder's reason
                assert encoder.stdin
                last = b""
                for surface in _with_progress(surfaces, count, shows_progress):
                    last = pg.image.tobytes(surface, "RGB")
                    encoder.stdin.write(last)
                for _ in range(round(END_SECONDS * MP4_FRAMES_A_SECOND)):
                    encoder.stdin.write(last)
            if encoder.returncode:
                errors.seek(0)
                reason = errors.read().decode(errors="replace").strip() or f"exit code {encoder.returncode}"
                raise DisplayError(f"{path}: the video cannot be made: {reason.splitlines()[-1]}")


def ffmpeg() -> str:
    """Return the path of ffmpeg; raise DisplayError if it is not installed."""
    try:
        import imageio_ffmpeg  # type: ignore[import-untyped]

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except ImportError as error:
        raise DisplayError("MP4 needs imageio-ffmpeg (pip install imageio-ffmpeg); GIF works without") from error
    except RuntimeError as error:
        raise DisplayError("MP4 needs ffmpeg, which imageio-ffmpeg does not find; GIF works without") from error


def save_png(
    state: GameState,
    path: str | Path,
    *,
    zoom: float = 1.0,
    theme: ThemeName = "dark",
    words: Words = IN_ENGLISH,
    agents: Sequence[str] = (),
    outcome: Outcome | None = None,
) -> None:
    """Write one state as a PNG, with the names of the agents and the end of the game if they are given."""
    renderer = FrameRenderer(state.layout, tuple(agents), state.layout.name, zoom=zoom, theme=theme, words=words)
    renderer.draw(scene_of(state), None)
    if outcome:
        renderer.draw_end(state, outcome)
    write_png(renderer.surface, path)


def write_png(picture: pg.Surface, path: str | Path) -> None:
    encoded = BytesIO()  # pygame's own message about a file that cannot be written is several lines long
    pg.image.save(picture, encoded, "picture.png")
    with whole_file(path, DisplayError) as temporary:
        temporary.write_bytes(encoded.getvalue())


def free_path(stem: str, suffix: str) -> Path:
    """Return the path of a file in the current folder that does not exist yet."""
    safe = re.sub(r"[^\w-]+", "-", stem).strip("-") or "game"
    number = 1
    while (path := Path(f"{safe}-{number}.{suffix}")).exists():
        number += 1
    return path


class FrameRenderer:
    """Draws a game frame by frame without a window: the board under its header."""

    def __init__(
        self, layout: Layout, names: tuple[str, ...], title: str, *, zoom: float, theme: ThemeName, words: Words
    ) -> None:
        self.theme = theme_named(theme)
        cell = max(2, min(round(CELL * checked_zoom(zoom)), LARGEST_SIDE // max(layout.width, layout.height)))
        width, height = layout.width * cell, layout.height * cell
        unit = min(3.0, max(0.8, width / 480))
        head = round(58 * unit)
        # Video formats need even sizes; a minimum width leaves room for text over the narrowest maze.
        self.surface = pg.Surface((max(width, 320) + 1 & ~1, head + height + 1 & ~1))
        across = self.surface.get_width()
        self._board_box = Box((across - width) // 2, head, width, height)
        self._names = names
        self._title = title
        self._painter = BoardPainter(layout, self.theme, cell)
        self._canvas = Canvas(self.surface, self.theme, unit, words)
        self._header = Header(self._canvas, Box(0, 0, across, head))

    @classmethod
    def of(cls, record: GameRecord, zoom: float, theme: ThemeName, words: Words) -> "FrameRenderer":
        title = game_title(record.layout, record.seed, words=words)
        return cls(record.layout, record.agents[: record.ghosts + 1], title, zoom=zoom, theme=theme, words=words)

    def frames(self, record: GameRecord, frames_a_round: int) -> Iterator[pg.Surface]:
        """Yield the start, `frames_a_round` frames for each round, and the end with its outcome.

        Every frame is the same surface, redrawn.
        """
        states = list(record.states())
        agents = record.ghosts + 1
        yield self.draw(scene_of(states[0]), 0)
        for start in range(0, len(record.moves), agents):
            stop = min(start + agents, len(record.moves))
            for frame in range(1, frames_a_round + 1):
                scene = scene_between(states[start], states[stop], frame / frames_a_round)
                yield self.draw(scene, stop // agents)
        rounds = len(record.moves) // agents
        for frame in range(_death_frames(record)):
            yield self.draw(scene_of(states[-1], frame / DEATH_FRAMES), rounds)
        self.draw(scene_of(states[-1]), rounds)
        self.draw_end(states[-1], record.outcome)
        yield self.surface

    def frame_count(self, record: GameRecord, frames_a_round: int) -> int:
        rounds = -(-len(record.moves) // (record.ghosts + 1))
        return 2 + rounds * frames_a_round + _death_frames(record)

    def draw_end(self, state: GameState, outcome: Outcome) -> None:
        """Draw the outcome of the game over the board."""
        room = Box(0, self._board_box.y, self.surface.get_width(), self._board_box.height)
        draw_end(self._canvas, room, state, outcome, self._names)

    def draw(self, scene: Scene, round_number: int | None) -> pg.Surface:
        self.surface.fill(self.theme.floor)
        self._painter.draw(self.surface.subsurface(self._board_box.area), scene)
        self._header.draw(scene.state.score, round_number, self._title, self._names)
        return self.surface


def _death_frames(record: GameRecord) -> int:
    return DEATH_FRAMES if record.outcome.reason is EndReason.LOST else 0


def _with_progress(surfaces: Iterable[pg.Surface], count: int, shows_progress: bool) -> Iterator[pg.Surface]:
    """Yield the same surfaces, with a progress bar if standard error is a terminal."""
    from tqdm import tqdm  # type: ignore[import-untyped]

    yield from tqdm(surfaces, desc="frames", total=count, disable=None if shows_progress else True, leave=False)


def _indexed(surface: pg.Surface, palette: "Image") -> "Image":
    """Return a surface as an image in the colours of the palette."""
    from PIL import Image

    image = Image.frombytes("RGB", surface.get_size(), pg.image.tobytes(surface, "RGB"))
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _palette(theme: Theme, ghosts: int) -> list[Colour]:
    """Return every colour of the game and the shades between adjacent ones: at most 255 in all."""
    bodies = [theme.agent(ghost) for ghost in range(1, min(ghosts, len(theme.ghosts)) + 1)]
    on_floor = [theme.wall_edge, theme.food, theme.capsule, theme.pacman_edge, theme.pacman, theme.scared, theme.blink]
    words = [theme.text, theme.faint, theme.good, theme.bad]
    meetings = [
        (theme.wall, theme.wall_edge),
        (theme.pacman, theme.pacman_edge),
        (theme.scared, theme.scared_face),
        (theme.blink, theme.blink_face),
        (theme.eye, theme.pupil),
        (theme.panel, theme.good),
        (theme.panel, theme.bad),
        (theme.panel, theme.text),
        *[(theme.floor, colour) for colour in chain(on_floor, bodies, words)],
        *[(theme.eye, body) for body in bodies],
    ]
    shades = [mixed(one, other, step / (SHADES - 1)) for one, other in meetings for step in range(SHADES)]
    return list(dict.fromkeys(shades))[:255]  # one entry stays free for the transparent colour ("unchanged")


def _palette_image(colours: Sequence[Colour]) -> "Image":
    from PIL import Image

    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image
