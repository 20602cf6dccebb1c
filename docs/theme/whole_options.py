"""A long command goes on below: between words, never behind the hyphen of an option."""

import re

COMMANDS = re.compile(r'<div class="language-sh.*?</div>', flags=re.DOTALL)
OPTION = re.compile(r"(?<=</span>)--?[\w-]+")


def on_page_content(html: str, **_: object) -> str:
    return COMMANDS.sub(lambda block: OPTION.sub(r'<span class="option">\g<0></span>', block[0]), html)
