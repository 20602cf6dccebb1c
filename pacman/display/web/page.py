"""Rendering of pages: a template, the style sheet, the scripts and their data in one file that needs no network.

Text from files and students is untrusted: templates escape it, data goes into blocks that browsers do not execute, and
the page's Content-Security-Policy allows only exactly these scripts and styles, and no requests.
"""

import base64
import json
import zlib
from functools import lru_cache
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from pacman.display.messages import IN_ENGLISH, Words
from pacman.display.theme import ThemeName
from pacman.display.web.assets import (
    DRAWN_SHEETS,
    EVERY_SHEET,
    SHEETS,
    bundle,
    data_block,
    packed_code,
    policy_hash,
    rules,
    static,
    style_sheet,
)
from pacman.display.web.shapes import figure_symbols, logo_symbols
from pacman.made_by import made_by, made_by_line, public_made_by

LARGEST_PLAIN_DATA: Final = 4 * 1024  # characters; more is compressed
LARGEST_PLAIN_CODE: Final = 48 * 1024


def render(
    template: str,
    *,
    script: str,
    data: dict[str, Any],
    theme: ThemeName | None = None,
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
    drawn = [sheet for sheet in sheets if sheet in DRAWN_SHEETS]
    blocks = [_data_block(name, value) for name, value in data.items()]
    scripts, styles, symbols = [code], [style_sheet(*sheets)], figure_symbols() if drawn else logo_symbols()
    if len(code) > LARGEST_PLAIN_CODE:
        styles = [style_sheet(*(sheet for sheet in sheets if sheet not in drawn)), rules(*drawn)]
        scripts, symbols = [static("unpack.js"), packed_code(code, styles[1], symbols)], logo_symbols()
        blocks.append(_packed_block("code", scripts[1]))
    allowed, looks = (" ".join(map(policy_hash, texts)) for texts in (scripts, styles))
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


def drawing(svg: str) -> Markup:
    """Mark one of our drawings as safe markup for a template: all text in it is already escaped."""
    return Markup(svg)


@lru_cache(maxsize=1)
def _environment() -> Environment:
    loader = PackageLoader("pacman.display.web")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


def _data_block(name: str, value: Any) -> Markup:
    text = json.dumps(value, separators=(",", ":"))
    if len(text) > LARGEST_PLAIN_DATA:
        return _packed_block(name, text)
    return Markup(data_block(name, text))


def _packed_block(name: str, text: str) -> Markup:
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return Markup('<script type="application/octet-stream" id="{}">{}</script>').format(name, packed)
