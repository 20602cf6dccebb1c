"""Wrapping of text: no text is lost, and no line is too wide."""

from hypothesis import given
from hypothesis import strategies as st

from pacman.display.draw.font import text_width, wrapped

LINE = 14
WORDS = st.text(alphabet="abcWM/._-:", min_size=1, max_size=60)


@given(words=st.lists(WORDS, min_size=1, max_size=8), room=st.integers(60, 400))
def test_a_text_is_broken_so_that_it_fits_and_is_whole(words: list[str], room: int) -> None:
    lines = wrapped(" ".join(words), LINE, room, most=100)
    assert all(text_width(line, LINE) <= room for line in lines)
    assert "".join(lines).replace(" ", "") == "".join(words)


def test_a_path_is_broken_after_a_slash() -> None:
    path = "/home/somebody/a-folder-with-a-long-name/another-one/game-1.png"
    lines = wrapped(f"Saved {path}", LINE, 300, most=4)
    assert "".join(lines).replace(" ", "") == f"Saved{path}"
    assert all(line.endswith("/") for line in lines[1:-1])
    assert len(lines) > 1


def test_what_does_not_fit_into_the_lines_is_elided() -> None:
    lines = wrapped("one " * 100, LINE, 200, most=2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
