"""Rendering of pages: a template, the style sheet, the scripts and their data in one file that needs no network.

Text from files and students is untrusted: templates escape it, data goes into blocks that browsers do not execute, and
the page's Content-Security-Policy allows only exactly these scripts and styles, and no requests.
"""

import base64
import json
import re
import zlib
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.theme import DARK, LIGHT, Theme
from pacman.display.web.board_svg import theme_variables
from pacman.display.web.shapes import figure_symbols, logo_symbols
from pacman.made_by import made_by, made_by_line, public_made_by

LARGEST_PLAIN_DATA: Final = 4 * 1024  # characters; more is compressed
LARGEST_PLAIN_CODE: Final = 48 * 1024

PAGE_COLOURS: Final = {  # of cards and fine lines, which the window does not have
    DARK.name: {"--card": "#10131f", "--line": "#252b45", "--shadow": "none"},
    LIGHT.name: {"--card": "#ffffff", "--line": "#e2e4ec", "--shadow": "0 1px 3px rgb(28 32 48 / 8%)"},
}
SHEETS: Final = {  # style sheets by the main script of a page
    "class_page": ("base", "class"),
    "similar_page": ("base", "similar"),
    "theme": ("base", "class"),
    "failed_cases": ("base", "style"),
    "played_grade_page": ("base", "style", "player", "search"),
}
EVERY_SHEET: Final = ("base", "style", "player", "tree", "search")
DRAWN_SHEETS: Final = ("player", "tree", "search")  # of elements that only scripts create
PAPER: Final = "--floor: #ffffff; --shadow: none;"  # printed pages have a white ground

_IMPORT: Final = re.compile(r"^import .*?;\n", flags=re.MULTILINE | re.DOTALL)
_EXPORT: Final = re.compile(r"^export (?=(async )?(function|class|const) )", flags=re.MULTILINE)
_IMPORTED: Final = re.compile(r'^import .*? from "\./([\w-]+)\.js";', flags=re.MULTILINE | re.DOTALL)


def render(
    template: str,
    *,
    script: str,
    data: dict[str, Any],
    theme: str | None = None,
    words: Words = IN_ENGLISH,
    is_for_teachers: bool = False,
    **values: Any,
) -> str:
    """Return a page; `script` is its main module, `data` the values that `readData` returns by name.

    theme: "dark" or "light"; without one the page follows the settings of the browser.
    words: the messages of the page's language, by default English; templates call it as `words(key)`.
    is_for_teachers: the page contains the whole description of the run, with its command.
    """
    seen = public_made_by()
    if seen:
        data = {**data, "made-by": made_by() if is_for_teachers else seen}
    sheets, code = SHEETS.get(script, EVERY_SHEET), bundle(script)
    blocks = [_data_block(name, value) for name, value in data.items()]
    scripts, styles, symbols = [code], [style_sheet(*sheets)], figure_symbols()
    if not any(sheet in DRAWN_SHEETS for sheet in sheets):
        symbols = logo_symbols()
    if len(code) > LARGEST_PLAIN_CODE:
        styles = [
            style_sheet(*(sheet for sheet in sheets if sheet not in DRAWN_SHEETS)),
            _rules(*(sheet for sheet in sheets if sheet in DRAWN_SHEETS)),
        ]
        scripts, symbols = [static("unpack.js"), packed_code(code, styles[1], symbols)], logo_symbols()
        blocks.append(_packed_block("code", scripts[1]))
    allowed, looks = (" ".join(map(_hash_of, texts)) for texts in (scripts, styles))
    policy = f"default-src 'none'; script-src {allowed}; style-src {looks}; img-src data:"
    return (
        _environment()
        .get_template(template)
        .render(
            policy=policy,
            style=Markup(styles[0]),
            code=Markup(scripts[0]),
            symbols=Markup(symbols),
            data=blocks,
            theme=theme,
            words=words,
            made_by=made_by_line(seen) if seen else "",
            **values,
        )
    )


def script_words(words: Words, script: str) -> dict[str, str]:
    """Return the messages that a script may use: those whose keys occur in it, and those of legends."""
    code = bundle(script)
    return {
        key: text
        for key, text in words.messages.items()
        if key.startswith("legend-") or re.search(rf"""["'. ]{re.escape(key)}\b""", code)
    }


def drawing(svg: str) -> Markup:
    """Mark one of our drawings as safe markup for a template: all text in it is already escaped."""
    return Markup(svg)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    loader = PackageLoader("pacman.display.web")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@lru_cache(maxsize=16)
def bundle(module: str) -> str:
    """Return a module and everything that it imports as one script, imported modules first."""
    found: dict[str, str] = {}

    def add(name: str) -> None:
        if name not in found:
            source = static(f"{name}.js")
            for other in _IMPORTED.findall(source):
                add(other)
            found[name] = _EXPORT.sub("", _IMPORT.sub("", source)).strip()

    add(module)
    return "\n" + "\n\n".join(f"// {name}.js\n{code}" for name, code in found.items()) + "\n"


@lru_cache(maxsize=16)
def packed_code(code: str, style: str, symbols: str) -> str:
    """Return a script to compress, without lines of comments and indentation.

    It first adds a style sheet and symbols: all that only scripts draw with is compressed.
    """
    sheet = f'Object.assign(document.createElement("style"),{{textContent:{json.dumps(style)}}})'
    shapes = f'document.querySelector(".symbols").innerHTML={json.dumps(symbols)};'
    return f"document.head.append({sheet});\n{shapes}\n" + re.sub(r"^[ ]*(//.*)?\n?", "", code, flags=re.MULTILINE)


@lru_cache(maxsize=4)
def style_sheet(*sheets: str) -> str:
    """Return these style sheets, preceded by the colours of both themes."""
    dark, light = _variables(DARK), _variables(LIGHT)
    return f"""
:root {{ color-scheme: dark; {dark} }}
@media (prefers-color-scheme: light) {{ :root:not([data-theme=dark]) {{ color-scheme: light; {light} }} }}
:root[data-theme=light] {{ color-scheme: light; {light} }}
@media print {{ :root:root {{ color-scheme: light; {light} {PAPER} }} }}
{_rules(*sheets)}"""


def _rules(*sheets: str) -> str:
    return "".join(_without_comments(static(f"{sheet}.css")) for sheet in sheets)


def _without_comments(style: str) -> str:
    plain = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))
    return re.sub(r" ?([{};]) ?", r"\1", plain).replace(";}", "}").replace("}", "}\n")


def _variables(theme: Theme) -> str:
    """Return the colours of a theme, those of the window and those that only pages have, as CSS variables."""
    colours = theme_variables(theme) | PAGE_COLOURS[theme.name]
    return " ".join(f"{name}: {colour};" for name, colour in colours.items())


def static(name: str) -> str:
    return files("pacman.display.web").joinpath("static", name).read_text(encoding="utf-8")


def _hash_of(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def _data_block(name: str, value: Any) -> Markup:
    text = json.dumps(value, separators=(",", ":"))
    if len(text) > LARGEST_PLAIN_DATA:
        return _packed_block(name, text)
    # Only "<" could begin an end tag inside a script element.
    plain = Markup(text.replace("<", "\\u003c"))
    return Markup('<script type="application/json" id="{}">{}</script>').format(name, plain)


def _packed_block(name: str, text: str) -> Markup:
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return Markup('<script type="application/octet-stream" id="{}">{}</script>').format(name, packed)
