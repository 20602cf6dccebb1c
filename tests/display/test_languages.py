"""The window and pictures in another language, with and without a font that has its characters."""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from commands.shared import viewing
from pacman import GameRecord, Layout
from pacman.display.draw import font, pg
from pacman.display.draw.canvas import Canvas
from pacman.display.export import save_png
from pacman.display.messages import Words

CHINESE = Words("zh")
DEFAULT_FONT = os.path.join(os.path.dirname(pg.__file__), pg.font.get_default_font())


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that receives every text that is drawn."""
    found: list[str] = []
    text = Canvas.text

    def noted(canvas: Canvas, words: str, *rest: Any, **more: Any) -> int:
        found.append(words)
        return text(canvas, words, *rest, **more)

    monkeypatch.setattr(Canvas, "text", noted)
    return found


def is_english(text: str, names: set[str]) -> bool:
    """True for a text with letters that is neither a name nor Chinese."""
    words = [word for word in text.split() if word.strip("·…<>+-−").isalpha() and word not in names]
    return bool(words) and all(word.isascii() for word in words)


def test_a_window_in_chinese_shows_no_english(windows: Any, room: Layout, drawn: list[str]) -> None:
    rig = windows.live(room, max_moves=30, words=CHINESE)
    rig.press(pg.K_t)
    rig.run(0.3)
    rig.press(pg.K_h, pg.K_h, pg.K_b, pg.K_m, pg.K_e)
    rig.run_until(lambda: rig.session.is_finished)
    rig.window.frame()
    names = {"First", "West", "East", "North", "South", "Stop", "Shift", "Home", "End", "Tab", "Esc", "GIF", "room"}
    names |= set("ABCDEFGHLMNPQRSTW")
    assert [text for text in drawn if is_english(text, names)] == []
    assert CHINESE("game-score") + " " in drawn
    assert CHINESE("bar-branch") in drawn
    assert CHINESE("your-move") not in drawn
    assert rig.window.title.endswith(CHINESE("pacman"))


def test_pictures_are_in_the_language_asked_for(record: GameRecord, drawn: list[str], tmp_path: Path) -> None:
    *_, last = record.states()
    save_png(last, tmp_path / "last.png", outcome=record.outcome, words=CHINESE)
    assert CHINESE("game-score") + " " in drawn


@pytest.mark.parametrize(
    ("language", "face", "used"), [("zh", None, "en"), ("zh", ("some.ttf", 0), "zh"), ("en", None, "en")]
)
def test_without_a_font_the_window_is_in_english_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    language: str,
    face: font.Face | None,
    used: str,
) -> None:
    monkeypatch.setattr(font, "chinese_font", lambda: face)
    assert viewing.drawn_words(argparse.Namespace(lang=language)).language == used
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == (language != used)
    assert all("no font with Chinese characters" in line for line in lines)


def test_a_font_without_chinese_is_not_used() -> None:
    font._start()
    assert font.chinese_face(DEFAULT_FONT) is None
    assert font.chinese_face("no such file") is None


def test_chinese_text_is_drawn_with_the_font_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual font stands in for one of the system; only Chinese characters are drawn with it."""
    monkeypatch.setattr(font, "chinese_font", lambda: (DEFAULT_FONT, 0))
    chosen = [font._chinese_font_of(sign, 20) is not None for sign in "a1吃，豆…"]
    assert chosen == [False, False, True, True, True, False]
    monkeypatch.setattr(font, "chinese_font", lambda: None)
    assert font._chinese_font_of("吃", 20) is None


def test_chinese_and_latin_letters_have_one_baseline(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the usual font for both, a full-width E has the foot of an E."""
    font._start()
    monkeypatch.setattr(font, "chinese_font", lambda: (DEFAULT_FONT, 0))
    monkeypatch.setattr(font, "_CHINESE", re.compile("E"))
    feet = [font.render_text.__wrapped__(text, 40, (255, 255, 255)).get_bounding_rect(128).bottom for text in "EH"]
    assert abs(feet[0] - feet[1]) <= 1


def test_a_collection_gives_its_face_for_simplified_chinese() -> None:
    face = font.chinese_font()
    if face is None or not face[0].endswith(".ttc"):
        pytest.skip("no collection of fonts with Chinese characters")
    names = list(font._face_names(face[0]))
    assert names[face[1]].endswith(" SC") or not any(name.endswith(" SC") for name in names)


@pytest.mark.parametrize("command", ["play", "replay x.json", "batch", "compare A B", "explain x.json", "grade x.py"])
def test_an_unknown_language_is_one_line(command: str) -> None:
    words = [sys.executable, "run.py", *command.split(), "--lang", "fr"]
    ran = subprocess.run(words, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert ran.returncode == 2
    [line] = ran.stderr.splitlines()
    assert "unknown language 'fr'; expected en or zh" in line
