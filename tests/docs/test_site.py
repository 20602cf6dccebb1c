"""The site, built strictly in both languages: links hold, nothing comes from elsewhere, search works from a file.

It needs the extra `docs`; CI has it.
"""

import importlib
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest

pytest.importorskip("mkdocs", reason="the site needs the extra docs")
pytest.importorskip("material", reason="the site needs the extra docs")

ROOT = Path(__file__).parents[2]
# What a browser fetches by itself; links that a reader may follow are another thing.
FETCHED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}


class PageParser(HTMLParser):
    """The ids of a page, where it links to, and what it fetches."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids.add(values.get("id", ""))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in FETCHED and values.get(FETCHED[tag]) and values.get("rel") not in ("canonical", "alternate"):
            self.fetched.append(values[FETCHED[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for config, place in (("mkdocs.yml", folder), ("mkdocs.zh.yml", folder / "zh")):
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", config, "-d", str(place)]
        environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
        result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, PageParser]:
    return {path: PageParser(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def test_every_link_holds(pages: dict[Path, PageParser]) -> None:
    broken = []
    for path, page in pages.items():
        for link in page.links + page.fetched:
            target, anchor = urldefrag(link)
            if target.startswith(("http", "mailto", "data:")) or path.name == "404.html":
                continue
            place = (path.parent / unquote(target)).resolve() if target else path
            if not place.exists() or (anchor and place in pages and unquote(anchor) not in pages[place].ids):
                broken.append(f"{path.name}: {link}")
    assert not broken


@pytest.mark.parametrize("package", ["pacman", "agents", "agents.search"])
def test_the_api_has_every_public_name(pages: dict[Path, PageParser], package: str) -> None:
    ids = {name for path, page in pages.items() if path.parent.name == "api" for name in page.ids}
    public: list[str] = importlib.import_module(package).__all__
    assert not set(public) - {name.rpartition(".")[2] for name in ids}


def test_the_api_says_what_a_constructor_takes_and_which_fields_there_are(site: Path) -> None:
    text = (site / "api" / "agents.html").read_text(encoding="utf-8")
    agent = text[text.index('id="agents.AlphaBetaAgent"') : text.index('id="agents.DeepeningAgent"')]
    assert all(word in re.sub(r"<[^>]+>", "", agent) for word in ("depth:", "evaluation:", "ties:", "engine:"))
    fields = {"pacman.GameState.score", "pacman.GameState.getLegalActions", "pacman.GameRecord.outcome"}
    assert fields <= PageParser((site / "api" / "pacman.html").read_text(encoding="utf-8")).ids
    searches = PageParser((site / "api" / "search.html").read_text(encoding="utf-8")).ids
    assert "agents.search.contract.SearchResult.nodes" in searches


def test_nothing_is_fetched_from_elsewhere(site: Path, pages: dict[Path, PageParser]) -> None:
    assert not [link for page in pages.values() for link in page.fetched if link.startswith(("http", "//"))]
    for style in site.rglob("*.css"):
        assert not re.findall(r"url\(['\"]?(?:https?:)?//", style.read_text(encoding="utf-8")), style


def test_pages_in_two_languages_link_to_each_other(site: Path) -> None:
    for path in (site / "zh").rglob("*.html"):
        if path.name != "404.html":
            english = site / path.relative_to(site / "zh")
            assert translation(english) == path
            assert translation(path) == english


def translation(page: Path) -> Path:
    (link,) = re.findall(r'class="translation"><a href="([^"]+)"', page.read_text(encoding="utf-8"))
    return page.parent.joinpath(str(link)).resolve()


@pytest.mark.parametrize(
    ("page", "word", "found"), [("index.html", "quiescence", "Depth"), ("zh/index.html", "幽灵", "幽灵")]
)
def test_the_search_works_from_a_file(site: Path, browser: Any, page: str, word: str, found: str) -> None:
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto((site / page).as_uri())
    tab.click(".md-search__input")
    tab.keyboard.insert_text(word)
    tab.keyboard.press("Shift")  # the field looks when a key goes up
    tab.wait_for_selector(".md-search-result__link")
    assert found in tab.inner_text(".md-search-result__list")
    assert not [url for url in asked if not url.startswith(("file:", "data:"))]
    tab.close()


def test_a_narrow_screen_shows_commands_whole(site: Path, browser: Any) -> None:
    tab = browser.new_page(viewport={"width": 390, "height": 900})
    tab.goto((site / "student" / "search.html").as_uri())
    assert_whole(tab, ".language-sh code")
    lines = "all => all.map(line => line.textContent)"
    copied = "".join(tab.eval_on_selector_all(".language-sh code > span", lines))
    assert "python run.py grade multiAgents.py -q q2\npython run.py -q -p multiAgents.py:MinimaxAgent" in copied
    tab.close()


def test_a_wide_screen_shows_what_the_grader_says_whole(site: Path, browser: Any) -> None:
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    tab.goto((site / "student" / "failed-case.html").as_uri())
    assert_whole(tab, ".language-text code")
    tab.close()


def assert_whole(tab: Any, selector: str) -> None:
    """Nothing of it is cut off at the right."""
    widths = "all => all.map(code => [code.scrollWidth, code.clientWidth])"
    shown = tab.eval_on_selector_all(selector, widths)
    assert shown
    assert all(needed <= there for needed, there in shown)
