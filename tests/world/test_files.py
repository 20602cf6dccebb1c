"""Files are written whole, and what is no plain file is left what it is."""

import os
import threading
from pathlib import Path

import pytest

from pacman.errors import PacmanError
from pacman.files import check_writable, write_whole


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "real.json", tmp_path / "link.json"
    link.symlink_to(target)
    for text in ("once", "again"):
        write_whole(link, text, PacmanError)
        assert link.is_symlink()
        assert target.read_text() == text
    assert [path.name for path in target.parent.iterdir()] == ["real.json"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    check_writable(pipe, PacmanError)
    write_whole(pipe, "news", PacmanError)
    reader.join(10)
    assert read == ["news"]
    assert pipe.is_fifo()
