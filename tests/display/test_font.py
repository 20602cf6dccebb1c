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


def test_chinese_text_is_broken_between_its_characters() -> None:
    """No Latin word is broken if it fits in a line, and no line begins with a closing mark."""
    text = "两条走法到达不同的叶节点；`explain`会显示那里的特征，这是AlphaBetaAgent。"
    for room in range(120, 300, 7):
        lines = wrapped(text, LINE, room, most=100)
        assert "".join(lines) == text
        assert all(text_width(line, LINE) <= room for line in lines)
        assert not any(line[0] in "；，。" for line in lines)
        assert any("`explain`" in line for line in lines)
        assert any("AlphaBetaAgent" in line for line in lines)
