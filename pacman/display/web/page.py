"""Pages: a template, the style sheet, the scripts and their data, all in one file that opens without a network.

Whatever comes from a file or a student is hostile: templates escape it, data goes into blocks that no browser runs, and
the page's own policy allows these very scripts and styles and nothing else, requests included.
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

from pacman.display.theme import DARK, LIGHT, Theme
from pacman.display.web.board_svg import theme_variables
from pacman.display.web.shapes import figure_symbols

LARGEST_PLAIN_DATA: Final = 48 * 1024  # characters; more is compressed

_IMPORT: Final = re.compile(r"^import .*?;\n", flags=re.MULTILINE | re.DOTALL)
_EXPORT: Final = re.compile(r"^export (?=(async )?(function|class|const) )", flags=re.MULTILINE)
_IMPORTED: Final = re.compile(r'^import .*? from "\./([\w-]+)\.js";', flags=re.MULTILINE | re.DOTALL)


def render(template: str, *, script: str, data: dict[str, Any], theme: str | None = None, **values: Any) -> str:
    """A page: `script` is the module that starts it, `data` what `readData` finds there by name.

    theme: "dark" or "light"; without one the page follows its reader's settings.
    """
    style, code = _style(), bundle(script)
    policy = f"default-src 'none'; script-src {_hash_of(code)}; style-src {_hash_of(style)}; img-src data:"
    return (
        _environment()
        .get_template(template)
        .render(
            policy=policy,
            style=Markup(style),
            code=Markup(code),
            symbols=Markup(figure_symbols()),
            data=[_data_block(name, value) for name, value in data.items()],
            theme=theme,
            **values,
        )
    )


def drawing(svg: str) -> Markup:
    """A drawing of ours as a value for a template: it is markup already, with all text in it escaped."""
    return Markup(svg)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    loader = PackageLoader("pacman.display.web")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


@lru_cache(maxsize=16)
def bundle(module: str) -> str:
    """A module and all that it imports as one script: what is imported comes first, and nothing is loaded by name."""
    found: dict[str, str] = {}

    def add(name: str) -> None:
        if name not in found:
            source = static(f"{name}.js")
            for other in _IMPORTED.findall(source):
                add(other)
            found[name] = _EXPORT.sub("", _IMPORT.sub("", source)).strip()

    add(module)
    return "\n" + "\n\n".join(f"// {name}.js\n{code}" for name, code in found.items()) + "\n"


@lru_cache(maxsize=1)
def _style() -> str:
    """The style sheet after the colours of both themes."""
    dark, light = _variables(DARK), _variables(LIGHT)
    return f"""
:root {{ color-scheme: dark; {dark} }}
@media (prefers-color-scheme: light) {{ :root:not([data-theme=dark]) {{ color-scheme: light; {light} }} }}
:root[data-theme=light] {{ color-scheme: light; {light} }}
@media print {{ :root:root {{ color-scheme: light; {light} }} }}
{static("style.css")}{static("tree.css")}{static("search.css")}"""


def _variables(theme: Theme) -> str:
    return " ".join(f"{name}: {colour};" for name, colour in theme_variables(theme).items())


def static(name: str) -> str:
    return files("pacman.display.web").joinpath("static", name).read_text(encoding="utf-8")


def _hash_of(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def _data_block(name: str, value: Any) -> Markup:
    text = json.dumps(value, separators=(",", ":"))
    if len(text) > LARGEST_PLAIN_DATA:
        packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
        return Markup('<script type="application/octet-stream" id="{}">{}</script>').format(name, packed)
    # Inside a script element only "<" could end it.
    plain = Markup(text.replace("<", "\\u003c"))
    return Markup('<script type="application/json" id="{}">{}</script>').format(name, plain)
