"""Run the commands and the Python code of every page, and check its output, numbers, pictures and links.

The blocks of a page are run in order, in a folder that looks like a fresh clone. A block with a title is written to a
file of that name. A block of `text` after commands or Python is part of their output; `…` matches anything. Commands of
the READMEs and of the Chinese pages also occur in the English pages, and are run there.

`PICTURES=keep python -m pytest -m "" tests/docs` replaces the pictures of the pages by those that the commands make.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Set
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops, ImageStat

from commands.cli import Parser

ROOT = Path(__file__).parents[2]
DOCS, CHINESE = ROOT / "docs", ROOT / "docs" / "zh"
README, README_CHINESE = ROOT / "README.md", ROOT / "README.zh-CN.md"
PAGES = sorted(path for path in DOCS.rglob("*.md") if CHINESE not in path.parents)
TRANSLATIONS = {
    README_CHINESE: README,
    **{path: DOCS / path.relative_to(CHINESE) for path in sorted(CHINESE.rglob("*.md"))},
}
# Pages with results of measurements, whose numbers do not occur in blocks.
REPORTS = {
    DOCS / name
    for name in (
        "ARCHITECTURE.md",
        "CLUSTER.md",
        "MUTANTS.md",
        "PERFORMANCE.md",
        "SECURITY.md",
        "STATISTICS.md",
        "TUNING.md",
    )
}

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")  # commands that would open a window show text instead
SET_UP = re.compile(r"python3 -m venv \.venv && \.venv/bin/pip install (?:-q )?-e (?:'[^']+'|\.) && ")
BLOCK = re.compile(r"^```(\w*)(?: title=\"([^\"]+)\")?\n(.*?)^```$", flags=re.MULTILINE | re.DOTALL)
PICTURE = re.compile(r"!\[[^]]*\]\(([^)\s]+)\)")
LINK = re.compile(r"(?<!!)\[[^]]*\]\(([^)\s]+)\)")
NUMBER = re.compile(r"(?<![\w./])\d+(?:[ \u202f]\d{3})*(?:\.\d+)?(?![\w/]|\.\d)")
FACTS = {"3.11", "64"}  # the oldest Python; the bits of a word


class Block(NamedTuple):
    language: str
    title: str
    text: str


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def text_of(page: Path) -> str:
    return re.sub(r"\A---\n.*?^---\n", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[Block]:
    return [Block(*match.groups(default="")) for match in BLOCK.finditer(text_of(page))]


def commands(page: Path) -> list[str]:
    return [line for block in blocks(page) if block.language == "sh" for line in block.text.splitlines()]


def prose(page: Path) -> str:
    """Return the page without blocks, inline code and targets of links."""
    text = BLOCK.sub("", text_of(page))
    return re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]*`", "", text))


def numbers(text: str) -> Counter[str]:
    return Counter(number.replace("\u202f", "").replace(" ", "") for number in NUMBER.findall(text))


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder like a fresh clone, in which commands may write files, with a student's file."""
    for item in ROOT.iterdir():
        if not item.name.startswith("."):
            (tmp_path / item.name).symlink_to(item)
    shutil.copyfile(Path(__file__).parent / "submissions" / "followed.py", tmp_path / "multiAgents.py")
    return tmp_path


def run(line: str, folder: Path) -> str:
    command = SET_UP.sub("", line).replace(".venv/bin/python", "python")
    environment = {key: value for key, value in os.environ.items() if key not in SCREENS}
    environment["PYTHONPATH"] = str(ROOT)
    words = re.sub(r"(^|\| )python3?\b", rf"\1{sys.executable}", command)
    result = subprocess.run(
        words, shell=True, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=300
    )
    assert result.returncode == 0, f"{line}\n{result.stdout[-2000:]}\n{result.stderr}"
    assert "Traceback" not in result.stderr, line
    return result.stdout


def run_python(block: Block, names: dict[str, object]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(block.text, "the page", "exec"), names)
    return printed.getvalue()


def check_printed(expected: str, printed: str) -> None:
    """Assert that the expected text, in which … matches anything, is part of the output."""
    lines = (line.rstrip() for line in printed.splitlines())
    pattern = ".*?".join(re.escape(part) for part in expected.strip("\n").split("…"))
    assert re.search(pattern, "\n".join(lines), flags=re.DOTALL), f"expected:\n{expected}\nprinted:\n{printed}"


def run_page(page: Path, folder: Path, skipped: Set[str] = frozenset()) -> None:
    names: dict[str, object] = {}
    printed: str | None = None
    for block in blocks(page):
        if block.title:
            (folder / block.title).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.title).unlink(missing_ok=True)  # do not write through a link into the repository
            (folder / block.title).write_text(block.text, encoding="utf-8")
        elif block.language == "sh":
            lines = [line for line in block.text.splitlines() if not line.endswith("pytest")]
            printed = None if skipped >= set(lines) else "\n".join(run(line, folder) for line in lines)
        elif block.language == "python":
            printed = run_python(block, names)
        elif block.language == "text" and printed is not None:
            check_printed(block.text, printed)
            printed = None


unix = pytest.mark.skipif(sys.platform == "win32", reason="commands for a Unix shell")


@unix
@pytest.mark.thorough
@pytest.mark.parametrize("page", [page for page in PAGES if commands(page) or blocks(page)], ids=name_of)
def test_a_page_does_what_it_says(page: Path, clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(clone)
    run_page(page, clone)
    for target in PICTURE.findall(text_of(page)):
        made = clone / Path(target).name
        if page == ROOT / "docs" / "index.md" and not made.exists():  # the start page shows pictures of other pages
            assert any(f"/{made.name})" in text_of(other) for other in (README, *PAGES) if other != page)
        else:
            check_picture(page.parent / target, made)


def check_picture(shown: Path, made: Path) -> None:
    """Assert that a picture of the page is the one that its commands make; encoders may differ slightly."""
    assert made.exists(), f"no command of the page makes {made.name}"
    if os.environ.get("PICTURES") == "keep":
        shown.parent.mkdir(exist_ok=True)
        shutil.copyfile(made, shown)
    if shown.suffix == ".svg":
        assert shown.read_text(encoding="utf-8") == made.read_text(encoding="utf-8"), shown
        return
    with Image.open(shown) as old, Image.open(made) as new:
        assert (old.size, getattr(old, "n_frames", 1)) == (new.size, getattr(new, "n_frames", 1)), shown
        difference = ImageChops.difference(old.convert("RGB"), new.convert("RGB"))
        assert max(ImageStat.Stat(difference).mean) < 2, shown


@unix
def test_the_readme_does_what_it_says(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(clone)
    known = {line for page in PAGES for line in commands(page)}
    run_page(README, clone, skipped=known)


@pytest.mark.parametrize("page", [page for page in PAGES if "```console" in text_of(page)], ids=name_of)
def test_commands_that_need_more_than_one_machine_or_an_hour_are_understood(page: Path) -> None:
    """Blocks of `console` are not run, but their options and values must be valid."""
    text = "".join(block.text for block in blocks(page) if block.language == "console").replace("\\\n", "")
    found = re.findall(r"^python run\.py (\w+) (.*)$", text, flags=re.MULTILINE)
    assert found
    for name, words in found:
        parser = Parser(prog=name)
        import_module(f"commands.{name}").add_arguments(parser)
        parser.parse(shlex.split(words, comments=True))


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page not in REPORTS and "adr" not in page.parts], ids=name_of
)
def test_the_numbers_of_a_page_stand_in_its_blocks(page: Path) -> None:
    """Numbers up to 12 are exempt."""
    shown = {*FACTS, *re.findall(r"\d+(?:\.\d+)?", "\n".join(block.text for block in blocks(page)).replace("_", ""))}
    stated = {number for number in numbers(prose(page)) if not (number.isdecimal() and int(number) <= 12)}
    assert not stated - shown


@pytest.mark.parametrize("page", [README, ROOT / "CONTRIBUTING.md", *PAGES, *TRANSLATIONS], ids=name_of)
def test_links_and_pictures_are_there(page: Path) -> None:
    for target in LINK.findall(text_of(page)) + PICTURE.findall(text_of(page)):
        if not target.startswith(("http", "#")):
            assert (page.parent / target.split("#")[0]).exists(), target


@pytest.mark.parametrize("page", TRANSLATIONS, ids=name_of)
def test_a_translation_has_the_same_commands_pictures_and_numbers(page: Path) -> None:
    original = TRANSLATIONS[page]
    assert blocks(page) == blocks(original)
    names = [[Path(target).name for target in PICTURE.findall(text_of(path))] for path in (page, original)]
    assert names[0] == names[1]
    assert numbers(prose(page)) == numbers(prose(original))


def test_ci_runs_the_test_command_word_for_word() -> None:
    command = next(line for line in commands(README) if line.endswith("pytest"))
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_citation_names_the_version_that_is_installed() -> None:
    versions = [
        re.findall(pattern, (ROOT / name).read_text(encoding="utf-8"), flags=re.MULTILINE)
        for name, pattern in (("pyproject.toml", r'^version = "(.*)"'), ("CITATION.cff", r"^version: (.*)"))
    ]
    assert versions[0] == versions[1]
