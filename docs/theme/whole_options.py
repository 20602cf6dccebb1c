"""MkDocs hook: prevent line breaks after the hyphens of options, in commands and in sentences."""

import re

COMMANDS = re.compile(r'<div class="language-sh.*?</div>', flags=re.DOTALL)
OPTION = re.compile(r"(?<=</span>)--?[\w-]+")
IN_PROSE = re.compile(r"<code>(?=--?[\w-]+</code>)")


def on_page_content(html: str, **_: object) -> str:
    html = IN_PROSE.sub('<code class="option">', html)
    return COMMANDS.sub(lambda block: OPTION.sub(r'<span class="option">\g<0></span>', block[0]), html)
