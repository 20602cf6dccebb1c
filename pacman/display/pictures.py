"""Picture files."""

import re
from io import BytesIO
from pathlib import Path

from pacman.display.engine import pg
from pacman.display.screen import DisplayError
from pacman.files import whole_file


def free_path(stem: str, suffix: str) -> Path:
    """A file in the current folder that does not exist yet."""
    safe = re.sub(r"[^\w-]+", "-", stem).strip("-") or "game"
    number = 1
    while (path := Path(f"{safe}-{number}.{suffix}")).exists():
        number += 1
    return path


def write_png(picture: pg.Surface, path: str | Path) -> None:
    encoded = BytesIO()  # pygame reports at length if it writes a file and cannot
    pg.image.save(picture, encoded, "picture.png")
    with whole_file(path, DisplayError) as temporary:
        temporary.write_bytes(encoded.getvalue())
