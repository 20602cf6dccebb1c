"""The site, built with --strict in both languages: links are valid, nothing is fetched, the search works offline.

These tests need the extra `docs`, which CI installs.
"""

import importlib
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag

import pytest

pytest.importorskip("mkdocs", reason="the site needs the extra docs")
pytest.importorskip("material", reason="the site needs the extra docs")

ROOT = Path(__file__).parents[2]
# Resources that a browser fetches by itself, unlike links that a reader may follow.
FETCHED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}


class PageParser(HTMLParser):
    """Collect the ids, the links and the fetched resources of a page."""

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


def test_the_version_that_is_pinned_prints_no_notice() -> None:
    (pinned,) = re.findall(r"mkdocs-material==([\d.]+)", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    if version("mkdocs-material") != pinned:
        pytest.skip("another version is installed")
    command = [sys.executable, "-c", "import sys; sys.argv[0] = 'mkdocs'; import material.templates"]
    environment = {key: value for key, value in os.environ.items() if key != "NO_MKDOCS_2_WARNING"}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


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
    tab.keyboard.press("Shift")  # the search field reacts to the release of a key
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


@pytest.mark.parametrize(("page", "theme"), [("index.html", "light"), ("zh/index.html", "dark")])
@pytest.mark.parametrize("width", [390, 768, 1280])
def test_the_start_page_shows_what_the_product_does(
    site: Path, browser: Any, page: str, theme: str, width: int
) -> None:
    tab = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=theme)
    tab.goto((site / page).as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    pictures = tab.eval_on_selector_all("article img", "all => all.map(each => [each.naturalWidth, each.width])")
    assert len(pictures) == 5
    assert all(loaded > 0 and 0 < shown <= width for loaded, shown in pictures)
    assert tab.eval_on_selector(".md-header .md-logo img", "each => each.naturalWidth") > 0, "our own logo"
    assert tab.eval_on_selector(".md-header", "each => getComputedStyle(each).backgroundColor") == "rgb(11, 13, 23)"
    ground, text = tab.eval_on_selector(
        "body", "each => [getComputedStyle(each).backgroundColor, getComputedStyle(each).color]"
    )
    assert ground == {"light": "rgb(250, 249, 245)", "dark": "rgb(11, 13, 23)"}[theme]
    assert contrast(ground, text) > 7
    outlined = tab.eval_on_selector(".md-button:not(.md-button--primary)", "each => getComputedStyle(each).color")
    assert contrast(ground, outlined) > 7
    tab.close()


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as the Web Content Accessibility Guidelines define it."""

    def luminance(colour: str) -> float:
        parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def assert_whole(tab: Any, selector: str) -> None:
    """Assert that nothing is cut off at the right."""
    widths = "all => all.map(code => [code.scrollWidth, code.clientWidth])"
    shown = tab.eval_on_selector_all(selector, widths)
    assert shown
    assert all(needed <= there for needed, there in shown)
