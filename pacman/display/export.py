"""Games as files to share: GIF, MP4, and PNG of one state. Needs no screen."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Final

from pacman.display.engine import pg
from pacman.display.film import Film
from pacman.display.moment import moment_of
from pacman.display.pictures import write_png
from pacman.display.screen import DisplayError
from pacman.display.theme import Colour, Theme, mixed
from pacman.files import whole_file
from pacman.game import GameRecord
from pacman.state import GameState

if TYPE_CHECKING:
    from PIL.Image import Image

GIF_FRAME_MS: Final = 40
MP4_FRAMES_A_SECOND: Final = 50
MP4_FRAMES_A_ROUND: Final = 6  # as fast as the GIF
END_SECONDS: Final = 2.0  # how long the end stays
SHADES: Final = 5  # between two colours that meet, for smooth edges
LONG_GAME: Final = 700  # rounds; longer games get one frame a round, since a GIF is put together in memory


def save_gif(
    record: GameRecord, path: str | Path, *, zoom: float = 1.0, theme: str = "dark", shows_progress: bool = True
) -> None:
    """Write a game as an animated GIF."""
    with whole_file(path, DisplayError) as temporary:
        film = Film.of(record, zoom, theme)
        rounds = len(record.moves) // (record.ghosts + 1)
        frames_a_round = 3 if rounds <= LONG_GAME else 1
        palette = _palette_image(_palette(film.theme, record.ghosts))
        surfaces = film.frames(record, frames_a_round)
        count = film.frame_count(record, frames_a_round)
        images = (_indexed(surface, palette) for surface in _counted(surfaces, count, shows_progress))
        # Pillow keeps only what changed from frame to frame.
        frame_ms = GIF_FRAME_MS * 3 // frames_a_round
        next(images).save(
            temporary,
            format="GIF",
            save_all=True,
            append_images=images,
            duration=[frame_ms] * (count - 1) + [round(1000 * END_SECONDS)],
            loop=0,
            optimize=True,
        )


def save_mp4(
    record: GameRecord, path: str | Path, *, zoom: float = 1.0, theme: str = "dark", shows_progress: bool = True
) -> None:
    """Write a game as a video."""
    program = ffmpeg()
    with whole_file(path, DisplayError) as temporary:
        film = Film.of(record, zoom, theme)
        surfaces = film.frames(record, MP4_FRAMES_A_ROUND)
        width, height = film.surface.get_size()
        taken = f"-f rawvideo -pix_fmt rgb24 -s {width}x{height} -r {MP4_FRAMES_A_SECOND} -i -"
        given = "-vcodec libx264 -pix_fmt yuv420p -f mp4 -movflags +faststart"
        command = [program, "-y", "-v", "error", *taken.split(), *given.split(), str(temporary)]
        with TemporaryFile() as complaints:
            video = Popen(command, stdin=PIPE, stderr=complaints)
            with suppress(BrokenPipeError), video:  # it gave up, and says why
                assert video.stdin
                last = b""
                for surface in _counted(surfaces, film.frame_count(record, MP4_FRAMES_A_ROUND), shows_progress):
                    last = pg.image.tobytes(surface, "RGB")
                    video.stdin.write(last)
                for _ in range(round(END_SECONDS * MP4_FRAMES_A_SECOND)):
                    video.stdin.write(last)
            if video.returncode:
                complaints.seek(0)
                reason = complaints.read().decode(errors="replace").strip() or f"exit code {video.returncode}"
                raise DisplayError(f"{path}: the video cannot be made: {reason.splitlines()[-1]}")


def ffmpeg() -> str:
    """The program that makes videos."""
    try:
        import imageio_ffmpeg  # type: ignore[import-untyped]

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except ImportError as error:
        raise DisplayError("MP4 needs imageio-ffmpeg (pip install imageio-ffmpeg); GIF works without") from error
    except RuntimeError as error:
        raise DisplayError("MP4 needs ffmpeg, which imageio-ffmpeg does not find; GIF works without") from error


def save_png(
    state: GameState, path: str | Path, *, zoom: float = 1.0, theme: str = "dark", agents: Sequence[str] = ()
) -> None:
    """Write one state as a picture, with the names of the agents if they are given."""
    film = Film(state.layout, tuple(agents), state.layout.name, zoom=zoom, theme=theme)
    write_png(film.draw(moment_of(state), None), path)


def _counted(surfaces: Iterable[pg.Surface], count: int, shows_progress: bool) -> Iterator[pg.Surface]:
    """The same surfaces, with a progress bar where standard error is a terminal."""
    from tqdm import tqdm  # type: ignore[import-untyped]

    yield from tqdm(surfaces, desc="frames", total=count, disable=None if shows_progress else True, leave=False)


def _indexed(surface: pg.Surface, palette: "Image") -> "Image":
    from PIL import Image

    image = Image.frombytes("RGB", surface.get_size(), pg.image.tobytes(surface, "RGB"))
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _palette(theme: Theme, ghosts: int) -> list[Colour]:
    """Every colour of the game, and the shades that arise where two of them meet: at most 256 in all."""
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
    return list(dict.fromkeys(shades))[:255]  # one is left for "as it was"


def _palette_image(colours: Sequence[Colour]) -> "Image":
    from PIL import Image

    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image
