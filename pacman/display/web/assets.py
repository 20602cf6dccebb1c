"""Scripts and style sheets of pages: modules bundled into one script, and sheets with the colours of both themes."""

import base64
import json
import re
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import accumulate, chain
from typing import Final

from pacman.display.messages import Words
from pacman.display.theme import DARK, LIGHT, Colour, Theme

PAGE_COLOURS: Final = {  # of cards and fine lines, which the window does not have
    DARK.name: {"--card": "#10131f", "--line": "#252b45", "--shadow": "none"},
    LIGHT.name: {"--card": "#ffffff", "--line": "#e2e4ec", "--shadow": "0 1px 3px rgb(28 32 48 / 8%)"},
}
SHEETS: Final = {  # style sheets by the main script of a page
    "class_page": ("base", "class"),
    "group_page": ("base", "class"),
    "similar_page": ("base", "similar"),
    "theme": ("base", "class"),
    "passing_grade_page": ("base", "style"),
    "plain_grade_page": ("base", "style"),
    "played_grade_page": ("base", "style", "player", "search"),
}
EVERY_SHEET: Final = ("base", "style", "player", "tree", "search")
DRAWN_SHEETS: Final = ("player", "tree", "search")  # of elements that only scripts create
PAPER: Final = "--floor: #ffffff; --shadow: none;"  # printed pages have a white ground

_IMPORT: Final = re.compile(r"^import .*?;\n", flags=re.MULTILINE | re.DOTALL)
_EXPORT: Final = re.compile(r"^export (?=(async )?(function|class|const) )", flags=re.MULTILINE)
_IMPORTED: Final = re.compile(r'^import .*? from "\./([\w-]+)\.js";', flags=re.MULTILINE | re.DOTALL)


def script_words(words: Words, script: str) -> dict[str, str]:
    """Return the messages that a script may use: those whose keys occur in it, and all of legends if it draws any."""
    code = bundle(script)
    named, has_legends = _names_in(code), "legend-" in code
    return {
        key: text for key, text in words.messages.items() if key in named or (has_legends and key.startswith("legend-"))
    }


@lru_cache(maxsize=16)
def _names_in(code: str) -> frozenset[str]:
    """Return the words of a script that may be keys of messages, each also without its last parts: a-b-c, a-b and a."""
    words = re.findall(r"""(?<=["'. ])[\w-]+""", code)
    return frozenset(chain.from_iterable(accumulate(word.split("-"), "{}-{}".format) for word in words))


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
{rules(*sheets)}"""


def rules(*sheets: str) -> str:
    return "".join(_without_comments(static(f"{sheet}.css")) for sheet in sheets)


def _without_comments(style: str) -> str:
    plain = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))
    return re.sub(r" ?([{};]) ?", r"\1", plain).replace(";}", "}").replace("}", "}\n")


def _variables(theme: Theme) -> str:
    """Return the colours of a theme, those of the window and those that only pages have, as CSS variables."""
    colours = theme_variables(theme) | PAGE_COLOURS[theme.name]
    return " ".join(f"{name}: {colour};" for name, colour in colours.items())


def theme_variables(theme: Theme) -> dict[str, str]:
    """Return the colours of a theme by the names of the CSS variables that shapes and the style sheet use."""
    named = {name: colour for name, colour in vars(theme).items() if name not in ("name", "ghosts")}
    agent_colours = {f"agent-{agent}": theme.agent(agent) for agent in range(1 + len(theme.ghosts))}
    return {f"--{name.replace('_', '-')}": hexadecimal(colour) for name, colour in (named | agent_colours).items()}


def hexadecimal(colour: Colour) -> str:
    return "#" + bytes(colour).hex()


def static(name: str) -> str:
    return files("pacman.display.web").joinpath("static", name).read_text(encoding="utf-8")


def data_block(name: str, text: str) -> str:
    """Return a block of a page that holds a text of JSON under a name."""
    text = text.replace("<", "\\u003c")  # only "<" could begin an end tag inside a script element
    return f'<script type="application/json" id="{escape(name)}">{text}</script>'


def policy_hash(text: str) -> str:
    """Return the hash by which a page's Content-Security-Policy allows a script or a style."""
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"
